"""Packed responses are unpacked bit by bit, so that a small one cannot fill the memory."""

import zlib
from collections.abc import Iterable, Iterator

__all__ = ["ENCODINGS", "inflate"]

ENCODINGS = ("gzip", "deflate")

# Bytes unpacked at a time: chosen, not measured.
_PIECE = 1 << 18
# zlib's number for "gzip or zlib, see the header", and the one for neither.
_ANY_HEADER, _NO_HEADER = 47, -15


def inflate(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the unpacked bytes of a gzip or deflate stream, in pieces of bounded size.

    Raises `zlib.error` for a stream that is broken, and `EOFError` for one that is cut off.
    """
    unpacker = None
    for chunk in chunks:
        while chunk:
            # A stream may hold several gzip members one after the other; what else follows is
            # padding, which browsers ignore too.
            if unpacker is not None and unpacker.eof and not chunk.startswith(b"\x1f"):
                return
            if unpacker is None or unpacker.eof:
                unpacker = zlib.decompressobj(_window_bits(chunk))
            yield unpacker.decompress(chunk, _PIECE)
            chunk = unpacker.unconsumed_tail or unpacker.unused_data
    if unpacker is not None and not unpacker.eof:
        yield unpacker.flush()
        if not unpacker.eof:
            raise EOFError("the packed content is cut off")


def _window_bits(chunk: bytes) -> int:
    # "deflate" means zlib in the standard and bare deflate in some servers. The low half of the
    # first byte of zlib is 8; a bare stream would start so only with a block of a rare type.
    packed = chunk[:1] == b"\x1f" or chunk[0] & 0x0F == 8
    return _ANY_HEADER if packed else _NO_HEADER
