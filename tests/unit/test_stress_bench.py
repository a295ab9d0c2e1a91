"""Made pages: the same each time, with the records that they say they have."""

import html
import subprocess
import sys
from itertools import islice

import pytest

from bench.stress.__main__ import first_right, main
from bench.stress.pages import FAMILIES, stress_page, stress_pages


def test_pages_are_the_same_each_time_and_differ_from_each_other() -> None:
    first, second = ([page.html for page in stress_pages("old")] for _ in range(2))

    assert first == second
    assert len({*first}) == len(first)


def test_other_processes_make_the_same_pages() -> None:
    name = "classes/results/categories/12"
    code = f"from bench.stress.pages import stress_page; print(stress_page({name!r}).html)"

    made = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout

    assert made.decode().rstrip("\n") == stress_page(name).html


@pytest.mark.parametrize("frame", FAMILIES)
def test_the_values_of_all_records_are_on_the_page(frame: str) -> None:
    for page in islice(stress_pages(frame), 0, None, 7):
        said = html.unescape(page.html)
        assert len(page.records) == page.size
        assert all(value in said for record in page.records for value in record.values())


@pytest.mark.parametrize(
    "name",
    [
        "bare/stories/categories/12",
        "classes/table/stories/12",
        "elements/cards/large menu/5",
        "hashes/long links/stories/40",
        "old/described/long menu/12",
    ],
)
def test_the_list_is_found_among_the_noise(name: str) -> None:
    assert first_right(stress_page(name)) == 1


def test_a_page_is_shown_with_its_first_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["stress", "--show", "bare/stories/categories/12"])

    main()

    said = capsys.readouterr().out
    assert said.startswith("<!doctype html>")
    assert "page F1 1.000" in said
