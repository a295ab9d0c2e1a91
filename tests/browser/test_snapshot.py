"""A page as a browser shows it: markup, boxes, and that they belong together."""

import os
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from tests.browser.conftest import Show
from tests.yardstick import seconds
from windrow import extract
from windrow.errors import HttpStatus, NotHtml
from windrow.read import Page, read
from windrow.read.browser.guard import descendants
from windrow.read.browser.showing import Showing
from windrow.read.snapshot import dump
from windrow.tree import Tree, find, parse, xpath
from windrow.tree.tree import TEXT_LABEL

pytestmark = pytest.mark.slow


def boxed_share(tree: Tree) -> float:
    """Return the share of the nodes with content that have a box."""
    items = [node for node in range(len(tree)) if tree.kinds[node]]
    return sum(tree.box(node) is not None for node in items) / len(items)


def place(tree: Tree, path: str) -> tuple[float, ...]:
    node = find(tree, path)
    assert node is not None
    box = tree.box(node)
    assert box is not None, path
    return tuple(round(number) for number in box)


def test_a_static_page_gives_the_same_table_with_and_without_a_browser(shown: Show) -> None:
    page = shown("/static")

    tables, plain = extract(page), extract(page.content)
    assert len(tables[0]) == 8
    assert tables[0].rows == plain[0].rows
    assert tables[0].nodes == plain[0].nodes
    assert boxed_share(parse(page)) == 1
    assert page.url is not None
    assert page.url.endswith("/static")


def test_boxes_are_where_the_style_sheet_puts_them(shown: Show) -> None:
    page = shown(
        b"<!doctype html><body style='margin:0'><div style='position:absolute;left:30px;top:40px;"
        b"width:200px;height:60px'>first <b style='display:inline-block;width:50px;height:20px'>"
        b"bold</b> <!-- --> last</div><p style='position:absolute;left:0;top:300px;width:70px;"
        b"height:10px;margin:0'>end</p>"
    )
    tree = parse(page)

    assert place(tree, "/html/body/div") == (30, 40, 230, 100)
    assert place(tree, "/html/body/p") == (0, 300, 70, 310)
    first, bold = place(tree, "/html/body/div/text()"), place(tree, "/html/body/div/b")
    last = place(tree, "/html/body/div/text()[3]")
    assert first[0] == 30
    assert first[2] <= bold[0] < bold[2] == bold[0] + 50 <= last[0] < last[2] < 230


def test_every_box_is_that_of_its_own_element(shown: Show) -> None:
    """Every element is at the place of its number, whatever scripts did to the page."""
    count = 300
    page = shown(
        b"""<!doctype html><style>body{margin:0} [n]{position:fixed;margin:0;height:5px;width:9px}</style>
        <body><noscript><p>no<p>no</noscript><table><tr><td>x</table><script>
        let last = document.body;
        for (let k = 0; k < COUNT; k++) {
          const name = ['a', 'p', 'div', 'form', 'li', 'button', 'table', 'span'][k * 7 % 8];
          const e = document.createElement(name);
          e.setAttribute('n', k); e.style.left = (k % 50) * 20 + 'px';
          e.style.top = Math.floor(k / 50) * 20 + 'px'; e.append('x' + k);
          (k % 3 ? last : document.body).append(e); last = e.closest('a') || e;
        }</script>""".replace(b"COUNT", str(count).encode())
    )
    tree = parse(page)

    # What no markup can say (a p in a p, a link in a link) is parsed into another tree; there,
    # a node may go without a box, but never with that of another.
    found = {}
    for node in range(len(tree)):
        if (number := tree.attribute(node, "n")) and (box := tree.box(node)):
            found[int(number)] = box[:2]
    assert len(found) > count / 3
    assert found == {k: (k % 50 * 20, k // 50 * 20) for k in found}


@pytest.mark.parametrize(
    "made",
    [
        "<ul><li n=1>a<li n=2>b<li n=3>c</ul>",
        "<p n=1>a</p><p n=2></p><p n=3></p>",
        "<a n=1>a</a><a n=2>b</a>",
    ],
)
def test_a_subtree_that_parses_differently_never_takes_the_boxes_of_another(
    shown: Show, made: str
) -> None:
    page = shown(
        f"""<!doctype html><style>body{{margin:0}} [n]{{position:absolute;width:9px;height:9px;top:0}}
        [n="1"]{{left:100px}} [n="2"]{{left:200px}} [n="3"]{{left:300px}}
        #behind{{position:absolute;left:50px;top:500px;width:90px;height:20px}}</style>
        <div id=odd>{made}</div><div id=behind><i>behind</i></div><script>
        const odd = document.getElementById('odd'); const first = odd.querySelector('[n]');
        const inner = document.createElement(first.nodeName); inner.textContent = 'inner';
        first.append(inner); first.append(document.createElement('table'));
        </script>""".encode()
    )
    tree = parse(page)

    for node in range(len(tree)):
        number, box = tree.attribute(node, "n"), tree.box(node)
        if number and box:
            assert box[0] == 100 * int(number)
    # The elements after it are found again.
    assert place(tree, "/html/body/div[2]") == (50, 500, 140, 520)


def test_what_css_hides_is_left_out_and_what_it_turns_around_keeps_its_order(shown: Show) -> None:
    page = shown("/reordered")
    tree = parse(page)

    rows = extract(page)[0].rows
    assert [row["title"] for row in rows] == [f"Bale number {k}" for k in (1, 2, 4, 5, 7)]
    tops = [place(tree, path)[1] for (path,) in extract(page)[0].nodes]
    assert tops == sorted(tops, reverse=True)
    assert "Bale number 3" in parse(page, hidden=True).to_text()


def test_most_of_a_page_is_not_taken_for_hidden(shown: Show) -> None:
    """Pages hide themselves until a style sheet is there; a saved page never gets it."""
    rows = "".join(f"<li>Bale number {k}</li>" for k in range(9))
    page = shown(f"<style>#content, #menu {{ display: none }}</style><h1>Hay</h1>"
                 f"<div id=menu>Menu</div><div id=content><ul>{rows}</ul></div>".encode())  # fmt: skip

    text = parse(page).to_text()
    assert "Bale number 8" in text
    assert "Menu" not in text


def test_what_a_page_shows_against_its_markup_is_kept(shown: Show) -> None:
    page = shown(b"<style>[hidden]{display:block!important}</style><p hidden>One</p><p>Two</p>")

    assert parse(page).to_text() == 'html(body(p"One" p"Two"))'


def test_what_is_empty_in_the_page_is_empty_in_the_snapshot(shown: Show) -> None:
    page = shown(b"<!doctype html><img alt='' src=a.png><input value=''><p class=''>Hay</p>")

    for element in (b'<img alt="" src="a.png">', b'<input value="">', b'<p class="">Hay</p>'):
        assert element in page.content


def test_a_picture_that_is_not_loaded_takes_no_room_but_is_part_of_the_page(shown: Show) -> None:
    rows = "".join(f"<li><img alt='' src=/{k}.jpg><b>Bale number {k}</b></li>" for k in range(5))
    page = shown(f"<ul>{rows}</ul><img id=secret alt='' src=x.jpg style='display:none'>".encode())

    assert [row["image"] for row in extract(page)[0].rows] == [f"/{k}.jpg" for k in range(5)]
    assert "x.jpg" not in parse(page).to_text()
    assert b'id="secret" alt="" src="x.jpg" style="display:none" hidden=""' in page.content


def test_the_content_of_components_is_part_of_the_page(shown: Show) -> None:
    page = shown(
        b"""<hay-bale>Bale one</hay-bale><hay-bale>Bale two</hay-bale><script>
        customElements.define('hay-bale', class extends HTMLElement { connectedCallback() {
          this.attachShadow({mode: 'closed'}).innerHTML = '<h3><slot></slot></h3><p>Dry hay</p>'; }});
        </script>"""
    )
    tree = parse(page)

    assert tree.to_text().count('"Dry hay"') == 2
    assert boxed_share(tree) == 1


def test_content_that_waits_for_scrolling_has_boxes(shown: Show) -> None:
    card = "<div style='content-visibility:auto;contain-intrinsic-size:500px'><p>Bale {}</p></div>"
    page = shown("".join(card.format(k) for k in range(30)).encode())

    assert boxed_share(parse(page)) == 1


def spent() -> float:
    """Return the processor time of this process and of all it has started, so far."""
    ticks = 0
    for pid in descendants(os.getpid()):
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else process_time()


def test_a_page_of_five_thousand_nodes_has_its_boxes_within_a_second(
    shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is there: from now on until its tree has boxes, the browser's work included."""
    capturing = []
    captured = Showing._captured

    def watched(showing: Showing, url: str) -> Page:
        start = spent()
        found = captured(showing, url)
        capturing.append(spent() - start)
        return found

    monkeypatch.setattr(Showing, "_captured", watched)
    page = shown("/large")
    # In this process alone: that of the page has ended, and its time with it.
    start = process_time()
    tree = parse(page)
    joining = process_time() - start

    assert len(tree) > 5000
    assert boxed_share(tree) == 1
    assert capturing[0] + joining < seconds(1)


def test_a_file_is_shown_with_what_stands_beside_it_and_nothing_else(
    shown: Show, tmp_path: Path
) -> None:
    (tmp_path / "page_files").mkdir()
    (tmp_path / "page_files" / "style.css").write_text("p { margin: 0; width: 321px }")
    (tmp_path / "secret.txt").write_text("no")
    (tmp_path.parent / "outside.css").write_text("p { height: 77px }")
    page = tmp_path / "page.html"
    page.write_text(
        "<link rel=stylesheet href=page_files/style.css><link rel=stylesheet href=../outside.css>"
        "<p>hay</p><p id=read></p><script>for (const name of ['secret.txt', '/etc/passwd'])"
        "fetch(name).then((r) => r.text()).then((t) => document.getElementById('read').append(t))"
        "</script>"
    )

    found = shown(page)

    tree = parse(found)
    node = find(tree, "/html/body/p")
    assert node is not None
    box = tree.box(node)
    assert box is not None
    assert box[2] - box[0] == 321
    assert box[3] - box[1] < 50
    assert "no" not in tree.to_text().split('"')
    assert found.url is None


def test_a_snapshot_file_is_a_page_for_everybody(shown: Show, tmp_path: Path) -> None:
    page = shown("/static")
    file = tmp_path / "page.snap"
    file.write_bytes(dump(page))

    again = read(file)

    assert extract(again)[0].rows == extract(page)[0].rows
    assert again.url == page.url
    one, other = parse(page), parse(again)
    boxes = [(one.box(k), other.box(k)) for k in range(len(one))]
    assert all(a == pytest.approx(b, abs=0.01) for a, b in boxes if a and b)
    assert [a is None for a, _ in boxes] == [b is None for _, b in boxes]


def test_what_is_no_page_is_told_as_without_a_browser(shown: Show) -> None:
    with pytest.raises(HttpStatus, match="404"):
        shown("/nothing")
    with pytest.raises(NotHtml):
        shown("/download")


def test_texts_beside_elements_have_boxes_of_their_own(shown: Show) -> None:
    page = shown(b"<p>one <b>two</b> three<script>x</script> four <i>five</i> six</p>")
    tree = parse(page)

    texts = [node for node in range(len(tree)) if tree.label(node) == TEXT_LABEL]
    assert [tree.text(node) for node in texts] == ["one", "three four", "six"]
    boxes = [tree.box(node) for node in texts]
    assert all(boxes)
    lefts = [box[0] for box in boxes if box]
    assert lefts == sorted(lefts)


def test_a_page_that_was_shown_is_not_shown_again(shown: Show) -> None:
    page = shown("/static")

    assert shown(page) is page
    assert isinstance(page, Page)
    assert xpath(parse(page), 0) == "/html[1]"
