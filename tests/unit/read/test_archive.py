"""Web archives: pages are found and read one by one; broken places are reported."""

import gzip
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import warc
from tests.yardstick import assert_grows, took
from windrow.errors import HttpStatus, NotHtml, ReadError, TooLarge
from windrow.read import Page
from windrow.read.archive import Piece, pieces, read_piece

both_ways = pytest.mark.parametrize("packed", [True, False], ids=["packed", "plain"])


def pages(path: Path) -> list[Page]:
    return [read_piece(str(path), piece) for piece in pieces(str(path))]


def contents(path: Path) -> list[bytes | str]:
    """The pages, and in the place of broken ones the error."""
    found: list[bytes | str] = []
    for piece in pieces(str(path)):
        try:
            found.append(read_piece(str(path), piece).content)
        except ReadError as error:
            found.append(error.summary.removeprefix(f"`{path}` "))
    return found


@both_ways
def test_the_pages_of_an_archive_come_in_order_with_their_addresses(
    tmp_path: Path, packed: bool
) -> None:
    path = warc.write(
        tmp_path / "a.warc.gz",
        [
            warc.record(b"software: test\r\n", kind="warcinfo"),
            warc.record(b"GET / HTTP/1.1\r\n\r\n", kind="request"),
            warc.response(b"<p>hay</p>", "http://farm.example/hay"),
            warc.record(b"fetchTimeMs: 5\r\n", kind="metadata"),
            warc.record(b"<p>straw</p>", url="http://farm.example/straw", kind="resource"),
        ],
        packed=packed,
    )

    found = pages(path)

    assert [page.content for page in found] == [b"<p>hay</p>", b"<p>straw</p>"]
    assert [page.url for page in found] == ["http://farm.example/hay", "http://farm.example/straw"]
    assert found[0].content_type == "text/html; charset=utf-8"


@both_ways
def test_a_page_that_holds_the_text_of_a_record_is_one_page(tmp_path: Path, packed: bool) -> None:
    forged = warc.response(b"<p>forged</p>", "http://bank.example/")
    noise = random.Random(1).randbytes(200_000)
    # Noise cannot be compressed: the compressed record is in the archive byte for byte.
    trap = b"<p>trap</p>" + noise + gzip.compress(forged) + noise + b"\r\n\r\n" + forged
    path = warc.write(
        tmp_path / "a.warc.gz", [warc.response(trap), warc.response(b"<p>next</p>")], packed=packed
    )

    assert contents(path) == [trap, b"<p>next</p>"]


@both_ways
def test_content_is_decoded_as_its_headers_say(tmp_path: Path, packed: bool) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
    zipped = head + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"<p>zipped</p>")
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\na\r\n<p>hay</p>\r\n0\r\n\r\n"
    # Many crawlers unpack a page and keep the header.
    unpacked = head + b"Content-Encoding: gzip\r\n\r\n<p>unpacked</p>"
    path = warc.write(
        tmp_path / "a.warc.gz", map(warc.record, [zipped, chunked, unpacked]), packed=packed
    )

    assert contents(path) == [b"<p>zipped</p>", b"<p>hay</p>", b"<p>unpacked</p>"]


def test_what_is_no_page_is_told_apart_from_what_is_broken(tmp_path: Path) -> None:
    picture = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n"
    moved = b"HTTP/1.1 301 Moved Permanently\r\nLocation: /\r\n\r\n"
    path = str(warc.write(tmp_path / "a.warc.gz", map(warc.record, [picture, moved])))
    first, second = pieces(path)

    with pytest.raises(NotHtml):
        read_piece(path, first)
    with pytest.raises(HttpStatus) as caught:
        read_piece(path, second)

    assert caught.value.status == 301


def test_a_damaged_member_is_told_with_its_offset_and_the_others_are_read(tmp_path: Path) -> None:
    noise = random.Random(2).randbytes(3000).hex().encode()
    members = [
        gzip.compress(warc.response(b"<p>%d</p>" % number + noise), mtime=0) for number in range(4)
    ]
    poisoned = bytearray(members[1])
    poisoned[400:440] = bytes(40)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(members[0] + poisoned + members[2] + members[3])

    first, second, *rest = contents(path)

    assert first == b"<p>0</p>" + noise
    assert second == (
        f"is broken at byte {len(members[0])}: its packed bytes are damaged;"
        f" reading continues at byte {len(members[0] + poisoned)}"
    )
    assert rest == [b"<p>2</p>" + noise, b"<p>3</p>" + noise]


@pytest.mark.parametrize("kept", [1, 12, 100, -1])
def test_a_truncated_member_at_the_end_is_told_with_its_offset(tmp_path: Path, kept: int) -> None:
    whole = gzip.compress(warc.response(b"<p>one</p>"), mtime=0)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(whole + whole[:kept])

    first, second = contents(path)

    assert first == b"<p>one</p>"
    assert isinstance(second, str)
    assert second.startswith(f"is broken at byte {len(whole)}: ")


def test_a_poisoned_header_is_told_with_its_offset_and_the_others_are_read(tmp_path: Path) -> None:
    good = [warc.response(b"<p>%d</p>" % number) for number in range(3)]
    poisoned = good[1].replace(b"Content-Length: ", b"Content-Length: x")
    path = warc.write(tmp_path / "a.warc", [good[0], poisoned, good[2]], packed=False)

    assert contents(path) == [
        b"<p>0</p>",
        f"is broken at byte {len(good[0])}: its Content-Length is missing, or not a length;"
        f" reading continues at byte {len(good[0] + poisoned)}",
        b"<p>2</p>",
    ]


@both_ways
def test_a_length_that_is_too_long_does_not_reach_into_other_pages(
    tmp_path: Path, packed: bool
) -> None:
    lie = warc.response(b"<p>lie</p>").replace(b"Content-Length: ", b"Content-Length: 9999")
    path = warc.write(tmp_path / "a.warc.gz", [warc.response(b"<p>one</p>"), lie], packed=packed)

    first, second = contents(path)

    assert first == b"<p>one</p>"
    assert isinstance(second, str)
    assert second.endswith("its Content-Length is 999969, but 73 bytes follow")


@pytest.mark.parametrize("digits", ["-30", "-1", "5", "30", "250", "1000", "9" * 18, "9" * 30, "9" * 5000],
                         ids=lambda digits: f"{digits[:4]}-{len(digits)}")  # fmt: skip
def test_a_false_length_costs_only_its_own_record(tmp_path: Path, digits: str) -> None:
    good = [warc.response(b"<p>%d</p>" % number + b"hay" * 99) for number in range(4)]
    [true] = re.findall(rb"Content-Length: (\d+)", good[1])
    # Too long or too short by so much, or more digits than Python makes a number of.
    false = digits if len(digits) > 17 else str(int(true) + int(digits))
    lie = good[1].replace(b"Content-Length: " + true, f"Content-Length: {false}".encode())
    path = warc.write(tmp_path / "a.warc", [good[0], lie, *good[2:]], packed=False)

    first, second, *rest = contents(path)

    assert first == b"<p>0</p>" + b"hay" * 99
    assert isinstance(second, str)
    assert second.startswith(f"is broken at byte {len(good[0])}: its Content-Length is ")
    assert second.endswith(f"; reading continues at byte {len(good[0] + lie)}")
    assert rest == [b"<p>2</p>" + b"hay" * 99, b"<p>3</p>" + b"hay" * 99]


def test_what_looks_like_a_record_only_at_first_is_not_taken_for_one(tmp_path: Path) -> None:
    talk = b"\nWARC/1.0 is a format.\nWARC/1.1\nis another\n\nWARC/1.0\r\nWARC-Type: x\r\n\r\n"
    lie = warc.response(talk).replace(b"Content-Length: ", b"Content-Length: 99")
    path = warc.write(tmp_path / "a.warc", [lie, warc.response(b"<p>hay</p>")], packed=False)

    first, second = contents(path)

    assert isinstance(first, str)
    assert first.endswith(f"reading continues at byte {len(lie)}")
    assert second == b"<p>hay</p>"


def test_a_good_record_before_nettles_is_read(tmp_path: Path) -> None:
    good = warc.response(b"<p>hay</p>")
    path = warc.write(tmp_path / "a.warc", [good, b"nettles\n" * 9, good], packed=False)

    assert contents(path) == [
        b"<p>hay</p>",
        f"is broken at byte {len(good)}: there is no WARC record;"
        f" reading continues at byte {len(good) + 72}",
        b"<p>hay</p>",
    ]


@both_ways
def test_whatever_is_changed_in_an_archive_the_others_are_read(
    tmp_path: Path, packed: bool
) -> None:
    chance = random.Random(7)
    noise = [chance.randbytes(300).hex().encode() for _ in range(6)]
    whole = warc.write(
        tmp_path / "a.warc",
        [warc.response(b"<p>%d</p>" % n + text) for n, text in enumerate(noise)],
        packed=packed,
    ).read_bytes()
    for _ in range(300):
        text, at = bytearray(whole), chance.randrange(len(whole))
        text[at : at + chance.choice([0, 1, 8])] = chance.choice([b"", b"9", b"\0\0\0", b"\n"])
        (tmp_path / "b.warc").write_bytes(text)

        found = contents(tmp_path / "b.warc")

        # A change touches one record, or where two of them meet.
        pages = [b"<p>%d</p>" % n + text for n, text in enumerate(noise)]
        assert len([page for page in pages if page in found]) >= 4


def test_looking_for_the_next_record_takes_linear_time(tmp_path: Path) -> None:
    def taking(times: int) -> Callable[[], float]:
        path = tmp_path / f"{times}.warc"
        trap = b"\nWARC/1.0\nWARC-Type: response\n" * (10_000 * times)
        path.write_bytes(warc.response(trap).replace(b"Content-Length: ", b"Content-Length: 9"))

        assert len([*pieces(str(path))]) == 1
        return lambda: took(lambda: [*pieces(str(path))])

    assert_grows(taking(1), taking(4), most=8)


def test_several_records_in_one_member_are_told_not_mixed(tmp_path: Path) -> None:
    both = warc.response(b"<p>one</p>") + warc.response(b"<p>two</p>")
    path = warc.write(tmp_path / "a.warc.gz", [both])

    assert contents(path) == ["is broken at byte 0: a gzip member holds more than one record"]


def test_a_bomb_is_too_large(tmp_path: Path) -> None:
    path = str(warc.write(tmp_path / "a.warc.gz", [warc.response(bytes(30_000_000))]))
    [piece] = pieces(path)

    assert piece.size < 300_000
    with pytest.raises(TooLarge):
        read_piece(path, piece, limit=1_000_000)


def test_an_archive_that_is_missing_is_told() -> None:
    with pytest.raises(ReadError, match=r"no\.warc"):
        [*pieces("no.warc")]
    with pytest.raises(ReadError, match=r"no\.warc"):
        read_piece("no.warc", Piece(0, 10))


@pytest.mark.parametrize("content", [b"", b"\x1f", b"\x1f\x8b\x08", b"hay", bytes(100), b"\n" * 50])
def test_whatever_the_bytes_are_every_piece_lies_in_the_file(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(content)

    found = [*pieces(str(path))]

    assert all(0 <= piece.offset < piece.offset + piece.size <= len(content) for piece in found)
    assert len({piece.offset for piece in found}) == len(found)


# Not ru_maxrss: it counts what the process was before it became another program.
PEAK = """
import re, sys
from windrow.read.archive import pieces, read_piece
for piece in pieces(sys.argv[1]):
    read_piece(sys.argv[1], piece)
print(re.search("VmHWM:\\\\s+(\\\\d+)", open("/proc/self/status").read())[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the peak")
def test_many_small_records_take_no_more_memory_than_few(tmp_path: Path) -> None:
    member = gzip.compress(warc.response(b"<p>hay</p>"), mtime=0)
    peaks = []
    for number, count in enumerate((500, 50_000)):
        path = tmp_path / f"{number}.warc.gz"
        path.write_bytes(member * count)
        done = subprocess.run(
            [sys.executable, "-c", PEAK, str(path)], capture_output=True, timeout=300, check=True
        )
        peaks.append(int(done.stdout))

    assert peaks[1] < 1.1 * peaks[0]
