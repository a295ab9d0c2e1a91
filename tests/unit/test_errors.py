import pickle

import pytest

from windrow import errors
from windrow.errors import (
    BadAddress,
    BrowserCrashed,
    BrowserFailed,
    BrowserHung,
    BrowserSwollen,
    Disallowed,
    FileUnreadable,
    HttpStatus,
    NoBrowser,
    NotHtml,
    PrivateAddress,
    ReadError,
    TimedOut,
    TooLarge,
    TooManyRedirects,
    Unreachable,
    WindrowError,
)

examples: list[ReadError] = [
    FileUnreadable("a.html", "there is no such file"),
    BadAddress("gopher://x", "gopher: is not a scheme we read"),
    NotHtml("a.png", "a PNG image"),
    TooLarge("a.html", 50_000_000),
    HttpStatus("http://x/", 404, "Not Found"),
    Unreachable("http://x/", "no such host"),
    TimedOut("http://x/", 20),
    TooManyRedirects("http://x/", 10),
    NoBrowser("http://x/", "no Chromium was found", hint="install one"),
    BrowserFailed("http://x/", "has more than 300,000 elements"),
    BrowserCrashed("http://x/"),
    BrowserHung("http://x/", 45),
    BrowserSwollen("http://x/", 2_000_000_000),
    PrivateAddress("http://x/", "127.0.0.1"),
    Disallowed("http://x/"),
    Disallowed("http://x/", "it answered 503"),
]
every_error = pytest.mark.parametrize("error", examples, ids=lambda error: type(error).__name__)


@every_error
def test_the_summary_is_the_first_line_and_names_the_source(error: ReadError) -> None:
    assert error.summary == str(error).splitlines()[0]
    assert f"`{error.source}`" in error.summary


@every_error
def test_an_error_survives_the_way_home_from_another_process(error: ReadError) -> None:
    copy = pickle.loads(pickle.dumps(error))

    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def test_the_docstring_draws_every_error() -> None:
    drawn = errors.__doc__ or ""

    kinds = [name for name in errors.__all__ if name[0].isupper()]
    assert [name for name in kinds if name not in drawn] == []


def test_the_hint_follows_after_an_empty_line() -> None:
    assert str(NotHtml("a.gz", "packed with gzip", hint="unpack it first")) == (
        "`a.gz` is not HTML: it is packed with gzip\n\nhint: unpack it first"
    )


def test_an_error_without_a_hint_is_one_line() -> None:
    assert str(WindrowError("the barn is full")) == "the barn is full"


def test_a_newline_in_a_file_name_does_not_break_the_summary() -> None:
    assert "\n" not in FileUnreadable("a\nb.html", "there is no such file").summary


def test_a_password_in_an_address_is_not_shown() -> None:
    error = HttpStatus("https://anna:secret@farm.example/", 403)

    assert "secret" not in str(error)
    assert "farm.example" in str(error)


def test_a_very_long_source_is_shortened() -> None:
    assert len(FileUnreadable("x" * 100_000, "too long").summary) < 300


@pytest.mark.parametrize(("status", "word"), [(404, "check"), (403, "save"), (503, "later")])
def test_the_hint_depends_on_the_status(status: int, word: str) -> None:
    hint = HttpStatus("http://x/", status).hint

    assert hint is not None
    assert word in hint
