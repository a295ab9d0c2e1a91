"""robots.txt by RFC 9309; the numbers are those of its sections."""

import pytest

from tests import yardstick
from windrow.read.robots import MOST, parse_robots


def allows(text: str | bytes, path: str, agent: str = "windrow") -> bool:
    content = text if isinstance(text, bytes) else text.encode()
    return parse_robots(content, agent).allows(f"https://farm.example{path}")


# 5.1, the simple example of the RFC, with its three groups.
SIMPLE = """User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF
"""


@pytest.mark.parametrize(
    ("agent", "path", "allowed"),
    [
        ("windrow", "/", True),
        ("windrow", "/a.gif", False),
        ("windrow", "/a.gif?size=1", True),
        ("windrow", "/example/page.html", False),
        ("windrow", "/publications/a", True),
        ("FooBot", "/publications/a", False),
        ("foobot", "/example/page.html", True),
        ("foobot", "/example/allowed.gif", True),
        ("barbot", "/example/page.html", False),
        ("bazbot", "/example/page.html", False),
        ("bazbot", "/example/other.html", True),
        ("quxbot", "/example/page.html", True),
    ],
)
def test_the_group_that_names_us_holds_and_otherwise_the_one_for_all(
    agent: str, path: str, allowed: bool
) -> None:
    assert allows(SIMPLE, path, agent) is allowed


# 5.2: the longest match.
LONGEST = "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n"


def test_the_longest_rule_decides_and_allow_wins_a_tie() -> None:
    assert allows(LONGEST, "/example/page/", "foobot")
    assert not allows(LONGEST, "/example/page/disallowed.gif", "foobot")
    assert allows("User-agent: *\nDisallow: /hay\nAllow: /hay", "/hay")


def test_groups_of_one_name_are_one_group() -> None:
    text = "User-agent: windrow\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: windrow\nDisallow: /b"

    assert [allows(text, path) for path in ("/a", "/b", "/c")] == [False, False, True]


@pytest.mark.parametrize(
    ("rule", "path", "fits"),
    [
        ("/", "", True),
        ("/hay", "/hay/rake", True),
        ("/hay", "/Hay", False),
        ("/hay/", "/hay", False),
        ("/*.php", "/a/b.php?x", True),
        ("/*.php$", "/a/b.php?x", False),
        ("/*.php$", "/a.php/b.php", True),
        ("/a*b*c$", "/abc", True),
        ("/a*b*c$", "/acb", False),
        ("/a*a$", "/a", False),
        ("/$", "/", True),
        ("/$", "/x", False),
        ("*", "/x", True),
        ("/a?b", "/a?bc", True),
        # 2.2.2: one way of writing.
        ("/foo/bar/%E3%83%84", "/foo/bar/ツ", True),
        ("/foo/bar/ツ", "/foo/bar/%e3%83%84", True),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz", True),
        ("/a%2Fb", "/a/b", False),
        ("/a%2fb", "/a%2Fb", True),
    ],
)
def test_a_rule_is_for_the_paths_that_begin_like_it(rule: str, path: str, fits: bool) -> None:
    assert allows(f"User-agent: *\nDisallow: {rule}", path) is not fits


@pytest.mark.parametrize(
    "text",
    ["", "<html><p>Not found", "Disallow: /", "User-agent: *\nDisallow:", "\x00\xff: /\n" * 9,
     "User-agent *\nDisallow /", "User-agent: other\nDisallow: /"],
)  # fmt: skip
def test_what_is_no_rule_for_us_is_ignored(text: str) -> None:
    assert allows(text, "/hay")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_end_as_they_like(end: str) -> None:
    lines = ["\ufeffuser-AGENT :  windrow/2.0  # us", "", "Sitemap: /s", "disallow : /hay # no"]

    assert not allows(end.join(lines), "/hay/rake")


def test_robots_txt_itself_may_always_be_read() -> None:
    assert allows("User-agent: *\nDisallow: /", "/robots.txt")


def test_what_lies_beyond_the_limit_is_not_read() -> None:
    text = "User-agent: *\n" + "#" * MOST + "\nDisallow: /"

    assert allows(text, "/hay")


def test_a_hostile_file_takes_no_longer_than_its_length() -> None:
    text = "User-agent: *\n" + "Disallow: /" + "a*" * 2000 + "b$\n" + "Disallow: /*x\n" * 20_000
    path = "/" + "a" * 5000

    assert allows(text, path)
    # With backtracking it would never end.
    assert yardstick.took(lambda: allows(text, path)) < yardstick.seconds(20)
