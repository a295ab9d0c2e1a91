"""Kept pages: shown without harm, with their lists, and as files."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.served import ROOT, Served, bales
from windrow.cli import windrow
from windrow.service.rows import DOWNLOADS
from windrow.sink import SINKS

SHOP = ROOT / "examples" / "shop.html"
HOSTILE = """<!doctype html><html manifest=//evil><head><base href=//evil><meta http-equiv=refresh
content="0;url=//evil"><link rel=preconnect href=//evil><link rel=stylesheet href=//evil><script
src=//evil></script></head><body onload=x()><h1>Hay</h1><img src=//evil onerror=x()><form
action=//evil><input autofocus onfocus=x()><button formaction=//evil></form><iframe src=//evil
srcdoc="<script>x()</script>"></iframe><svg onload=x()><a xlink:href="javascript:x()"><use
href=//evil /></a></svg><object data=//evil></object><embed src=//evil><video poster=//evil><source
src=//evil srcset=//evil></video><a href="//evil" ping=//evil>go</a><template><img src=//evil
onerror=x()></template><noscript><img src=//evil></noscript>"""


def uploaded(service: Served, content: bytes, name: str = "page.html") -> str:
    answer = service.client.post("/v1/pages/upload", params={"name": name}, content=content)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def test_a_hostile_page_is_shown_without_its_weapons(service: Served) -> None:
    page = uploaded(service, HOSTILE.encode())

    answer = service.client.get(f"/v1/pages/{page}/view")

    assert "evil" not in answer.text.replace("url=//evil", "")
    assert "x()" not in answer.text
    assert "Hay" in answer.text
    policy = answer.headers["content-security-policy"]
    assert "sandbox allow-same-origin;" in policy
    assert "default-src 'none'" in policy
    assert "allow-scripts" not in policy


def test_the_lists_of_a_page_have_nodes(service: Served) -> None:
    page = uploaded(service, SHOP.read_bytes(), "shop.html")

    best = service.get(f"/v1/pages/{page}/lists")["lists"][0]

    records = [mark for mark in best["marks"] if mark["column"] is None]
    assert [mark["paths"] for mark in records] == best["table"]["nodes"]
    named = {best["names"][mark["column"]] for mark in best["marks"] if mark["column"] is not None}
    assert {"title", "price"} <= named


def test_a_node_leads_to_the_smallest_list_that_holds_it(service: Served) -> None:
    page = uploaded(service, SHOP.read_bytes(), "shop.html")
    menu = {"path": "/html[1]/body[1]/header[1]/nav[1]/ul[1]/li[1]/a[1]"}

    beside = service.get(f"/v1/pages/{page}/lists/at", params=menu)["list"]
    assert "Seeds" in json.dumps(beside["table"]["rows"])
    for known in service.get(f"/v1/pages/{page}/lists")["lists"]:
        for mark in known["marks"]:
            at = {"path": mark["paths"][0]}
            found = service.get(f"/v1/pages/{page}/lists/at", params=at)["list"]
            assert found["table"]["region"] == known["table"]["region"]
            assert found["table"]["rows"] == known["table"]["rows"]


def test_a_node_without_a_list_leads_to_none(service: Served) -> None:
    page = uploaded(service, SHOP.read_bytes(), "shop.html")

    assert service.get(f"/v1/pages/{page}/lists/at", params={"path": "/html[1]"})["list"] is None
    bad = service.client.get(f"/v1/pages/{page}/lists/at", params={"path": "//li"})
    assert bad.status_code == 422


@pytest.mark.parametrize("format", DOWNLOADS)
def test_a_download_is_the_file_of_the_command_line(
    service: Served, format: str, tmp_path: Path
) -> None:
    page = uploaded(service, SHOP.read_bytes(), "shop.html")
    theirs, ours = tmp_path / f"ours.{format}", tmp_path / f"theirs.{format}"

    answer = service.client.get(f"/v1/pages/{page}/download", params={"format": format})
    theirs.write_bytes(answer.content)
    CliRunner().invoke(windrow, ["extract", str(SHOP), "--to", str(ours)], catch_exceptions=False)

    assert answer.status_code == 200
    assert f'filename="shop.{format}"' in answer.headers["content-disposition"]
    read = SINKS[f".{format}"]
    assert read(str(theirs), "records").read("records") == read(str(ours), "records").read(
        "records"
    )
    if format not in ("xlsx", "sqlite", "db", "duckdb", "parquet"):
        assert theirs.read_bytes() == ours.read_bytes()


def test_corrections_are_seen_before_they_are_kept(service: Served) -> None:
    page = uploaded(service, SHOP.read_bytes(), "shop.html")
    changes = [{"change": "kept", "names": ["title", "price"], "called": ["tool", "cost"]}]

    shown = service.post(f"/v1/pages/{page}/preview", {"corrections": changes})["tables"]
    asked = {"format": "csv", "corrections": json.dumps(changes)}
    file = service.client.get(f"/v1/pages/{page}/download", params=asked).text

    assert [column["name"] for column in shown[0]["columns"]] == ["tool", "cost", "cost_currency"]
    assert file.splitlines()[0] == "tool,cost,cost_currency"


def test_the_same_page_is_kept_once_and_forgotten(service: Served) -> None:
    page = uploaded(service, bales(range(3)).encode(), "twice.html")

    assert uploaded(service, bales(range(3)).encode(), "twice.html") == page
    assert service.get("/v1/pages")["pages"][0]["id"] == page
    assert service.client.delete(f"/v1/pages/{page}").status_code == 204
    assert service.client.get(f"/v1/pages/{page}").status_code == 404
