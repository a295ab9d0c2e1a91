"""Bytes become text as in a browser: byte order mark, header, markup, and then a guess.

Labels are wrong more often than bytes. Browsers believe them anyway; if the bytes prove a
label wrong we believe the bytes, because nobody will look at the screen and choose an encoding.
"""

import codecs
from typing import TYPE_CHECKING

from windrow.kernels.read import utf8 as utf8_kernel
from windrow.read.encodings import header_codec, markup_codec
from windrow.read.guess import likeliest, likeliest_script, utf16_order

if TYPE_CHECKING:
    from windrow.read.page import Page

__all__ = ["codec_name", "decode", "utf8"]

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_WIDE = {"gb18030", "big5hkscs", "cp932", "euc_jis_2004", "cp949"}

# Text in a double-byte encoding passes for UTF-8 by chance about once in five characters, so a
# handful of characters proves nothing; eight bytes past ASCII are four characters or more
# (chosen).
_PROOF = 8
# If more than this share of its characters is valid, text is UTF-8 whatever the label says: it was
# cut off in the middle of a character, or has a stray byte. Chosen, not measured.
_NEARLY_ALL = 0.9
# The share of characters that may be broken before a label is called wrong: chosen.
_BROKEN = 0.1


def decode(content: bytes, content_type: str | None = None) -> str:
    """Return the text of a page; it never fails, a broken character becomes U+FFFD.

    *content_type* is the header the page came with. Zero bytes are dropped, as browsers do in text.

    >>> decode("fênês".encode("latin-1"), "text/html; charset=iso-8859-1")
    'fênês'
    >>> decode("fênês, très".encode(), "text/html; charset=iso-8859-1")
    'fênês, très'
    """
    return _decoded(content, codec_name(content, content_type))


def _decoded(content: bytes, codec: str) -> str:
    errors = "windrow.windows" if codec.startswith("cp125") else "replace"
    return content.decode(codec, errors).removeprefix("\ufeff").replace("\0", "")


def utf8(page: "Page") -> bytes:
    """Return the content of *page* in valid UTF-8, without zero bytes and byte order mark.

    Most pages are UTF-8 already: they are checked, and not decoded.
    """
    content = page.content
    if _is_ready(content):
        return content
    codec = codec_name(content, page.content_type)
    if codec == "utf-8":
        bare = content.removeprefix(codecs.BOM_UTF8)
        if b"\0" not in bare and utf8_kernel.continued(bare) >= 0:
            return bare
    return _decoded(content, codec).encode("utf-8")


def codec_name(content: bytes, content_type: str | None = None) -> str:
    """Return the Python codec that *content* is in; the rules of this module are here."""
    for mark, codec in _MARKS.items():
        if content.startswith(mark):
            return codec
    if b"\0" in content and (order := utf16_order(content)):
        return order

    declared = [header_codec(content_type), markup_codec(content)]
    labels = [codec for codec in declared if codec is not None]
    if _is_utf8(content, labels):
        return "utf-8"
    for codec in labels:
        # Every byte is a letter in windows-1252, which is also the default label of servers and
        # editors: it is believed only if the text looks like it.
        if codec == "cp1252":
            return likeliest_script(content) or codec
        if codec != "utf-8" and _broken_share(content, codec) <= _BROKEN:
            return codec
    return likeliest(content)


def _is_ready(content: bytes) -> bool:
    """Return quickly whether *content* is UTF-8 that the parser can take as it is."""
    if b"\0" in content or content.startswith(codecs.BOM_UTF8):
        return False
    if content.isascii():
        # ESC switches to other alphabets in ISO-2022-JP, which otherwise looks like ASCII.
        return b"\x1b" not in content
    return utf8_kernel.continued(content) >= _PROOF


def _is_utf8(content: bytes, labels: list[str]) -> bool:
    if content.isascii():
        return "iso2022_jp_ext" not in labels[:1]
    if not (labels and labels[0] in _WIDE) and utf8_kernel.continued(content) >= 0:
        return True
    sound, broken = _utf8_characters(content)
    share = sound / (sound + broken)
    if not labels or "utf-8" in labels[:1]:
        return share > 0.5
    if labels[0] in _WIDE and sound < _PROOF // 2:
        return share == 1 and _broken_share(content, labels[0]) > 0
    return share > _NEARLY_ALL


def _utf8_characters(content: bytes) -> tuple[int, int]:
    """Return how many characters past ASCII are valid UTF-8, and how many are broken."""
    # ASCII is no part of a character past it, so all that counts is beside a few bytes.
    high = utf8_kernel.past_ascii(content)
    text = high.decode("utf-8", "replace")
    broken = text.count("\ufffd") - high.count("\ufffd".encode())
    return len(text) - text.count(" ") - broken, broken


def _broken_share(content: bytes, codec: str) -> float:
    text = content.decode(codec, "replace")
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    return text.count("\ufffd") / max(foreign, 1)


def _windows_gap(error: UnicodeError) -> tuple[str, int]:
    """Fill the gaps of the windows code pages as browsers do: 0x81 is U+0081, not an error."""
    assert isinstance(error, UnicodeDecodeError)
    byte = error.object[error.start]
    return chr(byte) if byte < 0xA0 else "\ufffd", error.start + 1


codecs.register_error("windrow.windows", _windows_gap)
