"""How workers answer requests: the library's verbs, from plain data to plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from windrow.errors import NotRepaired, WindrowError
from windrow.model import Finding, Findings, Table, Tables
from windrow.pipeline import find, find_list_at
from windrow.read import Page, PageLike
from windrow.read.look import Look
from windrow.service.bounds import Bounds
from windrow.service.gathered import gathered_table, way_on
from windrow.service.home import Home
from windrow.service.lists import node_at, one_list, page_lists, pointed, require_path, tables_of
from windrow.service.pages import Pages
from windrow.service.rows import write_rows
from windrow.service.sources import PageSource
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

__all__ = ["VERBS", "WorkContext"]

# Pages whose lists a worker caches, and lists that a person has pointed at: the studio asks for the
# same one with every correction. Chosen, not measured.
_REMEMBERED = 4


@dataclass(frozen=True)
class WorkContext:
    """The home and the limits that a worker uses."""

    home: Home
    bounds: Bounds

    @property
    def pages(self) -> Pages:
        """The kept pages."""
        return Pages(self.home, self.bounds.pages)

    @property
    def wrappers(self) -> Wrappers:
        """The kept wrappers."""
        return Wrappers(self.home)

    def look(self, facts: Mapping[str, Any]) -> Look:
        """Return when and how a browser shows pages."""
        return self.bounds.look(facts.get("browser") or "auto")

    def source(self, facts: Mapping[str, Any]) -> PageLike:
        """Return the page that *facts* name."""
        return PageSource.of(facts).source(self.pages, self.bounds)

    def sources(self, facts: Mapping[str, Any]) -> list[Page]:
        """Return the pages that *facts* name, as a wrapper sees them."""
        look = self.look(facts)
        return [look.at(self.source(one)) for one in facts["pages"]]


def _extract(context: WorkContext, facts: Mapping[str, Any]) -> str:
    found = find(
        context.source(facts), detector=facts.get("detector") or "auto", browser=context.look(facts)
    )
    return _tables_json(found.tables, facts)


def _apply(context: WorkContext, facts: Mapping[str, Any]) -> str:
    wrapper = context.wrappers.read(facts["wrapper"])
    return _tables_json(
        apply(wrapper, context.source(facts), browser=context.look(facts), every=True), facts
    )


def _tables_json(tables: Tables, facts: Mapping[str, Any]) -> str:
    return to_json(_object(tables, facts))


def _object(tables: Tables, facts: Mapping[str, Any]) -> dict[str, Any]:
    shown = tables.tables
    if facts.get("constants"):
        shown = tuple(table.with_constants() for table in shown)
    return page_object(tables.page, shown, tables.reason, raw=bool(facts.get("raw")))


def _keep(context: WorkContext, facts: Mapping[str, Any]) -> str:
    source, look = PageSource.of(facts), context.look(facts)
    look = replace(look, settings=replace(look.settings, picture=True))
    page = look.at(source.source(context.pages, context.bounds))
    return to_json(context.pages.keep(page, str(source)).to_json())


def _lists(context: WorkContext, facts: Mapping[str, Any]) -> str:
    found = _found(context, facts)
    return to_json(page_lists(found, raw=bool(facts.get("raw")), marked=facts["marks"]))


def _list_at(context: WorkContext, facts: Mapping[str, Any]) -> str:
    one = _pointed_at(context, facts)
    return to_json(one_list(one, raw=bool(facts.get("raw")), marked=facts["marks"]))


def _node_at(context: WorkContext, facts: Mapping[str, Any]) -> str:
    return to_json(node_at(_found(context, facts), facts["left"], facts["top"]))


def _found(context: WorkContext, facts: Mapping[str, Any]) -> Findings:
    context.pages.known(facts["page"])
    folder = str(context.home.folder)
    return _remembered(folder, facts["page"], facts.get("detector") or "auto", context.bounds.pages)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(folder: str, key: str, detector: str, most: int) -> Findings:
    # A kept page never changes: its key is the digest of its content.
    return find(Pages(Home(folder), most).read(key), detector=detector)


def _pointed_at(context: WorkContext, facts: Mapping[str, Any]) -> Finding | None:
    """Return the smallest list of a kept page that holds the node at an XPath."""
    require_path(facts["path"])
    context.pages.known(facts["page"])
    return _remembered_at(
        str(context.home.folder), facts["page"], facts["path"], context.bounds.pages
    )


@lru_cache(maxsize=_REMEMBERED)
def _remembered_at(folder: str, key: str, path: str, most: int) -> Finding | None:
    return find_list_at(_remembered(folder, key, "auto", most), path)


def _learn(context: WorkContext, facts: Mapping[str, Any]) -> str:
    pages, path = context.sources(facts), facts.get("path")
    if facts.get("more"):
        wrapper = learn_more(context.wrappers.read(facts["more"]), pages)
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
        context.wrappers.save(name, wrapper)
    return to_json({**wrapper_facts(name, wrapper, context.wrappers), "file": dumps(wrapper)})


def _verify(context: WorkContext, facts: Mapping[str, Any]) -> str:
    wrapper, pages = context.wrappers.read(facts["wrapper"]), context.sources(facts)
    report = verify(wrapper, pages, name=facts["wrapper"])
    plan = None if report.healthy else planned(wrapper, unfit(report, pages))
    return to_json({**report.to_json(), "repair": plan and plan.to_json()})


def _repair(context: WorkContext, facts: Mapping[str, Any]) -> str:
    name = facts["wrapper"]
    old = context.wrappers.read(name)
    least = facts.get("least")
    try:
        done = repair(old, context.sources(facts), least=LEAST_SURE if least is None else least)
    except NotRepaired as error:
        return to_json({**error.to_json(), "saved": False, "before": dumps(old), "after": None})
    if facts.get("save"):
        set_aside(context.wrappers.path(name))
        context.wrappers.save(name, done.wrapper)
    return to_json({**done.to_json(), "refused": None, "saved": bool(facts.get("save")),
                    "before": dumps(old), "after": dumps(done.wrapper)})  # fmt: skip


def _chosen(context: WorkContext, facts: Mapping[str, Any]) -> Tables:
    """Return the requested table of a kept page, corrected."""
    if facts.get("more"):
        return _corrected(facts, Tables(facts["page"], (_gathered(context, facts),)))
    if facts.get("wrapper"):
        tables = apply(context.wrappers.read(facts["wrapper"]), context.source(facts), every=True)
    elif facts.get("path"):
        tables = tables_of(_pointed_at(context, facts), context.pages.known(facts["page"]).name)
    else:
        tables = _found(context, facts).tables
    number = facts.get("table") or 1
    chosen = tables[number - 1 : number]
    if not chosen:
        raise WindrowError(
            f"the page has no table {number}: {tables.reason or f'it has {len(tables)}'}",
            hint="use extract to see which tables it has",
        )
    return _corrected(facts, replace(tables, tables=chosen))


def _corrected(facts: Mapping[str, Any], tables: Tables) -> Tables:
    changes = corrections_of(facts.get("corrections") or ())
    return replace(tables, tables=tuple(changes.table(table) for table in tables))


def _gathered(context: WorkContext, facts: Mapping[str, Any]) -> Table:
    keys = [facts["page"], *facts["more"]]
    return gathered_table(
        context.pages, keys, table=facts.get("table") or 1, path=facts.get("path")
    )


def _preview(context: WorkContext, facts: Mapping[str, Any]) -> str:
    tables = _chosen(context, facts)
    names = [column.name for table in tables for column in table.given.columns]
    found = _object(tables, facts)
    start = facts.get("offset") or 0
    rest = [
        {**one, "rows": one["rows"][start:], "nodes": one["nodes"][start:]}
        for one in found["tables"]
    ]
    return to_json({**found, "tables": rest, "names": names})


def _next(context: WorkContext, facts: Mapping[str, Any]) -> str:
    found = _found(context, facts)
    number = facts.get("table") or 1
    known = next(iter(found[number - 1 : number]), None)
    return to_json(way_on(found, _pointed_at(context, facts) if facts.get("path") else known))


def _point(context: WorkContext, facts: Mapping[str, Any]) -> str:
    """Return the corrections, with new ones that make a column give the right value."""
    [table] = _chosen(context, facts).tables
    more = corrections_for(table, facts["row"], facts["column"], facts["value"])
    known = corrections_of(facts.get("corrections") or ()).changes
    return to_json({"corrections": Corrections((*known, *more)).to_json()})


def _download(context: WorkContext, facts: Mapping[str, Any]) -> str:
    """Write the table of a page, or the rows of a job, to the target file."""
    target = Path(facts["target"])
    if facts.get("job"):
        write_rows(context.home, facts["job"], target)
    else:
        tables = _chosen(context, facts)
        write([(tables.page, tables.tables)], str(target), raw=bool(facts.get("raw")))
    return to_json({})


VERBS: dict[str, Callable[[WorkContext, Mapping[str, Any]], str]] = {
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
"""The requests that a worker can answer, by name; the answers are JSON."""
