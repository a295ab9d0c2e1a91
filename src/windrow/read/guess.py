"""Guesses the encoding of a page that declares none, or a wrong one, by its letters.

Read in the right encoding, a text is full of the letters its language uses most; read in a wrong
one, it is full of letters that nobody uses. A few dozen letters per language are enough to decide.
"""

import re

from windrow.kernels.read import utf8 as kernel
from windrow.wordlists import word_lists

__all__ = ["likeliest", "likeliest_script", "utf16_order"]

# Enough text to count letters in; more would only cost time: chosen, not measured.
_SAMPLE = 20_000
# With fewer bytes past ASCII, letters prove nothing: chosen, not measured.
_EVIDENCE = 8

_Languages = tuple[tuple[str, frozenset[str]], ...]


def _languages(kind: str) -> _Languages:
    """Return the codecs of a *kind* with the letters that are frequent in their languages."""
    return tuple(
        (name.split()[1], frozenset(letters))
        for name, lists in word_lists(__file__).items()
        if name.startswith(kind)
        for letters in lists
    )


_WIDE, _NARROW, _LATIN = map(_languages, ("wide", "narrow", "latin"))
# The share of the characters, or letters, that must be common ones: chosen, not measured.
_WIDE_SHARE = 0.05
_NARROW_SHARE = 0.4

# Characters with the same code in most of these encodings decide nothing.
_COMMON_SIGNS = frozenset(
    "\u00a0©®«»·°§±™€•…\u2013\u2014\u2018\u2019\u201c\u201d\u3000、。「」【】・\uff01\uff08\uff09\uff0c\uff1a"
)

_TAG = re.compile(rb"</?[A-Za-z!]")
_TEXT = re.compile(rb"[^<>]+")
_HIGH = re.compile(rb"[\x80-\xff]")
_ASCII = bytes(range(128))
# Bytes that are quotation marks, dashes and hard spaces in single-byte encodings are left out:
# they occur side by side in any language.
_HIGH_RUN = re.compile(rb"[\x80-\x90\x98-\x9f\xa1-\xaa\xac-\xba\xbc-\xff]{2,}")
_MIXED = re.compile(rb"[A-Za-z][\xc0-\xff]|[\xc0-\xff][A-Za-z]")


def likeliest(content: bytes) -> str:
    """Return the codec that best explains *content*, which is not UTF-8.

    >>> likeliest("Привет, дорогие покупатели".encode("koi8-r"))
    'koi8-r'
    >>> likeliest("Świeże masło i żółty ser".encode("cp1250"))
    'cp1250'
    """
    sample = _sample(content)
    script = _script(sample)
    if script is not None:
        return script
    # These letters are single bytes, so the others need not be read in each of the codecs.
    return _best(sample.translate(None, _ASCII), _LATIN, 0.0) or "cp1252"


def likeliest_script(content: bytes) -> str | None:
    """Return the codec of *content* if it is clearly in a script other than Latin."""
    return _script(_sample(content))


def _script(sample: bytes) -> str | None:
    """Return the codec of a sample of a page if it is clearly in a script other than Latin."""
    if not _is_dense(sample):
        return None
    wide = _best(sample, _WIDE, _WIDE_SHARE)
    if wide is not None or _touches_ascii(sample):
        return wide
    return _best(sample, _NARROW, _NARROW_SHARE)


def utf16_order(content: bytes) -> str | None:
    """Return the codec of UTF-16 text without a byte order mark, known by the zeros in its markup.

    >>> utf16_order("<p>hay</p>".encode("utf-16-be"))
    'utf-16-be'
    """
    head = content[:2048]
    half = len(head) // 2
    even, odd = head[::2].count(0), head[1::2].count(0)
    # Markup is ASCII, so one byte of many pairs is zero, always the same one. A page with stray
    # zeros has tags that can be read, and zeros at both places or few of them.
    least = max(1, half * (0.3 if _TAG.search(head) else 0.05))
    if odd > least and even < odd / 4:
        return "utf-16-le"
    if even > least and odd < even / 4:
        return "utf-16-be"
    return None


def _sample(content: bytes) -> bytes:
    """Return the texts with non-ASCII letters; no encoding here uses < or > inside one."""
    pieces: list[bytes] = []
    room, end = _SAMPLE, 0
    # Most texts are ASCII, so we search for the few others.
    while room > 0 and (high := kernel.next_high(content, end)) >= 0:
        text = _TEXT.match(content, _text_start(content, end, high))
        assert text is not None
        pieces.append(text[0][:room])
        room -= len(pieces[-1])
        end = text.end()
    return b"\n".join(pieces)


def _text_start(content: bytes, least: int, place: int) -> int:
    """Return where the text around *place* begins, at *least* or behind it."""
    return max(content.rfind(b"<", least, place) + 1, content.rfind(b">", least, place) + 1, least)


def _is_dense(sample: bytes) -> bool:
    """Return whether high bytes are side by side, as in no Latin script."""
    high = len(_HIGH.findall(sample))
    return high >= _EVIDENCE and sum(map(len, _HIGH_RUN.findall(sample))) > high / 2


def _touches_ascii(sample: bytes) -> bool:
    """Return whether high bytes are in words with ASCII letters, as accented letters are."""
    return len(_MIXED.findall(sample)) > 0.2 * len(_HIGH.findall(sample))


def _best(sample: bytes, languages: _Languages, least: float) -> str | None:
    """Return the codec whose letters make up the most of *sample*, if that is *least* or more."""
    shares = [_share(sample, codec, letters) for codec, letters in languages]
    highest = max(shares)
    return languages[shares.index(highest)][0] if highest >= least else None


def _share(sample: bytes, codec: str, letters: frozenset[str]) -> float:
    """Return the share of *letters* among non-ASCII characters; a wrong byte counts as ten."""
    text = sample.decode(codec, "replace").lower()
    foreign = [c for c in text if c > "\x7f" and c not in _COMMON_SIGNS]
    good = sum(c in letters for c in foreign)
    return (good - 10 * text.count("\ufffd")) / max(len(foreign), 1)
