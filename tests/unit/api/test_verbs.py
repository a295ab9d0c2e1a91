"""What the command line does, over HTTP."""

import base64
import json
from pathlib import Path

from tests.commands import invoked
from tests.served import ROOT, Served, bales
from tests.shop import GOODS, cards, shop

SHOP = ROOT / "examples" / "shop.html"


def printed(*words: str) -> str:
    return invoked(*words).stdout


def test_extract_answers_as_the_command_line_prints(service: Served) -> None:
    found = service.post("/v1/extract", {"html": SHOP.read_text("utf-8"), "name": str(SHOP)})

    assert found == json.loads(printed("extract", str(SHOP), "--format", "jsonl"))


def test_raw_cells_are_those_of_the_page(service: Served) -> None:
    body = {"html": SHOP.read_text("utf-8"), "name": str(SHOP), "raw": True}

    assert service.post("/v1/extract", body) == json.loads(
        printed("extract", str(SHOP), "--format", "jsonl", "--raw")
    )


def test_a_page_is_taken_as_bytes_with_its_address(service: Served) -> None:
    content = base64.b64encode(bales(range(5)).encode()).decode()

    found = service.post("/v1/extract", {"snapshot": content, "url": "https://farm.example/hay"})

    assert found["tables"][0]["rows"][1]["link"] == "https://farm.example/bale/1"


def test_learn_apply_verify_and_repair(service: Served) -> None:
    old, new = ({"html": page.content.decode()} for page in (shop(), cards(GOODS)))
    learned = service.post("/v1/learn", {"name": "shop", "pages": [old]})
    applied = service.post("/v1/apply", {"wrapper": "shop", **old})
    healthy = service.post("/v1/verify", {"wrapper": "shop", "pages": [old]})
    drift = service.post("/v1/verify", {"wrapper": "shop", "pages": [new]})
    plan = service.post("/v1/repair", {"wrapper": "shop", "pages": [new]})

    assert [row["name"] for row in applied["tables"][0]["rows"]] == [good[0] for good in GOODS]
    assert healthy["healthy"]
    assert not drift["healthy"]
    assert plan["saved"] is False
    assert plan["after"] != plan["before"] == learned["file"]
    assert service.get("/v1/wrappers/shop/file") == json.loads(learned["file"])

    service.post("/v1/repair", {"wrapper": "shop", "pages": [new], "save": True})
    assert service.client.get("/v1/wrappers/shop/file").text == plan["after"]
    again = service.post("/v1/apply", {"wrapper": "shop", **new})
    assert [row["name"] for row in again["tables"][0]["rows"]] == [good[0] for good in GOODS]


def test_wrappers_are_put_listed_and_removed(service: Served) -> None:
    learned = service.post("/v1/learn", {"pages": [{"html": bales(range(6))}]})
    put = service.client.put("/v1/wrappers/mine", content=learned["file"])

    assert put.json()["columns"] == learned["columns"]
    assert "mine" in [one["name"] for one in service.get("/v1/wrappers")["wrappers"]]
    assert service.client.put("/v1/wrappers/mine", content="{}").status_code == 422
    assert service.client.delete("/v1/wrappers/mine").status_code == 204
    assert service.client.get("/v1/wrappers/mine").status_code == 404


def test_errors_say_what_to_do(service: Served) -> None:
    missing = service.post("/v1/apply", {"wrapper": "none", "html": "<p>"}, 404)["error"]
    nothing = service.post("/v1/learn", {"pages": [{"html": ""}]}, 422)["error"]
    unfit = service.post("/v1/extract", {"html": "<p>", "page": "1"}, 422)["error"]

    assert missing["type"] == "Unknown"
    assert "learn it first" in missing["hint"]
    assert nothing["type"] == "NothingLearned"
    assert "one of url, html" in unfit["message"]


def test_systems_that_only_learn_are_offered_as_on_the_command_line(service: Served) -> None:
    def codes(numbers: range) -> dict[str, str]:
        lines = "".join(f"<b>Land {k}</b> <i>{k}00</i><br>" for k in numbers)
        return {"html": f"<html><title>Codes</title><body>{lines}</body></html>"}

    pages = [codes(range(4)), codes(range(3, 9))]
    rows = [{"land": f"Land {k}", "code": f"{k}00"} for k in range(4)]

    several = service.post("/v1/learn", {"detector": "roadrunner", "pages": pages})
    labelled = {"detector": "lr", "pages": pages[:1], "examples": rows, "name": "told"}
    learned = service.post("/v1/learn", labelled)
    read = service.post("/v1/apply", {"wrapper": "told", **pages[1], "raw": True})

    assert several["detector"] == "roadrunner"
    assert learned["detector"] == "lr"
    assert [row["land"] for row in read["tables"][0]["rows"]] == [f"Land {k}" for k in range(3, 9)]


def test_a_system_that_cannot_learn_this_says_what_to_do(service: Served) -> None:
    page = {"html": bales(range(4))}

    unknown = service.post("/v1/learn", {"detector": "lrx", "pages": [page]}, 422)["error"]
    finds = service.post("/v1/extract", {"detector": "lr", **page}, 422)["error"]
    untold = service.post("/v1/learn", {"detector": "lr", "pages": [page]}, 422)["error"]
    single = service.post("/v1/learn", {"detector": "roadrunner", "pages": [page]}, 422)["error"]
    job = {"kind": "run", "detector": "lr", "pages": [page]}
    running = service.post("/v1/jobs", job, 422)["error"]

    assert "roadrunner" in unknown["message"]
    assert "only learns" in finds["message"]
    assert "only learns" in running["message"]
    assert all(one["hint"] for one in (unknown, finds, untold, single, running))


def test_private_addresses_and_files_are_refused(service: Served) -> None:
    private = service.post("/v1/extract", {"url": f"{service.address}/healthz"}, 403)["error"]
    file = service.post("/v1/extract", {"file": str(SHOP)}, 422)["error"]

    assert private["type"] == "PrivateAddress"
    assert file["type"] == "FileUnreadable"


def test_the_service_says_what_it_can_do(service: Served) -> None:
    about = service.get("/v1/about")

    assert "csv" in about["formats"]
    assert "auto" in about["detectors"]
    assert {"roadrunner", "exalg", "lr"} <= {*about["learners"]}
    assert "price" in about["types"]


def test_corrections_hold_for_apply_and_for_learning_on(service: Served, tmp_path: Path) -> None:
    changes = [
        {"change": "removed", "column": "image"},
        {"change": "renamed", "column": "title", "name": "tool"},
        {"change": "reordered", "names": ["price", "tool"]},
    ]
    page = {"html": SHOP.read_text("utf-8")}
    service.post("/v1/learn", {"name": "corrected", "pages": [page], "corrections": changes[:1]})
    put = service.client.put("/v1/wrappers/corrected/corrections", json={"corrections": changes})
    file = tmp_path / "corrected.json"
    file.write_bytes(service.client.get("/v1/wrappers/corrected/file").content)
    other = {"html": page["html"].replace("Straw hat", "Felt hat").replace("hay", "rye")}
    more = service.post("/v1/learn", {"more": "corrected", "pages": [other]})

    [whole] = json.loads(printed("extract", str(SHOP), "--format", "jsonl"))["tables"][:1]
    first = ["price", "price_currency", "tool"]
    known = [column["name"] for column in whole["columns"]]
    wanted = first + [name for name in known if name not in (*first, "title", "image")]
    assert [one["change"] for one in put.json()["corrections"]] == [
        "removed",
        "renamed",
        "reordered",
    ]
    [table] = json.loads(printed("apply", str(file), str(SHOP), "--format", "jsonl"))["tables"][:1]
    assert [column["name"] for column in table["columns"]] == wanted
    assert (more["pages"], more["corrections"]) == (2, put.json()["corrections"])
    again = service.post("/v1/apply", {"wrapper": "corrected", **page})
    assert again["tables"][0]["rows"] == table["rows"]


def test_a_correction_that_is_none_is_refused(service: Served) -> None:
    page = {"html": SHOP.read_text("utf-8")}
    service.post("/v1/learn", {"name": "strict", "pages": [page]})

    for change in (
        {"change": "eaten"},
        {"change": "removed"},
        {"change": "removed", "column": "no"},
    ):
        answer = service.client.put(
            "/v1/wrappers/strict/corrections", json={"corrections": [change]}
        )
        assert answer.status_code == 422, answer.text


def test_a_list_that_was_pointed_at_is_learned(service: Served) -> None:
    page = {"html": SHOP.read_text("utf-8")}
    path = "/html[1]/body[1]/header[1]/nav[1]/ul[1]/li[1]"

    learned = service.post("/v1/learn", {"name": "menu", "pages": [page], "path": path})
    applied = service.post("/v1/apply", {"wrapper": "menu", **page})

    assert learned["detector"] == "auto"
    assert "Seeds" in json.dumps(applied["tables"][0]["rows"])


def test_examples_say_which_columns_are_wanted(service: Served) -> None:
    page = {"html": SHOP.read_text("utf-8")}
    examples = [{"tool": "Austrian scythe", "cost": "119.50"}]

    learned = service.post("/v1/learn", {"pages": [page], "examples": examples})

    assert [column["name"] for column in learned["columns"]] == ["tool", "cost"]
