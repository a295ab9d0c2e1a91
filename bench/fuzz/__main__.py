"""Try damaged pages and wrapper files with all detectors, sinks and verbs.

    python -m bench.fuzz --pages 100000 --wrappers 20000 --seconds 3600
    python -m bench.fuzz --growth --nodes 2000000    pages of n, 4n and 16n parts, every detector
    python -m bench.fuzz --memory --nodes 300000     what they take, against their size
    python -m bench.fuzz --repeat FOLDER             a finding once more, with its traceback
    python -m bench.fuzz --shrink FOLDER             a finding that hangs, made smaller: minutes

A case may raise only our own errors, and take five seconds of processor time. A case that breaks
these rules is made smaller and written to a folder; the exit code is then 1. The same seed gives
the same cases.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from bench.fuzz.findings import is_quick, load_case, problem_in, save_case, smaller
from bench.fuzz.growth import report_growth
from bench.fuzz.memory import report_memory
from bench.fuzz.pages import source_files
from bench.fuzz.trial import case_of, problem_of, tried
from bench.fuzz.watch import ends
from bench.fuzz.wrappers import learned

# Cases for one child: what one process keeps from case to case stays small. Chosen, not measured.
_BATCH = 100
# Cases that are kept of a problem; the others are counted. Chosen, not measured.
_KEPT = 2


def main() -> None:
    options = _options()
    if options.repeat:
        tried(load_case(options.repeat))
        print("all is well")
        return
    if options.shrink:
        case, problem = load_case(options.shrink), problem_in(options.shrink)
        save_case(smaller(case, problem), problem, options.shrink.parent, options.shrink)
        return
    if options.memory:
        sys.exit(1 if report_memory(options.nodes, options.detector, options.family) else 0)
    if options.growth:
        sys.exit(1 if report_growth(options.nodes, options.detector, options.family) else 0)
    sys.exit(1 if Run(options).go() else 0)


class Run:
    """Cases in batches until there are enough of them or the time is over."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._seed: int = options.seed
        self._wanted = {False: options.pages, True: options.wrappers}
        self._end = time.monotonic() + options.seconds
        self._folder: Path = options.findings
        self._done: Counter[bool] = Counter()
        self._problems: Counter[str] = Counter()

    def go(self) -> Counter[str]:
        """Return how often each problem was met."""
        print(
            f"{len(source_files())} pages to change, {len(learned())} wrappers; seed {self._seed}"
        )
        start, said = time.monotonic(), 0.0
        while time.monotonic() < self._end and (kinds := self._kinds_left()):
            # The kind that lags behind comes first, so that both get their share of the time.
            kind = min(kinds, key=lambda kind: self._done[kind] / self._wanted[kind])
            self._batch(kind)
            if time.monotonic() - said > 60:
                said = time.monotonic()
                print(self, f"after {said - start:.0f} s", flush=True)
        print(self)
        for problem, count in self._problems.most_common():
            print(f"{count:>6}  {problem}")
        return self._problems

    def __str__(self) -> str:
        return (
            f"{self._done[False]} pages, {self._done[True]} wrappers, "
            f"{sum(self._problems.values())} failures of {len(self._problems)} kinds"
        )

    def _kinds_left(self) -> list[bool]:
        return [kind for kind, wanted in self._wanted.items() if self._done[kind] < wanted]

    def _batch(self, kind: bool) -> None:
        first = self._done[kind]
        numbers = range(first, min(first + _BATCH, self._wanted[kind]))
        failed = self._folder / ".failed"
        failed.unlink(missing_ok=True)

        def act(number: int) -> None:
            problem = problem_of(case_of(self._seed, number, wrapper=kind))
            if problem:
                with failed.open("a") as stream:
                    stream.write(f"{number}\t{problem}\n")

        for number, way in ends(numbers, act):
            self._found(number, kind, way)
        for line in failed.read_text().splitlines() if failed.exists() else ():
            place, _, problem = line.partition("\t")
            self._found(int(place), kind, problem)
        failed.unlink(missing_ok=True)
        self._done[kind] += len(numbers)

    def _found(self, number: int, kind: bool, problem: str) -> None:
        self._problems[problem] += 1
        if self._problems[problem] > _KEPT:
            return
        case = case_of(self._seed, number, wrapper=kind)
        home = save_case(case, problem, self._folder)
        print(f"{'wrapper' if kind else 'page'} {number}: {problem}\n  {home}", flush=True)
        if is_quick(problem):
            save_case(smaller(case, problem), problem, self._folder, home)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench.fuzz", description="Mutated pages and wrapper files, all detectors and sinks."
    )
    parser.add_argument("--pages", type=int, default=2000, help="pages to try (%(default)s)")
    parser.add_argument("--wrappers", type=int, default=400, help="wrapper files (%(default)s)")
    parser.add_argument("--seconds", type=float, default=3600.0, help="at most (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another one gives other cases")
    parser.add_argument("--findings", type=Path, default=Path("build/fuzz"), help="(%(default)s)")
    parser.add_argument("--repeat", type=Path, metavar="FOLDER", help="try a finding once more")
    parser.add_argument("--shrink", type=Path, metavar="FOLDER",
                        help="make a finding smaller that takes long to try")  # fmt: skip
    parser.add_argument("--growth", action="store_true", help="measure how the work grows")
    parser.add_argument("--memory", action="store_true", help="measure how much memory it takes")
    parser.add_argument("--nodes", type=int, default=60_000, help="of the largest page")
    parser.add_argument("--detector", help="with --growth or --memory: only this one")
    parser.add_argument("--family", help="with --growth or --memory: only this shape")
    options = parser.parse_args()
    options.findings.mkdir(parents=True, exist_ok=True)
    return options


if __name__ == "__main__":
    main()
