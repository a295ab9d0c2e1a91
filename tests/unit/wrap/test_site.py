"""A folder of wrappers: the one that fits is used, if any does."""

import random
from pathlib import Path
from typing import Any

import pytest

from bench.cluster import made_up
from windrow.errors import BadWrapper, FileUnreadable, NothingLearned
from windrow.read import Page
from windrow.tree import Tree
from windrow.tree.parse import parse_utf8
from windrow.wrap import load
from windrow.wrap.learn import learn
from windrow.wrap.mixed import Heap, learn_site, save_apart, save_site
from windrow.wrap.site import Site
from windrow.wrap.template import Opened


def good(n: int, shop: str) -> str:
    return (f"<li class=card><h3><a href=/{shop}/{n}>A {shop} of size {n}</a></h3><p>Made for {shop} "
            f"work, {n} years of it.</p><b>${n}.25</b><i>{n} left</i>")  # fmt: skip


def shelf(*numbers: int, shop: str = "rake") -> str:
    goods = "".join(good(n, shop) for n in numbers)
    return (f"<header><nav><a href=/>Home</a></nav></header><main><h1>Shelf {shop}</h1>"
            f"<ol class=goods>{goods}</ol></main><footer><p>Terms</footer>")  # fmt: skip


def film(name: str, year: int, minutes: int) -> str:
    return (f"<header><nav><a href=/>Home</a></nav></header><div id=film><h2>{name}</h2><table>"
            f"<tr><th>Year<td>{year}<tr><th>Length<td>{minutes} min</table><section><p>A film about "
            f"{name}, and long.</p><dl><dt>Seen<dd>{year + 3}</dl></section></div>")  # fmt: skip


PAGES = {
    "shelf-1.html": shelf(1, 2, 3, 4, 5),
    "shelf-2.html": shelf(6, 7, 8, 10, shop="fork"),
    "shelf-3.html": shelf(19, 16, 12, 11, 13, 14, shop="hoe"),
    "film-1.html": film("Hay", 1987, 90),
    "film-2.html": film("Rye", 1991, 80),
    "film-3.html": film("Oats", 2001, 121),
    "odd.html": "<table><tr><td><font>Nothing</font><td><center>like it</center></table>",
}


def page(name: str) -> Page:
    return Page.from_text(PAGES[name], source=name)


@pytest.fixture(scope="module")
def heap() -> Heap:
    return learn_site([page(name) for name in PAGES])


def test_one_wrapper_a_template_is_learned_and_noise_is_told(heap: Heap) -> None:
    assert {(wrapper.name, wrapper.kind) for wrapper in heap.wrappers} == {
        ("shelf", "list"),
        ("film", "detail"),
    }
    assert heap.left == (("odd.html", "no other page is like it"),)
    assert sorted(map(len, heap.pages)) == [3, 3]


def test_each_page_is_read_by_its_own_wrapper(heap: Heap) -> None:
    shop = heap.site.apply(Page.from_text(shelf(20, 21, shop="saw")))
    movie = heap.site.apply(Page.from_text(film("Corn", 2010, 99)))

    assert [row["link"] for row in shop[0].rows] == ["/saw/20", "/saw/21"]
    assert "99 min" in movie[0].rows[0].values()


def test_a_page_of_no_template_gives_none_and_says_so(heap: Heap) -> None:
    found = heap.site.apply(page("odd.html"))

    assert (len(found), found.reason) == (0, "none of the 2 wrappers fits the page")


def test_an_empty_page_and_an_empty_list_are_told_apart(heap: Heap) -> None:
    assert len(heap.site.apply(b"")) == 0
    [table] = heap.site.apply(Page.from_text(shelf()))

    assert table.rows == ()


def test_pages_are_parsed_once_for_all_wrappers(
    heap: Heap, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[bool] = []

    def counted(content: bytes, *, hidden: bool = False, **settings: Any) -> Tree:
        parsed.append(hidden)
        return parse_utf8(content, hidden=hidden, **settings)

    monkeypatch.setattr("windrow.tree.opened.parse_utf8", counted)
    heap.site.pick(Opened(page("shelf-2.html")))

    # Once as it shows, and for wrappers of detail pages once with what it hides.
    assert len(parsed) == len({*parsed})


def test_a_folder_is_written_and_loaded_again(heap: Heap, tmp_path: Path) -> None:
    files = save_site(heap, tmp_path / "site")

    assert sorted(path.name for path in files) == ["film.json", "shelf.json"]
    site = load(tmp_path / "site")
    for name in PAGES:
        assert site.apply(page(name)) == heap.site.apply(page(name))


def test_wrappers_from_before_are_not_mixed_with_new_ones(heap: Heap, tmp_path: Path) -> None:
    save_site(heap, tmp_path)

    with pytest.raises(FileUnreadable, match="wrappers in it already"):
        save_site(heap, tmp_path)


def test_names_of_pages_never_lead_out_of_the_folder(tmp_path: Path) -> None:
    pages = [
        Page.from_text(shelf(n, n + 2, n + 4, n + 6), source=f"../../evil{n}/../x.html")
        for n in (5, 6)
    ]

    files = save_site(learn_site(pages), tmp_path / "site")

    assert all(path.parent == tmp_path / "site" for path in files)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_folder_with_something_else_in_it_is_a_clear_error(heap: Heap, tmp_path: Path) -> None:
    with pytest.raises(BadWrapper, match="holds no"):
        Site.load(tmp_path)
    with pytest.raises(FileUnreadable):
        Site.load(tmp_path / "missing")
    save_site(heap, tmp_path)
    (tmp_path / "other.json").write_text('{"a": 1}')
    with pytest.raises(BadWrapper, match=r"other\.json"):
        Site.load(tmp_path)


def test_a_page_that_cannot_be_read_is_left_and_the_others_are_learned(tmp_path: Path) -> None:
    for name, html in PAGES.items():
        (tmp_path / name).write_text(html)
    pages = [*map(str, sorted(tmp_path.iterdir())), str(tmp_path / "missing.html")]

    heap = learn_site(pages)

    assert len(heap.wrappers) == 2
    assert any("missing.html" in name and "no such file" in why for name, why in heap.left)


def test_a_higher_support_takes_small_templates_for_noise() -> None:
    pages = [*map(page, PAGES), Page.from_text(shelf(31, 32, 33, 34))]

    heap = learn_site(pages, support=4)

    assert [len(pages) for pages in heap.pages] == [4]
    assert "only 3 pages are like it" in {reason for _, reason in heap.left}
    with pytest.raises(NothingLearned):
        learn_site(pages, support=9)


def test_every_page_of_a_mixed_heap_finds_its_template() -> None:
    pages = [
        Page.from_text(html, source=f"{site}.html") for site, html in made_up(random.Random(2))
    ]
    heap = learn_site(pages)
    of_page = {id(p): w.name for w, names in zip(heap.wrappers, heap.pages, strict=True)
               for p in pages if p.source in names}  # fmt: skip

    for one in pages:
        picked = heap.site.pick(Opened(one))
        assert picked is None or picked.wrapper.name == of_page[id(one)]


def tasks(contest: str, *names: str) -> str:
    rows = "".join(f"<tr><td><a href=/{contest}/{n}>{chr(65 + k)}</a><td><a href=/{contest}/{n}>{n}"
                   f"</a><td>{k + 2} sec<td>1024 MB" for k, n in enumerate(names))  # fmt: skip
    return frame(contest, "<th><th>Task name<th>Time limit<th>Memory limit", rows)


def results(contest: str, *people: str) -> str:
    rows = "".join(f"<tr><td><time>2024-05-0{k}</time><td><b>{who}</b><td><span>{k}00</span><td><i>"
                   f"Java</i><td><em>{k * 7} ms</em>" for k, who in enumerate(people, 1))  # fmt: skip
    return frame(contest, "<th>Submitted<th>User<th>Points<th>Language<th>Took", rows)


def frame(contest: str, head: str, rows: str) -> str:
    return (f"<header><nav><ul><li><a href=/>Top</a><li><a href=/{contest}>Tasks</a></ul></nav>"
            f"</header><main><h1>{contest}</h1><div><p>Contest <b>{contest}</b></p><form><select>"
            f"<option>All</select></form><table><thead><tr>{head}<tbody>{rows}</table></div>"
            "</main><footer><p>Terms <a href=/t>of use</a></p></footer>")  # fmt: skip


def test_other_lists_in_the_same_frame_are_another_template() -> None:
    pages = [tasks("abc1", "Sum", "Path", "Tree", "Game"), results("abc1", "ann", "bo", "cleo"),
             tasks("abc2", "Knot", "Hay", "Rake"), results("abc2", "eve", "finn", "gus", "ha")]  # fmt: skip

    heap = learn_site([Page.from_text(page) for page in pages], kind="list")

    assert sorted(map(len, heap.pages)) == [2, 2]
    [table] = heap.site.apply(Page.from_text(results("abc3", "ida", "jo", "kim", "lea")))
    assert [row["user_"] for row in table.rows] == ["ida", "jo", "kim", "lea"]


def contests() -> list[Page]:
    # Three tasks do not make a list certain, and a task page says little else.
    return [
        Page.from_text(html, source=f"{name}.html")
        for name, html in {
            "tasks-1": tasks("abc1", "Sum", "Path", "Tree", "Game", "Coin", "Tide"),
            "results-1": results("abc1", "ann", "bo", "cleo", "dan", "eli", "flo"),
            "tasks-2": tasks("abc2", "Knot", "Hay", "Rake", "Fork", "Flail"),
            "results-2": results("abc2", "eve", "finn", "gus", "ha", "io", "jan"),
        }.items()
    ]


def test_learning_from_lists_of_two_templates_says_so_without_being_asked() -> None:
    with pytest.raises(NothingLearned, match="2 of 4 pages have another list") as caught:
        learn(contests())

    assert caught.value.apart


def test_one_page_with_another_list_is_noise_among_pages_of_a_list() -> None:
    pages = [*contests()[::2], contests()[1]]

    wrapper = learn(pages)

    assert [len(wrapper.apply(page)[0].rows) for page in pages[:2]] == [6, 5]


def test_pages_that_are_said_to_be_lists_are_learned_whatever_lists_they_have() -> None:
    pages = contests()[:3]

    assert len(learn([*pages, contests()[3]], kind="list").apply(pages[0])[0].rows) == 6


def test_pages_without_names_are_told_by_number() -> None:
    with pytest.raises(NothingLearned, match=r"1 of 2 pages has another list than page 1: page 2"):
        learn([page.content for page in contests()[:2]])


def test_a_page_of_a_list_without_records_is_no_other_template() -> None:
    pages = [*contests()[::2], Page.from_text(tasks("abc3"), source="tasks-3.html")]

    assert len(learn(pages, kind="list").apply(contests()[2])[0].rows) == 5


def test_one_file_for_lists_of_two_templates_becomes_a_folder(tmp_path: Path) -> None:
    _, files = save_apart(contests(), tmp_path / "abc.json")

    site = Site.load(tmp_path / "abc")
    assert [file.name for file in files] == ["tasks.json", "results.json"]
    [table] = site.apply(Page.from_text(results("abc3", "ida", "jo", "kim", "lea")))
    assert table.wrapper == "results"
    assert [row["user_"] for row in table.rows] == ["ida", "jo", "kim", "lea"]
    assert not site.apply(Page.from_text(PAGES["odd.html"]))
