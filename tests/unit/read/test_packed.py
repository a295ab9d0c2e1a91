"""Pages in a wrapping are read like others, and a broken wrapping is said to be one."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from windrow.errors import NotHtml, TooLarge
from windrow.read import Web, read
from windrow.read.base import base_of

PAGE = b"<p>Gr\xc3\xbc\xc3\x9fe</p>"
SAVED = b"""From: <Saved by Blink>
Snapshot-Content-Location: https://farm.example/shop/
Subject: Garden tools
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html";
\tboundary="----b"

------b
Content-Type: text/html; charset=utf-8
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: https://farm.example/shop/

<p>Gr=C3=BC=C3=9Fe</p>
------b
Content-Type: image/png
Content-Transfer-Encoding: base64

iVBORw0KGgo=
------b--
"""


def test_a_packed_page_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "page.html.gz"
    path.write_bytes(gzip.compress(PAGE))

    assert read(path).content == PAGE
    assert read(gzip.compress(PAGE)).content == PAGE
    assert read(io.BytesIO(gzip.compress(PAGE))).content == PAGE


def test_a_saved_page_knows_its_address() -> None:
    page = read(SAVED.replace(b"\n", b"\r\n"))

    assert page.content.strip() == PAGE
    assert page.url == "https://farm.example/shop/"
    assert page.content_type == "text/html; charset=utf-8"


def test_a_saved_page_may_be_packed_too() -> None:
    assert read(gzip.compress(SAVED)).url == "https://farm.example/shop/"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (gzip.compress(PAGE)[:-9], "cut off"),
        (gzip.compress(PAGE)[:-8] + b"\xff" * 8, "broken"),
        (gzip.compress(b"WARC/1.0\r\n"), "web archive"),
        (gzip.compress(b"%PDF-1.7"), "PDF"),
        (SAVED.replace(b"text/html;", b"text/plain;"), "without HTML"),
    ],
    # What is packed has the time in it, and the names of tests must stay.
    ids=["cut off", "broken", "archive", "other", "no HTML"],
)
def test_what_holds_no_page_is_told(content: bytes, told: str) -> None:
    with pytest.raises(NotHtml, match=told):
        read(content)


def test_a_small_file_cannot_become_a_huge_page() -> None:
    with pytest.raises(TooLarge):
        read(gzip.compress(b"<p>" + b" " * 2_000_000), limit=100_000)


def test_a_page_that_speaks_of_saved_pages_is_not_one() -> None:
    assert read(b"<pre>\nContent-Type: multipart/related\n</pre>").url is None


def test_files_may_be_given_an_address(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)

    page = read(path, web=Web(base="https://farm.example/"))

    assert (page.url, base_of(page)) == (None, "https://farm.example/")
    assert base_of(read(SAVED, web=Web(base="https://x.example/"))) == "https://farm.example/shop/"
