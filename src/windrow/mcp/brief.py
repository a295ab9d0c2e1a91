"""Answers for a model: never too long for it, and never cut without saying so."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["MOST_BYTES", "ROWS", "brief", "rows_part"]

# Chosen, not measured.
ROWS = 50
"""How many rows an answer has by default."""

# By definition: an answer has at most 20,000 tokens. Tokenisers of language models work on bytes,
# and a token is at least one byte, whatever the text is.
MOST_BYTES = 20_000
"""How long an answer may be, in bytes."""

# If an answer is too long, its texts are cut to these lengths, one after the other; and how many
# members of a list are then kept. Chosen, not measured.
_WIDTHS = (2000, 500, 120, 40, 10)
_MEMBERS = (200, 100, 50, 20, 5)


def brief(facts: Mapping[str, Any], most: int = MOST_BYTES) -> str:
    """Return *facts* as JSON of at most *most* bytes; cut texts end with an ellipsis."""
    text = _text(facts)
    for width, members in zip(_WIDTHS, _MEMBERS, strict=True):
        if _size(text) <= most:
            break
        text = _text({**_cut(facts, width, members), "cut": "long texts and lists were cut"})
    return text if _size(text) <= most else _text({"cut": "the answer was too long"})


def rows_part(
    facts: Mapping[str, Any],
    rows: Sequence[Any],
    *,
    total: int,
    offset: int,
    most: int = MOST_BYTES,
) -> str:
    """Return *facts* with as many of *rows* as fit; *rows* begin at *offset*.

    ``next_offset`` is where the next part begins, null at the end. The first row is always
    included, with its texts cut if nothing else helps.
    """
    # Room for the numbers beside the rows. Chosen.
    room = most - _size(_text(facts)) - 200
    kept, taken = 0, 0
    for row in rows:
        taken += _size(_text(row)) + 2
        if kept and taken > room:
            break
        kept += 1
    end = offset + kept
    part = {**facts, "total": total, "offset": offset,
            "next_offset": end if kept and end < total else None}  # fmt: skip
    return brief({**part, "rows": [*rows[:kept]]}, most)


def _cut(value: Any, width: int, members: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= width else f"{value[: width - 1]}…"
    if isinstance(value, Mapping):
        some = [*value.items()][: 2 * members]
        return {_cut(name, width, members): _cut(one, width, members) for name, one in some}
    if isinstance(value, list | tuple):
        return [_cut(one, width, members) for one in value[:members]]
    return value


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
