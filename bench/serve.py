"""How the service holds: requests at once, requests a second, and memory over thousands of them.

    python -m bench.serve                       5,000 requests, 200 at once
    python -m bench.serve --requests 1000 --at-once 50

The page is examples/shop.html. Memory is that of the service and of all its workers together, in
steps of a tenth; it is flat where the last tenth takes no more than the second.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path

import httpx

from tests.served import ROOT, Served, served

__all__ = ["asked", "memory"]


async def asked(service: Served, count: int, at_once: int, html: str) -> list[float]:
    """Return how many seconds each of *count* requests took; one that fails is an error."""
    room = asyncio.Semaphore(at_once)
    limits = httpx.Limits(max_connections=at_once)
    headers = {"Authorization": f"Bearer {service.token}"}
    async with httpx.AsyncClient(
        base_url=service.address, headers=headers, limits=limits, timeout=600
    ) as client:

        async def one() -> float:
            async with room:
                start = time.monotonic()
                answer = await client.post("/v1/extract", json={"html": html, "browser": "never"})
                assert answer.status_code == 200, answer.text
                assert answer.json()["tables"], answer.text
                return time.monotonic() - start

        return await asyncio.gather(*(one() for _ in range(count)))


def memory(process: int) -> int:
    """Return the bytes of memory of a process and of all that it has started (Linux)."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "stat").read_text().rpartition(")")[2].split()
            children.setdefault(int(words[1]), []).append(int(entry.name))
        except (OSError, ValueError, IndexError):
            continue
    found, rest = 0, [process]
    while rest:
        one = rest.pop()
        rest += children.get(one, [])
        try:
            pages = int((Path("/proc") / str(one) / "statm").read_text().split()[1])
        except OSError:
            continue
        found += pages * os.sysconf("SC_PAGE_SIZE")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--requests", type=int, default=5000)
    parser.add_argument("--at-once", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    html = (ROOT / "examples" / "shop.html").read_text("utf-8")
    tenth = max(options.requests // 10, 1)
    with (
        tempfile.TemporaryDirectory() as home,
        served(Path(home), "--workers", str(options.workers)) as service,
    ):
        spent: list[float] = []
        start = time.monotonic()
        for step in range(10):
            spent += asyncio.run(asked(service, tenth, options.at_once, html))
            print(f"{(step + 1) * tenth:6} requests  {memory(service.process.pid) / 1e6:6.1f} MB")
        rate = len(spent) / (time.monotonic() - start)
    spent.sort()
    middle, late = spent[len(spent) // 2], spent[int(0.99 * len(spent))]
    print(f"{rate:.0f} requests/s, {options.at_once} at once: half within {middle:.2f} s, "
          f"99 % within {late:.2f} s, none failed")  # fmt: skip


if __name__ == "__main__":
    main()
