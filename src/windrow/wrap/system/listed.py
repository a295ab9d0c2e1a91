"""What the papers' templates of lists have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from windrow.wrap.columns.echo import Echo
from windrow.wrap.selectors import Form, Selectors
from windrow.wrap.template import Opened, WrapperKind
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["SystemTemplate"]


class SystemTemplate:
    """Facts about a template of lists that a paper's system has learned."""

    kind: ClassVar[WrapperKind] = "list"
    noun: ClassVar[str] = "a list"
    title: ClassVar[str] = "a list of {} records"
    hidden: ClassVar[bool] = False
    can_be_empty: ClassVar[bool] = True
    roots: ClassVar[Sequence[str]] = ()
    is_open: ClassVar[bool] = False
    echoes: ClassVar[Sequence[Echo]] = ()
    way: ClassVar[str]  # how it finds records, and why no selector can

    system: str

    def selectors(
        self, columns: Sequence[WrapperColumn], form: Form, pages: Sequence[Opened] = ()
    ) -> Selectors:
        """Return no selector, and the reason."""
        why = f"{self.way.format(self.system)}, which no selector can do"
        return Selectors((), dict.fromkeys([column.name for column in columns], why))
