"""Learning by example: sought values of a few rows, and the columns that hold them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias
from urllib.parse import urljoin

from windrow.errors import WindrowError
from windrow.model import Value
from windrow.table.words import unused
from windrow.wrap.correction import Correction, Kept, Merged
from windrow.wrap.cutting import excerpt_of
from windrow.wrap.excerpt import Excerpt
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = [
    "LEAST",
    "WHOLE",
    "BestRow",
    "Hold",
    "Leaf",
    "Sought",
    "Texts",
    "best_match",
    "holds_of",
    "likeness",
    "narrowed",
    "texts_of",
]

Leaf: TypeAlias = tuple[str, ...]
"""The place of a column, after those of the lists it is in."""

Texts: TypeAlias = dict[Leaf, list[str]]
"""The texts of the columns of a record."""

# The least likeness at which a column holds a value. Chosen; bench.examples measures the whole.
LEAST = 0.3
# The penalty for a column in an inner list, against another that holds the value. Chosen.
_DEEPER = 0.02
# A column that holds a value this well need not be cut or joined. Chosen.
WHOLE = 0.9
_PLAIN = str.maketrans(dict.fromkeys("‘’`´", "'") | dict.fromkeys("“”", '"')
                       | dict.fromkeys("–—‑−", "-")
                       | dict.fromkeys("\u00ad\u200b\ufeff", ""))  # fmt: skip
_EDGE = re.compile(r"\w")
_BARE, _NO_DIGIT = re.compile(r"[\d.,'\s]+"), re.compile(r"\D+")
# Characters that a cell may have around a number: currencies, units. Chosen, not measured.
_SIGNS = 8
# Letters of a currency or a unit; more are a word, as in "7.2 good". Chosen, not measured.
_UNIT = 3
_NO_LETTER = re.compile(r"[\W\d_]+")
# How well an address holds a value that is anywhere in it, too little for a column by itself; a
# value with fewer signs is in any address. Chosen, not measured.
_IN_ADDRESS, _FEWEST_SIGNS = 0.1, 4
_HAS_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Sought:
    """Wanted values, row by row, each under the wanted name of its column."""

    rows: tuple[Mapping[str, tuple[str, ...]], ...] = ()

    @classmethod
    def of(cls, examples: Iterable[Mapping[str, Any]] | Mapping[str, Any]) -> Sought:
        """Return the sought values of *examples*: one row or several; several values form a list.

        >>> Sought.of({"title": "Rake", "price": 48}).rows
        ({'title': ('Rake',), 'price': ('48',)},)
        """
        several = [examples] if isinstance(examples, Mapping) else examples
        rows = []
        for row in several:
            if not isinstance(row, Mapping):
                raise WindrowError("an example is a mapping of names to values")
            said = {str(name): _texts(value) for name, value in row.items()}
            rows.append({name: texts for name, texts in said.items() if texts})
        return cls(tuple(row for row in rows if row))

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all rows, in order."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row))

    def value(self, name: str) -> str:
        """Return the first value that is sought under *name*."""
        return next(row[name][0] for row in self.rows if name in row)


def _texts(value: Any) -> tuple[str, ...]:
    parts = value if isinstance(value, list | tuple) else [value]
    return tuple(text for part in parts if part is not None and (text := str(part).strip()))


@lru_cache(maxsize=50_000)
def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).translate(_PLAIN).casefold().split())


def likeness(cell: str, value: str, base: str = "") -> float:
    """Return how well *cell* matches the sought *value*, 0 to 1.

    >>> likeness("€48.00", "48.00") > likeness("€148.00 or 48.00 a week", "48.00")
    True
    >>> likeness("/t/1", "https://farm.example/t/1"), likeness("€148.00", "48.00")
    (0.95, 0.0)
    """
    if (one := _folded(cell)) == (other := _folded(value)):
        return 1.0
    if not one or not other:
        return 0.0
    if "//" in other[:8] and "//" not in one[:8]:
        if base and urljoin(base, cell) == value:
            return 1.0
        return 0.95 if one.startswith("/") and other.endswith(one) else 0.0
    if _is_number(one, other):
        return 0.95
    if _is_inside(other, one):
        return 0.3 + 0.6 * len(other) / len(one) if 4 * len(other) + 40 >= len(one) else 0.1
    if _is_inside(one, other) and 2 * len(one) >= len(other):
        return 0.8 * len(one) / len(other)
    if one.replace(" ", "") == other.replace(" ", ""):
        return 0.9
    return _IN_ADDRESS if _is_in_address(one, other) else 0.0


def _is_in_address(cell: str, value: str) -> bool:
    """Return whether a value is somewhere in an address: OPA221206-0501.pdf, A221206."""
    return (
        "/" in cell
        and " " not in cell
        and len(value) >= _FEWEST_SIGNS
        and _HAS_DIGIT.search(value) is not None
        and value in cell
    )


def _is_number(cell: str, value: str) -> bool:
    """Return whether a cell is the given bare number: €48.00, 48.00."""
    bare = _BARE.fullmatch(value) is not None and len(cell) <= len(value) + _SIGNS
    if len(_NO_LETTER.sub("", cell)) > _UNIT:
        return False
    return bare and _NO_DIGIT.sub("", cell) == _NO_DIGIT.sub("", value) and value in cell


def _is_inside(part: str, whole: str) -> bool:
    """Return whether *part* is in *whole*, and not in the middle of a word or a number."""
    at = whole.find(part)
    while at >= 0:
        end = at + len(part)
        before, after = whole[at - 1 : at], whole[end : end + 1]
        cut = (_EDGE.match(before) and _EDGE.match(part)) or (
            _EDGE.match(after) and _EDGE.match(part[-1])
        )
        if not cut:
            return True
        at = whole.find(part, at + 1)
    return False


def leaves(row: Mapping[str, Value], above: Leaf = ()) -> Iterator[tuple[Leaf, str]]:
    """Yield the texts of the columns of a row, by the keys that lead to them."""
    for name, value in row.items():
        if isinstance(value, str):
            yield (*above, name), value
        elif isinstance(value, list):
            for inner in value:
                yield from leaves(inner, (*above, name))


def texts_of(row: Mapping[str, Value]) -> Texts:
    """Return the texts of the columns of a row, white space folded."""
    found: Texts = defaultdict(list)
    for leaf, text in leaves(row):
        found[leaf].append(" ".join(text.split()))
    return found


@dataclass(frozen=True)
class BestRow:
    """A sought row with the record that holds it best."""

    wanted: Mapping[str, tuple[str, ...]]
    texts: Texts
    base: str = ""

    @cached_property
    def likenesses(self) -> dict[str, dict[Leaf, float]]:
        """By name: how well each column holds the sought values; extra cells count against it."""
        found = {}
        for name, values in self.wanted.items():
            scores = {}
            for leaf, some in self.texts.items():
                right = sum(max(likeness(t, value, self.base) for t in some) for value in values)
                score = 2 * right / (len(some) + len(values)) if len(values) > 1 else right
                if score:
                    scores[leaf] = score - _DEEPER * (len(leaf) - 1)
            found[name] = scores
        return found

    @property
    def pieces(self) -> int:
        """How many of its texts are parts of the sought values."""
        values = [_folded(value) for some in self.wanted.values() for value in some]
        texts = [_folded(text) for some in self.texts.values() for text in some]
        return sum(bool(text) and _is_inside(text, value) for text in texts for value in values)

    def lacks(self, name: str) -> bool:
        """Return whether no column has the sought values of a name whole."""
        return max(self.likenesses[name].values(), default=0.0) < WHOLE

    @property
    def worth(self) -> float:
        """How well all values are held, if every name takes its best column."""
        return sum(max(scores.values(), default=0) for scores in self.likenesses.values())


def best_match(rows: Iterable[tuple[str, Texts]], wanted: Mapping[str, tuple[str, ...]]) -> BestRow:
    """Return the one of *rows*, each with its base address, that holds the wanted values best."""
    matches = [BestRow(wanted, texts, base) for base, texts in rows]
    best = max(matches, key=lambda match: match.worth, default=BestRow(wanted, {}))
    # Where no column has much of a value, the row with most pieces of the values is meant.
    return best if best.worth else max(matches, key=lambda match: match.pieces, default=best)


@dataclass(frozen=True)
class Hold:
    """How a sought name gets its values: whole cells, joined cells, or a part of one."""

    leaf: Leaf
    score: float
    joined: tuple[Leaf, ...] = ()
    excerpt: Excerpt | None = None


def holds_of(
    matches: Sequence[BestRow],
    names: Sequence[str],
    cells: Mapping[Leaf, Sequence[str]],
    rare: Mapping[Leaf, float] = MappingProxyType({}),
) -> dict[str, Hold]:
    """Return how names are held, for those that are; *cells* are all texts of a column.

    *rare* is the penalty of columns if others hold a value as well.
    """
    totals: dict[tuple[str, Leaf], float] = defaultdict(float)
    counts: Counter[str] = Counter(name for match in matches for name in match.wanted)
    for match in matches:
        for name, scores in match.likenesses.items():
            for leaf, score in scores.items():
                totals[name, leaf] += score / counts[name]
    order = {name: k for k, name in enumerate(names)}
    scored = [(total - rare.get(leaf, 0.0), order[name], name, leaf)
              for (name, leaf), total in totals.items()]  # fmt: skip
    scored.sort(key=lambda one: (-one[0], one[1]))
    found: dict[str, Hold] = {}
    taken: set[Leaf] = set()
    for score, _, name, leaf in scored:
        if name in found or (score < WHOLE and _fill(found, matches, name, leaf, score, cells)):
            continue
        if score >= LEAST and leaf not in taken:
            found[name] = Hold(leaf, score)
            taken.add(leaf)
    # A name whose columns are all taken shares one.
    for score, _, name, leaf in scored:
        if score >= LEAST and name not in found:
            found[name] = Hold(leaf, score)
    return {name: found[name] for name in names if name in found}


def _fill(
    found: dict[str, Hold],
    matches: Sequence[BestRow],
    name: str,
    leaf: Leaf,
    score: float,
    cells: Mapping[Leaf, Sequence[str]],
) -> bool:
    """Hold a name by several columns, or by a part of one, if that gives the sought values."""
    pairs = [(match.texts, values[0]) for match in matches
             if len(values := match.wanted.get(name, ())) == 1]  # fmt: skip
    if len(leaf) > 1 or not pairs:
        return False
    joined = _joined(pairs)
    if joined:
        found[name] = Hold(leaf, WHOLE, joined)
        return True
    here = [(texts[leaf][0], value) for texts, value in pairs if leaf in texts]
    cut = excerpt_of(here, cells.get(leaf, ()), "", name) if len(here) == len(pairs) else None
    if cut is None:
        return False
    found[name] = Hold(leaf, max(score, LEAST), (), cut)
    return True


def _joined(pairs: Sequence[tuple[Texts, str]]) -> tuple[Leaf, ...]:
    """Return the columns whose joined texts are the values, if there are any."""
    found: dict[Leaf, None] = {}
    most = 0
    for texts, value in pairs:
        left, taken = _folded(value), 0
        for leaf, some in texts.items():
            text = _folded(some[0])
            if len(leaf) == 1 and text and (left == text or left.startswith(f"{text} ")):
                found[leaf] = None
                left, taken = left[len(text) :].strip(), taken + 1
        if left:
            return ()
        most = max(most, taken)
    # If every value is in one column, they are rows of different structure.
    return tuple(found) if most > 1 else ()


def narrowed(wrapper: Wrapper, holds: Mapping[str, Hold]) -> Wrapper:
    """Return *wrapper* with the sought columns, under the wanted names."""
    sought = [leaf for hold in holds.values() for leaf in (hold.leaf, *hold.joined)]
    columns = tuple([_varied(column, sought) for column in wrapper.columns])
    at = {column.place: column for column in columns}
    taken = {column.name for column in columns}
    changes: list[Correction] = []
    merged: list[Correction] = []
    own: dict[str, str] = {}
    for name, hold in holds.items():
        own[name] = at[hold.leaf[0]].name
        if hold.excerpt or hold.joined:
            made = unused(name, taken)
            taken.add(made)
            if hold.excerpt:
                changes.append(replace(hold.excerpt, column=own[name], name=made))
            else:
                parts = tuple(at[leaf[0]].name for leaf in hold.joined)
                merged.append(Merged(parts, made))
            own[name] = made
    # Merged columns disappear, so others take their parts first.
    changes += [*merged, Kept(tuple(own.values()), tuple(own))]
    for name, hold in holds.items():
        below, inside = at[hold.leaf[0]].columns, [name]
        for place in hold.leaf[1:]:
            column = next(one for one in below if one.place == place)
            changes.append(Kept((column.name,), ("text",), tuple(inside)))
            below = column.columns
            inside.append("text")
    return replace(wrapper, columns=columns).corrected(*changes)


def _varied(column: WrapperColumn, leaves: Iterable[Leaf]) -> WrapperColumn:
    """Return the column as one that is always given, if it is sought."""
    own = [leaf for leaf in leaves if leaf[:1] == (column.place,)]
    if not own:
        return column
    inner = tuple([_varied(one, [leaf[1:] for leaf in own]) for one in column.columns])
    return replace(column, constant=False, minor=False, columns=inner)
