"""`find` chains the stages once and keeps what each of them made."""

import pytest

from windrow import extract
from windrow.model import Alignment, Region, Table, cell_text
from windrow.pipeline import find, find_in_tree
from windrow.read import Page, Web
from windrow.read import browser as browser_room
from windrow.read.browser.settings import Settings
from windrow.read.look import Look
from windrow.table import tabulate
from windrow.tree import Tree
from windrow.tree.opened import Opened

ROWS = "".join(
    f"<li><a href=/{k}>Bale number {k}</a><p>Dry hay of meadow {k}, cut in May 202{k}</p></li>"
    for k in range(8)
)
PAGE = Page.from_text(f"<main><ul class=results>{ROWS}</ul></main>", "bales.html")
SHELL = Page.from_text("<div id=root></div><script src=app.js></script>", "shell.html")


def test_tables_are_those_of_the_findings() -> None:
    found = find(PAGE)

    assert extract(PAGE) == found.tables
    assert [one.table for one in found] == [*found.tables]
    assert found.tables.page == "bales.html"


def test_the_node_of_every_cell_is_kept() -> None:
    best = find(PAGE)[0]

    for row, cells in zip(best.table.rows, best.cells.rows, strict=True):
        said = [
            isinstance(cell, int) and cell_text(best.tree, cell, place)
            for cell, place in zip(cells, best.cells.fields, strict=True)
        ]
        assert said == [*row.values()]


def test_an_opened_page_is_not_parsed_again() -> None:
    opened = Opened(PAGE)

    assert find(opened)[0].tree is opened.tree


def test_a_hidden_list_is_said_to_be_hidden() -> None:
    hidden = find(Page.from_text(f"<p>Wait</p><ul class=results hidden>{ROWS}</ul>"))

    assert hidden[0].hidden
    assert not find(PAGE)[0].hidden


def test_at_most_as_many_lists_as_asked_for_are_made() -> None:
    two = Tree.from_text(
        'body(ul(li(a"Ant" b"$1") li(a"Bee" b"$2") li(a"Cat" b"$3"))'
        ' p"and" ol(li(i"x" u"1") li(i"y" u"2") li(i"z" u"3")))'
    )

    assert len(find_in_tree(two, detector="mdr")) == 2
    assert len(find_in_tree(two, detector="mdr", most=1)) == 1


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the pages that were shown; every page becomes `PAGE` in the browser."""
    names: list[str] = []

    def show(page: Page, settings: Settings, *, web: Web) -> Page:
        names.append(page.source)
        return PAGE

    monkeypatch.setattr(browser_room, "show", show)
    monkeypatch.setattr(browser_room, "missing", lambda: None)
    return names


def test_a_browser_is_asked_for_a_shell(shown: list[str]) -> None:
    found = find(SHELL, browser=Look("auto"))

    assert shown == ["shell.html"]
    assert (found.name, found.page) == ("shell.html", PAGE)
    assert len(found[0].table) == 8


def test_a_browser_is_not_asked_for_a_page_that_is_there(shown: list[str]) -> None:
    assert find(PAGE, browser=Look("auto"))
    assert shown == []


def test_a_browser_is_never_asked_unless_somebody_wants_it(shown: list[str]) -> None:
    assert not find(SHELL)
    assert not find(SHELL, browser=Look("never"))
    assert shown == []


def test_a_browser_is_always_asked_if_somebody_wants_that(shown: list[str]) -> None:
    assert find(PAGE, browser=Look("always"))
    assert shown == ["bales.html"]


def test_without_a_browser_the_reason_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_room, "missing", lambda: ("no Chromium", "install one"))

    found = find(SHELL, browser=Look("auto"))

    assert found.reason is not None
    assert found.reason.endswith("no Chromium, so it was not shown in a browser (install one)")


def test_whoever_learns_hears_that_a_shell_could_not_be_filled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(browser_room, "missing", lambda: ("no Chromium", "install one"))
    heard: list[str] = []

    assert Look("auto", tell=heard.append).at(SHELL) is SHELL

    assert len(heard) == 1
    assert heard[0].startswith("shell.html: only scripts fill it; no Chromium")


def test_tables_after_the_first_are_made_when_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = "".join(f"<li><a href=/{k}>Hay {k}</a><b>${k}</b></li>" for k in range(9))
    cells = "".join(f"<tr><td>Rye {k}<td>{k} kg<td>ripe {k}" for k in range(9))
    made = []

    def lay_out(tree: Tree, region: Region, alignment: Alignment) -> tuple[Table, Alignment]:
        made.append(region)
        return tabulate.lay_out(tree, region, alignment)

    monkeypatch.setattr("windrow.pipeline.lay_out", lay_out)

    tables = extract(f"<ul>{rows}</ul><hr><table>{cells}</table>".encode(), every=True)

    assert tables
    assert len(made) == 1
    assert len(tables) == len(made) >= 2
    assert [*tables] == [
        *extract(f"<ul>{rows}</ul><hr><table>{cells}</table>".encode(), every=True)
    ]
