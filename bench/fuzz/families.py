"""Families of pages of any size: shapes for which some step might take too long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

__all__ = ["FAMILIES"]

_LABELS = ("a", "b", "i", "em", "p", "h3", "img", "span", "small", "time")


def _list(count: int) -> str:
    record = "<li><h3><a href=/{0}>Name {0}</a></h3><p>Text {0}, <b>new</b></p><i>${0}.50</i></li>"
    return f"<ul>{''.join(record.format(k) for k in range(count // 8))}</ul>"


def _varied(count: int) -> str:
    """Return siblings of one label, hardly two of one shape."""
    chance = Random(3)
    rows = (
        f"<li><h3>Name {k}</h3><p>{_items(chance, 2, 6)}</p><div>{_items(chance, 0, 5)}</div></li>"
        for k in range(count // 10)
    )
    return f"<ul>{''.join(rows)}</ul>"


def _unrelated(count: int) -> str:
    """Return siblings of many labels and shapes."""
    chance = Random(4)
    rows = []
    for _ in range(count // 6):
        label = chance.choice(("div", "p", "ul", "dl", "section", "article", "aside", "nav"))
        rows.append(f"<{label}>{_items(chance, 1, 9)}</{label}>")
    return "".join(rows)


def _items(chance: Random, least: int, most: int) -> str:
    labels = chance.choices(_LABELS, k=chance.randrange(least, most))
    return "".join(f"<{label}>{chance.randrange(99)}</{label}>" for label in labels)


def _table(count: int) -> str:
    rows = (
        f"<tr><td>Name {k}<td>{k}.50<td>2024-01-{k % 28 + 1:02}<td>x{k}" for k in range(count // 5)
    )
    return f"<table>{''.join(rows)}</table>"


def _bands(count: int) -> str:
    """Return a table with a row across all columns above every few rows, and sums below them."""
    row = "<tr><td>Name {0}<td>{0}00<td><a href=/{0}>{0}.50</a>"
    groups = (
        f"<tr><td colspan=3>Group {k}{''.join(row.format(k + m) for m in range(1 + k % 4))}"
        f"<tr><td>Total<td>{k}00<td>{k}.50"
        for k in range(count // 16)
    )
    return f"<table>{''.join(groups)}</table>"


def _spans(count: int) -> str:
    side = max(int(count**0.5), 1)
    row = "<tr>" + "<td colspan=1000 rowspan=65534>x" * side
    return f"<table>{row * side}</table>"


def _spans_at_random(count: int) -> str:
    chance = Random(5)
    rows = (
        "<tr>" + "".join(
            f"<td colspan={chance.choice((1, 2, 900))} rowspan={chance.choice((1, 2, 3, 900))}>"
            f"{chance.randrange(999)}"
            for _ in range(9)
        )
        for _ in range(count // 10)
    )  # fmt: skip
    return f"<table>{''.join(rows)}</table>"


def _wide(count: int) -> str:
    row = "<tr>" + "".join(f"<td>{k}" for k in range(count // 10))
    return f"<table>{row * 10}</table>"


def _wide_under_headers(count: int) -> str:
    names = "".join(f"<th>Name {k}" for k in range(count // 10))
    row = "<tr>" + "".join(f"<td>{k}.50" for k in range(count // 10))
    return f"<table><tr>{names}{row * 9}</table>"


def _long_records(count: int) -> str:
    """Return ten records of many items in an order of their own."""
    chance = Random(6)
    records = (f"<li>{_items(chance, count // 10, count // 10 + 1)}</li>" for _ in range(10))
    return f"<ul>{''.join(records)}</ul>"


def _nested_lists(count: int) -> str:
    inner = "".join(f"<ul>{'<li>item <b>x</b>' * (1 + k % 5)}</ul>" for k in range(count // 30))
    return "".join(f"<div><h3>Name</h3>{part}</div>" for part in inner.split("</ul>"))


def _two_long_nested(count: int) -> str:
    chance = Random(7)
    half = count // 4
    lists = ("".join(f"<li>{_items(chance, 1, 3)}</li>" for _ in range(half)) for _ in range(2))
    return "<div>" + "".join(f"<div><h3>x</h3><ul>{one}</ul></div>" for one in lists) + "</div>"


def _deep(count: int) -> str:
    depth = min(count // 2, 500)
    column = "<div>" * depth + "x" + "</div>" * depth
    return column * max(count // depth, 1)


def _deep_lists(count: int) -> str:
    return "<ul><li>x" * count


def _comb(count: int) -> str:
    return "".join(f"<div><p>{k}</p>" for k in range(min(count // 2, 500))) * max(count // 1000, 1)


def _flat_groups(count: int) -> str:
    chance = Random(8)
    groups = (f"<h3>Name {k}</h3>" + "<p>x</p>" * chance.randrange(5) for k in range(count // 4))
    return "".join(groups)


def _terms(count: int) -> str:
    return f"<dl>{''.join(f'<dt>Name {k}<dd>Text {k}' for k in range(count // 2))}</dl>"


def _many_tables(count: int) -> str:
    return "".join(f"<table><tr><td>a<td>{k}<tr><td>b<td>{k}</table>" for k in range(count // 8))


def _lines(count: int) -> str:
    return "<p>" + "".join(f"line {k}<br>" for k in range(count // 2))


def _paragraphs(count: int) -> str:
    return "<p>x" * count


def _links(count: int) -> str:
    return "".join(f"<a href=/{k}>{k}</a> | " for k in range(count // 2))


def _own_classes(count: int) -> str:
    return "".join(f"<div class='c{k} d{k % 7}' id=i{k}><b class=e{k}>{k}</b></div>"
                   for k in range(count // 2))  # fmt: skip


def _own_labels(count: int) -> str:
    return "".join(f"<x-{k}>{k}</x-{k}>" for k in range(count))


def _fibonacci(count: int) -> str:
    """Return a Fibonacci word, which has the most repeats inside repeats."""
    one, other = "<p>a</p>", "<h3>b</h3>"
    while len(other) < 9 * count:
        one, other = other, other + one
    return other


def _periods(count: int) -> str:
    """Return siblings that repeat with ever longer periods."""
    parts: list[str] = []
    period = 1
    while len(parts) < count:
        labels = [_LABELS[k % 7] for k in range(period)]
        parts += [f"<{label}>x</{label}>" for label in labels * 4]
        period += 1
    return "".join(parts[:count])


def _options(count: int) -> str:
    return f"<select>{''.join(f'<option value={k}>{k}' for k in range(count))}</select>"


def _unclosed(count: int) -> str:
    return "".join(f"<b id={k}>" for k in range(count // 10)) + "<p>x" * count


def _random_tree(count: int) -> str:
    chance = Random(9)
    return "".join(_branches(chance, count))


def _branches(chance: Random, count: int) -> Iterator[str]:
    opened: list[str] = []
    for _ in range(count):
        label = chance.choice(("div", "section", "ul", "span"))
        yield f"<{label}>x"
        opened.append(label)
        while opened and (chance.random() < 0.5 or len(opened) > 30):
            yield f"</{opened.pop()}>"


def _prose(count: int) -> str:
    chance = Random(10)
    words = "hay straw barn field rake row cut dry wind sun".split()
    return "".join(f"<p>{' '.join(chance.choices(words, k=40))}.</p>" for _ in range(count))


def _cards(count: int) -> str:
    card = "<div class=card><img src={0}.png><h3>Card {0}</h3><span>${0}</span></div>"
    rows = ("".join(card.format(4 * k + m) for m in range(4)) for k in range(count // 20))
    return "".join(f"<div class=row>{row}</div>" for row in rows)


FAMILIES: dict[str, Callable[[int], str]] = {
    make.__name__.strip("_").replace("_", " "): make
    for make in (
        _list, _varied, _unrelated, _table, _bands, _spans, _spans_at_random, _wide,
        _wide_under_headers, _long_records, _nested_lists, _two_long_nested, _deep, _deep_lists,
        _comb, _flat_groups, _terms, _many_tables, _lines, _paragraphs, _links, _own_classes,
        _own_labels, _fibonacci, _periods, _options, _unclosed, _random_tree, _prose, _cards,
    )
}  # fmt: skip
"""Pages of about *count* nodes, each of another shape."""
