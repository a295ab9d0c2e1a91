"""The README's table of detectors says what the detectors say of themselves."""

import re
from pathlib import Path

from windrow.detect import DETECTORS, LEARNERS

ROOT = Path(__file__).parents[2]


def cited(key: str) -> str:
    """Return the authors and the year of a paper: three names at most, else the first one."""
    if not key:
        return ""
    papers = (ROOT / "docs/papers.bib").read_text("utf-8")
    entry = re.split(r"^@", papers[papers.index(f"{{{key},") :], flags=re.MULTILINE)[0]
    fields = dict(re.findall(r"^ *(\w+) *= *\{(.*)\},?$", entry, re.MULTILINE))
    names = [author.split()[-1] for author in fields["author"].split(" and ")]
    return f"{', '.join(names) if len(names) <= 3 else f'{names[0]} et al.'} {fields['year']}"


def rows_under(head: str) -> set[tuple[str, ...]]:
    """Return the rows of the README's table of detectors, or of learners."""
    readme = (ROOT / "README.md").read_text("utf-8")
    table = readme.split(f"| {head} | paper | finds |\n|---|---|---|\n")[1].split("\n\n")[0]
    return {tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in table.splitlines()}


def test_the_readme_lists_every_detector_with_its_paper_and_what_it_finds() -> None:
    named = {(f"`{name}`", cited(new.paper), new.finds) for name, new in DETECTORS.items()}

    assert rows_under("detector") == named


def test_the_readme_lists_every_learner_with_its_paper_and_what_it_finds() -> None:
    named = {(f"`{name}`", cited(new.paper), new.finds) for name, new in LEARNERS.items()}

    assert rows_under("learner") == named


def test_every_cited_system_is_compared_and_explained() -> None:
    compared = (ROOT / "docs/compare.md").read_text("utf-8")
    explained = "".join(p.read_text("utf-8") for p in (ROOT / "docs/concept").glob("*.md"))

    papers = {name: new.paper for name, new in DETECTORS.items()}
    papers |= {name: new.paper for name, new in LEARNERS.items()}
    for name, paper in papers.items():
        assert f"| {name} |" in compared
        # MDR, the ancestor, is explained with DEPTA.
        assert not paper or name == "mdr" or f"`{paper}`" in explained
