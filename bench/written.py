"""List pages written from memory of well-known families of sites.

Those of ``written.toml`` have names for columns, those of ``asked.toml`` wanted fields. A page is
the markup of one record and the values of its fields, so that the truth of a column is what the
page was made of. The same person wrote pages and rules: the pages cover many languages and today's
markup, but say less than sites that nobody here has seen.
"""

from __future__ import annotations

import html
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["AskedPage", "WrittenField", "WrittenPage", "asked_pages", "written_pages"]

WRITTEN = Path(__file__).with_suffix(".toml")
ASKED = WRITTEN.with_name("asked.toml")
# What a row says where a record lacks a value, and what names say of a field that is not judged.
_MISSING = "~"


@dataclass(frozen=True, slots=True)
class WrittenField:
    """A field of the records: names to accept for it, its types, and its values."""

    called: str
    types: str
    values: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """A page, the fields of its records, and whether it is seen in totals only."""

    name: str
    html: str
    fields: tuple[WrittenField, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class AskedPage:
    """A page, and what somebody asks of it: the values of each field, None if the page lacks it."""

    name: str
    html: str
    fields: dict[str, list[str | None] | None]
    closed: bool


def asked_pages(path: Path = ASKED) -> Iterator[AskedPage]:
    """Yield the pages that somebody asks fields of."""
    for entry in tomllib.loads(path.read_text("utf-8"))["page"]:
        keys, rows = entry["keys"].split(), _rows(entry)
        fields = dict(_asked(one, keys, rows) for one in entry["asked"])
        yield AskedPage(entry["name"], _html(entry, keys, rows), fields, entry.get("closed", False))


def _asked(
    one: str, keys: Sequence[str], rows: Sequence[list[str]]
) -> tuple[str, list[str | None] | None]:
    name, _, value = one.partition("=")
    if not value:
        return name, None
    if value in keys:
        values = [row[keys.index(value)] for row in rows]
    else:
        values = [value.replace("{n}", str(n)) for n in range(1, len(rows) + 1)]
    return name, [None if text == _MISSING else text for text in values]


def written_pages(path: Path = WRITTEN) -> Iterator[WrittenPage]:
    """Yield the pages."""
    for entry in tomllib.loads(path.read_text("utf-8"))["page"]:
        yield _page(entry)


def _page(entry: dict[str, Any]) -> WrittenPage:
    keys, called = zip(*(one.split(": ", 1) for one in entry["called"]), strict=True)
    rows = _rows(entry)
    fields = []
    for names, values in zip(called, zip(*rows, strict=True), strict=True):
        said, _, types = names.partition(" / ")
        if said != _MISSING:
            kept = tuple(None if value == _MISSING else value for value in values)
            fields.append(WrittenField(said, types, kept))
    page = _html(entry, keys, rows)
    return WrittenPage(entry["name"], page, tuple(fields), entry.get("closed", False))


def _rows(entry: dict[str, Any]) -> list[list[str]]:
    return [row.split(" | ") for row in entry["rows"]]


def _html(entry: dict[str, Any], keys: Sequence[str], rows: Sequence[list[str]]) -> str:
    records = [_record(entry["record"], keys, row, n) for n, row in enumerate(rows, 1)]
    return (
        f'<!doctype html><html lang="{entry["language"]}"><meta charset="utf-8">'
        f"<title>{entry['name']}</title><body>{entry['before']}{''.join(records)}{entry['after']}"
    )


def _record(markup: str, keys: Sequence[str], values: Sequence[str], number: int) -> str:
    for key, value in zip(keys, values, strict=True):
        markup = markup.replace(f"{{{key}}}", "" if value == _MISSING else html.escape(value))
    return markup.replace("{n}", str(number))
