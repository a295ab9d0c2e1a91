"""Pages as they were written about the year 2000: tables for layout, line breaks, no classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bench.stress.lists import Listing
from bench.stress.words import Words

__all__ = ["OLD_NOISE", "OLD_STYLES", "old_page"]

_FONT = '<font face="Arial" size="2">'
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _names(words: Words, count: int) -> list[str]:
    return words.distinct(count, words.choice(("topic", "person", "noun", "title")))


def _anchors(words: Words, names: Sequence[str]) -> list[str]:
    """Return links to pages of one kind, as sites without a database and with one have them."""
    pattern = words.choice(("{k}.html", "show.asp?id={k}", "/cgi-bin/view?n={k}", "../dir/{k}/"))
    return [f'<a href="{pattern.format(k=k)}">{name}</a>' for k, name in enumerate(names, 11)]


def _listing(html: str, names: Sequence[str]) -> Listing:
    return Listing(html, tuple({"name": name} for name in names))


def _lines(words: Words, count: int) -> Listing:
    names = _names(words, count)
    return _listing(_FONT + "<br>\n".join(_anchors(words, names)) + "<br></font>", names)


def _bullets(words: Words, count: int) -> Listing:
    names = _names(words, count)
    lines = (f'<img src="dot.gif"> {link}<br>' for link in _anchors(words, names))
    return _listing("\n".join(lines), names)


def _items(words: Words, count: int) -> Listing:
    names = _names(words, count)
    return _listing(f"<ul><li>{'<li>'.join(_anchors(words, names))}</ul>", names)


def _paragraphs(words: Words, count: int) -> Listing:
    names = _names(words, count)
    return _listing("".join(f"<p>{link}</p>" for link in _anchors(words, names)), names)


def _rows(words: Words, count: int) -> Listing:
    names = _names(words, count)
    rows = (f"<tr><td>{_FONT}{link}</font></td></tr>" for link in _anchors(words, names))
    return _listing(f'<table border="0">{"".join(rows)}</table>', names)


def _numbered_rows(words: Words, count: int) -> Listing:
    names = _names(words, count)
    links = enumerate(_anchors(words, names), 1)
    rows = (f'<tr><td align="right">{k}.</td><td>{link}</td></tr>' for k, link in links)
    return _listing(f"<table>{''.join(rows)}</table>", names)


def _grid(words: Words, count: int) -> Listing:
    names = _names(words, count)
    cells = [f"<td>{_FONT}{link}</font></td>" for link in _anchors(words, names)]
    rows = (f"<tr>{''.join(cells[k : k + 3])}</tr>" for k in range(0, count, 3))
    return _listing(f'<table width="100%">{"".join(rows)}</table>', names)


def _columns(words: Words, count: int) -> Listing:
    """Return lines in the three columns of a layout table."""
    names = _names(words, count)
    links, third = _anchors(words, names), -(-count // 3)
    cells = ("<br>".join(links[k : k + third]) for k in range(0, count, third))
    row = "".join(f'<td valign="top">{cell}<br></td>' for cell in cells)
    return _listing(f"<table><tr>{row}</tr></table>", names)


def _item_columns(words: Words, count: int) -> Listing:
    names = _names(words, count)
    links, half = _anchors(words, names), -(-count // 2)
    cells = ("<li>".join(["", *links[k : k + half]]) for k in range(0, count, half))
    row = "".join(f'<td valign="top"><ul>{cell}</ul></td>' for cell in cells)
    return _listing(f"<table><tr>{row}</tr></table>", names)


def _index(words: Words, count: int) -> Listing:
    """Return lines below the letters that they begin with."""
    names = sorted(_names(words, count))
    pieces, before = [], ""
    for name, link in zip(names, _anchors(words, names), strict=True):
        if name[0] != before:
            pieces.append(f'<p><b><a name="{name[0]}">{name[0]}</a></b><br>')
            before = name[0]
        pieces.append(f"{link}<br>")
    return _listing("\n".join(pieces), names)


def _described(words: Words, count: int) -> Listing:
    names = _names(words, count)
    texts = [words.sentences(1) for _ in names]
    pairs = zip(_anchors(words, names), texts, strict=True)
    items = "".join(f"<li>{link} - {text}" for link, text in pairs)
    records = zip(names, texts, strict=True)
    return Listing(f"<ul>{items}</ul>", tuple({"name": n, "text": t} for n, t in records))


def _dated(words: Words, count: int) -> Listing:
    names, dates = _names(words, count), [words.date() for _ in range(count)]
    pairs = zip(_anchors(words, names), dates, strict=True)
    lines = "".join(f"{_FONT}{link}</font> <i>{date}</i><br>" for link, date in pairs)
    return Listing(lines, tuple({"name": n, "date": d} for n, d in zip(names, dates, strict=True)))


OLD_STYLES: dict[str, Callable[[Words, int], Listing]] = {
    "lines": _lines, "bullets": _bullets, "items": _items, "paragraphs": _paragraphs,
    "rows": _rows, "numbered rows": _numbered_rows, "grid": _grid, "columns": _columns,
    "item columns": _item_columns, "index": _index, "described": _described, "dated": _dated,
}  # fmt: skip


def _left_menu(words: Words, count: int = 9) -> str:
    links = _anchors(words, words.distinct(count, "topic"))
    return f'<td width="120" bgcolor="#ddeeff">{_FONT}{"<br>".join(links)}</font></td>'


def _menu_of_tables(words: Words) -> str:
    links = _anchors(words, words.distinct(10, "topic"))
    rows = "".join(f'<tr><td bgcolor="#eee">{_FONT}{link}</font></td></tr>' for link in links)
    return f'<td width="140"><table>{rows}</table></td>'


def _headed_menu(words: Words) -> str:
    groups = "".join(
        f"<b>{words.topic()}</b><br>{'<br>'.join(_anchors(words, words.distinct(5, 'topic')))}<p>"
        for _ in range(4)
    )
    return f'<td width="140" valign="top">{_FONT}{groups}</font></td>'


def _news(words: Words) -> str:
    told = "".join(
        f'<p><b>{words.date()}</b><br><a href="n{k}.html">{words.title()}</a></p>' for k in range(5)
    )
    return f'<td width="160" valign="top"><b>{words.topic()}</b>{told}</td>'


def _search(words: Words) -> str:
    options = "".join(f"<option>{name}</option>" for name in words.distinct(12, "place"))
    return (
        f'<td><form action="/find"><select name="w">{options}</select><input name="q"></form>'
        f"{'<br>'.join(_anchors(words, words.distinct(6, 'topic')))}</td>"
    )


def _nothing(words: Words) -> str:
    return ""


OLD_NOISE: dict[str, Callable[[Words], str]] = {
    "nothing": _nothing, "left menu": _left_menu, "long menu": lambda words: _left_menu(words, 25),
    "menu of tables": _menu_of_tables, "headed menu": _headed_menu, "news": _news,
    "search": _search,
}  # fmt: skip


def old_page(words: Words, content: str, noise: str) -> str:
    """Return the page with a list as its *content*, and *noise* in the cell before or after it."""
    bar = " | ".join(_anchors(words, words.distinct(7, "topic")))
    letters = " ".join(f'<a href="#{letter}">{letter}</a>' for letter in _LETTERS)
    strip = f"<center>{letters}</center><hr>" if words.random() < 0.3 else ""
    intro = f"<h2>{words.topic()}</h2>" if words.random() < 0.5 else f"<b>{words.topic()}</b><br>"
    text = f"<p>{words.sentences(1)}</p>" if words.random() < 0.5 else ""
    main = f'<td valign="top">{intro}{text}{strip}{content}</td>'
    row = f"{noise}{main}" if words.random() < 0.7 else f"{main}{noise}"
    end = words.choice((" | ", " - ", "&nbsp;&nbsp;", "] [")).join(
        _anchors(words, words.distinct(5, "topic"))
    )
    return (
        f"<html><head><title>{words.topic()}</title></head><body><center>"
        f'<img src="logo.gif"><br>{_FONT}{bar}</font></center><hr>'
        f'<table border="0" width="100%"><tr>{row}</tr></table><hr><center>{end}<br>'
        f"Copyright 2001 {words.person()}</center></body></html>"
    )
