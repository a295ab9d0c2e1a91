"""The template of EXALG: classes inside the gaps of classes, and the data that is left there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from windrow.detect.exalg.parts import DataGap, fields_in
from windrow.detect.exalg.read import Reader
from windrow.detect.pages import PageTokens, Stretch, applied
from windrow.model import Field, Region
from windrow.plain import from_plain, to_plain
from windrow.tree import Tree

__all__ = ["ClassTemplate"]

# A page with less of the tokens that every page had is another page. Chosen, not measured.
_ENOUGH = 0.5


@dataclass(frozen=True)
class ClassTemplate:
    """Classes inside classes; *rows* is the field whose parts are the records."""

    top: DataGap
    rows: int | None = None

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of a page, in order."""
        return tuple(fields_in(self.top))

    def read(self, page: PageTokens) -> Stretch | None:
        """Return what the template reads in a page; None where it has too little of its tokens."""
        marks, fit = Reader(page).read(self.top)
        return Stretch(0, len(page.words), marks, fit) if fit >= _ENOUGH else None

    def of_list(self, rows: int) -> ClassTemplate:
        """Return the template with the parts of a field for records."""
        return replace(self, rows=rows)

    def apply(self, tree: Tree) -> list[Region]:
        """Return the regions of another page; an empty list when the page does not fit."""
        return applied("exalg", self, tree)

    def __str__(self) -> str:
        return "\n".join(_lines(self.top, ""))

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""
        return {"system": "exalg", "rows": self.rows, "top": to_plain(self.top)}

    @classmethod
    def from_json(cls, data: Any) -> ClassTemplate:
        """Return the template that `to_json` wrote; ValueError for anything else."""
        if not isinstance(data, dict) or data.get("system") != "exalg":
            raise ValueError("not an EXALG template: there is no “system”: “exalg”")
        found = cls(from_plain(DataGap, data.get("top")), data.get("rows"))
        rows = found.rows
        if rows is not None and not (
            type(rows) is int and 0 <= rows < len(found.fields) and found.fields[rows].fields
        ):
            raise ValueError("rows: the number of a list is expected")
        return found


# Lines and characters that show a template to a person. Chosen, not measured.
_LINES, _WIDTH = 30, 90


def _lines(gap: DataGap, indent: str) -> list[str]:
    """Return the classes of a gap as lines: tokens, * for data, lists in braces below."""
    lines: list[str] = []
    for part in gap.parts:
        words = []
        inner: list[str] = []
        for k, (word, _) in enumerate(part.roles):
            words.append(word)
            if k < len(part.gaps):
                words += ["*"] * bool(part.gaps[k].leaves)
                inner += _lines(part.gaps[k], f"{indent}  ")
        text = " ".join(words)
        text = text if len(text) <= _WIDTH else f"{text[:_WIDTH]} ..."
        lines += [f"{indent}{{{text}}}" if part.is_list else f"{indent}{text}", *inner]
    return lines[:_LINES] if lines else [f"{indent}*"] * (not indent)
