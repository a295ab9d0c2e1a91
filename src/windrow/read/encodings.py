"""The encoding that a page declares: the labels in headers and markup, and their meaning.

A label means what browsers take it to mean (https://encoding.spec.whatwg.org/#names-and-labels),
not what the old standards say: "latin-1" is windows-1252, "gb2312" is gb18030.
"""

import codecs
import re

from windrow.wordlists import word_lists

__all__ = ["codec_of", "header_codec", "markup_codec"]

# Browsers look at 1024 bytes. Real pages put long comments and scripts before the label, and
# browsers then reload when they meet it later, so we look further at once. Chosen.
_HEAD = 4096

_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.S)
_XML = re.compile(rb"\s*<\?xml\s[^>]*?encoding\s*=\s*[\"']\s*([^\"'\s>]+)")
_META = re.compile(rb"<meta[\s/]((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>", re.I)
_ATTRIBUTE = re.compile(rb"([^\s=/\"']+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\"'\s;,]+)", re.I)

_LISTS = [(name.split(), words) for name, words in word_lists(__file__).items()]
# Python's name of an encoding -> the superset that browsers, and so the pages, mean by it.
_MEANT = {word: name for (kind, name), words in _LISTS if kind == "meant" for word in words}
# Only these are accepted. Python knows more, and some of them ("utf-7", "idna", "rot13") would let
# a label turn harmless text into markup, or cost quadratic time.
_BELIEVED = {
    *_MEANT.values(),
    *(f"cp{number}" for number in (866, *range(1250, 1259))),
    *(f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    *("koi8-r", "koi8-u", "mac-roman", "mac-cyrillic"),
    *("utf-8", "utf-16-be"),
}
# Labels from the living standard that Python does not know.
_ALIASES = {word: name for (kind, name), words in _LISTS if kind == "label" for word in words}


def codec_of(label: str) -> str | None:
    """Return the Python codec that browsers mean by *label*; None for an unknown label.

    >>> codec_of("ISO-8859-1"), codec_of(" gb2312 "), codec_of("x-sjis"), codec_of("utf-7")
    ('cp1252', 'gb18030', 'cp932', None)
    """
    name = label.strip().lower().removeprefix("x-")
    # "iso88592" for "iso8859-2" is in the standard too.
    name = re.sub(r"^iso8859(?=\d)", "iso8859-", _ALIASES.get(name, name))
    # Labels are checked first: Python looks for a module of that name.
    if not re.fullmatch(r"[a-z0-9_:.+-]{1,40}", name):
        return None
    try:
        known = codecs.lookup(name).name
    except LookupError:
        return None
    codec = _MEANT.get(known, known)
    return codec if codec in _BELIEVED else None


def header_codec(content_type: str | None) -> str | None:
    """Return the codec that a Content-Type header names.

    >>> header_codec('text/html; charset="windows-1251"')
    'cp1251'
    """
    found = _CHARSET.search(content_type or "")
    return codec_of(found[1]) if found else None


def markup_codec(content: bytes) -> str | None:
    """Return the codec that the markup itself names, in ``<meta>`` or an XML declaration.

    >>> markup_codec(b'<!doctype html><meta charset="euc-kr"><title>...')
    'cp949'
    """
    head = _COMMENT.sub(b"", content[:_HEAD])
    labels = (_meta_label(meta[1]) for meta in _META.finditer(head))
    codec = next(filter(None, map(codec_of, filter(None, labels))), None)
    if codec is None and (declared := _XML.match(head)):
        codec = codec_of(declared[1].decode("latin-1"))
    # We have just read the label as ASCII, so the page is not in UTF-16; browsers agree.
    return "utf-8" if codec in ("utf-16-le", "utf-16-be") else codec


def _meta_label(meta: bytes) -> str | None:
    # Whatever way a label is given, that word is before it.
    if b"charset" not in meta.lower():
        return None
    attributes: dict[bytes, str] = {
        name.lower(): (double or single or bare).decode("latin-1")
        for name, double, single, bare in _ATTRIBUTE.findall(meta)
    }
    if charset := attributes.get(b"charset"):
        return charset
    # "charset=" in a description is talk about encodings, not a label.
    if attributes.get(b"http-equiv", "").strip().lower() != "content-type":
        return None
    found = _CHARSET.search(attributes.get(b"content", ""))
    return found[1] if found else None
