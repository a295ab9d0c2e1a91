"""Pages that a wrapper was learned from, kept in it for further learning."""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from windrow.errors import BadWrapper
from windrow.plain import Rule
from windrow.read import Page, utf8
from windrow.tree.opened import Opened

__all__ = ["KeptPage", "keep", "kept_pages"]

# Pages that are kept, and the bytes of all of them, packed: a page has 10 to 50 kB. Chosen, not
# measured.
_PAGES, _BYTES = 4, 400_000
# The bytes of a page unpacked: no file can fill the memory. Chosen, not measured.
_LARGEST = 20_000_000


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A packed page; its source is not kept, but the address that links need."""

    packed: Annotated[str, Rule(longest=2 * _BYTES)]
    url: str = ""

    @classmethod
    def of(cls, page: Page) -> KeptPage:
        """Return *page*, packed."""
        packed = b64encode(zlib.compress(utf8(page), 9)).decode()
        return cls(packed, page.url or "")

    def page(self, number: int = 1) -> Page:
        """Return the page; ValueError if it is damaged."""
        try:
            unpacking = zlib.decompressobj()
            content = unpacking.decompress(b64decode(self.packed), _LARGEST)
        except (binascii.Error, zlib.error) as error:
            raise ValueError(f"a kept page is broken: {error}") from None
        if not unpacking.eof:
            raise ValueError("a kept page is cut off or too large")
        return Page(f"<learned page {number}>", content, self.url or None,
                    "text/html; charset=utf-8")  # fmt: skip


def kept_pages(kept: Iterable[KeptPage]) -> list[Opened]:
    """Return the kept pages; `BadWrapper` if one is damaged."""
    try:
        return [Opened(one.page(number)) for number, one in enumerate(kept, 1)]
    except ValueError as error:
        raise BadWrapper("the wrapper", str(error)) from None


def keep(pages: Iterable[Page]) -> tuple[KeptPage, ...]:
    """Return the first of *pages*, packed, as many as may be kept."""
    found: list[KeptPage] = []
    size = 0
    for page in pages:
        if len(found) == _PAGES:
            break
        one = KeptPage.of(page)
        if size + len(one.packed) <= _BYTES:
            found.append(one)
            size += len(one.packed)
    return tuple(found)
