"""Pages of a small shop, before and after redesigns."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.read import Page

__all__ = ["GOODS", "OTHERS", "cards", "shop", "table"]

Good = tuple[str, str, str, str]

GOODS: Sequence[Good] = [
    ("Wooden hay rake", "Ash handle, fourteen teeth", "€48.00", "In stock"),
    ("Austrian scythe", "Hand-forged blade of 65 cm", "€119.50", "In stock"),
    ("Whetstone with holder", "Fine grain, for wet grinding", "€14.90", "Sold out"),
    ("Pitchfork", "Four steel tines, beech handle", "€39.00", "In stock"),
    ("Peening jig", "Thins the edge of a blade", "€29.95", "In stock"),
    ("Leather gloves", "Cowhide, sizes 8 to 11", "€22.50", "Sold out"),
    ("Straw hat", "Wide brim, woven by hand", "€18.00", "In stock"),
]
OTHERS: Sequence[Good] = [
    ("Milking stool", "Three legs, oiled oak", "€55.00", "In stock"),
    ("Butter churn", "Glass jar of four litres", "€74.90", "Sold out"),
    ("Cow bell", "Cast bronze, leather strap", "€33.00", "In stock"),
    ("Cheese cloth", "Unbleached cotton, washed", "€6.50", "In stock"),
    ("Milk can", "Tinned steel with a lid", "€41.00", "In stock"),
    ("Straw hat", "Wide brim, woven by hand", "€18.00", "In stock"),
]

_FRAME = """<!DOCTYPE html><html><head><title>Farm shop</title></head><body>
<header><a href="/">Home</a> <a href="/about">About us</a></header>
<main><h1>Tools for the farm</h1>{}</main>
<footer><p>Open from Monday to Saturday</p></footer></body></html>"""


def shop(goods: Sequence[Good] = GOODS) -> Page:
    """Return the page that the wrapper is learned from, or another of the same template."""
    return _page(
        '<div class="list">',
        *(
            f'<div class="product"><h2 class="name"><a href="/t/{k}">{name}</a></h2>'
            f'<p class="text">{text}</p><span class="price">{price}</span>'
            f'<span class="stock">{stock}</span></div>'
            for k, (name, text, price, stock) in enumerate(goods)
        ),
        "</div>",
    )


def cards(goods: Sequence[Good] = OTHERS) -> Page:
    """Return a page of a redesign: other tags, other classes, another order."""
    return _page(
        '<section><ul class="grid">',
        *(
            f'<li class="card"><div class="top"><b class="cost">{price}</b>'
            f'<i class="there">{stock}</i></div><div class="words"><small>{text}</small>'
            f'<strong><a href="/t/{k}">{name}</a></strong></div></li>'
            for k, (name, text, price, stock) in enumerate(goods)
        ),
        "</ul></section>",
    )


def table(goods: Sequence[Good] = OTHERS) -> Page:
    """Return a page with a table instead."""
    return _page(
        "<table><tr><th>What</th><th>About it</th><th>Price</th><th>Stock</th></tr>",
        *(
            f'<tr><td><a href="/t/{k}">{name}</a></td><td>{text}</td><td>{price}</td>'
            f"<td>{stock}</td></tr>"
            for k, (name, text, price, stock) in enumerate(goods)
        ),
        "</table>",
    )


def _page(*parts: str) -> Page:
    return Page.from_text(_FRAME.format("\n".join(parts)))
