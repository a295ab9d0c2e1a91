"""Reads pages about one thing each: a row a page, with its lists nested in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from windrow.wrap.detail.selectors import detail_selectors
from windrow.wrap.detail.template import KeyedTemplate, Source
from windrow.wrap.selectors import Form, Selectors
from windrow.wrap.wrapper import Opened, Reading, WrapperColumn

__all__ = ["DetailPages", "source_of"]


# With this share of the learned places a page is of the template for certain.
_AT_HOME = 0.3


def source_of(opened: Opened) -> Source:
    """Return the page as templates of detail pages read it."""
    return Source(opened.whole, opened.linked)


@dataclass(frozen=True)
class DetailPages:
    """Pages of one template, each about one thing."""

    system: ClassVar[str] = "keyed"

    template: KeyedTemplate

    def __str__(self) -> str:
        return str(self.template)

    def read(self, opened: Opened) -> Reading:
        """Return the one row of a page."""
        reading = self.template.reading(source_of(opened))
        share = reading.confidence
        problems = () if share >= 1 else (f"{share:.0%} of the learned places are on the page",)
        # Lists of places come and go with what a page is about; another template has none of them.
        fit = min(1.0, share / _AT_HOME)
        rows = (reading.row,) if reading.row else ()
        return Reading(rows, (("/html[1]",),), "/html[1]", fit, problems, learned=self._learned)

    @cached_property
    def _learned(self) -> frozenset[str]:
        return frozenset(place.id for place in self.template.fields())

    def selectors(self, columns: Sequence[WrapperColumn], form: Form) -> Selectors:
        """Return selectors of *columns*, as far as there are any."""
        return detail_selectors(columns, form)

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data."""
        return {"system": self.system, "template": self.template.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> DetailPages:
        """Return the template that *data* describes; ValueError where it describes none."""
        return cls(KeyedTemplate.from_json(data.get("template")))
