"""The tools for agents."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, Any, ParamSpec

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from windrow import __version__
from windrow.errors import WindrowError
from windrow.mcp.brief import ROWS, brief, rows_part
from windrow.read.look import LookMode
from windrow.service.rows import job_rows
from windrow.service.service import Service
from windrow.service.sources import source_facts

__all__ = ["agent_server"]

_P = ParamSpec("_P")

# Rows of one answer, even if they are short; columns that are described; and the characters
# of a sample. Chosen, not measured.
_MOST_ROWS, _COLUMNS, _SAMPLE = 1000, 100, 80

PageText = Annotated[
    str,
    Field(description="An address (https://...), HTML text, the id of a page from an earlier "
                      "answer, or a file in a folder the server may read."),
]  # fmt: skip
Offset = Annotated[int, Field(ge=0, description="The first row; next_offset of the last answer.")]
Limit = Annotated[int, Field(ge=1, le=_MOST_ROWS, description="The maximum number of rows.")]
Table = Annotated[int, Field(ge=1, le=100, description="Which table: 1 is the best one.")]
WrapperText = Annotated[str, Field(description="The name under which it was learned.")]
Browser = Annotated[LookMode, Field(description="always: the page needs JavaScript.")]

_WORDS = """windrow turns web pages into tables, without selectors. One page: list_tables, then
extract_table. Many pages of one site: learn a wrapper from one or a few of them, then apply it to
each of the others, or run_start for all of them, run_status until it is done, and rows. Answers
have 50 rows by default: continue with next_offset until it is null."""


def agent_server(service: Service) -> MCPServer:
    """Return the server for agents, with all its tools."""
    server: MCPServer = MCPServer("windrow", instructions=_WORDS, version=__version__,
                                  log_level="ERROR")  # fmt: skip
    tools = _Tools(service)
    for tool in (tools.list_tables, tools.extract_table, tools.learn, tools.apply, tools.verify,
                 tools.run_start, tools.run_status, tools.rows):  # fmt: skip
        server.tool(structured_output=False)(_with_our_errors(tool))
    return server


def _with_our_errors(tool: Callable[_P, Awaitable[str]]) -> Callable[_P, Awaitable[str]]:
    """Return *tool* with our errors as messages that a model can act on."""

    @wraps(tool)
    async def called(*words: _P.args, **options: _P.kwargs) -> str:
        try:
            return await tool(*words, **options)
        except WindrowError as error:
            hint = f" What to do: {error.hint}." if error.hint else ""
            raise ToolError(f"{type(error).__name__}: {error.summary}.{hint}") from error

    return called


class _Tools:
    """The tools; a model reads their docstrings."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def list_tables(self, page: PageText, browser: Browser = "auto") -> str:
        """List the tables of a page, best first: columns, number of rows, and the first row."""
        key = await self._kept(page, browser)
        found = await self._answer("extract", {"page": key})
        tables = [
            {
                "table": number,
                "score": table["score"],
                "total": len(table["rows"]),
                "columns": _columns(table),
                "first": _samples(table["rows"][:1]),
            }
            for number, table in enumerate(found["tables"], 1)
        ]
        return brief({"page": key, "tables": tables, "reason": found["reason"]})

    async def extract_table(
        self,
        page: PageText,
        table: Table = 1,
        offset: Offset = 0,
        limit: Limit = ROWS,
        raw: Annotated[bool, Field(description="Cells as in the page, not typed.")] = False,
        browser: Browser = "auto",
    ) -> str:
        """Return rows of one table of a page. The page's id in the answer avoids another fetch."""
        key = await self._kept(page, browser)
        found = await self._answer("extract", {"page": key, "raw": raw})
        return _table_part({"page": key, "table": table}, found, table, offset, limit)

    async def learn(
        self,
        name: WrapperText,
        pages: Annotated[list[PageText], Field(min_length=1, max_length=20)],
        table: Table = 1,
        examples: Annotated[
            list[dict[str, str]] | None,
            Field(description="Values of one row or a few, by the wanted column names."),
        ] = None,
    ) -> str:
        """Learn a wrapper from one page or a few pages of a site, and keep it under a name."""
        keys = [{"page": await self._kept(page, "auto")} for page in pages]
        facts = {"name": name, "pages": keys, "table": table, "examples": examples}
        found = await self._answer("learn", facts)
        columns = [
            {"name": one["name"], "type": one["type"], "samples": _samples(one["samples"][:2])}
            for one in found["columns"][:_COLUMNS]
            if not one["constant"]
        ]
        return brief({"wrapper": name, "kind": found["kind"], "records": found["records"][1],
                      "columns": columns})  # fmt: skip

    async def apply(
        self,
        wrapper: WrapperText,
        page: PageText,
        offset: Offset = 0,
        limit: Limit = ROWS,
        browser: Browser = "auto",
    ) -> str:
        """Read a page with a wrapper. If the page has changed, the answer has a reason."""
        key = await self._kept(page, browser)
        found = await self._answer("apply", {"wrapper": wrapper, "page": key})
        facts = {"page": key, "wrapper": wrapper, "reason": found["reason"]}
        return _table_part(facts, found, 1, offset, limit)

    async def verify(
        self,
        wrapper: WrapperText,
        pages: Annotated[list[PageText], Field(min_length=1, max_length=20)],
    ) -> str:
        """Say whether a wrapper still fits pages and, if not, what a repair would do."""
        keys = [{"page": await self._kept(page, "auto")} for page in pages]
        found = await self._answer("verify", {"wrapper": wrapper, "pages": keys})
        drifted = [one for one in found["columns"] if not one["healthy"]]
        return brief({
            "healthy": found["healthy"],
            "reasons": found["reasons"],
            "records": found["records"],
            "columns": [{"name": one["name"], "reasons": one["reasons"]} for one in drifted],
            "repair": found["repair"],
        })  # fmt: skip

    async def run_start(
        self,
        pages: Annotated[list[PageText], Field(min_length=1, max_length=10_000)],
        wrapper: Annotated[
            str | None, Field(description="The wrapper to apply; without it, tables are found.")
        ] = None,
    ) -> str:
        """Start reading many pages in the background, politely; return the job for run_status."""
        facts = {"pages": [self._named(page) for page in pages], "wrapper": wrapper}
        job = await asyncio.to_thread(self._service.submit, "run", facts)
        return brief({"job": job.id, "state": job.state, "pages": len(pages)})

    async def run_status(self, job: Annotated[str, Field(description="From run_start.")]) -> str:
        """Return the progress of a job. Its rows can be read before it is done."""
        found = await asyncio.to_thread(self._service.jobs.get, job)
        return brief({"job": job, "state": found.state, "progress": found.progress,
                      "error": found.error})  # fmt: skip

    async def rows(
        self,
        job: Annotated[str, Field(description="From run_start.")],
        offset: Offset = 0,
        limit: Limit = ROWS,
    ) -> str:
        """Return rows of a job, each with its page."""
        state = (await asyncio.to_thread(self._service.jobs.get, job)).state
        found = await asyncio.to_thread(job_rows, self._service.home, job, offset, limit)
        rows = [{"_page": row["page"], **row["cells"]} for row in found["rows"]]
        facts = {"job": job, "state": state}
        return rows_part(facts, rows, total=found["total"], offset=offset)

    def _named(self, page: str) -> dict[str, Any]:
        return source_facts(page, self._service.pages)

    async def _kept(self, page: str, browser: str) -> str:
        """Keep a page, unless it is kept already, and return its id."""
        facts = self._named(page)
        if "page" in facts:
            self._service.pages.known(facts["page"])
            return str(facts["page"])
        found = await self._answer("keep", {**facts, "browser": browser})
        return str(found["id"])

    async def _answer(self, verb: str, facts: dict[str, Any]) -> Any:
        text = await asyncio.wrap_future(self._service.ask(verb, facts))
        return json.loads(text)


def _table_part(facts: dict[str, Any], found: Any, number: int, offset: int, limit: int) -> str:
    if len(found["tables"]) < number:
        reason = found["reason"] or f"the page has {len(found['tables'])}"
        raise WindrowError(
            f"there is no table {number}: {reason}",
            hint="see list_tables; a page that scripts fill needs browser=always",
        )
    table = found["tables"][number - 1]
    rows = table["rows"][offset : offset + limit]
    head = {**facts, "columns": _columns(table)}
    return rows_part(head, rows, total=len(table["rows"]), offset=offset)


def _columns(table: Any) -> dict[str, str]:
    return {one["name"]: one["type"] for one in table["columns"][:_COLUMNS]}


def _samples(value: Any) -> Any:
    """Return a value with its texts cut to samples."""
    if isinstance(value, str):
        return value if len(value) <= _SAMPLE else f"{value[: _SAMPLE - 1]}…"
    if isinstance(value, dict):
        return {name: _samples(one) for name, one in [*value.items()][:_COLUMNS]}
    if isinstance(value, list):
        return [_samples(one) for one in value[:3]]
    return value
