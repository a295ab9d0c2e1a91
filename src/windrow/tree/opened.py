"""A page on its way through the stages: decoded and parsed on demand, and once."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from windrow.read import Page, utf8
from windrow.tree.parse import parse_utf8
from windrow.tree.tree import Tree

if TYPE_CHECKING:
    from windrow.tree.linked import Linked

__all__ = ["Opened"]

# A page without these words hides nothing: the attribute, the type of an input, the styles.
_MAY_HIDE = re.compile(rb"hidden|none", re.IGNORECASE)


class Opened:
    """A page with its trees."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def tree(self) -> Tree:
        """The visible page."""
        return self._known_as("whole") or self._parsed(hidden=False)

    @cached_property
    def whole(self) -> Tree:
        """The page including what it hides until a script runs."""
        return self._known_as("tree") or self._parsed(hidden=True)

    @cached_property
    def lined(self) -> Tree:
        """The visible page, where lines of preformatted text are nodes."""
        return _lined(self.tree)

    @cached_property
    def whole_lined(self) -> Tree:
        """The page including what it hides, where lines of preformatted text are nodes."""
        return _lined(self.whole)

    @property
    def title(self) -> str:
        """The title of the page, from either tree; parses only if there is no tree yet."""
        known: Tree | None = vars(self).get("whole")
        return (known or self.tree).title

    def _known_as(self, other: str) -> Tree | None:
        """Return the *other* tree if it exists and the page hides nothing: then both are equal.

        Mostly only one of the two is needed, and then this costs nothing.
        """
        known: Tree | None = vars(self).get(other)
        return None if known is None or _MAY_HIDE.search(self._content) else known

    @cached_property
    def linked(self) -> tuple[Linked, ...]:
        """The machine-readable data of the page."""
        # Only pages of details are asked for it.
        from windrow.tree.linked import linked_data

        return linked_data(self._content)

    def _parsed(self, *, hidden: bool) -> Tree:
        page = self.page
        return parse_utf8(self._content, hidden=hidden, layout=page.layout, source=page.source)

    @cached_property
    def _content(self) -> bytes:
        """The page in UTF-8, so that its encoding is determined once."""
        return utf8(self.page)


def _lined(tree: Tree) -> Tree:
    from windrow.tree.lines import with_lines

    return with_lines(tree).tree
