"""Finds the pages that all benchmarks measure on; no other module knows where they are.

The labelled corpus lies beside the repository and is not part of it: ``../shared/corpus``, or what
``WINDROW_CORPUS`` says. It holds ``<dataset>/<site>/<page>/page.html`` and ``truth.json``. Where it
is absent, the project's own examples take its place: they only show that everything runs.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

__all__ = [
    "ARTICLES",
    "ASIDE",
    "CORPUS",
    "EXAMPLES",
    "GOLDEN",
    "ROOT",
    "Labelled",
    "add_option",
    "detail_sites",
    "labelled",
    "labelled_pages",
    "page_files",
    "pages_or_examples",
    "part_of",
    "sample",
    "sites",
]

ROOT = Path(__file__).parents[1]
CORPUS = Path(os.environ.get("WINDROW_CORPUS") or ROOT.parent / "shared" / "corpus")
EXAMPLES = ROOT / "examples"
GOLDEN = ROOT / "tests" / "golden"
ARTICLES = ROOT / "tests" / "pages" / "articles"
# One page in this many is in the sample: some 120 list pages, read in a few seconds. Chosen.
EVERY = 8
# The fifth of the sites that is used in no fit, and looked at only in totals.
ASIDE = 0


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page, and the records on it."""

    dataset: str
    site: str  # with the dataset before it
    path: Path
    truth: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Whether all records are known; otherwise precision cannot be measured."""
        return bool(self.truth.get("complete", True))

    @property
    def part(self) -> int:
        """The fifth of all sites that this one belongs to, 0 to 4, always the same."""
        return part_of(self.site)

    @property
    def kind(self) -> str:
        """Return ``list``, ``detail`` or ``none``."""
        return str(self.truth.get("kind", "none"))


def part_of(site: str) -> int:
    """Return the fifth of all sites that *site* belongs to, by a hash of its name."""
    return int.from_bytes(sha256(site.encode()).digest()) % 5


def add_option(parser: argparse.ArgumentParser, default: Path = CORPUS) -> None:
    """Let the user say where the corpus is."""
    parser.add_argument("--corpus", type=Path, default=default, help="pages (%(default)s)")


def labelled(corpus: Path, kind: str) -> Iterator[Labelled]:
    """Yield the labelled pages of a *kind*, site by site."""
    for path in sorted(corpus.rglob("truth.json")):
        page = path.with_name("page.html")
        if page.exists():
            dataset, name, *_ = path.relative_to(corpus).parts
            truth = json.loads(path.read_text("utf-8"))
            if truth.get("kind") == kind:
                yield Labelled(dataset, f"{dataset}/{name}", page, truth)


def labelled_pages(
    corpus: Path | None, datasets: Sequence[str] = (), limit: int = 0
) -> list[Labelled]:
    """Return the labelled list pages of *corpus*, or our examples where it is None.

    With a *limit*, this many of each dataset, spread over its sites.
    """
    groups: dict[str, list[Labelled]] = {}
    for page in _examples() if corpus is None else labelled(corpus, "list"):
        if not datasets or page.dataset in datasets:
            groups.setdefault(page.dataset, []).append(page)
    return [page for name in sorted(groups) for page in _spread(groups[name], limit)]


def pages_or_examples(corpus: Path) -> list[Labelled]:
    """Return the labelled list pages, or our examples where there is no corpus, and say so."""
    if corpus.is_dir():
        return labelled_pages(corpus)
    pages = labelled_pages(None)
    print(
        f"no labelled corpus at {corpus}: these are the project's own {len(pages)} examples, too "
        "few for a figure that means anything"
    )
    return pages


def sites(corpus: Path, kind: str, least: int = 2) -> dict[str, list[Labelled]]:
    """Return the sites with at least this many pages of a *kind*, sorted by name."""
    found: dict[str, list[Labelled]] = {}
    for page in labelled(corpus, kind):
        found.setdefault(page.site, []).append(page)
    return {name: pages for name, pages in sorted(found.items()) if len(pages) >= least}


def detail_sites() -> Path:
    """Return the corpus where there is one, else our own detail pages."""
    return CORPUS if CORPUS.is_dir() else EXAMPLES / "detail"


def sample(pages: Sequence[Labelled], every: int = EVERY) -> list[Labelled]:
    """Return one page in *every*, the same ones each time and on each machine."""
    names = (f"{page.site}/{page.path.parent.name}" for page in pages)
    numbers = (int.from_bytes(sha256(name.encode()).digest()) for name in names)
    return [page for page, number in zip(pages, numbers, strict=True) if number % every == 0]


def page_files(corpus: Path) -> list[Path]:
    """Return all pages, labelled or not."""
    return sorted(corpus.rglob("*.html"))


def _examples() -> Iterator[Labelled]:
    for name, truth in json.loads((EXAMPLES / "truth.json").read_text("utf-8")).items():
        yield Labelled("examples", f"examples/{name}", EXAMPLES / name, truth)


def _spread(pages: list[Labelled], limit: int) -> list[Labelled]:
    if not limit or limit >= len(pages):
        return pages
    return [pages[k * len(pages) // limit] for k in range(limit)]
