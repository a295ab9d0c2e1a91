"""Rakes web pages into rows."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from windrow.errors import WindrowError
    from windrow.model import Region, Table, Tables
    from windrow.pipeline import extract, read_html
    from windrow.read import Page
    from windrow.table.chosen import Choice
    from windrow.tree import Tree
    from windrow.tree.parse import parse
    from windrow.wrap.learn import learn
    from windrow.wrap.wrapper import Wrapper

__version__ = "0.1.0.dev0"

__all__ = [
    "Choice",
    "Page",
    "Region",
    "Table",
    "Tables",
    "Tree",
    "WindrowError",
    "Wrapper",
    "extract",
    "learn",
    "parse",
    "read_html",
]

_HOMES = {
    "Choice": "windrow.table.chosen",
    "Page": "windrow.read",
    "Region": "windrow.model",
    "Table": "windrow.model",
    "Tables": "windrow.model",
    "Tree": "windrow.tree",
    "WindrowError": "windrow.errors",
    "Wrapper": "windrow.wrap.wrapper",
    "extract": "windrow.pipeline",
    "learn": "windrow.wrap.learn",
    "parse": "windrow.tree",
    "read_html": "windrow.pipeline",
}


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    # `import windrow` stays cheap: a name is imported on first use.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
