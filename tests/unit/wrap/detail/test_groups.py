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


def test_rows_of_text_are_a_list_whatever_is_marked_up_in_them() -> None:
    pages = [
        'ol(li(b"Wash" #text"the oats.") li"Boil them." li(p"Stir it for a while."))',
        'ol(li(b"Grate" #text"it.") li(span"Let it rest."))',
    ]

    row = read(pages, 'ol(li"Bake it." li(b"Cool" #text" " i"it.") li(p(a"Cut")) li"Eat.")')

    assert [one["."] for one in row["li[]"]] == ["Bake it.", "Cool it.", "Cut", "Eat."]


def test_a_paragraph_in_italics_is_a_heading_of_the_paragraphs_below_it() -> None:
    pages = [
        'p"An old dish." p(em"Zutaten") p"oats" p(em"Zubereitung") p"Boil them." p"Stir."',
        'p"A new one." p(em"Zutaten") p"rye" p(em"Zubereitung") p"Mill it." p"Bake." p"Eat."',
    ]

    row = read(pages, 'p"Quick." p(em"Zutaten") p"kale" p(em"Zubereitung") p"Cut it." p"Fry it."')

    assert [one["."] for one in row["p=Zubereitung[]"]] == ["Cut it.", "Fry it."]


def test_lists_below_headings_of_their_groups_belong_to_the_label_above_all_of_them() -> None:
    pages = [
        'div(h2"Zutaten" ul(li"oats" li"rye") h2"Geräte" ul(li"pot"))',
        'div(h2"Zutaten" h4"Teig" ul(li"kale" li"salt") h4"Guss" ul(li"jam") h2"Geräte" '
        'ul(li"pan" li"bowl"))',
    ]

    row = read(pages, pages[1])

    [tools] = [cell for name, cell in row.items() if "=Geräte" in name]
    assert [one["."] for one in tools] == ["pan", "bowl"]


def test_rows_that_head_others_do_not_make_rows_differ() -> None:
    one = 'tr(td"{} g" td"{}")'
    rows = [[one.format(k + 2, name) for k, name in enumerate(names.split())]
            for names in ("oats milk salt", "figs rye", "kale dill jam", "ham eggs")]  # fmt: skip
    pages = [
        f'table(tr(th"Teig") {" ".join(rows[0])} tr(th"Guss") {" ".join(rows[1])})',
        f'table(tr(th"Salat") {" ".join(rows[2])} tr(th"Soße") {" ".join(rows[3])} {rows[0][0]})',
    ]

    values = [one.get("td:2") for one in read(pages, pages[0])["tr[]"]]

    assert [value for value in values if value] == ["oats", "milk", "salt", "figs", "rye"]
