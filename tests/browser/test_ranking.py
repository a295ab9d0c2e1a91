"""What the default detector makes of places on the screen."""

import pytest

from tests.browser.conftest import Show
from windrow import extract

pytestmark = pytest.mark.slow


def hit(number: int) -> str:
    return (
        f"<div class=hit><table><tr><td><div><a href=/{number}>Bale number {number} of the meadow"
        f"</a></div><div>hay.example/{number}</div><div>Dry hay, cut in June {number} and turned "
        "twice.</div></td></tr></table></div>"
    )


def page(style: str) -> bytes:
    """Return a list whose first record is in its own box, at another depth."""
    rest = "".join(map(hit, range(1, 9)))
    return (
        f"<!doctype html><style>* {{ margin: 0; padding: 0 }} {style}</style><h1>Hay</h1>"
        f"<div><div><div class=first>{hit(0)}</div></div><div class=rest>{rest}</div></div>"
    ).encode()


def test_a_record_in_a_box_of_its_own_belongs_to_the_list_it_continues(shown: Show) -> None:
    rows = extract(shown(page("")))[0].rows

    assert len(rows) == 9
    assert all(f"/{k}" in row.values() for k, row in enumerate(rows))


@pytest.mark.parametrize(
    "style",
    [
        ".first { width: 300px }",
        ".first { position: absolute; left: 700px }",
    ],
)
def test_a_record_that_stands_apart_does_not(shown: Show, style: str) -> None:
    assert len(extract(shown(page(style)))[0]) == 8
