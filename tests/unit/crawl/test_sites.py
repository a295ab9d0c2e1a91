"""Sites of every kind and with every trap: exactly their rows, an end by itself, no page twice.

All sites are on one server, each below a path of its own, and one process fetches for all.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.unit.crawl.site import Asked, Given, LocalSite, items, running, shop_page
from windrow.crawl.crawl import CrawlState, crawl
from windrow.crawl.fetcher import ScrapyFetcher, scrapy_fetcher
from windrow.crawl.messages import Orders
from windrow.read.web import Web

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class GeneratedSite:
    """What a site answers, where its list begins, how many records it has, and how it ends."""

    answer: Callable[[Asked, str], Given | str]
    records: int = 30
    ended: str = "leads to no other"
    start: str = "/list"
    extra: int = 0  # pages that are asked for in vain


SITES: dict[str, GeneratedSite] = {}


def site(name: str, **facts: object) -> Callable[[Callable[[Asked, str], Given | str]], None]:
    def add(answer: Callable[[Asked, str], Given | str]) -> None:
        SITES[name] = GeneratedSite(answer, **facts)  # type: ignore[arg-type]

    return add


def tens(page: int) -> range:
    return range(page * 10 - 9, page * 10 + 1)


def number(asked: Asked, name: str = "page") -> int:
    return int(asked.query.get(name, "1"))


@site("text")
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    return shop_page(
        tens(page), f"<p><a href='{root}/list?page={page + 1}'>Next page</a>" if page < 3 else ""
    )


@site("icon")
def _(asked: Asked, root: str) -> str:
    page, on = number(asked), f"{root}/list?page={number(asked) + 1}"
    link = f"<div class=pagination><a href='{on}' class=next aria-label=Next><i class=fa></i></a></div>"
    head = f"<link rel=next href='{on}'>"
    return shop_page(tens(page), link if page < 3 else "", head=head if page < 3 else "")


@site("numbers")
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    row = " ".join(
        f"<b>{k}</b>" if k == page else f"<a href='{root}/list?page={k}'>{k}</a>"
        for k in range(1, 5)
    )
    return shop_page(tens(page), f"<p class=pages>{row}")


SITES["numbers"] = GeneratedSite(SITES["numbers"].answer, records=40)


@site("offset", start="/list?start=0", ended="has no records", extra=1)
def _(asked: Asked, root: str) -> str:
    first = number(asked, "start")
    return shop_page(range(first + 1, min(first + 10, 30) + 1))


@site("post")
def _(asked: Asked, root: str) -> str:
    page = int(asked.form.get("page", "1"))
    form = (
        f"<form method=post action='{root}/list' class=pagination><input type=hidden name=page value={page + 1}>"
        "<button class=next>Next page</button></form>"
    )
    return shop_page(tens(page), form if page < 3 else "")


@site("postback")
def _(asked: Asked, root: str) -> str:
    page = int((asked.form.get("__EVENTARGUMENT") or "Page$1").partition("$")[2])
    link = f"<p class=pager><a href=\"javascript:__doPostBack('grid','Page${page + 1}')\" class=next>Next</a>"
    state = f"<input type=hidden name=__VIEWSTATE value=v{page}>"
    return shop_page(
        tens(page),
        f"<form method=post action='{root}/list'>{state}{link if page < 3 else ''}</form>",
    )


@site("scroll")
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    more = f"<div class='scroller next' data-next-url='{root}/list?page={page + 1}'></div>"
    return shop_page(tens(page), more if page < 3 else "")


@site("older", start="/blog")
def _(asked: Asked, root: str) -> str:
    found = re.search(r"/page/(\d+)", asked.where)
    page = int(found[1]) if found else 1
    older = (
        f"<a href='{root}/blog/page/{page + 1}' class=nav-previous>← Older posts</a>"
        if page < 3
        else ""
    )
    back = f"{root}/blog/page/{page - 1}" if page > 2 else f"{root}/blog"
    newer = f"<a href='{back}' class=nav-next>Newer posts →</a>" if page > 1 else ""
    return shop_page(tens(page), f"<div class=navigation>{older} {newer}</div>")


@site("head")
def _(asked: Asked, root: str) -> str:
    # Only search engines are told where the list goes on.
    page = number(asked)
    head = f"<link rel=next href='{root}/list?page={page + 1}'>"
    return shop_page(tens(page), head=head if page < 3 else "")


@site("months", start="/list?page=1")
def _(asked: Asked, root: str) -> str:
    # A calendar beside the list leads to other months, without end.
    page = number(asked)
    days = "".join(f"<td>{day}" for day in range(1, 32))
    month = f"<td id=prev><a href='{root}/2016/0{page}'>« Jan</a><td id=next><a href='{root}/2016/0{page + 2}'>Mar »</a>"
    pager = f"<p class=pager><a href='{root}/list?page={page + 1}'>Next</a>" if page < 3 else ""
    return shop_page(tens(page), f"{pager}<table><tr>{days}<tr>{month}</table>")


@site("calendar", start="/month?m=1", records=30, ended="", extra=1)
def _(asked: Asked, root: str) -> str:
    # Every month there is a link to the next one, for ever; only three months have anything.
    page = number(asked, "m")
    days = tens(page) if page < 4 else []
    return shop_page(
        days, f"<p class=pager><a href='{root}/month?m={page + 1}' class=next>Next month »</a>"
    )


@site("session")
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    visit = f"{page:x}9f86d081884c7d659a2feaa0c55ad015"
    back = f"<a href='{root}/list?page=1&sid={visit}'>1</a>" if page > 1 else "<b>1</b>"
    on = f"<a href='{root}/list?page={page + 1}&sid={visit}'>Next</a>" if page < 3 else ""
    return shop_page(
        tens(page), f"<p class=pager>{back} {on}", link=f"{root}/item/{{k}}?sid={visit}"
    )


@site("itself", ended="leads to no other")
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    return shop_page(
        tens(page), f"<p class=pager><a href='{root}/list?page={min(page + 1, 3)}'>Next</a>"
    )


@site("sorted", records=10)
def _(asked: Asked, root: str) -> str:
    links = " ".join(
        f"<a href='{root}/list?sort={name}&page=1'>{name}</a>" for name in ("price", "name", "date")
    )
    filters = " ".join(f"<a href='{root}/list?color={k}'>{k}</a>" for k in ("green", "gold"))
    order = [*tens(1)] if asked.query.get("sort") != "price" else [*reversed(tens(1))]
    return shop_page(order, f"<p class=sort>Sort: {links}</p><p>{filters}</p>")


@site("repeats", ended="brings nothing new", extra=1)
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    return shop_page(
        tens(min(page, 3)), f"<p class=pager><a href='{root}/list?page={page + 1}'>Next</a>"
    )


@site("twice", records=28)
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    numbers = [*tens(page)] if page == 1 else [1, *[*tens(page)][1:]]
    return shop_page(
        numbers,
        f"<p class=pager><a href='{root}/list?page={page + 1}'>Next</a>" if page < 3 else "",
    )


@site("soft404", ended="has no records", extra=1)
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    if page > 3:
        return "<html><body><h1>Sorry</h1><p>We could not find this page. Try the <a href=/>home page</a>.</body></html>"
    return shop_page(tens(page), f"<p class=pager><a href='{root}/list?page={page + 1}'>Next</a>")


@site("redirect", ended="leads back", extra=2)
def _(asked: Asked, root: str) -> Given | str:
    page = number(asked)
    if page > 3:
        return Given("", 302, (("Location", f"{root}/list"),))
    return shop_page(tens(page), f"<p class=pager><a href='{root}/list?page={page + 1}'>Next</a>")


@site("elsewhere", ended="another site")
def _(asked: Asked, root: str) -> str:
    page = number(asked)
    host = "http://other.example" if page == 3 else ""
    return shop_page(
        tens(page), f"<p class=pager><a href='{host}{root}/list?page={page + 1}'>Next</a>"
    )


@site("gone", ended="answered 404", extra=1)
def _(asked: Asked, root: str) -> Given | str:
    page = number(asked)
    if page > 3:
        return Given("<p>none", 404)
    return shop_page(tens(page), f"<p class=pager><a href='{root}/list?page={page + 1}'>Next</a>")


@site("article", records=10, ended="not this list", extra=1)
def _(asked: Asked, root: str) -> str:
    # The list leads to an article, which shows a few records of the same kind beside it.
    if asked.where.endswith("/list"):
        return shop_page(tens(1), f"<p class=nav><a href='{root}/oats' class=next>Next »</a>")
    prose = "<p>Oats are cut when they are dry, and kept in a barn for the winter.</p>" * 9
    return f"<title>Oats</title><h1>Oats</h1>{prose}<aside><ul class=items>{items(range(50, 54))}</ul></aside>"


@site("lastone", records=21)
def _(asked: Asked, root: str) -> str:
    # The last page has a single record.
    page = number(asked)
    on = f"<p class=pager><a href='{root}/list?page={page + 1}'>Next</a>" if page < 3 else ""
    return shop_page(tens(page) if page < 3 else [21], on)


@site("button", records=10, ended="only a script")
def _(asked: Asked, root: str) -> str:
    return shop_page(tens(1), "<button class=more onclick='more()'>Load more</button>")


@pytest.fixture(scope="module")
def server() -> Iterator[LocalSite]:
    def answer(asked: Asked) -> Given | str:
        name = asked.path.split("/")[1]
        return SITES[name].answer(asked, f"/{name}") if name in SITES else Given("<p>none", 404)

    with running(answer) as local:
        yield local


@pytest.fixture(scope="module")
def fetcher(server: LocalSite) -> Iterator[ScrapyFetcher]:
    orders = Orders(server.url, Web(typed=frozenset([server.url])), delay=0.0)
    with scrapy_fetcher(orders) as found:
        yield found


@pytest.mark.parametrize("name", SITES)
def test_a_site_gives_all_its_rows_and_ends(
    name: str, server: LocalSite, fetcher: ScrapyFetcher, tmp_path: Path
) -> None:
    wanted = SITES[name]

    found = crawl(f"{server.url}/{name}{wanted.start}", fetcher, CrawlState(tmp_path))

    titles = [row["title"] for row in found.table.rows]
    asked = [path for path in server.pages if path.startswith(f"/{name}/")]
    forms = [one.form for one in server.log if one.form and one.path.startswith(f"/{name}/")]
    assert len({*titles}) == len(titles) == wanted.records
    assert wanted.ended in found.ended
    assert len(asked) == found.tally.pages + wanted.extra
    # A redirect to the start is the only way to get a page again.
    assert len({*asked}) == len(asked) - (name == "redirect") or len(forms) == 2
    assert not [path for path in asked if path.count("sid=") > 1]
