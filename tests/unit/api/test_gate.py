"""A page in another tab, a foreign name and a missing token get nowhere."""

from typing import Any

import httpx
import pytest

from tests.served import Served


def asked(
    service: Served, method: str = "GET", path: str = "/v1/jobs", **headers: str
) -> httpx.Response:
    # A stranger has no cookie, whatever was asked before.
    service.stranger.cookies.clear()
    return service.stranger.request(method, path, headers=headers)


def allowed(service: Served, **headers: str) -> dict[str, Any]:
    return {"Authorization": f"Bearer {service.token}", **headers}


@pytest.mark.parametrize("path", ["/v1/jobs", "/", "/assets/x.js", "/mcp", "/nowhere"])
def test_without_the_token_there_is_nothing(service: Served, path: str) -> None:
    assert asked(service, path=path).status_code == 401
    assert asked(service, path=path, Authorization="Bearer wrong").status_code == 401
    assert asked(service, "POST", "/v1/extract").status_code == 401


@pytest.mark.parametrize("path", ["/", "/?token=wrong", "/v1/pages"])
def test_a_person_without_the_token_is_told_where_it_is(service: Served, path: str) -> None:
    answer = asked(service, path=path, Accept="text/html,*/*;q=0.8")

    assert answer.status_code == 401
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "windrow studio" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


def test_health_needs_no_token(service: Served) -> None:
    assert asked(service, path="/healthz").json()["status"] == "ok"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "169.254.169.254"])
def test_a_foreign_name_is_refused(service: Served, host: str) -> None:
    answer = asked(service, **allowed(service, Host=host))

    assert answer.status_code == 403
    assert answer.json()["error"]["type"] == "ForeignHost"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"]
)
def test_a_foreign_origin_is_refused(service: Served, origin: str) -> None:
    answer = asked(service, **allowed(service, Origin=origin))

    assert answer.status_code == 403
    assert answer.json()["error"]["type"] == "ForeignOrigin"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_says_of_the_asker_counts(service: Served, site: str) -> None:
    assert asked(service, **allowed(service, **{"Sec-Fetch-Site": site})).status_code == 403


def test_its_own_origin_is_let_in(service: Served) -> None:
    assert asked(service, **allowed(service, Origin=service.address)).status_code == 200


def test_the_studio_gets_a_cookie_for_the_token(service: Served) -> None:
    answer = asked(service, path=f"/?token={service.token}")
    cookie = answer.headers["set-cookie"]

    assert answer.status_code == 303
    assert service.token not in answer.headers["location"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert asked(service, Cookie=cookie.partition(";")[0]).status_code == 200
    assert asked(service, path="/?token=wrong").status_code == 401


def test_too_much_is_refused(service: Served) -> None:
    def pieces() -> Any:
        for _ in range(60):
            yield b" " * 1_000_000

    told = service.client.post("/v1/extract", content=b" " * 51_000_000)
    trickled = service.client.post("/v1/pages/upload", content=pieces())

    assert told.status_code == 413
    assert trickled.status_code == 413


EXTENSIONS = ["chrome-extension://lajflllmbgdbcoalnjfjhohhkbfdeflk", "moz-extension://a1b2"]


@pytest.mark.parametrize("origin", EXTENSIONS)
def test_an_extension_is_let_in_with_the_token_alone(service: Served, origin: str) -> None:
    cookie = asked(service, path=f"/?token={service.token}").headers["set-cookie"].partition(";")[0]

    assert asked(service, **allowed(service, Origin=origin)).status_code == 200
    assert asked(service, Origin=origin).status_code == 401
    assert asked(service, Origin=origin, Cookie=cookie).status_code == 401
    assert asked(service, Origin=origin, Authorization="Bearer wrong").status_code == 401
    assert "access-control-allow-origin" not in asked(service, Origin=origin).headers


@pytest.mark.parametrize("origin", EXTENSIONS)
def test_an_extension_gets_the_token_for_the_code(service: Served, origin: str) -> None:
    code = service.post("/v1/pairing")["code"]

    def paired(given: str, origin: str) -> httpx.Response:
        body = {"code": given}
        return service.stranger.post("/v1/pairing/token", json=body, headers={"Origin": origin})

    assert paired("AAAA-AAAA", origin).status_code == 403
    assert paired(code, "https://evil.example").json()["error"]["type"] == "ForeignOrigin"
    assert paired(code, origin).json() == {"token": service.token}
    assert paired(code, origin).json()["error"]["type"] == "WrongCode"


def test_a_code_is_shown_to_nobody_without_the_token(service: Served) -> None:
    assert asked(service, "POST", "/v1/pairing").status_code == 401
