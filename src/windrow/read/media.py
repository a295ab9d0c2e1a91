"""The kind of content that is not HTML, known by its first bytes or its declared type."""

from windrow.errors import NotHtml

__all__ = ["require_html_bytes", "require_html_type"]

# First bytes -> the kind, in words that fit after "it is".
_MAGIC = {
    b"\x89PNG\r\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF87a": "a GIF image",
    b"GIF89a": "a GIF image",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"\0\0\x01\0": "an icon",
    b"%PDF-": "a PDF document",
    b"{\\rtf": "an RTF document",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an old Office document",
    b"PK\x03\x04": "a ZIP archive or an Office document",
    b"\x1f\x8b\x08": "packed with gzip",
    b"BZh": "packed with bzip2",
    b"\xfd7zXZ\0": "packed with xz",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x7fELF": "a program",
    b"MZ\x90\0": "a program",
    b"\0asm": "a program",
    b"SQLite format 3\0": "an SQLite database",
    b"PAR1": "a Parquet file",
    b"ID3": "a sound file",
    b"OggS": "a sound or video file",
    b"\x1aE\xdf\xa3": "a video file",
    b"wOFF": "a font",
    b"wOF2": "a font",
}
_PACKED = ("packed", "a ZIP", "a 7z", "a RAR")

_HTML_TYPES = {"text/html", "application/xhtml+xml", "application/xml", "text/xml", "text/plain"}
# Types that servers send when they do not know; the bytes decide.
_UNKNOWN_TYPES = {"", "application/octet-stream", "binary/octet-stream", "application/unknown"}


def require_html_bytes(source: str, content: bytes) -> None:
    """Raise `NotHtml` if the first bytes of *content* are those of another kind."""
    kind = _kind(content)
    if kind is None:
        return
    if kind.startswith(_PACKED):
        raise NotHtml(source, kind, hint="unpack it first")
    raise NotHtml(source, kind)


def require_html_type(source: str, content_type: str | None) -> None:
    """Raise `NotHtml` if a server declares another type."""
    declared = (content_type or "").partition(";")[0].strip().lower()
    if declared in _HTML_TYPES | _UNKNOWN_TYPES or declared.endswith("+xml"):
        return
    # A type without a slash is a broken header and says nothing.
    if "/" in declared:
        raise NotHtml(source, f"of type {declared}")


def _kind(content: bytes) -> str | None:
    head = content[:32]
    if head[:4] == b"RIFF" and head[8:12] in (b"WEBP", b"AVI ", b"WAVE"):
        return "a WebP image" if head[8:12] == b"WEBP" else "a sound or video file"
    if head[4:8] == b"ftyp":
        return "a video file or an AVIF image"
    return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)
