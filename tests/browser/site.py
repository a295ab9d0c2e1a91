"""A web site on loopback: pages that build themselves, hang, crash and ask for things."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from tests.serving import answering

__all__ = ["Site", "serve"]

ROWS = "".join(
    f"<li><h3><a href=/item/{k}>Bale number {k}</a></h3><p>Dry hay of meadow {k}, cut in June</p>"
    f"<b>${k}.50</b></li>"
    for k in range(1, 9)
)

STATIC = f"<!doctype html><title>Hay</title><h1>Hay for sale</h1><ul id=list>{ROWS}</ul>"

# Nothing is there until a script has fetched it, after a while; with a query, fewer bales.
SCRIPTED = """<!doctype html><title>Hay</title><div id=root></div><script>
setTimeout(async () => {
  const bales = (await (await fetch('/bales.json')).json()).slice(location.search.length);
  document.getElementById('root').innerHTML = '<h1>Hay for sale</h1><ul>' + bales.map((b) =>
    `<li><h3><a href="/item/${b.n}">Bale number ${b.n}</a></h3><p>${b.text}</p><b>$${b.n}.50</b></li>`
  ).join('') + '</ul>';
}, 400);
</script>"""

# Each time its end comes into view, ten more, up to LAST; without LAST, for ever.
LAZY = """<!doctype html><title>Hay</title><h1>Hay for sale</h1><ul id=list></ul>
<div id=end style="height: 20px"></div><style>li { height: 90px }</style><script>
let n = 0;
const more = () => { for (let k = 0; k < 10 && n < LAST; k++) { n++;
  document.getElementById('list').insertAdjacentHTML('beforeend',
    `<li><h3><a href="/item/${n}">Bale number ${n}</a></h3><p>Dry hay of meadow ${n}</p></li>`);
}};
more();
new IntersectionObserver((seen) => { if (seen[0].isIntersecting) setTimeout(more, 100); })
  .observe(document.getElementById('end'));
</script>"""

HANGING = (
    f"<!doctype html><ul>{ROWS}</ul><script>setTimeout(() => {{ for (;;) {{}} }}, 50)</script>"
)

DIALOGS = f"""<!doctype html><script>alert('Hello'); confirm('Sure?'); prompt('Name?');
window.onbeforeunload = () => 'Stay!'; window.open('/static');
document.title = 'answered';</script><ul>{ROWS}</ul>"""

# Dialogs without end, also on the way out, and a page that will not be left.
CLINGING = f"""<!doctype html><ul>{ROWS}</ul><script>
window.onbeforeunload = () => {{ alert('stay'); return 'Stay!'; }};
window.addEventListener('pagehide', () => alert('bye'));
setTimeout(() => {{ location.reload(); alert('again'); }}, 100);
setInterval(() => alert('and again'), 30);</script>"""

LEAVING = f"<!doctype html><ul>{ROWS}</ul><script>location = 'https://nowhere.invalid/'</script>"

# A bomb of objects that no page should get away with.
SWELLING = """<!doctype html><p>Wait</p><script>
const kept = []; const grow = () => {
  for (let k = 0; k < 20; k++) kept.push(new Uint8Array(4000000).fill(k + 1));
  setTimeout(grow, 5); }; grow();
</script>"""

BANNER = f"""<!doctype html><style>#consent {{ position: fixed; inset: 0; background: #fff }}</style>
<ul>{ROWS}</ul><div id=consent role=dialog><p>We value your privacy and use cookies.</p>
<button onclick="done('accepted')">Accept all</button>
<button onclick="done('refused')">Reject all</button><a href=/static>More</a></div>
<script>function done(word) {{ document.getElementById('consent').remove();
document.body.insertAdjacentHTML('beforeend', '<p id=choice>' + word + '</p>'); }}</script>"""

# The same in a frame of the same site, as consent services do it.
FRAMED_BANNER = f"""<!doctype html><ul>{ROWS}</ul>
<iframe id=notice src=/consent style="position: fixed; left: 0; bottom: 0; width: 90%; height: 200px">
</iframe><script>function done(word) {{ document.getElementById('notice').remove();
document.body.insertAdjacentHTML('beforeend', '<p id=choice>' + word + '</p>'); }}</script>"""

CONSENT = """<!doctype html><p>We value your privacy and use cookies.</p>
<button onclick="parent.done('accepted')">Accept all</button>
<button onclick="parent.done('refused')">Reject all</button>"""

# The page is shown upside down, and every third record is hidden.
REORDERED = (
    """<!doctype html><style>
body { margin: 0 } ul { display: flex; flex-direction: column-reverse; margin: 0; padding: 0 }
li { height: 50px; margin-bottom: 20px; list-style: none } .old { display: none }
.ghost { visibility: hidden } .folded { height: 0; overflow: hidden; margin: 0 }
</style><ul>"""
    + "".join(
        f"<li class='{c}'><a href=/{k}>Bale number {k}</a><p>Dry hay of meadow {k}</p></li>"
        for k, c in enumerate(["new", "new", "old", "new", "new", "ghost", "new", "folded"], 1)
    )
    + "</ul>"
)

# Tries to read what it has no business with, and writes down what came of it.
SNOOPING = """<!doctype html><ul id=found></ul><script>
const tell = (name, what) => document.getElementById('found').insertAdjacentHTML(
  'beforeend', `<li><b>${name}</b> <i>${what}</i></li>`);
const load = (name, url) => fetch(url, {mode: 'no-cors'}).then(() => tell(name, 'reached'),
  () => tell(name, 'refused'));
load('own', '/bales.json'); load('other', 'OTHER/bales.json'); load('file', 'file:///etc/passwd');
load('named', 'http://localhost:PORT/bales.json');
const frame = document.createElement('iframe'); frame.src = 'file:///etc/passwd';
document.body.append(frame);
</script>"""


# Tries every way to reach another port of the machine, then reports that it is done.
REACHING = """<!doctype html><link rel=preconnect href=//127.0.0.1:OTHER>
<link rel=stylesheet href=//localhost:OTHER/a.css><img src=//127.0.0.1:OTHER/a.png>
<iframe src=//[::ffff:127.0.0.1]:OTHER/></iframe><ul id=found></ul><script>
const tell = (what) => document.getElementById('found').insertAdjacentHTML(
  'beforeend', '<li>' + what + '\\u003c/li>');
const ended = (name, thing) => new Promise((done) => {
  thing.onopen = () => tell(name + ' reached'); thing.onerror = () => done(); });
const tries = [
  () => ended('socket', new WebSocket('ws://127.0.0.1:OTHER/')),
  () => ended('secure socket', new WebSocket('wss://localhost:OTHER/')),
  () => ended('events', new EventSource('http://2130706433:OTHER/')),
  ...['127.0.0.1', 'localhost', '0x7f.1', '0177.0.0.1', '[::1]', '127.1'].map((host) => () =>
    fetch(`http://${host}:OTHER/`, {mode: 'no-cors'}).then(() => tell('reached'))),
  () => fetch('/redirect?to=http://localhost:OTHER/', {mode: 'no-cors'}),
  () => navigator.sendBeacon('http://localhost:OTHER/', 'x'),
  async () => {
    const call = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:OTHER'},
      {urls: 'turn:127.0.0.1:OTHER?transport=tcp', username: 'a', credential: 'b'}]});
    call.createDataChannel('x'); call.setLocalDescription(await call.createOffer());
  },
  () => new Worker(URL.createObjectURL(new Blob(["fetch('http://127.0.0.1:OTHER/w')"]))),
];
(async () => {
  for (const one of tries) {
    tell('tried');
    await Promise.race([Promise.resolve().then(one).catch(() => 0),
      new Promise((done) => setTimeout(done, 2000))]);
  }
})();
</script>"""


class Site:
    """A running site: its address, and what was asked of it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[str] = []
        self.other = "http://127.0.0.1:1"  # the address of another site

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"


def large(elements: int) -> str:
    """Return a page of about this many elements, in cards of five."""
    card = "<div class=card><h3><a href=/{0}>Bale {0}</a></h3><p>Dry hay</p><b>${0}</b></div>"
    cards = "".join(card.format(k) for k in range(elements // 5))
    style = "body{display:flex;flex-wrap:wrap}.card{width:23%}"
    return f"<!doctype html><style>{style}</style>{cards}"


PAGES: dict[str, Callable[[Site], str]] = {
    "/static": lambda site: STATIC,
    "/scripted": lambda site: SCRIPTED,
    "/lazy": lambda site: LAZY.replace("LAST", "45"),
    "/endless": lambda site: LAZY.replace("LAST", "Infinity"),
    "/hanging": lambda site: HANGING,
    "/dialogs": lambda site: DIALOGS,
    "/clinging": lambda site: CLINGING,
    "/leaving": lambda site: LEAVING,
    "/swelling": lambda site: SWELLING,
    "/banner": lambda site: BANNER,
    "/framed-banner": lambda site: FRAMED_BANNER,
    "/consent": lambda site: CONSENT,
    "/reordered": lambda site: REORDERED,
    "/large": lambda site: large(5000),
    "/snooping": lambda site: SNOOPING.replace("PORT", str(site.port)).replace("OTHER", site.other),
    "/reaching": lambda site: REACHING.replace("OTHER", site.other.rpartition(":")[2]),
    "/bales.json": lambda site: (
        "["
        + ",".join(
            f'{{"n": {k}, "text": "Dry hay of meadow {k}, cut in June"}}' for k in range(1, 9)
        )
        + "]"
    ),
}


class _Handler(BaseHTTPRequestHandler):
    site: Site

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        self.site.asked.append(parts.path)
        if parts.path == "/redirect":
            self.send_response(302)
            self.send_header("Location", parse_qs(parts.query)["to"][0])
            self.end_headers()
            return
        if parts.path == "/download":
            self._send(200, b"PK\x03\x04", "application/zip", "attachment; filename=x.zip")
            return
        if parts.path not in PAGES:
            self._send(404, b"<h1>Nothing here</h1>", "text/html")
            return
        kind = "application/json" if parts.path.endswith(".json") else "text/html; charset=utf-8"
        self._send(200, PAGES[parts.path](self.site).encode(), kind)

    def _send(self, status: int, body: bytes, kind: str, disposition: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Access-Control-Allow-Origin", "*")
        if disposition:
            self.send_header("Content-Disposition", disposition)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: browsers break off connections."""


@contextmanager
def serve() -> Iterator[Site]:
    """Run a site for as long as the block lasts."""
    handler = type("Handler", (_Handler,), {})
    server = _Server(("127.0.0.1", 0), handler)
    handler.site = site = Site(server.server_address[1])  # type: ignore[attr-defined]
    with answering(server):
        yield site
