"""The studio for everybody: assistive programs, small screens, dark rooms; and hostile pages."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.served import Served, bales, ended, served
from tests.serving import Reply, serving
from tests.studio.conftest import SHOP, Open, header, open_file, settled

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_serious_fault_of_accessibility(
    studio: Open, service: Served, scheme: str, width: int
) -> None:
    service.post("/v1/learn", {"name": "tools", "pages": [{"html": SHOP.read_text()}]})
    pages = [{"html": bales(range(8))}, {"url": "http://10.1.2.3/"}]
    ended(service, service.post("/v1/jobs", {"kind": "run", "pages": pages}, 201)["id"])
    page = studio(color_scheme=scheme, viewport={"width": width, "height": 800})
    faults: list[str] = []

    def look(where: str) -> None:
        # The page in the frame is a stranger's: what is wrong with it is not ours.
        found = axe.Axe().run(
            page, context={"exclude": [["iframe"]]}, options={"resultTypes": ["violations"]}
        )
        faults.extend(
            f"{where}: {one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}"
            for one in found.response["violations"]
            if one["impact"] in ("serious", "critical")
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    look("start")
    open_file(page, SHOP)
    look("table")
    page.locator("#cell-1-2").click()
    look("cell")
    page.get_by_role("button", name="Add a column").click()
    look("adding")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Take the table").click()
    look("take")
    page.get_by_role("button", name="Close").click()
    if width < 800:
        page.get_by_role("group", name="What is shown").get_by_role("button", name="Page").click()
        look("page")
    page.get_by_role("button", name="Wrappers", exact=True).click()
    page.get_by_role("button", name="tools").click()
    page.get_by_role("button", name="Apply", exact=True).click()
    page.get_by_text("The page fits the wrapper.").wait_for()
    look("wrappers")
    page.get_by_role("button", name="Runs", exact=True).click()
    page.get_by_role("button", name="Rows").first.click()
    page.get_by_role("cell", name="Bale number 3").first.wait_for()
    look("runs")

    assert faults == []


HOSTILE = """<!doctype html><title>Hostile</title>
<meta http-equiv=refresh content="0;url={evil}/refresh">
<link rel=stylesheet href={evil}/style.css><link rel=preload as=image href={evil}/preload>
<style>body {{ background: url({evil}/css) }} @import "{evil}/import.css";</style>
<script>parent.hacked = top.hacked = 1; fetch("{evil}/script")</script>
<script src={evil}/src.js></script>
<script>navigator.serviceWorker && navigator.serviceWorker.register("/v1/worker.js")</script>
<img src=x onerror="parent.hacked = 1"><img src={evil}/image srcset="{evil}/set 2x">
<svg onload="parent.hacked = 1"><image href={evil}/svg /></svg>
<iframe src={evil}/frame></iframe><iframe srcdoc="<script>top.hacked = 1</script>"></iframe>
<object data={evil}/object></object><embed src={evil}/embed><video src={evil}/video poster={evil}/poster></video>
<form action={evil}/form id=f><input name=a placeholder=write><button>Send it</button></form><a href="javascript:parent.hacked=1" id=link>Rake</a>
<ul>{items}</ul>"""


def test_a_hostile_page_executes_nothing_and_asks_for_nothing(
    studio: Open, service: Served, tmp_path: Path
) -> None:
    items = "".join(
        f"<li onclick='parent.hacked=1' onmouseover='top.hacked=1'><a href='javascript:top.hacked=1'>Bale {k}</a>"
        f" <b>${k}.50</b> <i>dry hay of meadow {k}</i></li>"
        for k in range(1, 9)
    )
    page = studio()
    file = tmp_path / "hostile.html"
    with serving({}) as evil:
        file.write_text(HOSTILE.format(evil=evil.url, items=items))
        open_file(page, file)
        _use(page)

    assert evil.paths == []
    assert page.evaluate("window.hacked === undefined")
    assert page.url.startswith(service.address)


def _use(page: Page) -> None:
    page.frame_locator("iframe").first.get_by_text("Bale 3").hover()
    page.frame_locator("iframe").first.get_by_text("Bale 3").click()
    page.frame_locator("iframe").first.get_by_text("Rake", exact=True).click()
    page.frame_locator("iframe").first.get_by_text("Send it").click()
    page.frame_locator("iframe").first.get_by_placeholder("write").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)


ATTACK = """async ([service, secret]) => {
  const tried = {};
  const reached = async (name, task) => {
    try { tried[name] = (await task()) === false ? "refused" : "reached"; } catch { tried[name] = "refused"; }
  };
  const body = JSON.stringify({kind: "run", pages: [{html: "<p>"}]});
  await reached("read", async () => (await fetch(`${service}/v1/pages`, {credentials: "include"})).ok);
  await reached("blind read", async () => (await fetch(`${service}/v1/pages`, {mode: "no-cors", credentials: "include"})).ok);
  await reached("start", async () => (await fetch(`${service}/v1/jobs`, {method: "POST", credentials: "include",
    headers: {"Content-Type": "application/json"}, body})).ok);
  await fetch(`${service}/v1/jobs`, {method: "POST", mode: "no-cors", credentials: "include",
    headers: {"Content-Type": "text/plain"}, body}).catch(() => 0);
  await reached("with the token", async () => (await fetch(`${service}/v1/jobs`, {headers: {Authorization: `Bearer ${secret}`}})).ok);
  await reached("events", () => new Promise((done) => {
    const stream = new EventSource(`${service}/v1/jobs/1/events`, {withCredentials: true});
    stream.onopen = () => done(true); stream.onerror = () => done(false); }));
  await reached("picture", () => new Promise((done) => {
    const image = new Image(); image.onload = () => done(true); image.onerror = () => done(false);
    image.src = `${service}/assets/studio.css`; }));
  await reached("script", () => new Promise((done) => {
    const script = document.createElement("script"); script.onload = () => done(true); script.onerror = () => done(false);
    script.src = `${service}/assets/studio.js`; document.head.append(script); }));
  await reached("frame", () => new Promise((done) => {
    const frame = document.createElement("iframe"); frame.src = `${service}/`; document.body.append(frame);
    setTimeout(() => { try { done(!!frame.contentDocument?.querySelector("#studio")); } catch { done(false); } }, 500); }));
  await reached("form", () => new Promise((done) => {
    const form = document.createElement("form"); form.method = "POST"; form.enctype = "text/plain";
    form.action = `${service}/v1/jobs`; form.target = "sent"; const input = document.createElement("input");
    input.name = body.slice(0, -1) + ', "x": "'; input.value = '"}'; form.append(input);
    const frame = document.createElement("iframe"); frame.name = "sent"; document.body.append(frame, form);
    form.submit(); setTimeout(() => done(false), 500); }));
  return tried;
}"""


@pytest.mark.parametrize("host", ["localhost", "evil.example", "rebound.example"])
def test_a_page_in_another_tab_can_neither_read_nor_start_anything(
    studio: Open, service: Served, foreign: Browser, host: str
) -> None:
    context = foreign.new_context()
    # The studio is open in one tab, and has its cookie.
    own = context.new_page()
    own.goto(f"{service.address}/?token={service.token}")
    own.get_by_role("heading", name="Rake a page into rows").wait_for()
    before = service.get("/v1/jobs")["jobs"]
    # A name server that has changed its mind: the service itself is asked under a foreign name.
    port = service.address.rpartition(":")[2]
    asked = f"http://{host}:{port}" if host == "rebound.example" else service.address
    with serving({"/": Reply("<!doctype html><title>Evil</title><body>")}) as evil:
        page = context.new_page()
        page.goto(f"http://{host}:{evil.port}/")

        tried = page.evaluate(ATTACK, [asked, service.token])

        assert {*tried.values()} == {"refused"}, tried
        assert service.get("/v1/jobs")["jobs"] == before
        if host == "rebound.example":
            answer = page.goto(f"{asked}/")
            assert answer is not None
            assert answer.status == 403
    # Without the token there is nothing, also for somebody who types the address.
    stranger = foreign.new_context().new_page()
    answer = stranger.goto(service.address)
    assert answer is not None
    assert answer.status == 401
    context.close()


def tabbed(page: Page, wanted: Locator) -> None:
    """Press Tab until an element has the focus, as somebody without a mouse does."""
    for _ in range(60):
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def test_the_whole_way_from_address_to_csv_needs_no_mouse(studio: Open, tmp_path: Path) -> None:
    with (
        serving({"/shop": Reply(SHOP.read_text())}) as site,
        served(tmp_path / "home", "--no-browser", "--allow-private", "127.0.0.1") as service,
    ):
        page = studio(service)
        # The address has the focus from the beginning.
        page.keyboard.type(f"{site.url}/shop")
        page.keyboard.press("Enter")
        page.get_by_role("grid").wait_for()
        settled(page)
        tabbed(page, page.get_by_role("grid"))
        page.keyboard.press("ArrowRight")
        page.keyboard.press("F2")
        expect(page.get_by_label("Name of the column")).to_have_value("image")
        page.keyboard.type("picture")
        page.keyboard.press("Enter")
        header(page, "picture").wait_for()
        settled(page)
        tabbed(page, page.get_by_role("button", name="Take the table"))
        page.keyboard.press("Enter")
        tabbed(page, page.get_by_role("button", name="CSV", exact=True))
        with page.expect_download() as coming:
            page.keyboard.press("Enter")

    text = Path(coming.value.path()).read_text("utf-8")
    assert "picture" in text.splitlines()[0].split(",")
    assert "Austrian scythe" in text
