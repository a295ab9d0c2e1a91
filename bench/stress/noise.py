"""Thirteen kinds of what pages have beside their list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.stress.words import Words

__all__ = ["NOISE", "Noise", "footer", "menu"]


@dataclass(frozen=True, slots=True)
class Noise:
    """What it is, where it is on the page, and its markup."""

    role: str  # menu, side, related, breadcrumb, footer: what a page would call it
    place: str  # top, left, right, below, bottom
    html: str


def _links(words: Words, count: int, kind: str = "topic", tail: str = "") -> str:
    texts = words.distinct(count, kind)
    folder = words.choice(("c", "topics", "section", "tag"))
    items = (f'<li><a href="/{folder}/{k}">{text}</a>{tail}</li>' for k, text in enumerate(texts))
    return f"<ul>{''.join(items)}</ul>"


def menu(words: Words) -> str:
    return _links(words, 6)


def footer(words: Words) -> str:
    return _links(words, 4) + f"<p>&copy; 2024 {words.person()}</p>"


def _large_menu(words: Words) -> Noise:
    groups = [f'<li><a href="/{k}">{words.topic()}</a>{_links(words, 6)}</li>' for k in range(7)]
    return Noise("menu", "top", f"<ul>{''.join(groups)}</ul>")


def _categories(words: Words) -> Noise:
    counted = "".join(
        f'<li><a href="/c/{k}">{text}</a> <span>({words.randint(1, 900)})</span></li>'
        for k, text in enumerate(words.distinct(18, "topic"))
    )
    return Noise("side", "left", f"<h3>{words.topic()}</h3><ul>{counted}</ul>")


def _stories(words: Words) -> Noise:
    told = "".join(
        f'<div><img src="/t/{k}.jpg"><a href="/n/{k}">{words.title()}</a>'
        f"<span>{words.date()}</span></div>"
        for k in range(8)
    )
    return Noise("related", "right", f"<h3>{words.topic()}</h3>{told}")


def _short_stories(words: Words) -> Noise:
    told = "".join(
        f'<li><a href="/n/{k}">{words.title()}</a> <time>{words.date()}</time></li>'
        for k in range(10)
    )
    return Noise("side", "right", f"<h3>{words.topic()}</h3><ul>{told}</ul>")


def _products(words: Words) -> Noise:
    cards = "".join(
        f'<div><img src="/s/{k}.jpg"><a href="/s/{k}">{words.title()}</a>'
        f"<b>{words.price()}</b></div>"
        for k in range(6)
    )
    return Noise("related", "below", f"<h3>{words.topic()}</h3><div>{cards}</div>")


def _breadcrumbs(words: Words) -> Noise:
    steps = " &gt; ".join(f'<a href="/{k}">{words.topic()}</a>' for k in range(5))
    return Noise("breadcrumb", "top", steps)


def _pages(words: Words) -> Noise:
    numbers = "".join(f'<a href="?page={k}">{k}</a> ' for k in range(1, 13))
    return Noise("pages", "below", numbers)


def _columns(words: Words) -> Noise:
    columns = "".join(f"<div><h4>{words.topic()}</h4>{_links(words, 7)}</div>" for _ in range(4))
    return Noise("footer", "bottom", columns)


def _cloud(words: Words) -> Noise:
    tags = " ".join(f'<a href="/t/{k}">{t}</a>' for k, t in enumerate(words.distinct(30, "topic")))
    return Noise("side", "right", f"<h3>{words.topic()}</h3><div>{tags}</div>")


def _comments(words: Words) -> Noise:
    said = "".join(
        f"<div><b>{words.person()}</b> <span>{words.date()}</span><p>{words.sentences(2)}</p></div>"
        for _ in range(6)
    )
    return Noise("comments", "below", f"<h3>{words.topic()}</h3>{said}")


def _filters(words: Words) -> Noise:
    boxes = "".join(
        f"<h4>{words.topic()}</h4><ul>{''.join(_box(words) for _ in range(6))}</ul>"
        for _ in range(4)
    )
    return Noise("side", "left", boxes)


def _box(words: Words) -> str:
    return (
        f'<li><label><input type="checkbox"> {words.topic()} ({words.randint(1, 99)})</label></li>'
    )


def _months(words: Words) -> Noise:
    return Noise("side", "right", f"<h3>{words.topic()}</h3>{_links(words, 36, 'month')}")


def _offers(words: Words) -> Noise:
    boxes = "".join(
        f'<div><a href="/ad/{k}">{words.title()}</a><p>{words.sentences(1)}</p></div>'
        for k in range(4)
    )
    return Noise("side", "left", boxes)


NOISE: dict[str, Callable[[Words], Noise]] = {
    "large menu": _large_menu,
    "categories": _categories,
    "stories": _stories,
    "short stories": _short_stories,
    "products": _products,
    "breadcrumbs": _breadcrumbs,
    "pages": _pages,
    "columns": _columns,
    "cloud": _cloud,
    "comments": _comments,
    "filters": _filters,
    "months": _months,
    "offers": _offers,
}
