"""Yes and no, in several languages and as ticks and crosses."""

from __future__ import annotations

from windrow.model import Column
from windrow.table.types.base import ColumnType

__all__ = ["BOOLEAN"]

_WORDS = {
    **dict.fromkeys("yes true y ja oui sí si sim да tak kyllä evet ✓ ✔ ✅ ☑".split(), True),
    **dict.fromkeys("no false n nein non não nee nej нет nie hayır ✗ ✘ ✕ ❌ ☐".split(), False),
}
_LONGEST = max(map(len, _WORDS))


def _is_boolean(value: str) -> bool:
    return len(value) <= _LONGEST and value.lower() in _WORDS


def _boolean(value: str, column: Column) -> bool | None:
    return _WORDS.get(value.lower())


BOOLEAN = ColumnType("boolean", kind="boolean", fits=_is_boolean, wordy=True, read=_boolean)
