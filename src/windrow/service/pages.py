"""The pages that a service keeps, each in a snapshot file named by the digest of its content."""

from __future__ import annotations

import hashlib
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from windrow.errors import Unknown
from windrow.read import Page
from windrow.read.snapshot import dump, load
from windrow.service.home import Home
from windrow.sink.files import renamed

__all__ = ["PageRecord", "Pages"]

# Characters of an id, four bits each: chosen, so that ids never collide.
_KEY = 24


@dataclass(frozen=True, slots=True)
class PageRecord:
    """The facts about a page that are known without opening it."""

    id: str
    name: str
    url: str | None
    size: int  # bytes of markup
    picture: bool  # there is a picture of it
    boxes: bool  # a browser has laid it out
    used: float  # when it was last kept, in seconds since 1970

    def to_json(self) -> dict[str, Any]:
        """Return the facts as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages in a home; only the newest *most* are kept."""

    home: Home
    most: int = 1000

    def keep(self, page: Page, name: str = "") -> PageRecord:
        """Keep *page*; an equal page with the same name is kept once."""
        name = (name or page.source)[:1000]
        digest = hashlib.sha256()
        for part in (name, page.url or "", page.content_type or ""):
            digest.update(part.encode("utf-8", "replace") + b"\0")
        digest.update(page.content)
        digest.update(b"boxes" if page.layout else b"")
        key = digest.hexdigest()[:_KEY]
        path = self.path(key)
        if not path.exists():
            content = dump(page)
            with renamed(path) as beside:
                beside.write_bytes(content)
        facts = PageRecord(key, name, page.url, len(page.content), page.picture is not None,
                         page.layout is not None, time.time())  # fmt: skip
        with self.home.opened() as database:
            database.execute(
                "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*asdict(facts).values(),),
            )
            old = database.execute(
                "SELECT id FROM pages ORDER BY used DESC LIMIT -1 OFFSET ?", (self.most,)
            ).fetchall()
            database.executemany("DELETE FROM pages WHERE id = ?", old)
        for [gone] in old:
            self.path(gone).unlink(missing_ok=True)
        return facts

    def known(self, key: str) -> PageRecord:
        """Return the facts about a page."""
        with self.home.opened() as database:
            row = database.execute("SELECT * FROM pages WHERE id = ?", (key,)).fetchone()
        if row is None:
            raise Unknown("page", key, hint="give the page again: old pages are deleted")
        return _known(row)

    def newest(self, most: int = 50) -> list[PageRecord]:
        """Return the newest pages."""
        with self.home.opened() as database:
            rows = database.execute("SELECT * FROM pages ORDER BY used DESC LIMIT ?", (most,))
            return [_known(row) for row in rows]

    def read(self, key: str) -> Page:
        """Return a kept page."""
        facts = self.known(key)
        try:
            return load(self.path(key).read_bytes(), facts.name)
        except FileNotFoundError:
            raise Unknown("page", key, hint="its file is gone: give the page again") from None

    def forget(self, key: str) -> None:
        """Remove a page."""
        self.known(key)
        with self.home.opened() as database:
            database.execute("DELETE FROM pages WHERE id = ?", (key,))
        self.path(key).unlink(missing_ok=True)

    def is_key(self, text: str) -> bool:
        """Return whether *text* looks like the id of a page."""
        return len(text) == _KEY and set(text) <= set("0123456789abcdef")

    def path(self, key: str) -> Path:
        """Return the file of a page; only a hexadecimal *key* is accepted."""
        if not self.is_key(key):
            raise Unknown("page", key, hint="use the id that was returned when the page was kept")
        return self.home.folder / "pages" / f"{key}.snap"


def _known(row: tuple[Any, ...]) -> PageRecord:
    key, name, url, size, picture, boxes, used = row
    return PageRecord(key, name, url, size, bool(picture), bool(boxes), used)
