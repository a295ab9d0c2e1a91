"""Jobs over HTTP: they survive the death of the service, and lose nothing."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.served import Served, bales, ended, served
from windrow.service.home import Home
from windrow.service.jobs import Jobs
from windrow.service.rows import DOWNLOADS
from windrow.sink import SINKS

# Processes are started again and again, and kernels play no part.
pytestmark = pytest.mark.slow

PAGES = [{"html": bales(range(10 * k, 10 * k + 10)), "name": f"{k}.html"} for k in range(100)]


def all_rows(service: Served, job: str) -> list[Any]:
    found, offset = [], 0
    while offset is not None:
        part = service.get(f"/v1/jobs/{job}/rows", params={"offset": offset, "limit": 1000})
        found += part["rows"]
        offset = part["next_offset"]
    assert len(found) == part["total"]
    return sorted(found, key=json.dumps)


def test_a_job_brings_rows_and_tells_how_far_it_is(service: Served) -> None:
    job = service.post("/v1/jobs", {"kind": "run", "pages": PAGES[:3]}, 201)["id"]
    done = ended(service, job)
    rows = service.get(f"/v1/jobs/{job}/rows", params={"offset": 10, "limit": 5})

    assert (done["state"], done["progress"]["pages"], done["progress"]["rows"]) == ("done", 3, 30)
    assert (rows["total"], rows["next_offset"], len(rows["rows"])) == (30, 15, 5)
    assert rows["rows"][0]["page"] == "1.html"
    assert rows["rows"][0]["cells"]["title"] == "Bale number 10"


def test_events_resume_after_the_last_one_that_is_known(service: Served) -> None:
    job = service.post("/v1/jobs", {"kind": "extract", "pages": PAGES[:2]}, 201)["id"]
    text = service.client.get(f"/v1/jobs/{job}/events").text
    numbers = [line[4:] for line in text.splitlines() if line.startswith("id: ")]
    kinds = [line[7:] for line in text.splitlines() if line.startswith("event: ")]
    rest = service.client.get(f"/v1/jobs/{job}/events", headers={"Last-Event-ID": numbers[-2]})
    nothing = service.client.get(f"/v1/jobs/{job}/events", headers={"Last-Event-ID": numbers[-1]})

    assert (kinds[0], kinds[1], kinds[-1]) == ("queued", "running", "done")
    assert [line for line in rest.text.splitlines() if line.startswith("id: ")] == [
        f"id: {numbers[-1]}"
    ]
    assert nothing.status_code == 204


@pytest.fixture(scope="module")
def applied(service: Served) -> str:
    service.post("/v1/learn", {"name": "many", "pages": [{"html": bales(range(6))}]})
    asked = {"kind": "apply", "wrapper": "many", "pages": PAGES[:2]}
    job: str = service.post("/v1/jobs", asked, 201)["id"]
    ended(service, job)
    return job


@pytest.mark.parametrize("format", DOWNLOADS)
def test_rows_are_downloaded_in_every_format(
    service: Served, applied: str, format: str, tmp_path: Path
) -> None:
    answer = service.client.get(f"/v1/jobs/{applied}/download", params={"format": format})
    path = tmp_path / f"rows.{format}"
    path.write_bytes(answer.content)

    assert answer.status_code == 200, answer.text
    flat = SINKS[f".{format}"](str(path), "records").read("records")
    assert flat is not None
    assert [row["title"] for row in flat.rows] == [f"Bale number {k}" for k in range(20)]
    # All that the table of the run has, and nothing else beside where it comes from.
    rows = service.get(f"/v1/jobs/{applied}/rows", params={"limit": 100})["rows"]
    told = [{name: str(value) for name, value in row["cells"].items()} for row in rows]
    taken = [{name: str(row[name]) for name in row if name in told[0]} for row in flat.rows]
    assert taken == told


def test_learn_verify_and_repair_are_jobs_as_well(service: Served) -> None:
    learn = {"kind": "learn", "name": "learned", "pages": PAGES[:1]}
    learned = ended(service, service.post("/v1/jobs", learn, 201)["id"])
    verify = {"kind": "verify", "wrapper": "learned", "pages": PAGES[1:2]}
    verified = ended(service, service.post("/v1/jobs", verify, 201)["id"])
    repair = {"kind": "repair", "wrapper": "learned", "pages": PAGES[2:3]}
    repaired = ended(service, service.post("/v1/jobs", repair, 201)["id"])

    assert learned["result"]["name"] == "learned"
    assert verified["result"]["healthy"] is True
    assert repaired["result"]["saved"] is False


def test_pages_that_fail_say_why(service: Served) -> None:
    pages = [{"url": f"{service.address}/healthz"}, *PAGES[:1]]
    job = service.post("/v1/jobs", {"kind": "run", "pages": pages}, 201)["id"]
    done = ended(service, job)

    assert (done["state"], done["progress"]["failed"], done["progress"]["rows"]) == ("done", 1, 10)
    [failed] = service.get(f"/v1/jobs/{job}/failures")["rows"]
    assert failed["type"] == "PrivateAddress"


def test_a_job_is_stopped_goes_on_and_is_forgotten(service: Served) -> None:
    job = service.post("/v1/jobs", {"kind": "run", "pages": PAGES}, 201)["id"]
    stopped = service.post(f"/v1/jobs/{job}/stop")
    again = service.post(f"/v1/jobs/{job}/resume")
    done = ended(service, job)

    assert stopped["state"] == "stopped"
    assert again["state"] in ("queued", "running")
    assert (done["state"], done["progress"]["rows"]) == ("done", 1000)
    assert service.client.delete(f"/v1/jobs/{job}").status_code == 204
    assert service.client.get(f"/v1/jobs/{job}").status_code == 404


def test_a_service_that_is_told_to_end_does_so_and_goes_on_later(tmp_path: Path) -> None:
    with served(tmp_path) as service:
        job = service.post("/v1/jobs", {"kind": "run", "pages": PAGES[:20]}, 201)["id"]
        service.process.terminate()
        assert service.process.wait() == 0
    with served(tmp_path) as service:
        assert ended(service, job)["progress"]["rows"] == 200


def test_a_killed_service_loses_no_row_and_doubles_none(tmp_path: Path) -> None:
    jobs, count, state = Jobs(Home(tmp_path)), 200, "done"
    # On a busy machine the job may be done before we notice: then it was too short.
    while state == "done":
        count *= 2
        pages = [{"html": bales(range(5 * k, 5 * k + 5)), "name": f"{k}"} for k in range(count)]
        with served(tmp_path) as service:
            job = service.post("/v1/jobs", {"kind": "run", "pages": pages}, 201)["id"]
            while jobs.get(job).progress.get("pages", 0) < 0.4 * count:
                time.sleep(0.01)
            service.kill()
            assert service.process.returncode == -9
        state = jobs.get(job).state
    with served(tmp_path) as service:
        done = ended(service, job)
        disturbed = all_rows(service, job)
        other = service.post("/v1/jobs", {"kind": "run", "pages": pages}, 201)["id"]
        ended(service, other)
        undisturbed = all_rows(service, other)

    assert state == "running"
    assert (done["state"], done["progress"]["pages"]) == ("done", count)
    assert disturbed == undisturbed
    assert len(disturbed) == 5 * count
