"""Templates of detail pages: lists in groups, of which pages have more or fewer."""

from typing import Any

from windrow.tree import Tree
from windrow.wrap.detail.template import DetailPage, learn


def page(text: str) -> DetailPage:
    """Return the page whose tree is written as *text*."""
    return DetailPage(Tree.from_text(f"html(body({text}))"))


def read(pages: list[str], other: str) -> dict[str, Any]:
    """Return what a template learned from *pages* reads from another."""
    return dict(learn([page(text) for text in pages]).read(page(other)))


def marked_up(one: str, other: str) -> str:
    """Return rows with markup inside them."""
    return f'li(#text"1" strong(#text"{one}" sup"r")) li(#text"2" em"{other}" a[href=/i](img))'


def test_groups_of_rows_are_a_list_although_their_rows_are_marked_up_differently() -> None:
    pages = [
        f"div(ul({marked_up('oat', 'rye')}))",
        f"div(p(b'Dough') ul({marked_up('kale', 'salt')}) p(b'Glaze') ul(li'milk' li'jam'))",
    ]

    groups = read([one.replace("'", '"') for one in pages], pages[1].replace("'", '"'))["ul[]"]

    assert [len(group["li[]"]) for group in groups] == [2, 2]


def test_groups_with_a_class_are_a_list_and_nothing_else() -> None:
    group = "div[class=group](ul({} li{}))"
    named = 'div[class=group](h4"For the glaze" ul(li"milk" li"eggs"))'
    pages = [
        f"div({group.format(marked_up('oat', 'rye'), '(b)')})",
        f"div({group.format(marked_up('kale', 'salt'), '')} {named})",
    ]

    row = read(pages, pages[1])

    assert len(row["div.group[]"]) == 2
    assert not [name for name in row if not name.startswith("div.group[]")]


def test_empty_paragraphs_between_others_do_not_make_them_differ() -> None:
    text = "Stir it for a long while and let it rest until the evening bell, then {} it."
    pages = [
        " p(br) ".join(f'p"{text.format(word)}"' for word in words.split())
        for words in ("fry boil cut", "bake salt brew smoke eat")
    ]

    rows = read([f"div({one})" for one in pages], f"div({pages[1]})")["p[]"]

    assert [row["."] for row in rows if row] == [
        text.format(word) for word in ("bake", "salt", "brew", "smoke", "eat")
    ]


def test_rows_whose_labels_no_other_page_has_are_a_list() -> None:
    pages = [
        'table(tr(th"oats" td"200 g") tr(th"milk" td"1 cup") tr(th"salt" td"3 g"))',
        'table(tr(th"rye" td"500 g") tr(th"jam" td"2 spoons") tr(th"eggs" td"4") tr(th"figs" td"9"))',
    ]

    row = read(pages, 'table(tr(th"kale" td"1 kg") tr(th"dill" td"some"))')

    assert [one["."] for one in row["tr[]"]] == ["kale 1 kg", "dill some"]


def test_amounts_are_no_labels() -> None:
    pages = [
        'ul(li(b"1 cup" i"oats") li(b"2 cups" i"milk") li(b"3 g" i"salt"))',
        'ul(li(b"1 cup" i"rye") li(b"2 cups" i"jam") li(b"4" i"eggs") li(b"9 g" i"malt"))',
    ]

    assert len(read(pages, pages[1])["li[]"]) == 4
