"""Our scripts inside a page, isolated from its own: both see the page, not each other."""

from importlib.resources import files

__all__ = ["CLOSE_BANNER", "COUNT", "GATHER", "PREPARE", "PRESS", "SCROLL", "SHAPE", "TOP"]

COUNT = "document.getElementsByTagName('*').length"
"""How many elements there are."""

TOP = "(() => { window.scrollTo(0, 0); return true; })()"

# Each file says what it does.
CLOSE_BANNER, GATHER, PREPARE, PRESS, SCROLL, SHAPE = (
    (files(__package__) / f"{name}.js").read_text("utf-8")
    for name in ("close_banner", "gather", "prepare", "press", "scroll", "shape")
)
