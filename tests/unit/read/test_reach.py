"""Nobody is led to where he did not mean to go: the guard for all ways to fetch."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.serving import Reply, Server, moved, serving
from windrow.errors import BadAddress, PrivateAddress, TimedOut, Unreachable
from windrow.read import Web
from windrow.read.browser import show
from windrow.read.fetch import fetch
from windrow.read.politeness import Manners
from windrow.read.reach import Reach, is_public

# A public address; our own server answers for it.
PUBLIC = "93.184.215.14"

Resolver = dict[str, list[str]]


@pytest.mark.parametrize(
    "address",
    "127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 "
    "255.255.255.255 192.88.99.1 168.63.129.16 240.0.0.1 :: ::1 fe80::1 fe80::1%eth0 fc00::1 "
    "fec0::1 ff02::1 ::127.0.0.1 ::ffff:127.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::8.8.8.8 "
    "2002:7f00:1:: 2002:c0a8:1:: 2001:0:808:808:0:0:80ff:fffe 2606:4700::5efe:10.0.0.1 "
    "2606:4700::200:5efe:127.0.0.1 2001:db8::1 3fff::1 5f00::1 100::1 fd00:ec2::254 "
    "localhost nonsense".split(),
)
def test_addresses_of_our_own_network_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "2606:4700:4700::1111", "64:ff9b::8.8.8.8", "2002:808:808::1", "::ffff:8.8.8.8"],
)
def test_addresses_of_the_world_are_public(address: str) -> None:
    assert is_public(address)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Resolver:
    """Names that a fake name server knows, besides those that the machine knows by itself."""
    known: Resolver = {}
    really = socket.getaddrinfo

    def asked(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name not in known:
            return really(host, port, *rest, **more)
        found = known[name]
        # A name with several entries separated by "then" changes its mind.
        if "then" in found:
            known[name] = found[found.index("then") + 1 :]
            found = found[: found.index("then")]
        kind = socket.AF_INET, socket.SOCK_STREAM, 6, ""
        return [(*kind, (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", asked)
    return known


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that connections were made to; what goes to `PUBLIC` comes to us."""
    to: list[str] = []
    really = socket.create_connection

    def connect(address: tuple[str, int], *rest: Any, **more: Any) -> socket.socket:
        to.append(address[0])
        host = "127.0.0.1" if address[0] == PUBLIC else address[0]
        return really((host, address[1]), *rest, **more)

    monkeypatch.setattr(socket, "create_connection", connect)
    return to


@pytest.fixture
def farm(names: Resolver, connected: list[str]) -> Iterator[Server]:
    """A server that is farm.example to the world."""
    names["farm.example"] = [PUBLIC]
    with serving({"/": Reply(), "/secret": Reply()}) as server:
        yield server


def at(farm: Server, path: str = "/", host: str = "farm.example") -> str:
    return f"http://{host}:{farm.port}{path}"


def test_a_page_of_the_world_is_fetched_at_the_address_that_was_judged(
    farm: Server, connected: list[str]
) -> None:
    page = fetch(at(farm))

    assert page.url == at(farm)
    assert connected == [PUBLIC]
    assert farm.asked[0][1]["Host"] == f"farm.example:{farm.port}"


@pytest.mark.parametrize(
    "host",
    "127.0.0.1 localhost 2130706433 0177.0.1 0x7f.1 127.1 [::1] [::ffff:127.0.0.1] "
    "169.254.169.254 [fd00:ec2::254] [fec0::1] [::127.0.0.1] [64:ff9b:1::1] 192.88.99.1 "
    "intranet.example both.example LOCALHOST. 0".split(),
)
def test_a_redirect_leads_nowhere_private(
    farm: Server, names: Resolver, connected: list[str], host: str
) -> None:
    names["intranet.example"] = ["10.0.0.5"]
    names["both.example"] = [PUBLIC, "127.0.0.1"]
    farm.replies["/"] = moved(at(farm, "/secret", host))

    for typed in (frozenset[str](), frozenset({at(farm)})):
        with pytest.raises(PrivateAddress, match="--allow-private"):
            fetch(at(farm), web=Web(typed=typed))

    assert {*connected} == {PUBLIC}
    assert {*farm.paths} == {"/"}


def test_a_redirect_may_lead_to_a_private_host_that_was_named(farm: Server) -> None:
    farm.replies["/"] = moved(at(farm, "/secret", "127.0.0.1"))

    for named in ("127.0.0.1", f"127.0.0.1:{farm.port}", "*"):
        assert fetch(at(farm), web=Web(private=(named,))).content
    with pytest.raises(PrivateAddress):
        fetch(at(farm), web=Web(private=("127.0.0.1:1", "localhost")))


def test_an_address_that_a_person_typed_may_be_private_but_leads_to_no_other(
    farm: Server,
) -> None:
    home = at(farm, "/start", "127.0.0.1")
    typed = Web(typed=frozenset({home}))
    farm.replies["/start"] = moved("/secret")

    with pytest.raises(PrivateAddress):
        fetch(home)
    assert fetch(home, web=typed).url == at(farm, "/secret", "127.0.0.1")
    for host in ("localhost", "127.0.0.2"):
        farm.replies["/start"] = moved(at(farm, "/secret", host))
        with pytest.raises(PrivateAddress):
            fetch(home, web=typed)
    # Another port is another service.
    with serving({"/secret": Reply()}) as other:
        farm.replies["/start"] = moved(f"{other.url}/secret")
        with pytest.raises(PrivateAddress):
            fetch(home, web=typed)
        assert other.paths == []


def test_a_name_that_changes_its_mind_is_refused_even_if_it_was_typed(
    farm: Server, names: Resolver, connected: list[str]
) -> None:
    names["farm.example"] = [PUBLIC, "then", "127.0.0.1"]
    farm.replies["/"] = moved("/secret")

    with pytest.raises(PrivateAddress):
        fetch(at(farm), web=Web(typed=frozenset({at(farm)})))

    assert connected == [PUBLIC]


def test_a_name_is_looked_up_once_for_every_connection(
    farm: Server, names: Resolver, connected: list[str]
) -> None:
    names["farm.example"] = [PUBLIC, "then", "127.0.0.1"]

    assert fetch(at(farm)).content
    assert connected == [PUBLIC]


def test_all_addresses_of_a_host_are_tried(
    farm: Server, names: Resolver, connected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    really = socket.create_connection

    def half(address: tuple[str, int], *rest: Any, **more: Any) -> socket.socket:
        if address[0] == "8.8.8.8":
            raise ConnectionRefusedError
        return really(address, *rest, **more)

    monkeypatch.setattr(socket, "create_connection", half)
    names["farm.example"] = ["8.8.8.8", PUBLIC]

    assert fetch(at(farm)).content


def test_addresses_that_do_not_answer_share_the_time_of_one(
    names: Resolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[float] = []

    def silent(address: tuple[str, int], timeout: float, **more: Any) -> socket.socket:
        times.append(timeout)
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", silent)
    names["farm.example"] = [f"93.184.215.{number}" for number in range(10)]

    with pytest.raises(TimedOut):
        fetch("http://farm.example/", timeout=50)

    assert len(times) == 10
    assert sum(times) <= 51


@pytest.mark.parametrize("url", ["http://farm:99999/", "http://[::1", "http://", "http://a b/"])
def test_what_is_typed_and_no_address_is_told(url: str, tmp_path: Path) -> None:
    web = Web(typed=frozenset({url}), manners=Manners(str(tmp_path / "turns"), delay=0))

    with pytest.raises((BadAddress, Unreachable)):
        fetch(url, web=web)
    with pytest.raises((BadAddress, Unreachable)):
        show(url, web=web)


def test_a_typed_site_may_lead_from_http_to_https() -> None:
    reach = Reach()
    reach.trust("http://localhost/")

    assert reach.addresses("localhost", 80)
    assert reach.addresses("localhost", 443)
    assert reach.addresses("localhost", 8080) is None


def test_the_machines_proxy_is_used_but_not_for_private_hosts(
    farm: Server, names: Resolver, connected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", farm.url)
    names["hay.example"] = []
    farm.replies["http://hay.example/"] = moved("http://localhost/secret")

    with pytest.raises(PrivateAddress):
        fetch("http://hay.example/")

    assert farm.paths == ["http://hay.example/"]


@pytest.fixture
def secure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], int]]:
    """Starts a server with a certificate for a name; only these certificates are believed."""
    pytest.importorskip("cryptography")
    ends: list[Callable[[], None]] = []

    def start(name: str) -> int:
        path = tmp_path / "farm.pem"
        _certify(path, name)
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        listening = socket.create_server(("127.0.0.1", 0))
        thread = threading.Thread(target=_answer_once, args=(listening, context))
        thread.start()
        ends.extend([listening.close, thread.join])
        return int(listening.getsockname()[1])

    yield start
    for end in ends:
        end()


def _answer_once(listening: socket.socket, context: ssl.SSLContext) -> None:
    try:
        raw, _ = listening.accept()
        with context.wrap_socket(raw, server_side=True) as line:
            line.recv(65536)
            line.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hay")
    except OSError:
        # A certificate that is not believed ends the connection.
        raw.close()


def _certify(path: Path, name: str) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )


def test_a_certificate_has_to_name_the_host_and_not_its_address(
    secure: Callable[[str], int], names: Resolver, connected: list[str]
) -> None:
    names["farm.example"] = [PUBLIC]

    assert fetch(f"https://farm.example:{secure('farm.example')}/").content == b"<p>hay"
    with pytest.raises(Unreachable, match="no secure connection"):
        fetch(f"https://farm.example:{secure('other.example')}/")
