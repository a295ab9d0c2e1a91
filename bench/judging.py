"""What benchmarks on judged pages share: their pages and options, and a line for each dataset."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeVar

from bench.corpus import ASIDE, EXAMPLES, add_option, part_of
from bench.score import loose
from windrow import extract
from windrow.model import Tables

__all__ = [
    "CUT",
    "FILLS",
    "Options",
    "fail_below",
    "is_aside",
    "options",
    "plain",
    "print_lines",
    "tables_of",
]

# Values of the truth are cut near this length: a cell may go on behind them. Chosen.
CUT = 25
# A value that fills less than this share of its cell is one of several things in it. Chosen.
FILLS = 0.5
_EDGES = " ()[]|,;:.-~«»"


class Options(argparse.Namespace):
    """What the user asked for."""

    corpus: Path
    worst: int
    check: bool


class _Judged(Protocol):
    @property
    def page(self) -> str: ...


_One = TypeVar("_One", bound=_Judged)


def options(program: str, description: str | None, worst: str) -> Options:
    """Return the options of a *program*; *worst* says what is shown with ``--worst``."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {program}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_option(parser)
    parser.add_argument("--worst", type=int, default=0, help=worst)
    parser.add_argument("--check", action="store_true", help="fail below a floor")
    found = parser.parse_args(namespace=Options())
    if not found.corpus.is_dir():
        print(f"no labelled corpus at {found.corpus}: these are the project's own examples")
    return found


def tables_of(pages: Iterable[str], corpus: Path) -> Iterator[tuple[str, Tables]]:
    """Yield those of *pages* that are there, with their tables; examples lie in the project."""
    for page in pages:
        dataset, _, rest = page.partition("/")
        # Pages with their next page are beside the labelled ones.
        folder = corpus.parent if dataset == "paging" else corpus
        # Another list of the page is judged as "page#2".
        name = page.partition("#")[0]
        path = EXAMPLES / rest if dataset == "examples" else folder / name / "page.html"
        if path.exists():
            yield page, extract(str(path))


def is_aside(page: str) -> bool:
    """Return whether a page belongs to a site that is seen in totals only."""
    ours = page.startswith(("examples/", "written/"))
    return not ours and part_of(page.rpartition("/")[0]) == ASIDE


@lru_cache(maxsize=1 << 16)
def plain(value: str) -> str:
    """Return a value without the signs around it, as values are compared."""
    return loose(value.strip(_EDGES))


def print_lines(judged: Sequence[_One], line: Callable[[Sequence[_One]], str]) -> list[_One]:
    """Print a *line* for each dataset, the sites set aside, the others, and all.

    What may be looked at is returned: all but the sites set aside.
    """
    seen = [one for one in judged if not is_aside(one.page)]
    for name in sorted({one.page.split("/")[0] for one in seen}):
        print(f"{name:14}{line([one for one in seen if one.page.startswith(f'{name}/')])}")
    print(f"{'set aside':14}{line([one for one in judged if is_aside(one.page)])}")
    print(f"{'others':14}{line(seen)}")
    print(f"{'ALL':14}{line(judged)}")
    return seen


def fail_below(found: Options, low: Sequence[str]) -> None:
    """End with an error where ``--check`` is asked for and floors do not hold."""
    if found.check and low:
        raise SystemExit(f"below the floor: {', '.join(low)}")
