"""A paper's system that learns from several pages of one template, as a wrapper."""

import json
from pathlib import Path

import pytest

from tests.unit.cli.test_wrappers import SHOP, run
from windrow.errors import NothingLearned
from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.repair import repair
from windrow.wrap.store import dumps, loads


def shop(first: int, count: int) -> Page:
    rows = "".join(
        f"<div><h3><a href=/{k}>Thing {k}</a></h3><p>About thing number {k}.</p><span>${k}.00</span>"
        "</div>"
        for k in range(first, first + count)
    )
    return Page.from_text(f"<h1>Page {first}</h1><main>{rows}</main><footer>All rights</footer>")


def film(name: str, year: str, cast: str, songs: str) -> Page:
    actors = "".join(f"<li>{actor}</li>" for actor in cast.split())
    sung = "".join(f"<p><b>{song}</b><i>{len(song)}</i></p>" for song in songs.split())
    return Page.from_text(
        f"<h1>{name}</h1><dl><dt>Year</dt><dd>{year}</dd></dl><ul>{actors}</ul>"
        f"<h2>Songs</h2><section>{sung}</section><p>{name} is long</p>"
    )


FILMS = [
    film("Hay", "1987", "Ann Bob", "One Two Three"),
    film("Rye", "1991", "Cyd Dan Eve", "Four Five"),
]
THIRD = film("Oat", "1999", "Fay", "Six Seven Eight Nine")


def test_pages_about_one_thing_are_learned_by_the_detector_that_was_asked_for() -> None:
    wrapper = loads(dumps(learn(FILMS, kind="detail", detector="gstm")).encode())

    [table] = wrapper.apply(THIRD)

    assert (wrapper.kind, wrapper.template.system, wrapper.pages) == ("detail", "gstm", 2)
    [row] = table.rows
    texts = {value for value in row.values() if isinstance(value, str)}
    lists = [
        [[*one.values()] for one in value] for value in row.values() if isinstance(value, list)
    ]
    assert {"Oat", "1999"} <= texts
    assert "Year" not in texts
    assert lists == [[["Fay"]], [["Six", "3"], ["Seven", "5"], ["Eight", "5"], ["Nine", "4"]]]


def test_lists_are_learned_from_all_pages() -> None:
    wrapper = loads(dumps(learn([shop(0, 6), shop(6, 4)], detector="gstm")).encode())

    assert (wrapper.kind, wrapper.records, wrapper.pages) == ("list", (4, 6, 6), 2)
    for count in (9, 1):
        [table] = wrapper.apply(shop(20, count))
        assert [row["price"] for row in table.rows] == [f"${20 + k}.00" for k in range(count)]


def test_what_pages_are_is_asked_of_them() -> None:
    assert learn(FILMS, detector="gstm").kind == "detail"


def test_a_page_of_another_template_does_not_fit() -> None:
    wrapper = learn(FILMS, kind="detail", detector="gstm")

    assert len(wrapper.apply(Page.from_text("<table><tr><td>1<td>2</table>"))) == 0


def test_a_wrapper_of_pages_is_repaired_from_pages() -> None:
    wrapper = learn(FILMS, kind="detail", detector="gstm")
    changed = [Page.from_text(page.content.decode().replace("<dl>", "<hr><dl>")) for page in FILMS]

    done = repair(wrapper, changed)

    assert done.wrapper.kind == "detail"
    assert {"title", "year", "text"} <= {column.name for column in done.wrapper.columns}


@pytest.mark.parametrize("detector", ["stem", "mdr"])
def test_a_system_of_lists_says_that_it_does_not_learn_pages(detector: str) -> None:
    with pytest.raises(NothingLearned, match="learns lists only"):
        learn(FILMS, kind="detail", detector=detector)


@pytest.mark.parametrize("mode", [[], ["--mode", "literal"]])
def test_the_command_line_learns_pages_with_a_detector(tmp_path: Path, mode: list[str]) -> None:
    names = [tmp_path / f"{k}.html" for k in range(3)]
    for name, page in zip(names, [*FILMS, THIRD], strict=True):
        name.write_bytes(page.content)
    file = tmp_path / "film.json"

    run("learn", *names[:2], "--kind", "detail", "--detector", "gstm", *mode, "-o", file)
    done = run("apply", file, names[2], "--format", "jsonl", "--raw")

    answer = json.loads(done.stdout)
    assert "1999" in answer["tables"][0]["rows"][0].values()
    assert json.loads(file.read_text("utf-8"))["learned"]["detector"] == "gstm"


def test_a_mode_is_for_the_systems_of_the_papers() -> None:
    done = run("learn", SHOP, "--mode", "literal", "-o", "x.json")

    assert done.exit_code == 2
    assert "not for auto" in done.output
