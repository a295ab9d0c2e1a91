"""What workers do for a request: the library's verbs, from plain data to plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from windrow.errors import NotRepaired, WindrowError
from windrow.model import Findings, Table, Tables
from windrow.pipeline import find
from windrow.read import Page, PageLike
from windrow.read.look import Look
from windrow.service.bounds import Bounds
from windrow.service.gathered import gathered, way_on
from windrow.service.home import Home
from windrow.service.lists import list_at, node_at, page_lists, pointed, tables_at
from windrow.service.pages import Pages
from windrow.service.rows import write_rows
from windrow.service.sources import Given
from windrow.service.wrappers import Wrappers, corrected, corrections_of, wrapper_facts
from windrow.sink import write
from windrow.table.typed import to_json
from windrow.view.terminal import page_object
from windrow.wrap.apply import apply
from windrow.wrap.corrections import Corrections
from windrow.wrap.learn import learn
from windrow.wrap.more import learn_more
from windrow.wrap.pointed import corrections_for
from windrow.wrap.repair import LEAST_SURE, planned, repair
from windrow.wrap.store import dumps, set_aside
from windrow.wrap.verify import unfit, verify

__all__ = ["VERBS", "Bench"]

# Pages whose lists a worker remembers: the studio asks again and again for the same one. Chosen.
_REMEMBERED = 4


@dataclass(frozen=True)
class Bench:
    """What a worker has at hand."""

    home: Home
    bounds: Bounds

    @property
    def pages(self) -> Pages:
        """The pages that are kept."""
        return Pages(self.home, self.bounds.pages)

    @property
    def wrappers(self) -> Wrappers:
        """The wrappers that are kept."""
        return Wrappers(self.home)

    def look(self, facts: Mapping[str, Any]) -> Look:
        """Return how pages are looked at."""
        return self.bounds.look(facts.get("browser") or "auto")

    def source(self, facts: Mapping[str, Any]) -> PageLike:
        """Return the page that *facts* name."""
        return Given.of(facts).source(self.pages, self.bounds)

    def sources(self, facts: Mapping[str, Any]) -> list[Page]:
        """Return the pages that *facts* name, as a wrapper sees them."""
        look = self.look(facts)
        return [look.at(self.source(one)) for one in facts["pages"]]


def _extract(bench: Bench, facts: Mapping[str, Any]) -> str:
    found = find(
        bench.source(facts), detector=facts.get("detector") or "auto", browser=bench.look(facts)
    )
    return _told(found.tables, facts)


def _apply(bench: Bench, facts: Mapping[str, Any]) -> str:
    wrapper = bench.wrappers.read(facts["wrapper"])
    return _told(apply(wrapper, bench.source(facts), browser=bench.look(facts), every=True), facts)


def _told(tables: Tables, facts: Mapping[str, Any]) -> str:
    return to_json(_object(tables, facts))


def _object(tables: Tables, facts: Mapping[str, Any]) -> dict[str, Any]:
    shown = tables.tables
    if facts.get("constants"):
        shown = tuple(table.with_constants() for table in shown)
    return page_object(tables.page, shown, tables.reason, raw=bool(facts.get("raw")))


def _keep(bench: Bench, facts: Mapping[str, Any]) -> str:
    given, look = Given.of(facts), bench.look(facts)
    look = replace(look, settings=replace(look.settings, picture=True))
    page = look.at(given.source(bench.pages, bench.bounds))
    return to_json(bench.pages.keep(page, str(given)).to_json())


def _lists(bench: Bench, facts: Mapping[str, Any]) -> str:
    found = _found(bench, facts)
    marked = facts.get("marks", True)
    return to_json(page_lists(found, raw=bool(facts.get("raw")), marked=bool(marked)))


def _list_at(bench: Bench, facts: Mapping[str, Any]) -> str:
    found = _found(bench, facts)
    return to_json(list_at(found, facts["path"], raw=bool(facts.get("raw"))))


def _node_at(bench: Bench, facts: Mapping[str, Any]) -> str:
    return to_json(node_at(_found(bench, facts), facts["left"], facts["top"]))


def _found(bench: Bench, facts: Mapping[str, Any]) -> Findings:
    bench.pages.known(facts["page"])
    folder = str(bench.home.folder)
    return _remembered(folder, facts["page"], facts.get("detector") or "auto", bench.bounds.pages)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(folder: str, key: str, detector: str, most: int) -> Findings:
    # A page that is kept never changes: its key is the digest of what it says.
    return find(Pages(Home(folder), most).read(key), detector=detector)


def _learn(bench: Bench, facts: Mapping[str, Any]) -> str:
    pages, path = bench.sources(facts), facts.get("path")
    if facts.get("more"):
        wrapper = learn_more(bench.wrappers.read(facts["more"]), pages)
    else:
        wrapper = learn(
            pages,
            kind=facts.get("kind"),
            detector=pointed(path) if path else facts.get("detector") or "auto",
            names=facts.get("names") or None,
            table=facts.get("table") or 1,
            examples=facts.get("examples") or (),
        )
    if path:
        wrapper = replace(wrapper, detector="auto")
    wrapper = corrected(wrapper, facts.get("corrections") or ())
    name = facts.get("name") or facts.get("more") or ""
    if name:
        bench.wrappers.save(name, wrapper)
    return to_json({**wrapper_facts(name, wrapper, bench.wrappers), "file": dumps(wrapper)})


def _verify(bench: Bench, facts: Mapping[str, Any]) -> str:
    wrapper, pages = bench.wrappers.read(facts["wrapper"]), bench.sources(facts)
    report = verify(wrapper, pages, name=facts["wrapper"])
    plan = None if report.healthy else planned(wrapper, unfit(report, pages))
    return to_json({**report.to_json(), "repair": plan and plan.to_json()})


def _repair(bench: Bench, facts: Mapping[str, Any]) -> str:
    name = facts["wrapper"]
    old = bench.wrappers.read(name)
    least = facts.get("least")
    try:
        done = repair(old, bench.sources(facts), least=LEAST_SURE if least is None else least)
    except NotRepaired as error:
        return to_json({**error.to_json(), "saved": False, "before": dumps(old), "after": None})
    if facts.get("save"):
        set_aside(bench.wrappers.path(name))
        bench.wrappers.save(name, done.wrapper)
    return to_json({**done.to_json(), "refused": None, "saved": bool(facts.get("save")),
                    "before": dumps(old), "after": dumps(done.wrapper)})  # fmt: skip


def _chosen(bench: Bench, facts: Mapping[str, Any]) -> Tables:
    """Return the one table of a kept page that is meant, corrected."""
    if facts.get("more"):
        return _corrected(facts, Tables(facts["page"], (_gathered(bench, facts),)))
    if facts.get("wrapper"):
        tables = apply(bench.wrappers.read(facts["wrapper"]), bench.source(facts), every=True)
    elif facts.get("path"):
        tables = tables_at(_found(bench, facts), facts["path"])
    else:
        tables = _found(bench, facts).tables
    number = facts.get("table") or 1
    chosen = tables[number - 1 : number]
    if not chosen:
        raise WindrowError(
            f"the page has no table {number}: {tables.reason or f'it has {len(tables)}'}",
            hint="see which tables it has with extract",
        )
    return _corrected(facts, replace(tables, tables=chosen))


def _corrected(facts: Mapping[str, Any], tables: Tables) -> Tables:
    changes = corrections_of(facts.get("corrections") or ())
    return replace(tables, tables=tuple(changes.table(table) for table in tables))


def _gathered(bench: Bench, facts: Mapping[str, Any]) -> Table:
    keys = [facts["page"], *facts["more"]]
    return gathered(bench.pages, keys, table=facts.get("table") or 1, path=facts.get("path"))


def _preview(bench: Bench, facts: Mapping[str, Any]) -> str:
    tables = _chosen(bench, facts)
    names = [column.name for table in tables for column in table.given.columns]
    found = _object(tables, facts)
    start = facts.get("offset") or 0
    told = [
        {**one, "rows": one["rows"][start:], "nodes": one["nodes"][start:]}
        for one in found["tables"]
    ]
    return to_json({**found, "tables": told, "names": names})


def _next(bench: Bench, facts: Mapping[str, Any]) -> str:
    found = _found(bench, facts)
    return to_json(way_on(found, table=facts.get("table") or 1, path=facts.get("path")))


def _point(bench: Bench, facts: Mapping[str, Any]) -> str:
    """Return the corrections with those after which a column says the value that is given."""
    [table] = _chosen(bench, facts).tables
    more = corrections_for(table, facts["row"], facts["column"], facts["value"])
    known = corrections_of(facts.get("corrections") or ()).changes
    return to_json({"corrections": Corrections((*known, *more)).to_json()})


def _download(bench: Bench, facts: Mapping[str, Any]) -> str:
    """Write the table of a page, or the rows of a job, to the file that is named."""
    target = Path(facts["target"])
    if facts.get("job"):
        write_rows(bench.home, facts["job"], target)
    else:
        tables = _chosen(bench, facts)
        write([(tables.page, tables.tables)], str(target), raw=bool(facts.get("raw")))
    return to_json({})


VERBS: dict[str, Callable[[Bench, Mapping[str, Any]], str]] = {
    "extract": _extract,
    "apply": _apply,
    "keep": _keep,
    "lists": _lists,
    "next": _next,
    "preview": _preview,
    "point": _point,
    "list_at": _list_at,
    "node_at": _node_at,
    "learn": _learn,
    "verify": _verify,
    "repair": _repair,
    "download": _download,
}
"""What a worker can be asked for, by name: the answers are JSON."""
