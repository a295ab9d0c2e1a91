"""Sizes of files, in bytes."""

from __future__ import annotations

import re

from windrow.model import Column
from windrow.table.numbers import NUMBER, read_number
from windrow.table.types.base import ColumnType
from windrow.table.types.number import settle_number

__all__ = ["SIZE"]

# Pages say kB and mean 1000 or 1024 [IEC 80000-13]; KiB is always 1024.
_POWERS = {letter: power for power, letter in enumerate("kmgtp", 1)} | {
    letter: power for power, letter in enumerate("кмгт", 1)
}
_SIZE = re.compile(
    rf"(?P<number>{NUMBER})\s?"
    r"(?:(?P<letter>[kmgtpкмгт])?(?P<binary>i)?(?:b|o|б|bytes?|octets?)|(?P<short>[kmg]))\.?",
    re.IGNORECASE,
)


def _size(value: str, column: Column) -> int | None:
    found = _SIZE.fullmatch(value)
    number = read_number(found["number"], column.decimal) if found else None
    if found is None or number is None:
        return None
    letter = (found["letter"] or found["short"] or "").lower()
    unit = 1024 if found["binary"] else 1000
    times: int = unit ** _POWERS.get(letter, 0)
    return round(number * times)


SIZE = ColumnType(
    "size",
    kind="integer",
    pattern=rf"{NUMBER}\s?(?:[kmgtp]i?b|[kmgtp]o|[кмгт]б|(?:kilo|mega|giga)?(?:bytes?|octets?))\.?",
    mixes=("count", "integer"),
    read=_size,
    settle=settle_number,
    called="size",
    over=("count",),
    named=r"size|größe|groesse|taille|tamaño|tamanho|dimension|grootte|розмір|размер",
)
