"""Whole pages, each with the table a person would have made of it.

A lesson is a folder with ``page.html`` and ``expected.txt``: the picture of the best table, and
behind an empty line those of the next ones, where the lesson is about them.
"""

from pathlib import Path

import pytest

import windrow

HERE = Path(__file__).parent
MOST_FOR_NO_LIST = 0.5

# All are for the default detector; these are what a paper is about as well.
DETECTORS = {"nested-sizes": "net", "landscape": "gza"}

# What is not right yet, and why. A lesson that begins to pass must leave this table.
WRONG: dict[str, str] = {}


def lessons() -> list[object]:
    """Return the names of the lessons with a table, the wrong ones marked."""
    names = sorted(path.parent.name for path in HERE.glob("*/expected.txt"))
    return [
        pytest.param(name, marks=pytest.mark.xfail(reason=WRONG[name], strict=True))
        if name in WRONG
        else name
        for name in names
    ]


def pictures(lesson: str, count: int, detector: str = "auto") -> str:
    """Return the first *count* tables of a lesson's page as its file shows them."""
    tables = windrow.extract(HERE / lesson / "page.html", detector=detector)
    return "\n\n".join(map(str, tables[:count]))


@pytest.mark.parametrize("lesson", lessons())
def test_the_table_is_the_one_a_person_would_make(lesson: str) -> None:
    expected = (HERE / lesson / "expected.txt").read_text("utf-8").rstrip("\n")

    found = pictures(lesson, expected.count("\n\n") + 1)

    assert found == expected, f"\n\nexpected:\n{expected}\n\nfound:\n{found}\n"


@pytest.mark.parametrize(("lesson", "detector"), DETECTORS.items())
def test_a_paper_about_the_lesson_finds_the_same_table(lesson: str, detector: str) -> None:
    expected = (HERE / lesson / "expected.txt").read_text("utf-8").rstrip("\n")

    assert pictures(lesson, 1, detector) == expected


def test_an_article_without_a_list_has_no_sure_table() -> None:
    tables = windrow.extract(HERE / "no-list" / "page.html")

    unsure = tables.reason is not None or tables[0].score <= MOST_FOR_NO_LIST
    assert unsure, f"\n\na table of an article, scored {tables[0].score:.2f}:\n{tables[0]}\n"


def test_every_lesson_has_a_page_and_every_mark_a_lesson() -> None:
    folders = {path.name for path in HERE.iterdir() if path.is_dir() and path.name[0] not in "._"}

    assert all((HERE / name / "page.html").is_file() for name in folders)
    assert {*WRONG, *DETECTORS} <= folders
