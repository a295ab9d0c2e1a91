"""Pages that would take more memory than their size allows are refused before they are parsed."""

import subprocess
import sys

import pytest

from windrow.errors import TooManyNames, TooManyNodes
from windrow.pipeline import find
from windrow.read import Page
from windrow.tree import parse
from windrow.tree.opened import Opened
from windrow.tree.room import MEMORY, MEMORY_A_BYTE, require_room

DENSE = {
    "paragraphs": b"<p>x" * 400_000,
    "elements": b"<b>" * 400_000,
    "ends that make elements": b"</p>" * 400_000,
    "lines": b"</br>" * 400_000,
    "formatting that stays open": b"".join(b"<b id=%d>" % k for k in range(350_000))
    + b"<p>x" * 1_000_000,
}


@pytest.mark.parametrize("name", DENSE)
def test_a_page_with_too_many_tags_for_its_size_is_refused(name: str) -> None:
    with pytest.raises(TooManyNodes, match=r"tags in .* MB, which would take too much"):
        require_room("page.html", DENSE[name], len(DENSE[name]))


@pytest.mark.parametrize(
    "content",
    [
        b"<p>x" * 100_000,
        b"<tr class='row odd'><td>1</td><td><a href='/thing/1'>Thing</a></td></tr>" * 500_000,
        b"<p>A sentence of an ordinary length, as people write it.</p>" * 500_000,
        b"<script>" + b"if (a<b) c(); " * 1_000_000 + b"</script>",
    ],
    ids=["small", "table", "prose", "script"],
)
def test_other_pages_of_any_size_are_not(content: bytes) -> None:
    require_room("page.html", content, len(content))


def test_every_way_to_a_tree_asks() -> None:
    page = Page.from_bytes(DENSE["paragraphs"], "page.html")

    with pytest.raises(TooManyNodes, match=r"`page\.html` has 400,000 tags in 1\.6 MB"):
        parse(page)
    with pytest.raises(TooManyNodes):
        find(page)
    with pytest.raises(TooManyNodes):
        _ = Opened(page).whole


@pytest.mark.parametrize("tag", [b"<n%d>some text</n%d>", b"<p n%d>text <!-- of %d -->"])
def test_a_page_with_too_many_names_is_refused(tag: bytes) -> None:
    html = b"".join(tag % (k, k) for k in range(120_000))

    with pytest.raises(TooManyNames, match=r"has 120,00. different names"):
        parse(html)


def test_values_are_not_names() -> None:
    html = b"".join(b"<p id=%d title='no. %d'>some text of a line" % (k, k) for k in range(120_000))

    assert len(parse(html)) > 120_000


def test_a_page_that_hides_nothing_is_parsed_once() -> None:
    opened = Opened(Page.from_text("<ul><li>hay</ul>"))
    hiding = Opened(Page.from_text("<ul><li>hay<li HIDDEN>straw</ul>"))

    assert opened.whole is opened.tree
    assert len(hiding.whole) == len(hiding.tree) + 1


def test_the_title_of_a_page_needs_no_tree_besides_the_one_that_is_there() -> None:
    opened = Opened(Page.from_text("<title>Hay</title><p hidden>straw"))

    assert (opened.whole.title, opened.title) == ("Hay", "Hay")
    assert "tree" not in vars(opened)
    assert Opened(opened.page).title == "Hay"


MEASURED = """
import re
from windrow.errors import TooManyNodes
from windrow.pipeline import find

content, refused = {content}, False
try:
    find(content, detector={detector!r})
except TooManyNodes:
    refused = True
# What getrusage says would include the process that started us.
taken = 1024 * int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
print(len(content), refused, taken)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="others count memory in other units")
@pytest.mark.parametrize("detector", ["auto", "gstm", "gza"])
@pytest.mark.parametrize(
    ("content", "too_much"),
    [
        ("b'<p>' + b'<b id=7777>' * 350_000 + b'<p>x' * 1_000_000", True),
        ("b'<b id=7777>' * 350_000 + b'<p>x' * 1_000_000", False),
        ("b'<p>x' * 190_000", False),
    ],
)
def test_no_page_takes_more_than_its_size_allows(
    content: str, too_much: bool, detector: str
) -> None:
    program = MEASURED.format(content=content, detector=detector)

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    size, refused, taken = done.stdout.split()
    assert refused == str(too_much)
    assert int(taken) <= MEMORY + MEMORY_A_BYTE * int(size)
