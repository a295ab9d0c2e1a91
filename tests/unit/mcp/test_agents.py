"""The official client does extract -> learn -> apply -> rows, over stdio and over HTTP."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from tests.served import ROOT, Served, bales, served
from windrow.mcp.brief import MOST_BYTES

# Processes are started again and again, and kernels play no part.
pytestmark = pytest.mark.slow

TOOLS = {
    "extract_table",
    "list_tables",
    "learn",
    "apply",
    "verify",
    "run_start",
    "run_status",
    "rows",
}


@asynccontextmanager
async def over_stdio(home: Path) -> AsyncIterator[Client]:
    words = ["-m", "windrow", "mcp", "--home", str(home), "--workers", "1"]
    path = os.pathsep.join(filter(None, sys.path))
    how = StdioServerParameters(
        command=sys.executable, args=words, env={**os.environ, "PYTHONPATH": path}, cwd=ROOT
    )
    async with Client(stdio_client(how)) as client:
        yield client


@asynccontextmanager
async def over_http(service: Served) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {service.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120) as http,
        Client(streamable_http_client(f"{service.address}/mcp", http_client=http)) as client,
    ):
        yield client


async def told(client: Client, tool: str, **words: Any) -> Any:
    result = await client.call_tool(tool, words)
    [part] = result.content
    assert not result.is_error, part
    assert len(part.text.encode()) <= MOST_BYTES  # type: ignore[union-attr]
    return json.loads(part.text)  # type: ignore[union-attr]


async def refused(client: Client, tool: str, **words: Any) -> str:
    result = await client.call_tool(tool, words)
    [part] = result.content
    assert result.is_error
    return str(part.text)  # type: ignore[union-attr]


async def the_whole_way(client: Client) -> None:
    assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
    listed = await told(client, "list_tables", page=bales(range(120)))
    first = await told(client, "extract_table", page=listed["page"])
    rest = await told(
        client, "extract_table", page=listed["page"], offset=first["next_offset"], limit=100
    )
    learned = await told(client, "learn", name="bales", pages=[listed["page"]])
    applied = await told(client, "apply", wrapper="bales", page=bales([1000, 1001]))
    report = await told(client, "verify", wrapper="bales", pages=[bales(range(200, 220))])
    pages = [bales(range(10 * k, 10 * k + 10)) for k in range(3)]
    job = (await told(client, "run_start", pages=pages, wrapper="bales"))["job"]
    while (status := await told(client, "run_status", job=job))["state"] in ("queued", "running"):
        await asyncio.sleep(0.1)
    rows = await told(client, "rows", job=job, limit=20)

    assert listed["tables"][0]["total"] == 120
    assert (first["total"], first["next_offset"], len(first["rows"])) == (120, 50, 50)
    assert (rest["next_offset"], len(rest["rows"])) == (None, 70)
    assert "title" in [column["name"] for column in learned["columns"]]
    assert [row["title"] for row in applied["rows"]] == ["Bale number 1000", "Bale number 1001"]
    assert report["healthy"]
    assert status["progress"]["rows"] == 30
    assert (rows["total"], rows["next_offset"]) == (30, 20)
    assert rows["rows"][0]["title"].startswith("Bale number")


async def what_goes_wrong(client: Client) -> None:
    assert "What to do: " in await refused(client, "apply", wrapper="none", page="<p>hay")
    assert "learn it first" in await refused(client, "apply", wrapper="none", page="<p>hay")
    assert "list_tables" in await refused(client, "extract_table", page="<p>hay", table=9)
    assert "PrivateAddress" in await refused(client, "list_tables", page="http://127.0.0.1:1/")
    assert "--files" in await refused(client, "list_tables", page="/etc/passwd")
    assert "job" in await refused(client, "rows", job="none")
    long = bales(range(40)).replace("Dry hay", "Dry hay " * 2000)
    first = await told(client, "extract_table", page=long)
    assert 0 < len(first["rows"]) < 40
    assert first["next_offset"] == len(first["rows"])


def test_over_stdio(tmp_path: Path) -> None:
    async def way() -> None:
        async with over_stdio(tmp_path) as client:
            await the_whole_way(client)
            await what_goes_wrong(client)

    asyncio.run(way())


def test_over_http(tmp_path: Path) -> None:
    async def way() -> None:
        async with over_http(service) as client:
            await the_whole_way(client)

    with served(tmp_path) as service:
        asyncio.run(way())
        assert service.stranger.post("/mcp", json={}).status_code == 401


@pytest.mark.parametrize("size", [10, 10_000, 100_000])
def test_no_answer_is_too_long(size: int) -> None:
    from windrow.mcp.brief import brief, rows_part

    rows = [{"text": "é" * size, "more": [{"text": "x" * size}] * 5} for _ in range(60)]

    for text in (
        rows_part({"job": "1"}, rows, total=60, offset=0),
        brief({"rows": rows, "x" * size: 1}),
    ):
        assert len(text.encode()) <= MOST_BYTES
        json.loads(text)
