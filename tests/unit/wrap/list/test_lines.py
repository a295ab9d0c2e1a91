"""Columns that texts are cut into are found again on other pages."""

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads


def page(*records: str) -> Page:
    items = "".join(f"<tr><td>{record}</td><td>{len(record)} kg</td></tr>" for record in records)
    return Page.from_bytes(f"<table>{items}</table>".encode(), "page")


def test_a_wrapper_reads_lines_and_what_follows_them() -> None:
    seen = page(
        "<a href=/1>Ant <b>red</b></a> - small<br>One line<br>and another",
        "<a href=/2>Bee</a> - busy<br>A line<br>a second<br>and a third",
        "<a href=/3>Cow</a> - very <b>big</b><br>Just one",
        "<a href=/4>Dog</a> - loud<br>First<br>second",
    )
    other = page(
        "<a href=/5>Elk <b>old</b></a> - tall<br>New<br>and more",
        "<a href=/6>Fox</a> - <b>sly</b><br>Single",
        "<a href=/7>Gnu</a> - fast<br>Three<br>lines<br>here",
    )

    table = loads(dumps(learn([seen], kind="list")).encode()).apply(other)[0]

    assert [[*row.values()][:4] for row in table.rows] == [
        ["Elk old", "- tall", "New and more", "/5"],
        ["Fox", "- sly", "Single", "/6"],
        ["Gnu", "- fast", "Three lines here", "/7"],
    ]
