"""windrow verify and windrow repair: what they print, write and end with."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.shop import GOODS, OTHERS, cards, shop
from windrow.cli.repair import command as repair
from windrow.cli.verify import command as verify
from windrow.errors import NotRepaired
from windrow.wrap.learn import learn
from windrow.wrap.wrapper import Wrapper

Files = dict[str, str]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    learn([shop()], kind="list").save(tmp_path / "shop.json")
    pages = {"old.html": shop(OTHERS), "new.html": cards(), "more.html": cards(GOODS)}
    for name, page in pages.items():
        (tmp_path / name).write_bytes(page.content)
    return {name: str(tmp_path / name) for name in ("shop.json", *pages)}


def test_a_healthy_wrapper_ends_with_0(files: Files) -> None:
    result = CliRunner().invoke(verify, [files["shop.json"], files["old.html"]])

    assert result.exit_code == 0
    assert result.output.splitlines()[0] == f"{files['shop.json']}: healthy"
    assert "price" in result.output


def test_drift_ends_with_3_and_says_why(files: Files) -> None:
    result = CliRunner().invoke(verify, [files["shop.json"], files["new.html"]])

    assert result.exit_code == 3
    assert "no records are found, but 6 are there" in result.output


def test_a_report_on_drift_says_what_a_repair_would_do(files: Files) -> None:
    pages = [files["shop.json"], files["new.html"]]

    text = CliRunner().invoke(verify, pages).output
    data = json.loads(CliRunner().invoke(verify, [*pages, "--format", "json"]).stdout)

    assert "a repair would give: learned afresh, " in text
    assert "  moved  price" in text
    columns = {column["name"]: column for column in data["repair"]["columns"]}
    assert columns["price"]["change"] == "moved"
    healthy = CliRunner().invoke(
        verify, [files["shop.json"], files["old.html"], "--format", "json"]
    )
    assert json.loads(healthy.stdout)["repair"] is None


def test_a_report_says_that_a_repair_would_be_refused(files: Files) -> None:
    other = Path(files["new.html"])
    other.write_text("<p>Closed for good.</p>")

    text = CliRunner().invoke(verify, [files["shop.json"], str(other)]).output
    data = CliRunner().invoke(verify, [files["shop.json"], str(other), "--format", "json"])

    assert "a repair would be refused: no list on the pages is like the one that was" in text
    assert json.loads(data.stdout)["repair"]["confidence"] == 0


def test_a_page_that_cannot_be_read_ends_with_1_and_the_others_are_judged(files: Files) -> None:
    pages = ["missing.html", files["old.html"]]

    result = CliRunner().invoke(verify, [files["shop.json"], *pages, "--format", "json"])

    assert result.exit_code == 1
    assert "missing.html" in result.stderr
    assert [page["healthy"] for page in json.loads(result.stdout)["pages"]] == [True]


def test_repair_replaces_the_wrapper_and_tells_what_changed(files: Files) -> None:
    before = Path(files["shop.json"]).read_bytes()

    result = CliRunner().invoke(repair, [files["shop.json"], files["new.html"]])

    assert result.exit_code == 0, result.output
    assert "% sure" in result.output
    assert f"the previous wrapper: {files['shop.json']}.old" in result.output
    assert Path(f"{files['shop.json']}.old").read_bytes() == before
    assert "moved  price" in result.output
    assert len(Wrapper.load(files["shop.json"]).apply(files["more.html"])[0]) == len(GOODS)


def test_repair_to_another_file_leaves_the_old_one(files: Files, tmp_path: Path) -> None:
    before = Path(files["shop.json"]).read_bytes()
    target = tmp_path / "new.json"

    CliRunner().invoke(repair, [files["shop.json"], files["new.html"], "-o", str(target)])

    assert Path(files["shop.json"]).read_bytes() == before
    assert len(Wrapper.load(target).apply(files["new.html"])[0]) == len(OTHERS)


def test_a_repair_that_is_not_sure_changes_nothing(files: Files) -> None:
    before = Path(files["shop.json"]).read_bytes()

    result = CliRunner().invoke(repair, [files["shop.json"], files["new.html"], "--least", "1"])

    assert isinstance(result.exception, NotRepaired)
    assert Path(files["shop.json"]).read_bytes() == before
