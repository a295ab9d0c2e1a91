"""One click, and the page in the tab is a table."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.extended import Extended, cells, names, settled
from tests.served import ROOT, bales
from tests.serving import Reply, serving
from windrow.sink import SINKS

pytestmark = pytest.mark.slow


def test_the_page_in_the_tab_becomes_a_table(extended: Extended) -> None:
    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        panel = extended.table(extended.opened(f"{site.url}/"))

        assert cells(panel, "title") == [f"Bale number {k}" for k in range(1, 9)]
        assert "price" in names(panel)
        [page] = [
            one
            for one in extended.service.get("/v1/pages")["pages"]
            if one["name"] == f"{site.url}/"
        ]
        assert page["boxes"]


def test_the_click_itself_lets_the_panel_read_the_page(extended: Extended) -> None:
    # The page is at a host that the extension has no permission for, but the click.
    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        address = f"http://localhost:{site.port}/"
        page = extended.opened(address)

        extended.click(page)

        page.locator("windrow-outlines").wait_for(state="attached")
        for _ in range(200):
            if any(one["name"] == address for one in extended.service.get("/v1/pages")["pages"]):
                break
            page.wait_for_timeout(50)
        else:
            raise AssertionError("the panel did not read the page")


def test_an_extension_is_paired_by_the_code_of_the_studio(extended: Extended) -> None:
    extended.worker.evaluate("() => chrome.storage.local.clear()")
    studio = extended.opened(f"{extended.service.address}/?token={extended.service.token}")
    studio.get_by_role("button", name="Extension").click()
    code = studio.get_by_label("Code")
    expect(code).to_contain_text("-")

    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        panel = extended.panel(extended.opened(f"{site.url}/"))
        # It does not know yet where the service is: there is none at the usual port.
        panel.evaluate("(port) => chrome.storage.local.set({port})", site.port)
        panel.reload()
        panel.get_by_text("windrow studio").wait_for()
        panel.evaluate(
            "(port) => chrome.storage.local.set({port})",
            int(extended.service.address.rpartition(":")[2]),
        )
        panel.get_by_role("button", name="Try again").click()
        panel.locator("#code").fill(
            "8737-WRON-GGGG".replace("8737", extended.service.address.rpartition(":")[2])
        )
        panel.get_by_role("button", name="Pair").click()
        panel.get_by_text("the code is wrong or too old").wait_for()
        panel.locator("#code").fill(code.inner_text())
        panel.get_by_role("button", name="Pair").click()
        panel.get_by_role("grid").wait_for()
        settled(panel)

    assert extended.worker.evaluate("() => chrome.storage.local.get(['token'])") == {
        "token": extended.service.token
    }


SHADOWS = """<!doctype html><title>Hay</title><h1>Hay</h1><div id=farm></div><script>
const card = (k) => `<h3><a href=/bale/${k}>Bale number ${k}</a></h3><p>Dry hay of meadow ${k}</p><b>$${k}.50</b>`;
const open = farm.attachShadow({mode: "closed"});
open.innerHTML = "<section>" + [1, 2, 3, 4].map((k) => `<div class=bale>${card(k)}</div>`).join("")
  + [5, 6, 7, 8].map((k) => `<div class=bale id=b${k}></div>`).join("") + "</section>";
for (const k of [5, 6, 7, 8]) open.getElementById(`b${k}`).innerHTML = card(k);
</script>"""


def test_what_a_page_hides_in_shadows_is_read(extended: Extended) -> None:
    with serving({"/": Reply(SHADOWS)}) as site:
        panel = extended.table(extended.opened(f"{site.url}/"))

        assert cells(panel, "title") == [f"Bale number {k}" for k in range(1, 9)]


def test_slots_show_what_is_given_to_them(extended: Extended) -> None:
    made = """<!doctype html><title>Hay</title>""" + "".join(
        f"<hay-bale><a slot=name href=/bale/{k}>Bale number {k}</a><b slot=price>${k}.50</b></hay-bale>"
        for k in range(1, 9)
    )
    script = """<script>customElements.define("hay-bale", class extends HTMLElement {
      connectedCallback() { this.attachShadow({mode: "open"}).innerHTML =
        "<article><h3><slot name=name></slot></h3><p><slot name=price></slot></p></article>"; } });</script>"""
    with serving({"/": Reply(made + script)}) as site:
        panel = extended.table(extended.opened(f"{site.url}/"))

        assert "Bale number 8" in panel.get_by_role("grid").inner_text()
        assert cells(panel, "price")[0] == "1.5"


def test_what_nobody_sees_is_no_column(extended: Extended) -> None:
    first, *rest = bales(range(1, 9)).split("<p>")
    menus = [
        f"<div class=menu><ol><li><a href=/c/{k}>Cached {k}</a></li></ol></div>" for k in range(8)
    ]
    page = first + "".join(f"{menu}<p>{one}" for menu, one in zip(menus, rest, strict=True))
    style = "<style>.menu { visibility: hidden }</style>"
    with serving({"/": Reply(style + page)}) as site:
        panel = extended.table(extended.opened(f"{site.url}/"))

        assert "Cached" not in panel.get_by_role("grid").inner_text()
        assert cells(panel, "title") == [f"Bale number {k}" for k in range(1, 9)]


def test_frames_are_read_or_it_is_said_that_they_are_not(extended: Extended) -> None:
    with serving({"/in/list": Reply(bales(range(1, 9)))}) as site:
        elsewhere = f"http://localhost:{site.port}/in/list"
        frames = (
            f"<iframe src=/in/list width=800 height=900></iframe><iframe src={elsewhere}></iframe>"
        )
        site.replies["/"] = Reply(f"<!doctype html><title>Frames</title><h1>Hay</h1>{frames}")
        page = extended.opened(f"{site.url}/")
        panel = extended.table(page)

        assert cells(panel, "title") == [f"Bale number {k}" for k in range(1, 9)]
        # Where it is is not where the frame is: links are those of the frame.
        assert cells(panel, "link")[0] == f"{site.url}/bale/1"
        panel.get_by_text("1 frame of other sites could not be read").wait_for()
        panel.get_by_text(elsewhere).wait_for()
        assert overlaps(page, "iframe >> nth=0", "li >> nth=2", 2) > 0.9


def overlaps(page: Page, frame: str, record: str, row: int) -> float:
    """Return how well the outline of a row lies on a record: what both cover, by what one covers."""
    box = page.frame_locator(frame).locator(record).bounding_box()
    assert box is not None
    drawn = outlines(page)[row]
    left, top = max(box["x"], drawn["x"]), max(box["y"], drawn["y"])
    right = min(box["x"] + box["width"], drawn["x"] + drawn["width"])
    bottom = min(box["y"] + box["height"], drawn["y"] + drawn["height"])
    both = max(0.0, right - left) * max(0.0, bottom - top)
    return float(both / (box["width"] * box["height"] + drawn["width"] * drawn["height"] - both))


def outlines(page: Page) -> list[dict[str, Any]]:
    """Return the boxes of the outlines of records; the page itself cannot see them."""
    session = page.context.new_cdp_session(page)
    root = session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    found = []

    def visit(node: dict[str, Any], inside: bool) -> None:
        inside = inside or node["localName"] == "windrow-outlines"
        attributes = node.get("attributes", [])
        named = dict(zip(attributes[::2], attributes[1::2], strict=True))
        if (
            inside
            and named.get("class", "").split()[:1] == ["record"]
            and "none" not in named["style"]
        ):
            x, y, _, _, right, bottom, *_ = session.send(
                "DOM.getBoxModel", {"nodeId": node["nodeId"]}
            )["model"]["border"]
            on = "on" in named["class"].split()
            found.append({"x": x, "y": y, "width": right - x, "height": bottom - y, "on": on})
        for child in (*node.get("children", ()), *node.get("shadowRoots", ())):
            visit(child, inside)

    visit(root, False)
    return found


def test_a_page_behind_a_login_and_a_list_made_by_a_script_work(extended: Extended) -> None:
    script = f"<body><script>if (document.cookie.includes('farmer=ann')) document.body.innerHTML = {json.dumps(bales(range(1, 9)))}</script>"
    with serving({"/": Reply(script)}) as site:
        extended.context.add_cookies([{"name": "farmer", "value": "ann", "url": site.url}])
        panel = extended.table(extended.opened(f"{site.url}/"))

        assert cells(panel, "title") == [f"Bale number {k}" for k in range(1, 9)]


def test_rows_and_records_are_linked_both_ways(extended: Extended) -> None:
    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        page = extended.opened(f"{site.url}/")
        panel = extended.table(page)

        assert len(outlines(page)) == 8
        panel.locator("#cell-2-0").hover()
        page.wait_for_timeout(200)
        assert [one["on"] for one in outlines(page)].index(True) == 2
        page.get_by_text("Bale number 6").hover()
        panel.locator("[role=row].on[aria-rowindex='7']").wait_for(state="attached")


def test_a_click_in_the_page_chooses_another_list_and_does_nothing_else(extended: Extended) -> None:
    years = "".join(f"<li><a href=/y/{k}>Harvest of {k}</a></li>" for k in range(2001, 2009))
    with serving({"/": Reply(f"{bales(range(1, 9))}<ul class=years>{years}</ul>")}) as site:
        page = extended.opened(f"{site.url}/")
        panel = extended.table(page)

        panel.get_by_role("button", name="Choose in the page").click()
        page.wait_for_timeout(200)
        page.get_by_text("Harvest of 2004").click()
        panel.get_by_role("gridcell", name="Harvest of 2008").first.wait_for()
        settled(panel)

        assert page.url == f"{site.url}/"
        assert len(outlines(page)) == 8
        panel.get_by_role("group", name="Lists on the page").get_by_role("button").first.click()
        panel.get_by_role("gridcell", name="Bale number 8").first.wait_for()


def test_the_table_can_be_changed_and_taken_away(extended: Extended, tmp_path: Path) -> None:
    with serving({"/": Reply((ROOT / "examples" / "shop.html").read_text())}) as site:
        panel = extended.table(extended.opened(f"{site.url}/"))
        panel.locator("[role=columnheader]", has_text="title").click()
        panel.get_by_label("Name of the column").fill("tool")
        panel.get_by_role("button", name="Rename").click()
        panel.locator("[role=columnheader]", has_text="tool").wait_for()
        panel.locator("[role=columnheader]", has_text="image").click()
        panel.get_by_role("button", name="Remove", exact=True).click()
        settled(panel)
        assert "tool" in names(panel)
        assert "image" not in names(panel)

        taken = {}
        for button, ending in {"CSV": "csv", "Excel": "xlsx", "JSON": "json"}.items():
            with panel.expect_download() as coming:
                panel.get_by_role("button", name=button).click()
            coming.value.save_as(tmp_path / f"table.{ending}")
            sink = SINKS[f".{ending}"](str(tmp_path / f"table.{ending}"), "records")
            found = sink.read("records")
            assert found is not None
            taken[ending] = [{name: said(row[name]) for name in names(panel)} for row in found.rows]
        panel.get_by_role("button", name="Copy").click()
        settled(panel)
        lines = panel.evaluate("navigator.clipboard.readText()").splitlines()
        copied = [*csv.DictReader(lines, delimiter="\t")]

        shown = [dict(zip(names(panel), row, strict=True)) for row in
                 zip(*(cells(panel, name) for name in names(panel)), strict=True)]  # fmt: skip
        assert len(shown) == 4
        assert [{k: same(v) for k, v in row.items()} for row in copied] == [
            {k: same(v) for k, v in row.items()} for row in shown
        ]
        for rows in taken.values():
            assert [{k: same(v) for k, v in row.items()} for row in rows] == [
                {k: same(v) for k, v in row.items()} for row in shown
            ]


def said(value: object) -> str:
    return "" if value is None else str(value)


def same(text: str) -> str:
    """Return a cell as it is compared: 48.00 and 48 are the same number."""
    try:
        return repr(float(text))
    except ValueError:
        return {"true": "True", "false": "False"}.get(text, text)


def test_a_table_is_kept_as_a_wrapper_and_goes_on_in_the_studio(extended: Extended) -> None:
    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        panel = extended.table(extended.opened(f"{site.url}/"))
        panel.locator("[role=columnheader]", has_text="title").click()
        panel.get_by_label("Name of the column").fill("bale")
        panel.get_by_role("button", name="Rename").click()
        panel.locator("[role=columnheader]", has_text="bale").wait_for()

        panel.get_by_role("button", name="Save wrapper").click()
        panel.get_by_label("Name", exact=True).fill("bales")
        panel.get_by_role("button", name="Save", exact=True).click()
        panel.get_by_text("reads list pages").wait_for()
        panel.get_by_role("button", name="Close").click()
        with extended.context.expect_page() as coming:
            panel.get_by_role("button", name="Open in the studio").click()
        studio = coming.value

        studio.get_by_role("columnheader", name="bale").wait_for()
        assert "token" not in studio.url
        columns = extended.service.get("/v1/wrappers/bales")["columns"]
        assert "bale" in [column["name"] for column in columns]
