"""What a node says, under which suffix: "" for its text, ``@href`` for where it leads."""

from __future__ import annotations

from windrow.wrap.detail.view import PageView

__all__ = ["values"]


def values(view: PageView, node: int, *, member: bool) -> dict[str, str]:
    """Return what *node* says; *member*: it is a row of a list."""
    found: dict[str, str] = view.said.values(node, member)
    return found
