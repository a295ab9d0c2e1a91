"""The service as users start it: a process of its own, asked over HTTP."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

__all__ = ["ROOT", "Served", "bales", "ended", "served"]

ROOT = Path(__file__).parents[1]


@dataclass
class Served:
    """A running service."""

    process: subprocess.Popen[str]
    address: str
    token: str
    client: httpx.Client
    stranger: httpx.Client  # without the token

    def get(self, path: str, **options: Any) -> Any:
        answer = self.client.get(path, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def served(home: Path, *words: str, environment: dict[str, str] | None = None) -> Iterator[Served]:
    """Run `windrow serve` for as long as the block lasts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "windrow", "serve", "--port", "0", "--home", str(home),
         "--log", "none", "--workers", "1", *words],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **(environment or {})},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        parts = urlsplit(process.stdout.readline().strip())
        address, token = f"{parts.scheme}://{parts.netloc}", parse_qs(parts.query)["token"][0]
        headers = {"Authorization": f"Bearer {token}"}
        with (
            httpx.Client(base_url=address, headers=headers, timeout=120) as client,
            httpx.Client(base_url=address, timeout=120) as stranger,
        ):
            yield Served(process, address, token, client, stranger)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        process.stdout.close()


def ended(service: Served, job: str) -> Any:
    """Wait until a job is over, and return it."""
    while (found := service.get(f"/v1/jobs/{job}"))["state"] in ("queued", "running"):
        time.sleep(0.05)
    return found


def bales(numbers: Sequence[int]) -> str:
    """Return a page with a list of bales."""
    records = "".join(
        f"<li><h3><a href=/bale/{k}>Bale number {k}</a></h3><p>Dry hay of meadow {k % 7}</p><b>${k}.50</b></li>"
        for k in numbers
    )
    return f"<!doctype html><title>Hay</title><h1>Hay for sale</h1><ul class=bales>{records}</ul>"
