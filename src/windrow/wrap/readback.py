"""Reads examples back: what a wrapper learned from them does not give on their own pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten

from windrow.wrap.sought import WHOLE, BestRow, Sought, best_match, texts_of
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["not_read_back"]

# Characters of a text that a line shows. Chosen, not measured.
_LONGEST = 80


def not_read_back(wrapper: Wrapper, pages: Sequence[Opened], sought: Sought) -> Iterator[str]:
    """Yield a line for each column that does not give the example it was learned from."""
    shown = {column.name for column in wrapper.shown}
    tables = (table for page in pages for table in wrapper.apply_opened(page)[:1])
    rows = [(table.base, texts_of(row)) for table in tables for row in table.rows]
    said = set()
    for wanted in sought.rows:
        # Values of columns that were not found would make another row the best one.
        known = {name: values for name, values in wanted.items() if name in shown}
        best = best_match(rows, known)
        lacking = [name for name in known if _likeness(best, name) < WHOLE]
        if lacking == [*known]:
            lacking = lacking[:1]
            # No value is right: another row was compared.
            best = BestRow(known, {})
        for name in lacking:
            if name not in said:
                said.add(name)
                yield f"not read back: {name} ({_short(known[name])}); {_instead(best, name)}"


def _likeness(best: BestRow, name: str) -> float:
    scores: Mapping[tuple[str, ...], float] = best.likenesses[name]
    return max((score for leaf, score in scores.items() if leaf[0] == name), default=0.0)


def _instead(best: BestRow, name: str) -> str:
    texts = [text for leaf, some in best.texts.items() if leaf[0] == name for text in some]
    if not best.texts:
        return "no row has it"
    return f"its row has {_short(texts)}" if texts else "its row has nothing there"


def _short(texts: Sequence[str]) -> str:
    return repr(shorten(", ".join(texts), _LONGEST, placeholder="..."))
