"""How often the right column is found for a field that somebody asks for in their own words.

    python -m bench.fields                 in all, by dataset, and on the sites set aside
    python -m bench.fields --worst 40      fields that got another column, or none
    python -m bench.fields --check         fails below a floor

The truth is ``fields.json``: people looked at the pages, wrote down what they would ask for, and
the values of it in the first two records; null where the page does not say it. A field is *right*
if its column holds these values, or if it is rightly not found; *wrong* if it has another column;
*missed* if it is not found though a column holds the values. Where no column holds them, because
the table is cut differently, no choice is right: the field is *lacking*, and counted separately,
unless another column is taken for it, which is *wrong*. The same holds for all fields of a page
whose records are not rows of one table. One site in five is set aside and is seen in totals only;
the pages among them that `bench.names` calls closed have a line of their own. So have its blind
lists, whose fields are what a reader called their columns, and the pages of ``asked.toml``, written
with what somebody asks of them; no floor counts these.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from bench.corpus import CORPUS
from bench.judging import CUT, FILLS, fail_below, options, plain, print_lines, tables_of
from bench.names import TRUTH as NAMES
from bench.names import blind, closed
from bench.written import asked_pages
from windrow import extract
from windrow.model import Fit, Table
from windrow.table.fields import fits
from windrow.table.labels import without_label
from windrow.table.wanted import Wanted, wanted

__all__ = [
    "FLOORS",
    "Asked",
    "Question",
    "below",
    "blind_fields",
    "judge",
    "judge_all",
    "judge_blind",
    "judge_written",
    "question",
    "shares",
]

TRUTH = Path(__file__).with_name("fields.json")
# The least share of right fields and the most of wrong ones, of all but closed pages, for `--check`
# and the tests. They leave a margin, because changes of names and cells move them, too.
FLOORS = {"right": 0.9, "wrong": 0.027}
_SCHEME = re.compile(r"^(?:https?:)?//")
_ADDRESS = re.compile(r"^\S*[/?=]\S*$")

_Values: TypeAlias = "list[str | None] | None"


@dataclass(frozen=True, slots=True)
class Asked:
    """A field that somebody asks for, and what became of it."""

    page: str
    fit: Fit
    verdict: str  # right, wrong, missed or lacking


def holds(text: str | None, cell: object, label: str = "") -> bool:
    """Return whether a cell is the value, or little more than it; its *label* does not count.

    >>> holds("31 points", "31 Points"), holds("Rake", "Rake of ash with fourteen teeth")
    (True, False)
    """
    said = str(cell or "")
    if label:
        # Some values of the truth were written down with their label.
        said, text = without_label(said, label), without_label(str(text or ""), label)
    want, have = (_SCHEME.sub("", plain(str(one or ""))).strip("/")
                  for one in (text, said))  # fmt: skip
    if not want or not have:
        return False
    if want == have or (len(want) >= CUT and have.startswith(want)):
        return True
    # The same address with its host, and a number with a word behind it.
    if str(text).startswith("/") and have.endswith(want):
        return True
    if said.strip("()[]").split()[:-1] == str(text).split():
        return True
    # A name in an address is not the name.
    return (
        not _ADDRESS.search(said)
        and len(want) >= 3
        and want in have
        and len(want) >= FILLS * len(have)
    )


@dataclass(frozen=True, slots=True)
class Question:
    """The fields that somebody asks of a page, and what would be right."""

    page: str
    table: Table
    fields: tuple[Wanted, ...]
    # For each field the columns that hold its values: none, if the page does not say it; None, if
    # it says it and no column holds it.
    right: tuple[frozenset[str] | None, ...]

    def judged(self, found: Sequence[Fit]) -> list[Asked]:
        """Return what became of the fields, by the columns that were *found* for them."""
        pairs = zip(found, self.right, strict=True)
        return [Asked(self.page, fit, _verdict(fit.column, right)) for fit, right in pairs]


def question(page: str, fields: Mapping[str, _Values], tables: Sequence[Table]) -> Question | None:
    """Return what is right in the table that has most of the values; None if none has them."""
    rows, table = max(
        ((_rows(fields, table), table) for table in tables),
        key=lambda pair: _held(fields, pair[0]),
        default=([], Table((), ())),
    )
    if not _is_there(fields, rows):
        return None
    labels = {one.name: one.prefix or one.label for one in table.columns}
    right = tuple(_right(values, rows, labels) for values in fields.values())
    return Question(page, table, wanted([*fields]), right)


def judge(page: str, fields: Mapping[str, _Values], tables: Sequence[Table]) -> list[Asked]:
    """Return what became of the fields of a page, in the table that has most of their values."""
    asked = question(page, fields, tables)
    if asked is None:
        return [Asked(page, Fit(one.name), "lacking") for one in wanted([*fields])]
    return asked.judged(fits(asked.table.columns, asked.fields, asked.table.rows))


_Row: TypeAlias = Mapping[str, object]


def _rows(fields: Mapping[str, _Values], table: Table) -> list[_Row]:
    """Return for each record of the truth the row that holds most of it."""
    count = max((len(values) for values in fields.values() if values), default=0)
    left: list[_Row] = [*table.rows]
    found = []
    for record in range(count):
        best = max(left, key=partial(_held_in, fields, record), default={})
        left = [row for row in left if row is not best]
        found.append(best)
    return found


def _is_there(fields: Mapping[str, _Values], rows: Sequence[_Row]) -> bool:
    """Return whether the records are rows of their own, each with half of what is known of it."""
    known = [sum(bool(v and v[k]) for v in fields.values()) for k in range(len(rows))]
    held = [_held_in(fields, k, row) for k, row in enumerate(rows)]
    return all(2 * own >= all_of_it for own, all_of_it in zip(held, known, strict=True))


def _held(fields: Mapping[str, _Values], rows: Sequence[_Row]) -> int:
    return sum(_held_in(fields, k, row) for k, row in enumerate(rows))


def _held_in(fields: Mapping[str, _Values], record: int, row: _Row) -> int:
    return sum(
        any(holds(values[record], cell) for cell in row.values())
        for values in fields.values()
        if values
    )


def _right(
    values: _Values, rows: Sequence[_Row], labels: Mapping[str, str]
) -> frozenset[str] | None:
    if values is None:
        return frozenset()
    known = [(value, row) for value, row in zip(values, rows, strict=False) if value]
    there = (
        name
        for name, label in labels.items()
        if all(holds(value, row.get(name), label) for value, row in known)
    )
    return frozenset(there) or None


def _verdict(column: str, right: frozenset[str] | None) -> str:
    if column:
        return "right" if right and column in right else "wrong"
    return "lacking" if right is None else "missed" if right else "right"


def judge_all(corpus: Path = CORPUS) -> Iterator[Asked]:
    """Yield the fields of all pages; of our examples alone where there is no corpus."""
    fields = json.loads(TRUTH.read_text("utf-8"))
    for page, tables in tables_of(fields, corpus):
        yield from judge(page, fields[page], tables)


def judge_blind(corpus: Path = CORPUS) -> Iterator[Asked]:
    """Yield the fields of the blind lists: the first word that a reader wrote for each column."""
    for page, tables in tables_of(sorted(blind()), corpus):
        if fields := blind_fields(page):
            yield from judge(page, fields, tables)


def judge_written(*, closed: bool) -> Iterator[Asked]:
    """Yield the fields of the written pages that are asked, the open ones or the closed."""
    for page in asked_pages():
        if page.closed == closed:
            yield from judge(page.name, page.fields, extract(page.html.encode()))


def blind_fields(page: str) -> dict[str, _Values]:
    """Return the fields of a blind list, by the first word that a reader wrote for each."""
    read = _names()
    fields: dict[str, _Values] = {}
    twice = set()
    for one in read["pages"][page]:
        word = one["called"].split()[0]
        name = read["words"].get(word, word).split()[0]
        twice |= {name} & fields.keys()
        fields[name] = one["values"]
    # Nobody can say which of two columns of one name is meant.
    return {name: values for name, values in fields.items() if name not in twice}


@cache
def _names() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(NAMES.read_text("utf-8"))
    return read


def shares(asked: Sequence[Asked]) -> dict[str, float]:
    """Return the share of each verdict; of what could be chosen, or was."""
    counts = Counter(one.verdict for one in asked)
    judged = len(asked) - counts["lacking"]
    return {word: counts[word] / max(judged, 1) for word in ("right", "missed", "wrong")}


def below(asked: Sequence[Asked], floors: Mapping[str, float] = FLOORS) -> list[str]:
    """Return which floors do not hold."""
    hidden = closed()
    found = shares([one for one in asked if one.page not in hidden])
    low = found["right"] < floors["right"], found["wrong"] > floors["wrong"]
    return [
        f"{word} {found[word]:.1%}"
        for word, is_low in zip(("right", "wrong"), low, strict=True)
        if is_low
    ]


def _line(asked: Sequence[Asked]) -> str:
    found = shares(asked)
    lacking = sum(one.verdict == "lacking" for one in asked)
    tables = len({one.page for one in asked})
    return (
        f"{tables:7}{len(asked):8}{found['right']:9.1%}{found['missed']:9.1%}"
        f"{found['wrong']:9.1%}{lacking:9}"
    )


def main() -> None:
    """Print the shares."""
    given = options("bench.fields", __doc__, "fields that are shown")
    asked = [*judge_all(given.corpus)]
    heads = ("right", "missed", "wrong", "lacking")
    print(f"{'':14}{'tables':>7}{'fields':>8}{''.join(f'{head:>9}' for head in heads)}")
    hidden = closed()
    seen = print_lines([one for one in asked if one.page not in hidden], _line)
    print(f"{'closed':14}{_line([one for one in asked if one.page in hidden])}")
    print(f"{'blind':14}{_line([*judge_blind(given.corpus)])}")
    print(f"{'written':14}{_line([*judge_written(closed=False)])}")
    print(f"{'written,closed':14}{_line([*judge_written(closed=True)])}")
    for one in [one for one in seen if one.verdict != "right"][: given.worst]:
        fit = one.fit
        print(f"{one.verdict:8} {one.page}: {fit.field} -> {fit.column or '-'} {fit.sure} {fit.by}")
    fail_below(given, below(asked))


if __name__ == "__main__":
    main()
