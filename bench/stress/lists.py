"""Twenty ways to write a list: the markup of its records, and the values in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.stress.words import Words

__all__ = ["STYLES", "Listing"]


@dataclass(frozen=True, slots=True)
class Listing:
    """The markup of a list, and its records."""

    html: str
    records: tuple[dict[str, str], ...]


Style = Callable[[Words, int], Listing]


def _listing(before: str, markup: str, after: str, columns: dict[str, Sequence[str]]) -> Listing:
    """Return the list whose records have *markup*, with {n} for their number."""
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    records = [markup.format(n=n, **row) for n, row in enumerate(rows, 1)]
    return Listing(before + "\n".join(records) + after, tuple(rows))


def _each(words: Words, count: int, **kinds: str) -> dict[str, Sequence[str]]:
    """Return *count* values of each kind by column; those of the first column differ."""
    first, *others = kinds
    columns: dict[str, Sequence[str]] = {first: words.distinct(count, kinds[first])}
    for name in others:
        kind = kinds[name]
        if kind.isdigit():
            columns[name] = [words.sentences(int(kind)) for _ in range(count)]
        elif kind == "number":
            columns[name] = [str(words.randint(2, 4000)) for _ in range(count)]
        elif kind == "hour":
            columns[name] = [f"{8 + k // 4}:{k % 4 * 15:02}" for k in range(count)]
        else:
            columns[name] = [getattr(words, kind)() for _ in range(count)]
    return columns


def _made(before: str, markup: str, after: str, **kinds: str) -> Style:
    """Return the style with *markup* for its records and values of these *kinds*."""

    def style(words: Words, count: int) -> Listing:
        folder = words.folder()
        columns = _each(words, count, **kinds)
        return _listing(before, markup.replace("FOLDER", folder), after, columns)

    return style


def _grouped(words: Words, count: int) -> Listing:
    """Return records below headings that are dates."""
    columns = _each(words, count, title="title", place="place")
    pieces, records = [], []
    for k, (title, place) in enumerate(zip(columns["title"], columns["place"], strict=True)):
        if k % 4 == 0:
            pieces.append(("</ul>" if k else "") + f"<h3>{words.date()}</h3><ul>")
        pieces.append(f'<li><a href="/event/{k}">{title}</a> <span>{place}</span></li>')
        records.append({"title": title, "place": place})
    return Listing("".join(pieces) + "</ul>", tuple(records))


def _cells(words: Words, count: int) -> Listing:
    """Return cards in the cells of a table, three in a row."""
    columns = _each(words, count, title="title", price="price")
    pieces, records = ["<table>"], []
    for k, (title, price) in enumerate(zip(columns["title"], columns["price"], strict=True)):
        pieces.append("<tr>" if k % 3 == 0 else "")
        pieces.append(
            f'<td><a href="/shop/{k}"><img src="/i/{k}.jpg"></a><br>'
            f'<a href="/shop/{k}">{title}</a><br><b>{price}</b></td>'
        )
        pieces.append("</tr>" if k % 3 == 2 or k == count - 1 else "")
        records.append({"title": title, "price": price})
    return Listing("".join([*pieces, "</table>"]), tuple(records))


STYLES: dict[str, Style] = {
    "cards": _made(
        '<div class="grid">', '<div class="card"><img src="/i/{n}.jpg"><h3><a href="/FOLDER/{n}">'
        '{title}</a></h3><p>{text}</p><span class="price">{price}</span></div>', "</div>",
        title="title", text="1", price="price"),
    "hashed cards": _made(
        '<div class="css-1x2y3z">', '<div class="css-9f8e7d"><a class="css-a1" href="/FOLDER/{n}">'
        '<img src="/i/{n}.jpg"><div class="css-b2">{title}</div></a><div class="css-c3">{price}'
        "</div></div>", "</div>", title="title", price="price"),
    "table": _made(
        "<table><tr><th>Name</th><th>Place</th><th>Since</th></tr>",
        '<tr><td><a href="/FOLDER/{n}">'
        "{name}</a></td><td>{place}</td><td>{since}</td></tr>", "</table>",
        name="person", place="place", since="date"),
    "table without header": _made(
        "<table>", "<tr><td>{name}</td><td>{place}</td><td>{points}</td></tr>", "</table>",
        name="person", place="place", points="number"),
    "links": _made("<ul>", '<li><a href="/FOLDER/{n}">{name}</a></li>', "</ul>", name="topic"),
    "long links": _made("<ul>", '<li><a href="/FOLDER/{n}">{name}</a></li>', "</ul>", name="title"),
    "links in divs": _made(
        "<div>", '<div><a href="/FOLDER/{n}">{name}</a></div>', "</div>", name="person"),
    "headlines": _made(
        "", '<article><h2><a href="/FOLDER/{n}">{title}</a></h2><time>{date}</time></article>', "",
        title="title", date="date"),
    "stories": _made(
        "", '<article><h2><a href="/FOLDER/{n}">{title}</a></h2><p class="meta">{by}, {date}</p>'
        '<p>{text}</p><a href="/FOLDER/{n}">&rarr;</a></article>', "",
        title="title", by="person", date="date", text="2"),
    "terms": _made("<dl>", "<dt>{term}</dt><dd>{text}</dd>", "</dl>", term="topic", text="1"),
    "results": _made(
        '<div id="r">', '<div class="g"><h3><a href="http://{place}.example/{n}">{title}</a></h3>'
        "<cite>{place}.example/{n}</cite><p>{text}</p></div>", "</div>",
        title="title", place="place", text="2"),
    "people": _made(
        "<ul>", '<li><img src="/p/{n}.jpg"><strong>{name}</strong><br>{place}<br>'
        '<a href="mailto:p{n}@x.example">p{n}@x.example</a></li>', "</ul>",
        name="person", place="place"),
    "jobs": _made(
        "<div>", '<a class="job" href="/FOLDER/{n}"><div>{title}</div><div><span>{place}</span>'
        "<span>{date}</span></div></a>", "</div>", title="title", place="place", date="date"),
    "topics": _made(
        '<table class="forum">', '<tr><td><a href="/FOLDER/{n}">{title}</a><br><small>{by}</small>'
        "</td><td>{replies}</td><td>{date}</td></tr>", "</table>",
        title="title", by="person", replies="number", date="date"),
    "paragraphs": _made(
        "", '<p><b><a href="/FOLDER/{n}">{title}</a></b> {text}</p>', "", title="topic", text="1"),
    "cells": _cells,
    "grouped": _grouped,
    "files": _made(
        "<ul>", '<li><a href="/files/{n}.pdf">{title}</a> (PDF, {size} kB)</li>', "</ul>",
        title="title", size="number"),
    "schedule": _made(
        "<div>", "<div><span>{hour}</span><strong>{title}</strong></div>", "</div>",
        title="title", hour="hour"),
    "ranking": _made(
        "<ol>", '<li><a href="/FOLDER/{n}">{name}</a> <em>{points}</em></li>', "</ol>",
        name="person", points="number"),
}  # fmt: skip
