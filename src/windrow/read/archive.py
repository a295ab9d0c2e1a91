"""Pages from web archives (WARC): found by their offsets, read one at a time."""

from __future__ import annotations

import io
import os
import re
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import IO, TYPE_CHECKING, Any

from windrow.errors import FileUnreadable, HttpStatus, ReadError, TooLarge, need
from windrow.read.media import require_html_bytes, require_html_type
from windrow.read.page import Page

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

__all__ = ["ENDINGS", "Piece", "pieces", "read_piece"]

ENDINGS = (".warc", ".warc.gz")
# Chosen, not measured.
LIMIT = 50_000_000
"""The largest page in an archive, in bytes, after unpacking; as for pages from the web."""

_GZIP = b"\x1f\x8b\x08"
# Where a record may begin again after damage: a gzip member, or a whole header. No line
# of a header can be the first line of another one, so searching takes linear time.
_MEMBER = re.compile(re.escape(_GZIP))
_RECORD = re.compile(rb"(?<=\n)WARC/1\.\d+\r?\n((?:[^\s:]+:[^\n]*\n|[ \t][^\n]*\n)+)\r?\n")
# In bytes, chosen, not measured: the longest header of a record, the largest and the smallest
# amount read at a time, and the amount unpacked at a time.
_HEAD = 1 << 16
_CHUNK = 1 << 16
_FIRST_CHUNK = 1 << 11
_ROOM = 1 << 20
_HEADER = re.compile(rb"WARC/\d\.\d+\r?\n(.*?\r?\n)\r?\n", re.DOTALL)
_TYPE = re.compile(rb"^WARC-Type:[ \t]*(\S+)", re.I | re.M)
# The length of a record never has more digits.
_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,18})[ \t]*\r?$", re.I | re.M)
# Bytes that are read after a record, for the empty lines that end it and the word after them:
# chosen, not measured.
_AFTER = 64
# The records that hold a page; others are about requests, the crawl, or an earlier page.
_PAGES = {b"response", b"resource"}


@dataclass(frozen=True, slots=True)
class Piece:
    """The bytes of a file that hold one record, or damage where one should be."""

    offset: int
    size: int


def pieces(path: str) -> Iterator[Piece]:
    """Yield where the pages of the archive *path* are, in order, keeping nothing.

    Damage is a piece, too: `read_piece` says what is wrong with it. Only the ends of
    records are trusted: a page may contain the text of a record, and is still one page.
    """
    try:
        with open(path, "rb") as stream:
            packed = stream.read(2) == _GZIP[:2]
            yield from _packed(stream) if packed else _plain(stream)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileUnreadable(path, reason) from error


def read_piece(path: str, piece: Piece, *, limit: int = LIMIT) -> Page:
    """Return the page in *piece*; errors name the file and the offset.

    Raises `NotHtml` for a record that holds something else, `HttpStatus` for one in which the
    server gave an error or redirected.
    """
    place = f"{path}@{piece.offset}"
    try:
        with open(path, "rb") as stream:
            stream.seek(piece.offset)
            if piece.size > limit:
                raise TooLarge(place, limit)
            raw = stream.read(piece.size)
    except OSError as error:
        raise FileUnreadable(path, (error.strerror or str(error)).lower()) from error
    if raw.startswith(_GZIP[:2]):
        raw = _unpacked(path, piece, raw, limit)
    _check(path, piece, raw)
    return _page(path, piece, raw, limit)


# Finding


def _packed(stream: IO[bytes]) -> Iterator[Piece]:
    """Yield the pieces of an archive in which every record is a separate gzip member."""
    offset, end = 0, stream.seek(0, io.SEEK_END)
    while offset < end:
        size, head = _member(stream, offset)
        if not size:
            size = _next_member(stream, offset + 1) - offset
            yield Piece(offset, size)
        elif _may_be_page(head):
            yield Piece(offset, size)
        offset += size


def _member(stream: IO[bytes], offset: int) -> tuple[int, bytes]:
    """Return the size of the gzip member at *offset*, 0 for a broken one, and its first bytes."""
    stream.seek(offset)
    unpacker = zlib.decompressobj(31)
    head, size, step = b"", 0, _FIRST_CHUNK
    try:
        # The steps grow, because the rest of the last one is copied and records may be small.
        while not unpacker.eof and (chunk := stream.read(step)):
            size += len(chunk)
            step = min(2 * step, _CHUNK)
            while chunk and not unpacker.eof:
                text = unpacker.decompress(chunk, _ROOM)
                head = head or text[:_HEAD]
                chunk = unpacker.unconsumed_tail
    except zlib.error:
        return 0, head
    return (size - len(unpacker.unused_data), head) if unpacker.eof else (0, head)


def _next_member(stream: IO[bytes], offset: int) -> int:
    """Return where the first packed record at or after *offset* begins, or the end of the file."""
    tail = b""
    stream.seek(offset)
    while chunk := stream.read(_CHUNK):
        text = tail + chunk
        start = offset - len(tail)
        for found in _MEMBER.finditer(text):
            if _begins(stream, start + found.start()):
                return start + found.start()
        offset += len(chunk)
        # The chunks overlap by the length of the mark, so one across their border is found.
        tail = text[-len(_GZIP) + 1 :]
        stream.seek(offset)
    return offset


def _begins(stream: IO[bytes], offset: int) -> bool:
    stream.seek(offset)
    try:
        return zlib.decompressobj(31).decompress(stream.read(_FIRST_CHUNK), 5) == b"WARC/"
    except zlib.error:
        return False


def _plain(stream: IO[bytes]) -> Iterator[Piece]:
    """Yield the pieces of an archive that is not compressed."""
    offset, end = 0, stream.seek(0, io.SEEK_END)
    while offset < end:
        head = _header(stream, offset)
        size = _record_size(stream, offset, head, end)
        if not size:
            size = _next_record(stream, offset + 1, end) - offset
            yield Piece(offset, size)
        elif _may_be_page(head):
            yield Piece(offset, size)
        offset += size


def _record_size(stream: IO[bytes], offset: int, head: bytes, end: int) -> int:
    """Return the size of the record at *offset*, 0 if its header gives a false length.

    A length is true if another record, or the end of the file, follows. If damage
    follows, the record must end as records do, and no other one may begin in it.
    """
    found = _HEADER.match(head)
    length = _length(found[1]) if found else None
    if found is None or length is None:
        return 0
    start = offset + found.end()
    if start + length > end:
        return 0
    stream.seek(start + length)
    text = stream.read(_AFTER)
    rest = text.lstrip(b"\r\n")
    blank = len(text) - len(rest)
    size = start + length + blank - offset
    if offset + size == end or rest.startswith(b"WARC/"):
        return size
    ends = text.startswith((b"\r\n\r\n", b"\n\n"))
    return size if ends and _next_record(stream, start, start + length) == start + length else 0


def _next_record(stream: IO[bytes], start: int, end: int) -> int:
    """Return where the first record between *start* and *end* begins that looks whole, or *end*."""
    text, first = b"", start - 1
    stream.seek(first)
    # The header itself may reach beyond the end.
    while first < end and (chunk := stream.read(_CHUNK)):
        text += chunk
        for found in _RECORD.finditer(text):
            if first + found.start() >= end:
                return end
            if _TYPE.search(found[1]) and _length(found[1]) is not None:
                return first + found.start()
        # A header across the border of two chunks is found in the next one.
        first += max(len(text) - _HEAD, 0)
        text = text[-_HEAD:]
    return end


def _header(stream: IO[bytes], offset: int) -> bytes:
    stream.seek(offset)
    head = b""
    while len(head) < _HEAD and (chunk := stream.read(_FIRST_CHUNK)):
        head += chunk
        if b"\r\n\r\n" in head or b"\n\n" in head:
            break
    return head


def _length(header: bytes) -> int | None:
    found = _LENGTH.search(header)
    return int(found[1]) if found else None


def _may_be_page(head: bytes) -> bool:
    found = _HEADER.match(head)
    kind = _TYPE.search(found[1]) if found else None
    # A record that cannot be read is reported, not skipped silently.
    return kind is None or kind[1].lower() in _PAGES


# Reading


def _unpacked(path: str, piece: Piece, raw: bytes, limit: int) -> bytes:
    unpacker = zlib.decompressobj(31)
    try:
        text = unpacker.decompress(raw, limit + _HEAD)
    except zlib.error as error:
        raise _broken(path, piece, "its packed bytes are damaged") from error
    if not unpacker.eof and len(text) >= limit + _HEAD:
        raise TooLarge(f"{path}@{piece.offset}", limit)
    if not unpacker.eof:
        raise _broken(path, piece, "the gzip member is cut off")
    return text


def _check(path: str, piece: Piece, raw: bytes) -> None:
    """Raise an error unless *raw* is one whole record."""
    found = _HEADER.match(raw[:_HEAD])
    if found is None:
        raise _broken(path, piece, "there is no WARC record")
    length, there = _length(found[1]), len(raw) - found.end()
    if length is None:
        raise _broken(path, piece, "its Content-Length is missing, or not a length")
    rest = raw[found.end() + length :].strip()
    if rest.startswith(b"WARC/"):
        raise _broken(
            path,
            piece,
            "a gzip member holds more than one record",
            hint="pack every record by itself, for instance with `warcio recompress`",
        )
    if rest or length > there:
        raise _broken(path, piece, f"its Content-Length is {length}, but {there} bytes follow")


def _page(path: str, piece: Piece, raw: bytes, limit: int) -> Page:
    try:
        try:
            record, content = _decoded(raw, limit, "all")
        except OSError:
            # Some crawlers unpack a page but keep the header that says it is packed.
            record, content = _decoded(raw, limit, "none")
    except OSError as error:
        raise _broken(path, piece, str(error).lower()) from error
    url = (record.headers.get("WARC-Target-URI") or "").strip("<> ")
    source = url or f"{path}@{piece.offset}"
    kind = record.headers.get("Content-Type")
    if record.http_headers is not None:
        status = record.http_headers.status_code or 0
        if status >= 300:
            raise HttpStatus(source, status, record.http_headers.reason_phrase or "")
        kind = record.http_headers.get("Content-Type")
    require_html_type(source, kind)
    require_html_bytes(source, content)
    if len(content) > limit:
        raise TooLarge(source, limit)
    date = (record.headers.get("WARC-Date") or "").partition(".")[0].rstrip("Z")
    return Page(source, content, url or None, kind, date=date)


def _decoded(raw: bytes, limit: int, encodings: str) -> tuple[WarcRecord, bytes]:
    warc = _fastwarc()
    records = warc.ArchiveIterator(
        io.BytesIO(raw), parse_http=True, auto_decode=encodings, stream_detect=False
    )
    for record in records:
        return record, record.reader.read(limit + 1)
    raise OSError("there is no WARC record")


@cache
def _fastwarc() -> Any:
    with warnings.catch_warnings():
        # It warns about parts that we do not use.
        warnings.simplefilter("ignore", DeprecationWarning)
        return need("fastwarc.warc", "warc")


def _broken(path: str, piece: Piece, problem: str, hint: str | None = None) -> ReadError:
    after = piece.offset + piece.size
    more = f"; reading continues at byte {after}" if after < _size(path) else ""
    return ReadError(path, f"is broken at byte {piece.offset}: {problem}{more}", hint=hint)


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0
