"""What the fuzzer does with a case: everything that users can do with such a page or file."""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from bench.fuzz.pages import mutated_page
from bench.fuzz.wrappers import learned, mutated_wrapper
from windrow.detect import DETECTORS
from windrow.errors import WindrowError
from windrow.export import FORMS, export
from windrow.model import Table, Tables
from windrow.pipeline import find
from windrow.read import read
from windrow.sink import SINKS, write
from windrow.tree import parse
from windrow.tree.text import lines
from windrow.view.explain import sentences
from windrow.view.overlay import overlay
from windrow.view.wrapper import picture
from windrow.wrap.learn import learn
from windrow.wrap.repair import repair
from windrow.wrap.store import dumps, loads
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

__all__ = ["Case", "Verb", "case_of", "problem_of", "tried"]

Verb: TypeAlias = Literal["page", "lesson", "wrapper"]

# One page in this many is also learned from, applied, verified and repaired. Chosen.
_LESSON = 25
# Databases and spreadsheets take most of a case's time: they are written less often. Chosen.
_SLOW = (".xlsx", ".parquet", ".sqlite", ".db", ".duckdb")
_FILES = tuple(
    kind for kind in SINKS if kind.startswith(".") for _ in range(1 if kind in _SLOW else 5)
)


@dataclass(frozen=True, slots=True)
class Case:
    """Pages, and a wrapper file where one is tried; *turn* chooses among detectors and sinks."""

    verb: Verb
    pages: tuple[bytes, ...]
    wrapper: bytes = b""
    turn: int = 0


def case_of(seed: int, number: int, *, wrapper: bool = False) -> Case:
    """Return the case of that *number*: the same one for the same *seed*."""
    chance = Random(f"{seed}/{number}/{wrapper}")
    if wrapper:
        file, page = chance.choice(learned())
        return Case("wrapper", (page,), mutated_wrapper(chance, file), number)
    page = mutated_page(chance)
    if number % _LESSON:
        return Case("page", (page,), turn=number)
    # A page of the same site, more or less: a copy with other changes.
    return Case("lesson", (page, _again(chance, page)), turn=number // _LESSON)


def _again(chance: Random, page: bytes) -> bytes:
    middle = chance.randrange(len(page) + 1)
    return page[:middle] + mutated_page(chance) + page[middle + chance.randrange(500) :]


def problem_of(case: Case) -> str:
    """Return what went wrong that must not, in one line; nothing where all went well."""
    try:
        tried(case)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "windrow" in Path(frame.filename).parts] or frames
        where = f"{Path(ours[-1].filename).stem}.{ours[-1].name}"
        return f"{type(error).__name__} in {where}"
    return ""


def tried(case: Case) -> None:
    """Do to *case* what users can do; an error of ours is an answer, any other is raised."""
    if case.verb == "page":
        _page(case.pages[0], case.turn)
    elif case.verb == "lesson":
        _lesson(case.pages, case.turn)
    else:
        with suppress(WindrowError):
            _wrapper(loads(case.wrapper), case.pages, case.turn)


def _page(page: bytes, turn: int) -> None:
    names = [*DETECTORS]
    written = {names[0], names[turn % len(names)]}
    for name in names:
        with suppress(WindrowError):
            found = find(page, detector=name)
            if name in written:
                _write(found.tables, 7 * turn + len(name))
            if name == names[turn // len(names) % len(names)]:
                sentences(found)
                overlay(found.page, found[0] if found else None)
    with suppress(WindrowError):
        for _ in lines(parse(read(page)), width=60):
            pass


def _write(tables: Tables, turn: int) -> None:
    """Write tables to a file of a kind, and once more behind what is there."""
    folder = _folder()
    target = str(Path(folder, f"out{_FILES[turn % len(_FILES)]}"))
    pages = [("page.html", _best(tables))]
    nested: Literal["json", "tables"] = "tables" if turn // len(_FILES) % 2 else "json"
    raw = bool(turn // len(_FILES) // 2 % 2)
    for old in Path(folder).iterdir():
        old.unlink()
    for how in ("replace", "append"):
        write(pages, target, if_exists=how, nested=nested, raw=raw, guard=raw)


def _best(tables: Tables) -> list[Table]:
    return [*tables][:3]


@lru_cache(maxsize=1)
def _kept() -> tempfile.TemporaryDirectory[str]:
    # In memory if possible: only the content matters, not the disk.
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    return tempfile.TemporaryDirectory(prefix="windrow-fuzz-", dir=memory)


def _folder() -> str:
    return _kept().name


def _lesson(pages: tuple[bytes, ...], turn: int) -> None:
    names = [*DETECTORS]
    for kind, detector in _ways(turn, names):
        with suppress(WindrowError):
            wrapper = learn(pages[: 1 + turn % 2], kind=kind, detector=detector)
            _wrapper(loads(dumps(wrapper).encode()), pages, turn)


def _ways(turn: int, names: list[str]) -> Iterator[tuple[Literal["list", "detail"] | None, str]]:
    yield None, "auto"
    yield ("list", "detail")[turn % 2], "auto"
    yield "list", names[turn % len(names)]


def _wrapper(wrapper: Wrapper, pages: tuple[bytes, ...], turn: int) -> None:
    """Do to a wrapper all that can be done; one refusal does not keep the rest from being tried."""
    for page in pages:
        with suppress(WindrowError):
            _write(wrapper.apply(page, every=bool(turn % 2)), 7 * turn)
    with suppress(WindrowError):
        verify(wrapper, pages).to_json()
    with suppress(WindrowError):
        dumps(repair(wrapper, pages, least=0.0).wrapper)
    for _ in picture(wrapper):
        pass
    with suppress(WindrowError):
        export(wrapper, [*FORMS][turn % len(FORMS)])
