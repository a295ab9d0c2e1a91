import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from windrow.errors import BadAddress, FileUnreadable, NotHtml, ReadError, TooLarge
from windrow.read import Page, read

HAY = b"<p>hay</p>"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_bytes(HAY)
    return path


def test_a_page_comes_from_a_path_however_it_is_given(file: Path) -> None:
    for source in (file, str(file), file.as_uri()):
        page = read(source)
        assert (page.source, page.content) == (str(source), HAY)


def test_a_page_comes_from_bytes_or_is_one_already() -> None:
    page = read(HAY)

    assert page.content == HAY
    assert read(page) is page


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(HAY)))

    assert read("-") == Page("-", HAY)


def test_an_empty_file_is_an_empty_page(tmp_path: Path) -> None:
    path = tmp_path / "empty.html"
    path.touch()

    assert read(path).content == b""


def test_a_colon_in_a_file_name_is_no_scheme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page:2.html").write_bytes(HAY)

    assert read("page:2.html").content == HAY


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        ("missing.html", "`missing.html` cannot be read: there is no such file"),
        (".", "`.` cannot be read: it is a directory"),
        ("a\0b", "embedded null byte"),
        ("x" * 5000, "file name too long"),
        ("<p>hay</p>", "it is markup, not a file name"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(source: str, summary: str) -> None:
    with pytest.raises(FileUnreadable) as caught:
        read(source)

    assert summary in caught.value.summary


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_of_others_says_so(file: Path) -> None:
    file.chmod(0)

    with pytest.raises(FileUnreadable, match="permission denied"):
        read(file)


def test_a_bare_host_name_gets_the_hint_to_be_an_address() -> None:
    with pytest.raises(FileUnreadable, match=r"https://farm\.example/hay"):
        read("farm.example/hay")


@pytest.mark.parametrize(
    "source",
    ["ftp://farm.example/", "mailto:anna@farm.example", "data:text/html,x", "file://nas/x"],
)
def test_other_schemes_are_refused(source: str) -> None:
    with pytest.raises(BadAddress):
        read(source)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
        (b"GIF89a\x01\0\x01\0", "a GIF image"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "a WebP image"),
        (b"\0\0\0\x18ftypmp42", "a video file or an AVIF image"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"PK\x03\x04\x14\0", "a ZIP archive or an Office document"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "packed with gzip, and cut off"),
    ],
)
def test_a_file_of_another_kind_is_named(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(content)

    with pytest.raises(NotHtml) as caught:
        read(path)

    assert caught.value.kind == kind
    assert caught.value.summary.endswith(f"is not HTML: it is {kind}")


def test_a_packed_page_gets_the_hint_to_be_unpacked() -> None:
    with pytest.raises(NotHtml, match="hint: unpack it first"):
        read(b"BZh9")


def test_the_limit_is_the_largest_size_that_passes(file: Path) -> None:
    assert read(file, limit=len(HAY)).content == HAY
    with pytest.raises(TooLarge, match="larger than the limit of 9 bytes"):
        read(file, limit=len(HAY) - 1)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="a device of Unix")
def test_a_file_without_end_ends_at_the_limit() -> None:
    with pytest.raises(TooLarge):
        read("/dev/zero", limit=100_000)


def test_every_read_error_can_be_caught_as_one(tmp_path: Path) -> None:
    for source in (tmp_path, tmp_path / "missing", "ftp://x/", b"\x89PNG\r\n"):
        with pytest.raises(ReadError):
            read(source)


def test_importing_the_stage_does_not_import_the_network() -> None:
    code = "import sys, windrow.read; print({'httpx', 'ssl', 'urllib.request'} & {*sys.modules})"
    path = os.pathsep.join(filter(None, sys.path))

    answer = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        check=True,
    )

    assert answer.stdout.strip() == b"set()"
