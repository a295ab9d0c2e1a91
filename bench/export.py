"""Whether exported wrappers give the rows that `apply` gives.

    python -m bench.export [--corpus DIR] [--dataset NAME] [--site NAME] [--limit N] [--pages N]
                           [--parser html5lib|lxml] [--worst N] [--fail-under SHARE]
    python -m bench.export --selectors [--limit N]

Wrappers of lists are learned from one page of a site, those of pages about one thing from two. The
module that ``windrow export --as parsel`` writes runs in a process of its own, with the real
libraries, on the site's other pages; sites with no other page are read again. What it prints is
compared with `apply`, row by row:

columns
    which share of the wrapper's columns is exported, those of nested rows counted one by one;
pages
    which share of the pages has the same rows, but for what the export says is left out: some
    columns, and those that no learned page had;
cells
    which share of all cells that apply gives is given, so that a column left out counts as lost;
wrong
    which share of the cells that the export gives is not what apply gives there.

``--selectors`` evaluates what ``--as css`` and ``--as xpath`` print with parsel, on the last page
of each site: a column is the same if it is in every record.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parsel import Selector

from windrow.errors import WindrowError
from windrow.read import read, utf8
from windrow.wrap.export import export, left_out
from windrow.wrap.learn import learn
from windrow.wrap.template import WrapperKind
from windrow.wrap.wrapper import Wrapper, WrapperColumn

HERE = Path(__file__).parent.parent
CORPUS = HERE.parent / "shared" / "corpus"
SECONDS = 300
_COUNTS = ("columns", "exported", "pages", "same", "cells", "given", "right")

Rows = list[dict[str, Any]]

# Reads every page with the module, as its own command does, and prints one line a page.
_DRIVER = """
import json, runpy, sys, warnings
if sys.argv.pop(1) == "lxml":
    sys.modules["html5lib"] = None
    warnings.simplefilter("ignore")
module = runpy.run_path(sys.argv[1])
for page in sys.argv[2:]:
    print(json.dumps(module["rows"](module["text_of"](open(page, "rb").read()))))
"""


@dataclass(frozen=True)
class Site:
    """Pages of one template."""

    dataset: str
    name: str
    kind: WrapperKind
    pages: tuple[Path, ...]


@dataclass
class Result:
    """What was counted on a site."""

    site: Site
    columns: int = 0
    exported: int = 0
    pages: int = 0
    same: int = 0
    cells: int = 0  # that apply gives
    given: int = 0  # that the export gives
    right: int = 0
    differences: list[str] = field(default_factory=list)


def main() -> None:
    options = _options()
    sites = [*_sites(options)]
    if options.selectors:
        _report_selectors(sites)
        return
    results = []
    for site in sites:
        try:
            result = compared(site, options.pages, options.parser)
        except WindrowError as error:
            print(f"{site.dataset}/{site.name}: {error}", file=sys.stderr)
            continue
        results.append(result)
    _report(results)
    worst = sorted(results, key=lambda one: (one.same - one.pages, one.right - one.cells))
    for one in worst[: options.worst]:
        print(f"\n{one.site.dataset}/{one.site.name}: {one.same} of {one.pages} pages, "
              f"{one.right} of {one.cells} cells")  # fmt: skip
        print(*(f"    {line}" for line in one.differences[:8]), sep="\n")
    share = sum(one.same for one in results) / max(1, sum(one.pages for one in results))
    if share < options.fail_under:
        raise SystemExit(f"{share:.1%} of the pages have the same rows, not {options.fail_under}")


def compared(site: Site, most: int, parser: str = "html5lib") -> Result:
    """Return how the export of a site's wrapper compares with applying it."""
    learned = 1 if site.kind == "list" else 2
    wrapper = learn(site.pages[:learned], kind=site.kind)
    result = Result(site)
    missing = {*left_out(wrapper)}
    names = [*_leaves(wrapper.columns)]
    result.columns = len(names)
    result.exported = sum(name not in missing for name in names)
    pages = (site.pages[learned:] or site.pages)[:most]
    own = {column.name for column in wrapper.columns}
    for page, rows in zip(pages, exported_rows(wrapper, pages, parser), strict=True):
        _count(result, page, own - missing, missing, _applied(wrapper, page), rows)
    return result


def exported_rows(wrapper: Wrapper, pages: Sequence[Path], parser: str = "html5lib") -> list[Rows]:
    """Return the rows that the exported module gives for each page, run on its own."""
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder) / "exported.py"
        module.write_text(export(wrapper, "parsel"), "utf-8")
        done = subprocess.run(
            [sys.executable, "-c", _DRIVER, parser, module, *pages],
            capture_output=True, timeout=SECONDS, check=False, text=True, encoding="utf-8",
        )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"the exported module failed:\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _applied(wrapper: Wrapper, page: Path) -> Rows:
    return [dict(row) for table in wrapper.apply(page) for row in table.rows]


def _count(
    result: Result, page: Path, own: set[str], missing: set[str], applied: Rows, rows: Rows
) -> None:
    wanted, got = ({(k, *cell): text for k, row in enumerate(some) for cell, text in _cells(row)}
                   for some in (applied, rows))  # fmt: skip
    result.pages += 1
    result.cells += len(wanted)
    result.given += len(got)
    result.right += sum(got.get(cell) == text for cell, text in wanted.items())
    # The names of nested columns alone, as the export tells them.
    known = {cell: text for cell, text in wanted.items() if _name(cell) not in missing}
    known = {cell: text for cell, text in known.items() if cell[1] in own}
    result.same += known == got and len(applied) == len(rows)
    for cell in sorted({*known, *got}, key=str):
        if known.get(cell) != got.get(cell):
            what = f"{cell}: {known.get(cell)!r} became {got.get(cell)!r}"
            result.differences.append(f"{page.parent.name} {what}"[:300])


def _cells(row: Mapping[str, Any], above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, str]]:
    """Yield where every cell of a row stands, and what it says; empty ones left out."""
    for name, cell in row.items():
        if isinstance(cell, list):
            for k, part in enumerate(cell):
                yield from _cells(part, (*above, name, k))
        elif cell is not None:
            yield (*above, name), cell


def _name(cell: Sequence[Any]) -> str:
    return ".".join(part for part in cell if isinstance(part, str))


def _leaves(columns: Sequence[WrapperColumn], above: str = "") -> Iterator[str]:
    for column in columns:
        if column.columns:
            yield from _leaves(column.columns, f"{above}{column.name}.")
        else:
            yield f"{above}{column.name}"


def selected(site: Site, form: str) -> Counter[str]:
    """Return how many of the printed selectors find what apply gives on the site's last page."""
    wrapper = learn(site.pages[: 1 if site.kind == "list" else 2], kind=site.kind)
    page = site.pages[-1]
    data = json.loads(export(wrapper, form))
    rows = _applied(wrapper, page)
    found = Counter(columns=len(wrapper.columns), printed=len(data["columns"]))
    if "cut" in data:
        # Records of several nodes: the selector leads to where they begin.
        return Counter(columns=len(wrapper.columns), cut=1)
    root = Selector(text=utf8(read(page)).decode())
    records = getattr(root, form)(data["records"]) if "records" in data else [root]
    found["sites"] = 1
    found["records"] = len(records) == len(rows)
    for column in data["columns"] if found["records"] else ():
        pairs = zip(records, rows, strict=True)
        found["same"] += all(_is_said(record, row, column, form) for record, row in pairs)
    return found


def _is_said(
    record: Selector, row: Mapping[str, Any], column: Mapping[str, Any], form: str
) -> bool:
    there = getattr(record, form)(column["selector"])
    cell, take = row[column["name"]], column["take"]
    if take == "rows" or not there:
        return bool(there) == (cell is not None)
    if take != "text":
        return bool(there[0].attrib.get(take) == cell)
    is_text = isinstance(there[0].root, str)
    texts = [there[0].root] if is_text else there[0].xpath(".//text()").getall()
    return "".join("".join(texts).split()) == "".join((cell or "").split())


def _report_selectors(sites: Sequence[Site]) -> None:
    for kind in ("list", "detail"):
        for form in ("css", "xpath") if kind == "list" else ("xpath",):
            total: Counter[str] = Counter()
            for site in sites:
                if site.kind == kind:
                    with suppress(WindrowError):
                        total += selected(site, form)
            print(f"{kind:<8}{form:<7}{total['sites']} sites, the same records on "
                  f"{_share(total['records'], total['sites'])}; of {total['columns']} columns "
                  f"{_share(total['printed'], total['columns'])} printed, of these "
                  f"{_share(total['same'], total['printed'])} the same")  # fmt: skip


def _report(results: Sequence[Result]) -> None:
    print(f"{'dataset':<14}{'kind':<8}{'sites':>6}{'columns':>9}{'pages':>7}{'same':>8}"
          f"{'cells':>9}{'given':>8}{'wrong':>8}")  # fmt: skip
    sets = Counter((one.site.dataset, one.site.kind) for one in results)
    groups = [*sorted(sets), ("ALL", "list"), ("ALL", "detail")]
    for dataset, kind in groups:
        some = [one for one in results
                if dataset in (one.site.dataset, "ALL") and one.site.kind == kind]  # fmt: skip
        if some:
            total = {key: sum(getattr(one, key) for one in some)
                     for key in _COUNTS}  # fmt: skip
            print(f"{dataset:<14}{kind:<8}{len(some):>6}"
                  f"{_share(total['exported'], total['columns']):>9}{total['pages']:>7}"
                  f"{_share(total['same'], total['pages']):>8}{total['cells']:>9}"
                  f"{_share(total['right'], total['cells']):>8}"
                  f"{_share(total['given'] - total['right'], total['given']):>8}")  # fmt: skip


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _sites(options: argparse.Namespace) -> Iterator[Site]:
    found: dict[tuple[str, str, WrapperKind], list[Path]] = {}
    if options.corpus.is_dir():
        for path in sorted(options.corpus.rglob("truth.json")):
            dataset, name, *_ = path.relative_to(options.corpus).parts
            kind = json.loads(path.read_text("utf-8")).get("kind", "list")
            found.setdefault((dataset, name, kind), []).append(path.with_name("page.html"))
    else:
        examples = HERE / "examples"
        for page in sorted(examples.glob("*.html")):
            found["examples", page.stem, "list"] = [page]
        for folder in sorted(
            {page.parent.parent for page in examples.glob("detail/*/*/*/page.html")}
        ):
            found["examples", folder.name, "detail"] = sorted(folder.glob("*/page.html"))
    counts: Counter[tuple[str, str]] = Counter()
    for (dataset, name, kind), pages in found.items():
        if options.dataset not in (None, dataset) or options.site not in (None, name):
            continue
        if kind not in ("list", "detail") or (kind == "detail" and len(pages) < 2):
            continue
        counts[dataset, kind] += 1
        if not options.limit or counts[dataset, kind] <= options.limit:
            yield Site(dataset, name, kind, tuple(pages))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench.export", description="Whether exported wrappers give the rows of apply."
    )
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="pages (%(default)s)")
    parser.add_argument("--dataset", help="only this one")
    parser.add_argument("--site", help="only this one")
    parser.add_argument("--limit", type=int, default=0, help="sites of each data set and kind")
    parser.add_argument("--pages", type=int, default=10, help="of each site (%(default)s)")
    parser.add_argument("--selectors", action="store_true", help="CSS and XPath instead of modules")
    parser.add_argument("--parser", choices=["html5lib", "lxml"], default="html5lib",
                        help="what the module parses pages with (%(default)s)")  # fmt: skip
    parser.add_argument("--worst", type=int, default=0, help="show differences of so many sites")
    parser.add_argument("--fail-under", type=float, default=0.0,
                        help="fail if fewer pages have the same rows")  # fmt: skip
    return parser.parse_args()


if __name__ == "__main__":
    main()
