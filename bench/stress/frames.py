"""How a page is put together around its list, and what its parts are called."""

from __future__ import annotations

from collections.abc import Callable

from bench.stress.noise import Noise, footer, menu
from bench.stress.words import Words

__all__ = ["FRAMES", "framed"]

# What pages call their parts, in several languages and ways of writing.
_CALLED = {
    "menu": "menu topnav navigation hauptmenue menu-principal menu_gorne site-header__links "
    "glavnoe",
    "side": "sidebar side-column seitenleiste barra-lateral colonne-droite boczna rechterkolom",
    "related": "related more-stories aehnliche relacionados voir-aussi podobne gerelateerd",
    "breadcrumb": "breadcrumb crumbs brotkrumen migas fil-ariane okruszki kruimelpad",
    "pages": "pagination pager seiten paginas pages stronicowanie",
    "comments": "comments kommentare comentarios reactions komentarze responses",
    "footer": "footer fusszeile pie-pagina pied-de-page stopka site-bottom",
    "main": "content inhalt contenido contenu tresc page-body center-col",
}
_ELEMENTS = {
    "menu": "nav", "side": "aside", "related": "aside", "breadcrumb": "nav", "pages": "nav",
    "comments": "section", "footer": "footer", "main": "main",
}  # fmt: skip

Around = Callable[[Words, str, str], str]
"""Puts a part of a page with this role into an element."""


def _element(words: Words, role: str, inner: str) -> str:
    return f"<{_ELEMENTS[role]}>{inner}</{_ELEMENTS[role]}>"


def _classed(words: Words, role: str, inner: str) -> str:
    return f'<div class="{words.choice(_CALLED[role].split())}">{inner}</div>'


def _modules(words: Words, role: str, inner: str) -> str:
    name = words.choice(_CALLED[role].split())
    mark = "".join(words.choices("abcdefghXYZ0123", k=5))
    return f'<div class="{name.title().replace("-", "")}_root__{mark}"><div>{inner}</div></div>'


def _hashed(words: Words, role: str, inner: str) -> str:
    return f'<div class="css-{"".join(words.choices("abcdef0123456789", k=6))}">{inner}</div>'


def _bare(words: Words, role: str, inner: str) -> str:
    return f"<div>{inner}</div>"


FRAMES: dict[str, Around] = {
    "elements": _element,
    "classes": _classed,
    "modules": _modules,
    "hashes": _hashed,
    "bare": _bare,
}


def framed(words: Words, around: Around, content: str, noise: Noise) -> str:
    """Return the page with a list as its *content*, a menu, a footer, and *noise*."""
    part = around(words, noise.role, noise.html)
    at = {place: part if noise.place == place else "" for place in _PLACES}
    intro = f"<h1>{words.topic()}</h1><p>{words.sentences(1)}</p>"
    main = around(words, "main", f"{intro}{content}{at['below']}")
    name = words.topic()
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{name}</title></head><body>'
        f'<a href="/">{name}</a>{around(words, "menu", menu(words))}{at["top"]}'
        f"<div>{at['left']}{main}{at['right']}</div>{at['bottom']}"
        f"{around(words, 'footer', footer(words))}</body></html>"
    )


_PLACES = ("top", "left", "right", "below", "bottom")
