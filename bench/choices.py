"""Whether the first table of a page is the list that a reader means, on pages judged by eye.

    python -m bench.choices                the open sites, the closed ones, and all
    python -m bench.choices --worst 40     open pages whose first table is another list
    python -m bench.choices --check        fails below a floor

The truth is ``choices.json``: one reader went through an outline of each page with next pages
(``../shared/paging``), without looking at what windrow finds, and wrote down a text of the first
and of the last record and how many records there are; ``others`` are lists that a reader could mean
just as well. Where ``list`` is null the page has no list that a reader would want as a table: an
article, a page about one thing, a start page with a bit of everything. ``others`` are then lists
that nobody is misled by, such as the comments below an article.

The first table is *right* if its first and its last row have these texts, and the number of its
rows is that of the records, give or take a tenth or one row. It is *nearly* right if a row has one
of the texts, and the number is at least half and at most twice that. Else it is *wrong*. On a page
without a list, a table with a score above .5 that is none of the others is a *false* alarm. Pages
whose list has one record are left out. Half of the sites are closed: they are seen in totals only.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.corpus import CORPUS, part_of
from bench.judging import fail_below, options, tables_of
from bench.score import loose, values
from windrow.model import Table

__all__ = ["Chosen", "Wanted", "below", "judge", "judge_all", "truth"]

TRUTH = Path(__file__).with_name("choices.json")
# The least share of right tables, and the most of false alarms, of all sites, for `--check`. Two
# pages of each kind may be lost (python -m bench.choices).
FLOORS = {"right": 0.93, "false": 0.27}
# The fifths of all sites that are closed: the one set aside everywhere, and the one that makes it
# half of the pages (104 of 201). Chosen before anything was measured.
CLOSED = (0, 3)
# A table above this score is shown as a list. Chosen: where the score says more likely than not.
SURE = 0.5


@dataclass(frozen=True, slots=True)
class Wanted:
    """A list as a reader sees it: a text of its first and last record, and their number."""

    first: str
    last: str
    records: int

    def verdict(self, table: Table) -> str:
        """Return whether a table is this list: right, nearly or wrong."""
        rows = ["".join(values(row)) for row in table.rows]
        first, last = loose(self.first), loose(self.last)
        if abs(len(rows) - self.records) <= max(1, self.records / 10) and (
            first in rows[0] and last in rows[-1]
        ):
            return "right"
        near = self.records / 2 <= len(rows) <= 2 * self.records
        return "nearly" if near and any(first in row or last in row for row in rows) else "wrong"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What became of a page: right, nearly, wrong or none, or without a list false or quiet."""

    page: str
    verdict: str
    told: str  # what was found

    @property
    def ours(self) -> bool:
        """Whether the page is one of the project's examples."""
        return self.page.startswith("examples/")

    @property
    def closed(self) -> bool:
        """Whether the page is seen in totals only."""
        return not self.ours and part_of(self.page.rpartition("/")[0]) in CLOSED


def truth(path: Path = TRUTH) -> dict[str, tuple[bool, list[Wanted]]]:
    """Return for each page whether it has a list, and the lists that a reader could mean."""
    read: dict[str, dict[str, Any]] = json.loads(path.read_text("utf-8"))
    found = {}
    for page, said in read.items():
        lists = [*([] if "list" in said else [said]), *said.get("others", [])]
        wanted = [Wanted(one["first"], one["last"], one["records"]) for one in lists]
        if "list" in said or wanted[0].records > 1:
            found[page] = ("list" not in said, wanted)
    return found


def judge(page: str, has_list: bool, lists: Sequence[Wanted], tables: Sequence[Table]) -> Chosen:
    """Return what became of a page."""
    if not tables or not tables[0].rows:
        return Chosen(page, "none" if has_list else "quiet", "no table")
    table = tables[0]
    verdicts = [wanted.verdict(table) for wanted in lists]
    verdict = next((one for one in ("right", "nearly") if one in verdicts), "wrong")
    if not has_list:
        verdict = "false" if table.score > SURE and verdict == "wrong" else "quiet"
    starts = " | ".join(str(cell) for cell in table.rows[0].values() if cell)
    return Chosen(page, verdict, f"{len(table)} rows, {table.score:.2f}: {starts[:60]}")


def judge_all(corpus: Path = CORPUS) -> Iterator[Chosen]:
    """Yield what became of all pages; of our own alone where there is no corpus."""
    wanted = truth()
    for page, tables in tables_of(wanted, corpus):
        yield judge(page, *wanted[page], tables)


def shares(judged: Sequence[Chosen]) -> Mapping[str, float]:
    """Return the shares of list pages, and the share of false alarms of the other pages."""
    count = Counter(one.verdict for one in judged)
    lists = sum(count[name] for name in ("right", "nearly", "wrong", "none"))
    found = {name: count[name] / max(lists, 1) for name in ("right", "nearly", "wrong", "none")}
    found["false"] = count["false"] / max(count["false"] + count["quiet"], 1)
    return found


def below(judged: Sequence[Chosen], floors: Mapping[str, float] = FLOORS) -> list[str]:
    """Return which floors do not hold."""
    found = shares(judged)
    return [
        f"{name} {found[name]:.3f}"
        for name, floor in floors.items()
        if (found[name] > floor if name == "false" else found[name] < floor)
    ]


def main() -> None:
    """Print the shares, and single pages of the open sites."""
    asked = options("bench.choices", __doc__, "pages that are shown")
    judged = [*judge_all(asked.corpus)]
    heads = ("right", "nearly", "wrong", "none")
    print(f"{'':9}{'lists':>6}{''.join(f'{head:>8}' for head in heads)}{'without':>9}{'false':>8}")
    ours = [one for one in judged if one.ours]
    seen = [one for one in judged if not one.closed and not one.ours]
    hidden = [one for one in judged if one.closed]
    for title, some in (("examples", ours), ("open", seen), ("closed", hidden), ("ALL", judged)):
        found = shares(some)
        without = sum(one.verdict in ("false", "quiet") for one in some)
        cells = "".join(f"{found[head]:8.3f}" for head in heads)
        print(f"{title:9}{len(some) - without:6}{cells}{without:9}{found['false']:8.3f}")
    bad = [one for one in seen if one.verdict not in ("right", "quiet")]
    for one in sorted(bad, key=lambda one: (one.verdict, one.page))[: asked.worst]:
        print(f"{one.verdict:7} {one.page}: {one.told}")
    fail_below(asked, below(judged))


if __name__ == "__main__":
    main()
