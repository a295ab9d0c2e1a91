import pytest

from tests.yardstick import assert_grows, took
from windrow.errors import BadAddress, HttpStatus, WindrowError
from windrow.read import Page
from windrow.safe import masked, plain
from windrow.sink.base import shown, unwritable


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://anna:secret@farm.example/hay", "https://***@farm.example/hay"),
        ("HTTP://anna@farm.example", "HTTP://***@farm.example"),
        ("http://anna:p@ss@farm.example/", "http://***@farm.example/"),
        ("http://anna:p/ss@farm.example/", "http://***@farm.example/"),
        ("http://anna:secret@farm.example/@maria", "http://***@farm.example/@maria"),
        ("see http://a:b@c/ or ftp://d:e@f/", "see http://***@c/ or ftp://***@f/"),
        ("postgresql://anna:p@ss/w#rd@farm/hay", "postgresql://***@farm/hay"),
        ("postgres://farm/hay?user=anna&password=x", "postgres://farm/hay?user=anna&password=***"),
    ],
)
def test_user_names_and_passwords_are_masked(address: str, shown: str) -> None:
    assert masked(address) == shown


@pytest.mark.parametrize(
    "text",
    ["https://farm.example/@anna", "http://[::1]:80/a@b", "http://farm:80?to=a@b", "a@b.example",
     "file:///home/anna@farm/x.html", "pages/a@b.html"],
)  # fmt: skip
def test_what_is_no_password_stays(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize("piece", ["http://", "x://", "http://a:", "x://@", "?password="])
def test_masking_takes_time_by_length_only(piece: str) -> None:
    def seconds(times: int) -> float:
        return max(took(lambda: masked("http://" + piece * times)), 0.001)

    # Twenty times as much may take a hundred times as long, but not four hundred times.
    assert_grows(lambda: seconds(2_000), lambda: seconds(40_000), 100)


def test_controls_and_marks_of_direction_become_spaces() -> None:
    assert plain("a\x00\x1b[31m\x7f\x9bb\u202ec\u2067d\u061ce\U000e0041f\ud800g") == (
        "a [31m b c d e f g"
    )
    assert plain("Hay für 北京 👩‍🌾") == "Hay für 北京 👩‍🌾"


def test_an_error_obeys_nobody() -> None:
    error = HttpStatus("http://x/\x1b[2J", 404, "No\x9b\x1b]0;t\x07pe")

    assert plain(str(error).replace("\n", "")) == str(error).replace("\n", "")


def test_an_error_tells_no_password_wherever_it_stands() -> None:
    error = BadAddress("http://a:secret@b/", "it redirects to http://c:secret@d/")
    other = WindrowError("no", hint="try http://c:secret@d/")

    assert "secret" not in str(error) + error.source + str(other)


def test_a_page_keeps_no_password() -> None:
    page = Page("http://a:secret@b/", b"", url="http://a:secret@b/c")

    assert (page.source, page.url) == ("http://***@b/", "http://b/c")


def test_a_driver_may_quote_pieces_of_the_password() -> None:
    target = "postgresql://anna:se/cret%21@farm/hay?password=hidden"

    error = unwritable(target, ValueError('invalid port "se" in "se/cret!@farm", "cret%21"'))

    assert "cret" not in str(error)
    assert '"se"' not in str(error)
    assert shown(target) == "postgresql://***@farm/hay"
