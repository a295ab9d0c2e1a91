"""Many pages: rates, what engines cost, whether they agree, and how memory grows.

    python -m bench.many [--corpus DIR] [--pages N] [--only PART ...]

Pages of the corpus are repeated in WARC files in a temporary directory. Rates are in pages a second
of processor time and core, which other programs disturb little; times of the clock say how well
the cores are used, and are worth something on a machine that does nothing else. It ends with 1
where engines disagree, pages fail, memory grows, or applying is not cheaper than extracting.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TypeAlias

import duckdb

from bench.corpus import CORPUS, EXAMPLES, add_option, page_files
from windrow.errors import WindrowError
from windrow.pipeline import find_in_tree
from windrow.read import Page, utf8
from windrow.read.archive import pieces, read_piece
from windrow.run import Apply, Engine, Extract, Job, Pool, Serial, Work, run
from windrow.run.inputs import entries
from windrow.run.origin import Origin
from windrow.run.shard import found
from windrow.tree import parse
from windrow.wrap.learn import learn
from windrow.wrap.wrapper import Wrapper

# As many pages as a common archive file has in some tens of megabytes.
PAGES_A_FILE = 500
# Five times the pages may take this much of the memory, and no more.
MOST_GROWTH = 1.1
# Extracting takes at least this many times as long as applying, on the same pages. Reading, typing
# and writing rows cost the same in both; only applying has to choose among wrappers.
LEAST_GAIN = 1.2
# If a larger share of the pages fails, the fault is ours and not the corpus'.
MOST_FAILED = 0.01
# The number of sites whose wrappers are applied, and of pages that each is learned from.
SITES, LEARNED = 40, 2


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="windrow-many-") as home:
        folder = Path(home)
        archives(folder / "crawl", options.corpus, pages_of(options.corpus), options.pages)
        missed = [name for name, part in _parts(options) if not part(folder, options)]
    if missed:
        sys.exit(f"not as it should be: {', '.join(missed)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.many", description="How fast many pages go.")
    add_option(parser, CORPUS if CORPUS.is_dir() else EXAMPLES)
    parser.add_argument("--pages", type=int, default=5000, help="how many (%(default)s)")
    parser.add_argument("--rate-pages", type=int, default=5000, help="for rates (%(default)s)")
    parser.add_argument("--engine-pages", type=int, default=1000, help="for engines (%(default)s)")
    parser.add_argument("--repeats", type=int, default=1, help="for each time (%(default)s)")
    parser.add_argument("--sample", type=int, default=500, help="for stages (%(default)s)")
    parser.add_argument(
        "--only",
        choices=[*PARTS],
        nargs="*",
        default=[*PARTS],
        help="parts to measure (all of them)",
    )
    return parser.parse_args()


def _parts(options: argparse.Namespace) -> list[tuple[str, Part]]:
    return [(name, part) for name, part in PARTS.items() if name in options.only]


def show(name: str, value: float, unit: str) -> None:
    print(f"{name:<58}{value:>12,.2f}  {unit}", flush=True)


# What is measured on


def pages_of(corpus: Path) -> list[Path]:
    return page_files(corpus)


def archives(folder: Path, corpus: Path, paths: Sequence[Path], count: int) -> None:
    """Write *paths* to archives of `PAGES_A_FILE` each, over and over until there are *count*."""
    folder.mkdir()
    members = [_member(path, corpus) for path in paths]
    for start in range(0, count, PAGES_A_FILE):
        with (folder / f"{start:07}.warc.gz").open("wb") as stream:
            for number in range(start, min(start + PAGES_A_FILE, count)):
                stream.write(members[number % len(members)])
    size = sum(path.stat().st_size for path in folder.iterdir())
    plain = sum(paths[number % len(paths)].stat().st_size for number in range(count))
    show(f"{folder.name}: pages", count, "")
    show("  kB a page, plain", plain / count / 1000, "kB")
    show("  kB a page, packed", size / count / 1000, "kB")


def _member(path: Path, corpus: Path) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + path.read_bytes()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://{path.relative_to(corpus)}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n", 6, mtime=0)


def subset(folder: Path, count: int) -> list[str]:
    """Return archives of *folder* with about *count* pages."""
    return [str(path) for path in sorted(folder.iterdir())[: max(count // PAGES_A_FILE, 1)]]


@dataclass
class Spent:
    """Time of the clock and of all processors."""

    wall: float
    cpu: float


def spent(work: Callable[[], object]) -> Spent:
    start, wall = _cpu(), time.perf_counter()
    work()
    return Spent(time.perf_counter() - wall, _cpu() - start)


def _cpu() -> float:
    both = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, both))


# Cost by stage


def stages(folder: Path, options: argparse.Namespace) -> bool:
    """Show what each stage takes of a page, and how extraction grows with the size of pages."""
    origins = [
        (path, piece) for path in subset(folder / "crawl", options.pages) for piece in pieces(path)
    ]
    step = max(len(origins) // options.sample, 1)
    origins = origins[::step]
    pages = [read_piece(path, piece) for path, piece in origins]
    looked = sum(1 for path in {path for path, _ in origins} for _ in pieces(path))
    scan = spent(lambda: [[*pieces(path)] for path in {path for path, _ in origins}]).cpu / looked
    read = spent(lambda: [read_piece(path, piece) for path, piece in origins]).cpu / len(pages)
    decode = spent(lambda: [utf8(page) for page in pages]).cpu / len(pages)
    tree = spent(lambda: [parse(page) for page in pages]).cpu / len(pages)
    given = [Origin("bytes", page.source, content=page.content) for page in pages]
    answer = Work(Extract()).begin()
    for origin in given[:50]:
        answer(origin)  # loading modules is not the cost of a page
    whole = spent(lambda: [answer(origin) for origin in given]).cpu / len(pages)
    show("finding a page in an archive", 1000 * scan, "ms")
    show("reading it: unpacking, headers", 1000 * read, "ms")
    show("decoding", 1000 * decode, "ms")
    show("parsing, with decoding", 1000 * tree, "ms")
    show("records, columns, rows", 1000 * (whole - tree), "ms")
    show("all, from bytes to stored rows", 1000 * (scan + read + whole), "ms")
    growth(pages)
    return True


def growth(pages: list[Page]) -> None:
    """Show how the time of a page grows with its size, from small ones to large ones."""
    ordered = sorted(pages, key=lambda page: len(page.content))
    quarter = len(ordered) // 4
    for number in range(4):
        part = ordered[number * quarter : (number + 1) * quarter]
        size = sum(len(page.content) for page in part) / 1000
        cpu = spent(partial(_extract_all, part)).cpu
        name = f"quarter {number + 1} by size: {size / len(part):,.0f} kB a page"
        show(name, 1000 * cpu / len(part), "ms")
        show("  a megabyte of HTML", 1000 * cpu / (size / 1000), "ms")


def _extract_all(pages: list[Page]) -> None:
    for page in pages:
        find_in_tree(parse(page))


# Engines


def rates(folder: Path, options: argparse.Namespace) -> bool:
    """Show pages a second and core for both jobs, and whether applying is as cheap as it should."""
    learned = learn_sites(folder, options)
    apply = Apply(str(folder / "wrappers"))
    crawl, sites = subset(folder / "crawl", options.rate_pages), subset(folder / "sites", 1 << 30)
    whole = rate("extract", Extract(), crawl, folder, options.repeats)
    whole &= rate("apply", apply, sites, folder, options.repeats)
    # Both read the same pages, because pages of some sites are larger.
    afresh, applied = bare(Extract(), sites[:1]), bare(apply, sites[:1])
    gain = afresh.cpu / applied.cpu
    show(f"extract to apply, the same {applied.pages} pages", gain, "x")
    show("  pages that have rows, extract", 100 * afresh.found, "%")
    show(f"  pages that have rows, a folder of {learned} wrappers", 100 * applied.found, "%")
    return whole and gain >= LEAST_GAIN


def rate(name: str, job: Job, inputs: list[str], folder: Path, repeats: int) -> bool:
    """Show what an engine adds to the bare loop, and two cores to one."""
    loop = bare(job, inputs)
    show(f"{name}: bare loop, pages a second and core", loop.pages / loop.cpu, "1/s")
    show("  pages that failed", 100 * loop.failed, "%")
    one, two = [], []
    for number in range(repeats):
        target = str(folder / f"{name}-{number}")
        one.append(on_cores(1, partial(run, inputs, f"{target}-1.duckdb", job=job)))
        two.append(on_cores(2, partial(run, inputs, f"{target}-2.duckdb", job=job)))
    cpu = min(took.cpu for took in one)
    first, second = min(took.wall for took in one), min(took.wall for took in two)
    pairs = [b.wall / a.wall for a, b in zip(two, one, strict=True)]
    show(f"{name}: pool and DuckDB, pages a second and core", loop.pages / cpu, "1/s")
    show("  processor time, to that of the bare loop", cpu / loop.cpu, "x")
    show("  1 core, pages a second by the clock, best", loop.pages / first, "1/s")
    show("  2 cores, pages a second by the clock, best", loop.pages / second, "1/s")
    show("  2 cores to 1, median of pairs", median(pairs), "x")
    return loop.failed <= MOST_FAILED


def on_cores(count: int, work: Callable[..., object]) -> Spent:
    """Return what *work* takes when all its processes share this many cores."""
    whole = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(whole)[:count])
    try:
        return spent(partial(work, engine=Pool(count)))
    finally:
        os.sched_setaffinity(0, whole)


@dataclass(frozen=True)
class Loop:
    """What a loop over pages took, and what became of them."""

    pages: int
    cpu: float
    found: float  # share of the pages that have rows
    failed: float


def bare(job: Job, inputs: list[str]) -> Loop:
    """Do the job in a loop, and nothing else."""
    answer = Work(job).begin()
    for origin in islice(found(entries(inputs)), 100):
        answer(origin)  # loading modules is not the cost of a page
    count = rows = failed = 0
    start = _cpu()
    for origin in found(entries(inputs)):
        outcome = answer(origin)
        count, rows = count + 1, rows + bool(outcome.rows)
        failed += outcome.error is not None
    return Loop(count, _cpu() - start, rows / count, failed / count)


def learn_sites(folder: Path, options: argparse.Namespace) -> int:
    """Learn wrappers of sites with several pages, and put these pages into archives."""
    sites: dict[tuple[str, ...], list[Path]] = {}
    for path in pages_of(options.corpus):
        sites.setdefault(path.relative_to(options.corpus).parts[:2], []).append(path)
    several = [site for site in sites.values() if len(site) > LEARNED] or [*sites.values()]
    wrappers, pages = folder / "wrappers", list[Path]()
    wrappers.mkdir()
    for number, site in enumerate(several[:: max(len(several) // SITES, 1)][:SITES]):
        path = wrappers / f"{number}.json"
        try:
            learn([str(page) for page in site[:LEARNED]]).save(path)
            Wrapper.load(path)
        except WindrowError as error:
            path.unlink(missing_ok=True)
            print(f"  {site[0].parent}: {error.summary}", file=sys.stderr)
        else:
            pages += site
    archives(folder / "sites", options.corpus, pages, min(options.pages, options.rate_pages))
    return len([*wrappers.iterdir()])


def engines(folder: Path, options: argparse.Namespace) -> bool:
    """Show whether all engines store the same rows."""
    from windrow.run.spark import Spark

    inputs = subset(folder / "crawl", options.engine_pages)
    chosen: dict[str, Engine] = {
        "serial": Serial(),
        "pool": Pool(2),
        "spark": Spark("local[2]"),
    }
    digests = {}
    for name, engine in chosen.items():
        target = folder / f"{name}.duckdb"
        took = spent(partial(run, inputs, str(target), engine=engine))
        digests[name], rows = digest(target)
        rate = len(inputs) * PAGES_A_FILE / took.wall
        show(f"{name}: pages a second by the clock", rate, "1/s")
        show("  rows", rows, "")
    same = len(set(digests.values())) == 1
    print("rows of all engines are", "identical" if same else f"DIFFERENT: {digests}", flush=True)
    return same


def digest(target: Path) -> tuple[str, int]:
    """Return a digest of all rows in the order of their source, and how many they are."""
    mark, count = hashlib.sha256(), 0
    with duckdb.connect(str(target), read_only=True) as database:
        for table, order in (
            ("records", "place, table_number, record_number"),
            ("records_pages", "place"),
            ("records_failed", "place"),
        ):
            rows_of = database.execute(f"SELECT * FROM {table} ORDER BY {order}")
            while rows := rows_of.fetchmany(10_000):
                mark.update(repr(rows).encode())
                count += len(rows) * (table == "records")
    return mark.hexdigest(), count


# Memory

# The kernel's own peak: ru_maxrss counts what the process was before it became another program.
# For the workers it is all there is, and an upper bound.
_PEAK = """
import re, resource, sys
def peak():
    return int(re.search("VmHWM:\\\\s+(\\\\d+)", open("/proc/self/status").read())[1]) / 1000
"""
_RUN = (
    _PEAK
    + """
from windrow.run import Pool, run
run(sys.argv[2:], sys.argv[1], engine=Pool(2))
print(peak(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000)
"""
)
_SCAN = (
    _PEAK
    + """
from windrow.read.archive import pieces, read_piece
for piece in pieces(sys.argv[1]):
    read_piece(sys.argv[1], piece)
print(peak())
"""
)


def memory(folder: Path, options: argparse.Namespace) -> bool:
    """Show the peaks of memory for a fifth of the pages and for all: they should be the same."""
    peaks: list[list[float]] = []
    for count in (options.pages // 5, options.pages):
        target = folder / f"memory-{count}.duckdb"
        words = _output(_RUN, str(target), *subset(folder / "crawl", count)).split()
        peaks.append([float(word) for word in words])
        show(f"{count} pages: peak of the one that stores", peaks[-1][0], "MB")
        show(f"{count} pages: peak of a worker", peaks[-1][1], "MB")
    fifth, whole = peaks
    growths = [after / before for before, after in zip(fifth, whole, strict=True)]
    show("the one that stores, all pages to a fifth", growths[0], "x")
    show("a worker, all pages to a fifth", growths[1], "x")
    return max(growths) <= MOST_GROWTH


def million(folder: Path, options: argparse.Namespace) -> bool:
    """Show the peak of memory when an archive of a million small records is read through."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hay</p>"
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://farm.example/\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    member = gzip.compress(head.encode() + block + b"\r\n\r\n", mtime=0)
    peaks = []
    for count in (1_000, 1_000_000):
        path = folder / f"{count}.warc.gz"
        with path.open("wb") as stream:
            for _ in range(count // 1000):
                stream.write(member * 1000)
        start = time.perf_counter()
        peaks.append(float(_output(_SCAN, str(path))))
        show(f"{count:,} records read: peak", peaks[-1], "MB")
        show("  records a second by the clock", count / (time.perf_counter() - start), "1/s")
    before, after = peaks
    return after <= MOST_GROWTH * before


def _output(program: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *words], stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode()


Part: TypeAlias = Callable[[Path, argparse.Namespace], bool]
"""Measures something and returns whether it is as it should be."""

PARTS: dict[str, Part] = {
    "stages": stages,
    "rates": rates,
    "engines": engines,
    "memory": memory,
    "million": million,
}

if __name__ == "__main__":
    main()
