"""For mkdocstrings: examples in docstrings become blocks of code, wherever they are."""

from __future__ import annotations

import re
from typing import Any

import griffe

__all__ = ["Doctests"]

# From the first prompt of a docstring's paragraph to its end.
_EXAMPLE = re.compile(r"(?:^|(?<=\n\n))>>> .*?(?=\n\n(?!>>> )|\Z)", re.DOTALL)


class Doctests(griffe.Extension):
    """Puts the doctests of every docstring into fences."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of one object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return *text* with its examples in fences.

    >>> fenced("Add.\\n\\n>>> 1 + 1\\n2\\n\\nThat is all.")
    'Add.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```\\n\\nThat is all.'
    """
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```", text)
