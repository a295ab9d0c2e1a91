"""Wrappers on the command line: heaps, folders, pictures, exports."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.unit.wrap.test_site import PAGES, contests, shelf
from windrow.cli import COMMANDS, windrow
from windrow.errors import FileUnreadable, NothingLearned, WindrowError, WrapperError
from windrow.read import Page
from windrow.wrap.learn import learn

SHOP = Path(__file__).parents[3] / "examples" / "shop.html"
GROUPED = SHOP.parents[1] / "tests" / "golden" / "grouped-by-date" / "page.html"


def run(*words: str | Path) -> Result:
    done = CliRunner().invoke(windrow, [*map(str, words)], prog_name="windrow")
    # What is printed comes from an error, which tests can ask more.
    if done.exception and isinstance(error := done.exception.__context__, WindrowError):
        raise error
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("heap")
    for name, html in PAGES.items():
        (folder / name).write_text(html)
    (folder / "notes.txt").write_text("no page")
    return folder


@pytest.fixture(scope="module")
def site(heap: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrappers") / "site"
    run("learn", heap, "--cluster", "-o", folder)
    return folder


def test_a_heap_becomes_a_folder_with_a_wrapper_a_template(heap: Path, tmp_path: Path) -> None:
    done = run("learn", heap, "--cluster", "-o", tmp_path / "site")

    assert done.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == [
        "film.json",
        "shelf.json",
    ]
    assert "shelf.json: 3 pages, a list with" in done.stderr
    assert "odd.html: left out: no other page is like it" in done.stderr


def test_who_names_a_folder_gets_a_wrapper_a_template(heap: Path, tmp_path: Path) -> None:
    done = run("learn", heap, "-o", f"{tmp_path}/site/")

    assert done.exit_code == 0
    assert len([*(tmp_path / "site").iterdir()]) == 2


def test_a_folder_reads_pages_of_all_its_templates(site: Path, heap: Path) -> None:
    done = run("apply", site, heap / "shelf-1.html", heap / "film-2.html", "--format", "jsonl")

    shelf_page, film_page = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 0
    assert len(shelf_page["tables"][0]["rows"]) == 5
    assert len(film_page["tables"][0]["rows"]) == 1
    assert [page["tables"][0]["_wrapper"] for page in (shelf_page, film_page)] == ["shelf", "film"]


def test_a_page_that_no_wrapper_fits_is_exit_code_3(site: Path, heap: Path) -> None:
    done = run("apply", site, heap / "odd.html", "--format", "jsonl")

    assert done.exit_code == 3
    assert json.loads(done.stdout)["reason"] == "none of the 2 wrappers fits the page"
    assert "odd.html: no table: none of the 2 wrappers fits the page" in done.stderr


def test_a_higher_support_leaves_small_groups_out(heap: Path, tmp_path: Path) -> None:
    with pytest.raises(NothingLearned, match="no 4 of the pages"):
        run("learn", heap, "--cluster", "--support", "4", "-o", tmp_path / "site")


def test_a_folder_with_wrappers_is_not_added_to(site: Path, heap: Path) -> None:
    with pytest.raises(FileUnreadable, match="wrappers in it already"):
        run("learn", heap, "--cluster", "-o", site)


def test_options_for_one_template_do_not_go_with_a_heap(heap: Path, tmp_path: Path) -> None:
    done = run("learn", heap, "--cluster", "--rename", "a=b", "-o", tmp_path / "site")

    assert done.exit_code == 2


def test_a_folder_of_pages_of_one_template_is_learned_from(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "1.html").write_text(shelf(1, 2, 3, 4, 5))

    done = run("learn", tmp_path / "pages", "-o", tmp_path / "w.json")

    assert done.exit_code == 0
    assert (tmp_path / "w.json").exists()


def test_a_wrapper_is_shown_with_columns_samples_and_a_picture(tmp_path: Path) -> None:
    learn([SHOP]).save(tmp_path / "w.json")

    lines = run("show", tmp_path / "w.json").stdout.splitlines()

    assert lines[0] == "a list of 4 records, learned from 1 page, detector auto"
    assert any("price" in line and "100%" in line and "'€48.00'" in line for line in lines)
    assert "      xpath     ./h2[1]/a[1]" in lines
    assert "  ├── h2" in lines
    assert "  │   └── a  = title" in lines
    brief = run("show", "--brief", tmp_path / "w.json").stdout
    assert "├── " not in brief


def test_a_detail_wrapper_is_shown(site: Path) -> None:
    done = run("show", site / "film.json")

    assert done.stdout.startswith("film: pages about one thing each, learned from 3 pages")
    assert "1987" in done.stdout


def test_control_characters_of_a_page_never_reach_the_terminal(tmp_path: Path) -> None:
    evil = (
        "<ul>" + "".join(f"<li><b>\x1b[2J\x9b{n}</b><i>\u202e{n}</i>" for n in range(5)) + "</ul>"
    )
    learn([Page.from_text(evil)], kind="list").save(tmp_path / "w.json")
    data = json.loads((tmp_path / "w.json").read_text())
    data["name"] = "\x1b]0;evil\x07"
    data["columns"][0]["name"] = "\x1b[31mred"
    (tmp_path / "w.json").write_text(json.dumps(data))

    out = run("show", tmp_path / "w.json").stdout

    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & {*out}


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_selectors_are_printed_as_json(form: str, tmp_path: Path) -> None:
    learn([SHOP]).save(tmp_path / "w.json")

    data = json.loads(run("export", tmp_path / "w.json", "--as", form).stdout)

    assert "product" in data["records"]
    assert {"name", "selector", "take"} == {*data["columns"][0]}
    assert data["left_out"] == {}


def test_an_exported_spider_loads_the_wrapper_from_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "spiders").mkdir()
    learn([SHOP]).save(tmp_path / "w.json")

    run("export", tmp_path / "w.json", "--as", "scrapy", "-o", tmp_path / "spiders" / "shop.py")

    code = (tmp_path / "spiders" / "shop.py").read_text("utf-8")
    assert 'WRAPPER = Path(__file__).parent / "../w.json"' in code


def test_export_says_which_columns_no_selector_gives(tmp_path: Path) -> None:
    # lxml ends the paragraphs before the tables in another way than HTML5.
    record = "<p><b>Opening {n}</b><table><td>{n} pm<td>{n} Euro</table></p>"
    page = Page.from_text(f"<div>{''.join(record.format(n=n) for n in range(1, 8))}</div>")
    learn([page], kind="list").save(tmp_path / "w.json")

    done = run("export", tmp_path / "w.json", "--as", "css")

    left = json.loads(done.stdout)["left_out"]
    assert left
    assert done.stderr == "".join(f"windrow: left out: {name}: {left[name]}\n" for name in left)


def test_export_gives_the_heading_of_a_group_in_css(tmp_path: Path) -> None:
    learn([GROUPED], kind="list").save(tmp_path / "w.json")

    done = run("export", tmp_path / "w.json", "--as", "css")

    columns = {one["name"]: one for one in json.loads(done.stdout)["columns"]}
    assert columns["day"]["before"] is True


def test_export_names_the_forms_there_are(tmp_path: Path) -> None:
    done = run("export", tmp_path / "w.json", "--as", "parsel")

    assert done.exit_code == 2
    assert "is not one of 'css', 'xpath', 'scrapy', 'web-poet'" in done.stderr


def test_what_cannot_be_written_or_exported_is_a_clear_error(tmp_path: Path) -> None:
    learn([SHOP]).save(tmp_path / "w.json")
    learn([SHOP], detector="stem").save(tmp_path / "stem.json")

    with pytest.raises(FileUnreadable, match="cannot be written"):
        run("export", tmp_path / "w.json", "--as", "css", "-o", tmp_path / "no" / "x.json")
    with pytest.raises(WrapperError, match="template of stem compares trees"):
        run("export", tmp_path / "stem.json", "--as", "xpath")


@pytest.mark.parametrize("name", [*COMMANDS])
def test_every_command_has_a_file_and_help(name: str) -> None:
    done = run(name, "--help")

    assert done.exit_code == 0
    assert "Usage: windrow" in done.stdout


def test_pages_said_to_be_lists_give_the_file_that_was_asked_for(tmp_path: Path) -> None:
    names = []
    for page in contests():
        (tmp_path / page.source).write_bytes(page.content)
        names.append(tmp_path / page.source)

    with pytest.raises(NothingLearned, match="--kind list"):
        run("learn", *names, "--columns", "task_name", "-o", tmp_path / "x.json")
    run("learn", *names, "--columns", "task_name", "--kind", "list", "-o", tmp_path / "x.json")

    assert (tmp_path / "x.json").is_file()
