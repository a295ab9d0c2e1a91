"""A list over several kept pages is one table."""

import json
from typing import Any

from tests.served import Served, bales


def kept(service: Served, numbers: range, after: str = "", at: str = "1") -> str:
    page = {
        "html": bales(numbers) + after,
        "url": f"https://farm.example/hay/{at}",
        "name": f"hay-{at}",
    }
    return str(service.post("/v1/pages", {**page, "browser": "never"})["id"])


def test_a_list_over_pages_has_each_record_once(service: Served) -> None:
    first = kept(service, range(8))
    # The second page repeats two records of the first.
    more = [kept(service, range(6, 14), at="2"), kept(service, range(14, 20), at="3")]

    def shown(**asked: object) -> list[str]:
        found = service.post(f"/v1/pages/{first}/preview", {"more": more, **asked})
        return [row["title"] for row in found["tables"][0]["rows"]]

    assert shown() == [f"Bale number {k}" for k in range(20)]
    assert shown(offset=18) == ["Bale number 18", "Bale number 19"]


def test_a_gathered_table_is_corrected_and_taken_away(service: Served) -> None:
    first, more = kept(service, range(8)), kept(service, range(8, 16), at="2")
    changes = [{"change": "renamed", "column": "title", "name": "bale"}]
    asked = {"format": "csv", "more": more, "corrections": json.dumps(changes)}

    lines = service.client.get(f"/v1/pages/{first}/download", params=asked).text.splitlines()

    assert "bale" in lines[0].split(",")
    assert len(lines) == 17
    assert "https://farm.example/bale/15" in lines[-1]


def test_a_page_without_the_list_adds_nothing(service: Served) -> None:
    first = kept(service, range(8))
    other = str(service.post("/v1/pages", {"html": "<p>Nothing here", "browser": "never"})["id"])

    found = service.post(f"/v1/pages/{first}/preview", {"more": [other], "offset": 8})

    assert found["tables"][0]["rows"] == []


def test_the_way_on_has_the_node_that_leads_there(service: Served) -> None:
    page = kept(service, range(8), "<p class=pager>1 <a href=/hay/2>Next</a></p>")
    last = kept(service, range(8), at="9")

    way = service.get(f"/v1/pages/{page}/next")
    assert way["next"] == way["onward"] == "https://farm.example/hay/2"
    assert way["path"] == "/html[1]/body[1]/p[1]/a[1]"
    at = {"path": "/html[1]/body[1]/ul[1]/li[3]"}
    assert service.get(f"/v1/pages/{page}/next", params=at)["path"] == way["path"]
    assert service.get(f"/v1/pages/{last}/next")["next"] is None


def test_where_records_and_cells_are_can_be_left_out(service: Served) -> None:
    page = kept(service, range(8))

    def marks(kind: str) -> list[Any]:
        [best, *_] = service.get(f"/v1/pages/{page}/lists", params={"marks": kind})["lists"]
        at = {"path": best["table"]["nodes"][2][0], "marks": kind}
        pointed = service.get(f"/v1/pages/{page}/lists/at", params=at)["list"]
        assert pointed["marks"] == best["marks"]
        # Links are resolved, whichever way the list was chosen.
        assert pointed["table"]["rows"] == best["table"]["rows"]
        return [mark["column"] for mark in best["marks"]]

    assert marks("none") == []
    assert marks("records") == [None] * 8
    assert len(marks("cells")) > 16
