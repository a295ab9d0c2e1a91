"""What we run inside a page, apart from its own scripts: they see the page, not each other."""

from importlib.resources import files

__all__ = ["CLOSE_BANNER", "COUNT", "GATHER", "PREPARE", "PRESS", "SCROLL", "SHAPE", "TOP"]

COUNT = "document.getElementsByTagName('*').length"
"""How many elements there are."""

TOP = "(() => { window.scrollTo(0, 0); return true; })()"

# What each of them does is said in its file.
CLOSE_BANNER, GATHER, PREPARE, PRESS, SCROLL, SHAPE = (
    (files(__package__) / f"{name}.js").read_text("utf-8")
    for name in ("close_banner", "gather", "prepare", "press", "scroll", "shape")
)
