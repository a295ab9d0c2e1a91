"""Findings of the fuzzer on disk: the smallest case of each, with the command that repeats it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

from bench.fuzz.trial import Case, Verb, problem_of
from bench.fuzz.watch import TOO_LONG, answer_of

__all__ = ["is_quick", "load_case", "problem_in", "save_case", "smaller"]

# How often a case is tried on the way to a small one. Chosen, not measured.
_TRIES = 400
_ONE_PART = re.compile(rb"<[^<>]*>|[^<]+|<")


def save_case(case: Case, problem: str, folder: Path, home: Path | None = None) -> Path:
    """Write *case* to *home*, or else to a new folder below *folder*, and return where it is."""
    if home is None:
        name = re.sub(r"[^a-z0-9]+", "-", problem.lower()).strip("-")[:80]
        homes = (folder / f"{name}-{k}" for k in count(1))
        home = next(path for path in homes if not path.exists())
        home.mkdir(parents=True)
    for number, page in enumerate(case.pages, 1):
        (home / f"page-{number}.html").write_bytes(page)
    if case.wrapper:
        (home / "wrapper.json").write_bytes(case.wrapper)
    command = f"python -m bench.fuzz --repeat {home}"
    facts = {"problem": problem, "verb": case.verb, "turn": case.turn, "repeat": command}
    (home / "case.json").write_text(json.dumps(facts, indent=1) + "\n")
    return home


def problem_in(home: Path) -> str:
    """Return what went wrong with the case in a folder."""
    return str(json.loads((home / "case.json").read_text())["problem"])


def is_quick(problem: str) -> bool:
    """Return whether a case with this problem can be tried often."""
    return problem != TOO_LONG


def load_case(home: Path) -> Case:
    """Return the case in a folder."""
    facts = json.loads((home / "case.json").read_text())
    verb: Verb = facts["verb"]
    pages = tuple(path.read_bytes() for path in sorted(home.glob("page-*.html")))
    wrapper = home / "wrapper.json"
    return Case(verb, pages, wrapper.read_bytes() if wrapper.exists() else b"", facts["turn"])


def smaller(case: Case, problem: str) -> Case:
    """Return a smaller case with the same *problem*."""
    left = _TRIES

    def fails(other: Case) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and answer_of(lambda: problem_of(other)) == problem

    for number in range(len(case.pages)):
        with_page = partial(_with_page, case, number)
        page = _shrunk(case.pages[number], lambda page, put=with_page: fails(put(page)))  # type: ignore[misc]
        case = with_page(page)
    return case


def _with_page(case: Case, number: int, page: bytes) -> Case:
    return replace(case, pages=(*case.pages[:number], page, *case.pages[number + 1 :]))


def _shrunk(page: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """Return a part of *page* that still fails, leaving out ever smaller stretches of it.

    >>> _shrunk(b"<p>one<b>two</b><i>three", lambda page: b"<b>" in page and b"three" in page)
    b'<b>three'
    """
    parts = _ONE_PART.findall(page)
    size = max(len(parts) // 2, 1)
    while parts:
        at, before = 0, len(parts)
        while at < len(parts):
            less = parts[:at] + parts[at + size :]
            if fails(b"".join(less)):
                parts = less
            else:
                at += size
        if size == 1 and len(parts) == before:
            break
        size = max(size // 2, 1)
    return b"".join(parts)
