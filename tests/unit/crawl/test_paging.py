"""The next page of a list is found by what is written, by where it leads, and by numbers."""

import json

import pytest
from click.testing import CliRunner

from tests.yardstick import assert_grows, took
from windrow.cli import windrow
from windrow.crawl.paging import NextPage, Paging, paging, ways_on
from windrow.pipeline import find
from windrow.read import Page

HERE = "https://farm.example/hay"
RECORDS = "".join(
    f"<li><h3><a href=/bale/{k}>Bale number {k}</a></h3><p>Dry hay of meadow {k}</p><b>${k}.50</b>"
    for k in range(1, 9)
)
# What is between the list and its pager on busy pages.
FAR = "<p>" + "All of <i>our</i> hay is dry. " * 9 + "</p>"


def both(pager: str, url: str = HERE, before: str = "") -> Paging:
    """Return what a list with *pager* behind it calls next, and where it goes on."""
    page = Page(url, f"<head>{before}</head><body><ul>{RECORDS}</ul>{pager}".encode(), url)
    return paging(find(page, most=1))


def found(pager: str, url: str = HERE, before: str = "") -> NextPage | None:
    """Return where a list with *pager* behind it goes on."""
    return both(pager, url, before).onward


@pytest.mark.parametrize(
    "said",
    ["Next", "Weiter", "Suivant", "Siguiente", "Próxima", "Avanti", "Volgende", "Nästa", "Neste",
     "Næste", "Seuraava", "Następna", "Další", "Következő", "Următoarea", "Следующая", "Наступна",
     "Επόμενη", "Sonraki", "التالي", "הבא", "次へ", "下一页", "다음", "ถัดไป", "Berikutnya"],
)  # fmt: skip
def test_a_link_that_says_next_in_a_language_leads_on(said: str) -> None:
    way = found(f"<p class=pager><a href=?page=2>{said}</a>")

    assert way is not None
    assert (way.address, way.kind) == (f"{HERE}?page=2", "link")


@pytest.mark.parametrize(
    ("pager", "address", "kind"),
    [
        ("<p class=pager><a href=/hay/1>«</a> <a href=/hay/3>»</a>", "/hay/3", "link"),
        ("<p class=pager><a href=/hay?page=3 class=next><i class=icon-next></i></a>", "/hay?page=3",
         "link"),
        ("<p class=pager><a href=/hay?page=3 aria-label='Next page'><svg></svg></a>",
         "/hay?page=3", "link"),
        ("<p class=pages><a href=?page=1>1</a> <b>2</b> <a href=?page=3>3</a> <a href=?page=4>4</a>",
         "/hay?page=3", "numbers"),
        ("<ul class=pagination><li><a href=?page=1>1</a><li class=active><a href=?page=2>2</a>"
         "<li><a href=?page=3>3</a></ul>", "/hay?page=3", "numbers"),
        ("<p class=nav><a href=/hay/page/3>Older posts</a> <a href=/hay>Newer posts</a>",
         "/hay/page/3", "link"),
        ("<p class=pager><a href=?start=40>Next</a>", "/hay?start=40", "link"),
        ("<p><a href=/hay?page=3>Load more stories</a>", "/hay?page=3", "link"),
        ("<p><a href=?from=0>1</a> <b>2</b> <a href=?from=50>3</a> <a href=?from=75>4</a>",
         "/hay?from=50", "numbers"),
        (f"{FAR}<p><a href=/hay;k=Ab?b=1>1</a> <b>2</b> <a href=/hay;k=Cd?b=21>3</a>"
         " <a href=/hay;k=Ef?b=21>Next</a>", "/hay;k=Ef?b=21", "link"),
        ("<p class=pages><a href=?page=1>1</a> <b>2</b> <a href=?page=3>3</a>"
         " <a href=?page=3>&gt;</a> <a href=?page=10>&gt;&gt;</a>", "/hay?page=3", "link"),
        ("<p><a href=?page=3>Next 20 bales &gt;&gt;</a>", "/hay?page=3", "link"),
        ("<p><a href='?words=hay;page=3'><img src=r.gif alt=next></a>", "/hay?words=hay;page=3",
         "link"),
        ("<p><a href=?page=1><img alt=1></a> <img alt=2> <a href=?page=3><img alt=3></a>"
         " <a href=?page=4><img alt=4></a>", "/hay?page=3", "numbers"),
        ("<p><a href='?page=1&s=0'>1</a> <b>2</b> <a href='?page=3&s=16'>3</a>"
         " <a href='?page=4&s=24'>4</a>", "/hay?page=3&s=16", "numbers"),
        ("<p><a href='/hay/sort=new&page=3/x'>More...</a>", "/hay/sort=new&page=3/x", "link"),
        ("<p><a href=?page=3>More bales like these</a>", "/hay?page=3", "link"),
        ("<p><a href=?page=3>Next bales of hay</a>", "/hay?page=3", "link"),
    ],
    ids=["arrow", "icon", "label", "numbers", "marked", "older", "offset", "more", "counted",
         "tokens", "last page", "next twenty", "old query", "pictures", "two numbers",
         "number in the path", "more of these", "next of these"],
)  # fmt: skip
def test_the_next_page_is_known_by_its_link(pager: str, address: str, kind: str) -> None:
    way = found(pager, f"{HERE}?page=2")

    assert way is not None
    assert (way.address, way.kind) == (f"https://farm.example{address}", kind)
    assert way.score > 0.5
    assert way.reason


@pytest.mark.parametrize("asked", ["hay_start=17", "list[page]=2", "hit=9"])
def test_the_number_of_a_page_is_known_by_its_name_or_by_the_records_before(asked: str) -> None:
    way = found(f"{FAR}<p><a href='?q=hay&{asked}'>Next</a>")

    assert way is not None
    assert "page number" in way.reason


OLDER, NEWER = "<a href=/hay/page/3>Older posts</a>", "<a href=/hay>Newer posts</a>"


@pytest.mark.parametrize(
    ("pager", "named", "onward"),
    [
        (f"<div class=nav-previous>{OLDER}</div>", None, "/page/3"),
        (f"<div class=nav-previous>{OLDER}</div><div class=nav-next>{NEWER}</div>", "", "/page/3"),
        (f"<p class=blog-pager>{NEWER} {OLDER}", "", "/page/3"),
        (f"<div class=nav-previous>{NEWER}</div><div class=nav-next>{OLDER}</div>", "/page/3", "/page/3"),
        ("<p class=pages><a href=?p=1>1</a> <b>2</b> <a href=?p=3>3</a> <a href=?p=4>4</a>", None, "?p=3"),
        ("<p class=pager><a href=/hay>Previous</a> <a href=/hay/page/3>Next</a>", "/page/3", "/page/3"),
    ],
    ids=["first", "middle", "unmarked", "forward", "numbers", "plain"],
)  # fmt: skip
def test_what_a_page_calls_next_and_where_its_list_goes_on_may_differ(
    pager: str, named: str | None, onward: str
) -> None:
    ways = both(f"<nav class=navigation>{pager}</nav>", f"{HERE}/page/2")

    assert ways.onward is not None
    assert ways.onward.address.endswith(onward)
    assert (ways.next and ways.next.address) == (None if named is None else f"{HERE}{named}")


def test_the_head_does_not_outvote_what_people_see() -> None:
    pager = f"<nav class=navigation><div class=nav-previous>{OLDER}</div></nav>"
    ways = both(pager, f"{HERE}/page/2", before="<link rel=next href=/hay/page/3>")

    assert ways.next is None
    assert ways.onward is not None


@pytest.mark.parametrize(
    "pager",
    [
        "<p><a href=/a/1>More</a> <a href=/a/2>More</a> <a href=/a/3>More</a>",
        "<table><tr>" + "".join(f"<td>{day}" for day in range(1, 32)) + "<tr><td id=prev>"
        "<a href=/2016/01/>« Jan</a><td id=next><a href=/2016/03/>Mar »</a></table>",
        "<p class=post-nav><a href=/old-hay class=prev>Old hay</a> <a href=/new-hay class=next>New hay</a>",
        "<p class=nav><a href=/old-hay-7 rel=prev>Old</a> <a href=/dry-hay-8 rel=next class=next>Dry</a>",
        "<p><a href=/bale/9>View more bales</a>",
        "<p><a href=/cast/hay-1>Cast</a> <a href=/crew/hay-1>Crew</a> <a href=/all/hay-1>View more hay</a>",
        "<p class=pager><a href=?start=0>«</a> <b>1</b> <a href=?start=0>»</a>",
        "<form method=post action=/letter><input type=email name=e><button class=next>›</button></form>",
        "<div class=swiper><a href=# class=swiper-button-next>Next</a></div>",
        "<p class=nav><button type=button data-slide=next>Next</button>",
        "<p class=years><a href=?y=2010>2010</a> <b>2011</b> <a href=?y=2012>2012</a> <a href=?y=2013>2013</a>",
        "<p><a href=/hay/2026/06>Previous month</a> <a class=next href=/hay/2026/08>Next month</a>",
        "<p><a href='?date=2026-08-01'>«</a> <a class=next href='?date=2026-08-03' title='Next day'>»</a>",
        "<p><a class=next href=/teams/2026_games.html>Next season</a>",
        "<p><a href=/oats?st=7>9 more results</a><p><a href=/rye?st=8>41 more results</a>"
        "<p><a href=/corn?st=9>7 more results</a>",
        "<p><a href=/?s=hay>View more hay</a>",
        "<p><a href=/?p=71>Wet hay</a> <a href=/?p=84>Old hay</a> <a href=/?p=99>New hay</a>"
        " <a href=/?p=15 class=next>Next article</a>",
    ],
    ids=["teasers", "calendar", "articles", "numbered articles", "things", "parts of a thing",
         "one page", "newsletter", "carousel", "slides", "years", "month", "day", "season",
         "other lists", "a search", "blog"],
)  # fmt: skip
def test_other_links_that_lead_on_are_not_called_the_next_page(pager: str) -> None:
    ways = both(pager)

    assert ways == Paging(None, None)


def test_a_link_that_passes_the_next_number_leads_to_it_neither_in_words_nor_as_an_arrow() -> None:
    numbers = "".join(f"<a href=?page={k}>{k}</a> " for k in range(2, 6))
    ways = both(f"<p class=pager><b>1</b> {numbers}<a href=?page=21 class=next>&gt;&gt;</a>")

    assert ways.next is None
    assert ways.onward is not None
    assert ways.onward.address == f"{HERE}?page=2"


def test_a_page_without_a_list_has_no_next_page() -> None:
    prose = "".join(
        f"<p>Hay is dried grass of meadow {k}, cut {'once ' * k}a year.</p>" for k in range(4)
    )
    pager = "<p><a href=/oats rel=prev>Previous</a> <a href=/rye rel=next>Next</a>"
    page = Page(HERE, f"<title>Hay</title><h1>Hay</h1>{prose}{pager}".encode(), HERE)

    assert paging(find(page, most=1)) == Paging(None, None)


def test_numbers_and_the_head_lead_on_but_do_not_call_a_page_next() -> None:
    pager = "<p class=pages><b>1</b> <a href=?page=2>2</a> <a href=?page=3>3</a>"
    ways = both(pager, before="<link rel=next href=?page=2>")

    assert ways.next is None
    assert ways.onward is not None
    assert ways.onward.address == f"{HERE}?page=2"


def test_where_all_numbers_lead_to_one_address_a_script_turns_the_page() -> None:
    links = "".join(f"<a href={HERE}#>{k}</a> " for k in range(1, 5))
    way = found(f"<p class=pager>{links}<a href={HERE}# class=next>Next</a>")

    assert way is not None
    assert (way.address, way.kind) == ("", "button")


@pytest.mark.parametrize(
    "pager",
    [
        "",
        "<p class=pager><a href=?page=1>Previous</a>",
        "<p class=pager><a href=?page=1>1</a> <a href=?page=2>2</a> <b>3</b>",
        "<p>Sort: <a href=?sort=price>Price</a> <a href=?sort=name>Name</a>",
        "<p><a href=/news/2>Read more</a> <a href=/about>About us</a>",
        "<p><a href=/hay/870>1</a> <b>2</b> <a href=/hay/540>3</a> <a href=/hay/710>4</a>",
    ],
    ids=["nothing", "previous", "last", "sort", "more", "ranks"],
)
def test_a_page_without_a_next_one_has_none(pager: str) -> None:
    assert found(pager, f"{HERE}?page=3") is None


def test_a_button_that_only_a_script_understands_has_no_address() -> None:
    way = found("<p class=pagination><a href='javascript:;' class=next>Next page</a>")
    more = found("<button class=load>Load more</button>")

    assert more is not None
    assert more.kind == "button"
    assert way is not None
    assert (way.address, way.kind) == ("", "button")


def test_a_form_is_sent_with_its_hidden_values() -> None:
    form = (
        "<form method=post action=/hay/list class=pagination><input type=hidden name=state value=x7>"
        "<input type=hidden name=page value=2><button name=go value=on class=next>Next page</button></form>"
    )

    way = found(form)

    assert way is not None
    assert (way.address, way.kind) == ("https://farm.example/hay/list", "post")
    assert dict(way.sent) == {"state": "x7", "page": "2", "go": "on"}


def test_a_link_of_the_old_microsoft_pages_sends_their_form() -> None:
    form = (
        "<form method=post action=list.aspx><input type=hidden name=__VIEWSTATE value=abc>"
        "<p class=pager><a href=\"javascript:__doPostBack('grid','Page$2')\" class=next>Next</a></form>"
    )

    way = found(form)

    assert way is not None
    assert way.kind == "post"
    assert dict(way.sent) == {
        "__VIEWSTATE": "abc", "__EVENTTARGET": "grid", "__EVENTARGUMENT": "Page$2",
    }  # fmt: skip


def test_a_link_in_the_head_counts_together_with_the_one_people_see() -> None:
    head = "<link rel=next href='?page=2'>"
    ways = ways_on(
        find(Page(HERE, f"<head>{head}</head><body><ul>{RECORDS}</ul>".encode(), HERE), most=1)
    )

    assert f"{HERE}?page=2" in [way.address for way in ways]


def test_links_are_relative_to_what_the_page_says() -> None:
    way = found("<p class=pager><a href=list?page=3>Next</a>", before="<base href=/barn/>")

    assert way is not None
    assert way.address == "https://farm.example/barn/list?page=3"


def test_the_command_prints_an_object_a_page(tmp_path: object) -> None:
    page = f"{tmp_path}/page.html"
    with open(page, "w") as stream:
        stream.write(f"<ul>{RECORDS}</ul><p class=pager><a href='?page=2'>Next</a>")

    result = CliRunner().invoke(windrow, ["next", page, "--format", "jsonl", "--base", HERE])

    said = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (said["page"], said["next"], said["kind"]) == (page, f"{HERE}?page=2", "link")
    assert said["onward"] == said["next"]
    assert said["score"] > 0.5
    assert "Next" in said["reason"]


@pytest.mark.parametrize(
    ("pager", "base", "address"),
    [
        ("", f"{HERE}?page=3", f"{HERE}?page=4"),
        ("", f"{HERE}?q=dry&start=16", f"{HERE}?q=dry&start=24"),
        # The last page of a list with links to its pages has no next one.
        ("<a href='?page=1'>1</a> <a href='?page=2'>2</a> <b>3</b>", f"{HERE}?page=3", None),
        ("", HERE, None),
    ],
)
def test_the_command_counts_up_where_no_link_leads_on(
    tmp_path: object, pager: str, base: str, address: str | None
) -> None:
    page = f"{tmp_path}/page.html"
    with open(page, "w") as stream:
        stream.write(f"<ul>{RECORDS}</ul>{pager}")

    result = CliRunner().invoke(windrow, ["next", page, "--format", "jsonl", "--base", base])

    said = json.loads(result.stdout)
    assert (said["onward"], said["kind"]) == (address, "offset" if address else None)
    assert said["next"] is None


def test_the_command_says_where_there_is_none(tmp_path: object) -> None:
    page = f"{tmp_path}/page.html"
    with open(page, "w") as stream:
        stream.write(f"<ul>{RECORDS}</ul>")

    result = CliRunner().invoke(windrow, ["next", page])

    assert result.exit_code == 4
    assert json.loads(result.stdout)["next"] is None


def test_people_are_told_of_both_directions(tmp_path: object) -> None:
    page = f"{tmp_path}/page.html"
    with open(page, "w") as stream:
        stream.write(f"<ul>{RECORDS}</ul><p class=blog-pager>{NEWER} {OLDER}")

    result = CliRunner().invoke(
        windrow, ["next", page, "--format", "table", "--base", f"{HERE}/page/2"]
    )

    assert f"the list continues at {HERE}/page/3, the page calls {HERE} next" in result.stdout


def test_addresses_with_thousands_of_digits_are_read() -> None:
    digits = "7" * 5000
    html = "".join(f"<li><a href=/p/{digits}{k}>{k}</a>" for k in range(1, 6))

    ways = ways_on(find(Page.from_text(f"<ul>{html}</ul>")), url=f"http://a.com/p/{digits}0")

    assert [way.address for way in ways[:1]] == [f"http://a.com/p/{digits}1"]


@pytest.mark.parametrize("part", ["7", "a", "a7", "a-", "a/", "7."])
def test_the_next_page_is_found_in_time_by_the_length_of_addresses(part: str) -> None:
    def seconds(length: int) -> float:
        long = (part * length)[:length]
        html = "".join(f"<li><a href=/p/{long}{k}>{k}</a>" for k in range(1, 6))
        found = find(Page.from_text(f"<ul>{html}</ul><a href=/p/{long}2>Next</a>"))
        return max(0.03, took(lambda: ways_on(found, url=f"http://a.com/p/{long}0")))

    # The time grew in the square of the length, by 16.
    assert_grows(lambda: seconds(8_000), lambda: seconds(32_000), 8)
