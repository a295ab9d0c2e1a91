"""Yes and no, in several languages and as ticks and crosses."""

from __future__ import annotations

from windrow.model import Column
from windrow.table.types.base import ColumnType

__all__ = ["BOOLEAN"]

_WORDS = {
    **dict.fromkeys(
        "yes true y ja oui sí si sim да tak kyllä evet ano igen так "
        "✓ ✔ ✔️ ✅ ☑ ☑️ 🗸 ● 👍 是 はい".split(),
        True,
    ),
    **dict.fromkeys(
        "no false n nein non não nee nej нет nie hayır nem ei ні "
        "✗ ✘ ✕ ✖ ✖️ ❌ ☐ ☒ ⨯ × ○ 👎 否 いいえ".split(),
        False,
    ),
}


def _boolean(value: str, column: Column) -> bool | None:
    return _WORDS.get(value.lower())


BOOLEAN = ColumnType("boolean", kind="boolean", words=frozenset(_WORDS), read=_boolean)
