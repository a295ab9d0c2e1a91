"""Learning by example: two rows of a list, or one record of a detail page, are all that is given.

    python -m bench.examples [--corpus DIR] [--kind list|detail] [--half a|b] [--worst N]

The examples are the fullest labelled records of a site's first page. What is learned from it (and,
of detail pages, a second page) is read from the site's other pages, or from this one where there is
no other. Columns have the names that were sought, so nothing is matched afterwards: an item is
right in the row of its record and in the column of its name. The sites are the first 60 and 40 by a
hash of their names; half a is looked at while the rules are written, half b is not.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from hashlib import sha256
from statistics import mean
from typing import Any

from bench.corpus import Labelled, add_option, sites
from bench.detail import Result, score_page
from bench.score import f1, leaves, score_list, without_constants
from windrow.errors import WindrowError
from windrow.wrap.learn import learn

# Sites of each kind, and rows that are given as examples. By definition.
SITES = {"list": 60, "detail": 40}
ROWS = 2


def list_site(pages: Sequence[Labelled]) -> tuple[float, list[str]]:
    """Return the items page F1 of a list site, and what went wrong."""
    records = without_constants(pages[0].truth["records"])
    # A person would choose rows with a value in every field.
    rows = [dict(record) for record in sorted(records, key=lambda one: -len(one))[:ROWS]]
    try:
        wrapper = learn([pages[0].path], examples=rows, kind="list")
    except WindrowError as error:
        return 0.0, [error.summary]
    found, wrong = [], []
    for page in pages[1:] or pages:
        named = [{"rows": [*table.given.rows]} for table in wrapper.apply(page.path)]
        counts = score_list(page.truth, named[:1] or [{"rows": []}]).items
        if counts is not None:
            found.append(f1(counts))
            if found[-1] < 0.98:
                wrong.append(f"{page.path.parent.name} {counts}")
    missing = {*(name for row in rows for name in row)} - {c.name for c in wrapper.shown}
    return mean(found or [0.0]), [f"not found: {sorted(missing)}"] * bool(missing) + wrong


def detail_site(pages: Sequence[Labelled]) -> tuple[float, list[str]]:
    """Return the items page F1 of a detail site, and what went wrong."""
    nested = pages[0].truth.get("vertical") == "recipe"
    example = {name: value if nested or not isinstance(value, list) else value[0]
               for name, value in pages[0].truth["records"][0].items() if value}  # fmt: skip
    result = Result(pages[0].dataset, pages[0].site)
    try:
        wrapper = learn([page.path for page in pages[:2]], examples=example, kind="detail")
    except WindrowError as error:
        return 0.0, [error.summary]
    for page in pages[2:] or pages:
        rows: list[dict[str, Any]] = [dict(table.rows[0]) for table in wrapper.apply(page.path)]
        cells = [*leaves(rows[0])] if rows else []
        columns = {column.split("[")[0]: column for column, _ in cells}
        score_page(result, page.path.parent.name, page.truth["records"][0], cells, columns, nested)
    return result.f1, result.wrong


def chosen(options: argparse.Namespace, kind: str) -> Iterator[list[Labelled]]:
    """Yield the sites of a kind, by the hash of their names."""

    def number(name: str) -> int:
        return int.from_bytes(sha256(name.encode()).digest())

    every = sites(options.corpus, kind, 1 if kind == "list" else 2)
    usable = {name: pages for name, pages in every.items() if _is_usable(pages[0])}
    first = options.skip
    for name in sorted(usable, key=number)[first : first + SITES[kind]]:
        if not options.half or (number(name) % 2 == 0) == (options.half == "a"):
            yield usable[name]


def _is_usable(page: Labelled) -> bool:
    records = page.truth["records"]
    return page.kind == "detail" or (
        len(records) > ROWS and page.complete and not page.truth.get("ragged")
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.examples", description=__doc__)
    add_option(parser)
    parser.add_argument("--kind", choices=["list", "detail"], help="only this one")
    parser.add_argument("--half", choices=["a", "b"], help="sites with an even or an odd hash")
    parser.add_argument("--skip", type=int, default=0, help="take the sites after so many")
    parser.add_argument("--worst", type=int, default=0, help="show the errors of this many sites")
    options = parser.parse_args()
    for kind, score in (("list", list_site), ("detail", detail_site)):
        if options.kind not in (None, kind):
            continue
        results = [(*score(pages), pages[0].site) for pages in chosen(options, kind)]
        print(f"{kind}: {len(results)} sites, items {mean(one[0] for one in results):.4f}")
        for figure, wrong, site in sorted(results)[: options.worst]:
            print(f"  {figure:.3f} {site}")
            print(*(f"      {line}" for line in wrong[:6]), sep="\n")


if __name__ == "__main__":
    main()
