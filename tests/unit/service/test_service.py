"""The service without a web: pages, wrappers, jobs and requests in one folder."""

import csv
import json
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.served import ROOT, bales
from tests.serving import Reply, serving
from tests.unit.crawl import site as local
from tests.unit.crawl.shop import shop
from windrow.cli import windrow
from windrow.errors import (
    BadAddress,
    FileUnreadable,
    ReadError,
    TooBusy,
    TookTooLong,
    Unknown,
    WindrowError,
)
from windrow.read import Page
from windrow.service.bounds import Bounds
from windrow.service.home import Home
from windrow.service.jobs import Jobs
from windrow.service.pages import Pages
from windrow.service.rows import job_rows, write_rows
from windrow.service.service import Service
from windrow.service.sources import PageSource, allowed_file, source_facts
from windrow.service.wrappers import Wrappers

SMALL = Bounds(workers=1, running=1, seconds=2.0)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("home"), SMALL) as running:
        yield running


def test_the_token_is_for_the_owner_only_and_stays(home: Home) -> None:
    token = home.token()

    assert len(token) > 30
    assert Home(home.folder).token() == token
    if os.name == "posix":
        assert stat.S_IMODE((home.folder / "token").stat().st_mode) == 0o600


def test_only_the_newest_pages_stay(home: Home) -> None:
    pages = Pages(home, most=2)
    kept = [pages.keep(Page.from_text(f"<p>{k}"), f"{k}.html") for k in range(3)]

    assert [one.name for one in pages.newest()] == ["2.html", "1.html"]
    with pytest.raises(Unknown, match="there is no page"):
        pages.read(kept[0].id)
    assert not pages.path(kept[0].id).exists()
    assert pages.read(kept[2].id).content == b"<p>2"


@pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "", "x" * 81, "é"])
def test_names_of_wrappers_lead_nowhere_else(home: Home, name: str) -> None:
    with pytest.raises(WindrowError, match="cannot be the name"):
        Wrappers(home).path(name)


@pytest.mark.parametrize("key", ["../../etc/passwd", "", "ABC", "0" * 23, "g" * 24])
def test_ids_of_pages_lead_nowhere_else(home: Home, key: str) -> None:
    with pytest.raises(Unknown):
        Pages(home).path(key)


def test_a_page_is_given_in_one_way() -> None:
    with pytest.raises(WindrowError, match="in one way"):
        PageSource()
    with pytest.raises(WindrowError, match="in one way"):
        PageSource(html="<p>", page="1")
    for address in ("file:///etc/passwd", "https://not an address", "http://", "http://[1"):
        with pytest.raises(BadAddress):
            PageSource(url=address)
    assert PageSource(html="<p>", url="https://farm.example/").sent(SMALL) == Page(
        "https://farm.example/", b"<p>", "https://farm.example/", "text/html; charset=utf-8"
    )


def test_one_word_names_a_page(home: Home) -> None:
    pages = Pages(home)
    key = pages.keep(Page.from_text("<p>hay")).id

    assert source_facts(" <ul>", pages) == {"html": " <ul>"}
    assert source_facts("https://farm.example", pages) == {"url": "https://farm.example"}
    assert source_facts(key, pages) == {"page": key}
    assert source_facts("hay.html", pages) == {"file": "hay.html"}


def test_files_are_read_only_in_folders_that_are_allowed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "inner"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "page.html").write_text("<p>")
    (inside / "link.html").symlink_to(outside / "page.html")
    bounds = replace(SMALL, folders=(str(inside),))

    assert allowed_file(str(inside / "page.html"), bounds) == str(inside / "page.html")
    for path in (
        outside / "page.html",
        inside / ".." / "inner" / "page.html",
        inside / "link.html",
    ):
        with pytest.raises(FileUnreadable, match="outside the allowed folders"):
            allowed_file(str(path), bounds)


def test_limits_survive_as_text() -> None:
    bounds = Bounds(private=("farm.example",), folders=("/hay",), seconds=1.5, browser=False)

    assert Bounds.loads(bounds.dumps()) == bounds


def test_requests_that_fail_leave_the_others_alone(service: Service) -> None:
    bad = [
        service.ask("extract", {"page": "0" * 24}),
        service.ask("extract", {"content": b"\x89PNG\r\n\x1a\n"}),
        service.ask("extract", {"url": "http://127.0.0.1:1/"}),
        service.ask("nonsense", {"html": "<p>"}),
    ]
    good = service.ask("extract", {"html": bales(range(4))})

    for one in bad:
        with pytest.raises(WindrowError):
            one.result()
    assert len(json.loads(good.result())["tables"][0]["rows"]) == 4


def test_too_many_requests_wait(tmp_path: Path) -> None:
    with Service(tmp_path, replace(SMALL, waiting=2)) as service:
        first = [service.ask("extract", {"html": bales(range(3))}) for _ in range(2)]
        with pytest.raises(TooBusy):
            service.ask("extract", {"html": "<p>"})
        assert all(one.result() for one in first)
        assert service.ask("extract", {"html": bales(range(3))}).result()


def test_too_many_jobs_wait(home: Home) -> None:
    jobs = Jobs(home)
    jobs.add("run", {"pages": []})

    jobs.require_room(2)
    with pytest.raises(TooBusy):
        jobs.require_room(1)


def test_jobs_are_refused_before_they_are_queued(service: Service) -> None:
    with pytest.raises(WindrowError, match="at least one page"):
        service.submit("run", {"pages": []})
    with pytest.raises(Unknown, match="wrapper"):
        service.submit("apply", {"pages": [{"html": "<p>"}], "wrapper": "none"})
    with pytest.raises(WindrowError, match="needs a wrapper"):
        service.submit("verify", {"pages": [{"html": "<p>"}]})
    with pytest.raises(WindrowError, match="at most"):
        Service(service.home.folder, replace(SMALL, inputs=1)).submit(
            "run", {"pages": [{"html": "<p>"}] * 2}
        )
    assert service.jobs.newest() == []
    assert not [*(service.home.folder / "jobs").iterdir()]


def test_a_job_belongs_to_one_service_at_a_time(home: Home) -> None:
    jobs = Jobs(home)
    job = jobs.add("run", {"pages": []})

    assert jobs.claim(job, "one")
    assert not jobs.claim(job, "other")
    assert jobs.owned() == [(job, "one")]
    assert jobs.stop(job)
    jobs.finish(job, "{}")
    assert jobs.get(job).state == "stopped"
    assert [event.kind for event in jobs.events(job)] == ["queued", "running", "stopped"]


def test_a_job_goes_on_when_a_service_starts_again(tmp_path: Path) -> None:
    pages = [{"html": bales(range(k, k + 5)), "name": f"{k}.html"} for k in range(3)]
    with Service(tmp_path, SMALL) as service:
        job = service.submit("run", {"pages": pages}).id
    state = Jobs(Home(tmp_path)).get(job).state
    with Service(tmp_path, SMALL) as service:
        done = waited(service, job)
        rows = job_rows(service.home, job, 0, 100)

    assert state in ("queued", "running")
    assert done.state == "done", done
    assert rows["total"] == 15
    assert {row["page"] for row in rows["rows"]} == {"0.html", "1.html", "2.html"}


def test_a_job_that_is_stopped_and_goes_on_at_once_is_done(tmp_path: Path) -> None:
    replies = {f"/{k}": Reply(bales(range(10 * k, 10 * k + 10))) for k in range(3)}
    bounds = replace(SMALL, running=2, private=("127.0.0.1",), seconds=30, browser=False)
    with serving(replies) as site, Service(tmp_path, bounds) as service:
        pages = [{"url": f"{site.url}/{k}"} for k in range(3)]
        job = service.submit("run", {"pages": pages, "delay": 0.3}).id
        # Rows of pages from the web are there as soon as their page is.
        while (rows := service.jobs.get(job).progress.get("rows", 0)) == 0:
            time.sleep(0.01)
        stopped = service.stop(job).state
        service.resume(job)
        done = waited(service, job)

    assert rows < 30
    assert stopped == "stopped"
    assert (done.state, done.progress["rows"], done.error) == ("done", 30, None)


def test_another_service_leaves_jobs_alone_whose_service_is_there(tmp_path: Path) -> None:
    with Service(tmp_path, SMALL) as first:
        job = first.jobs.add("run", {"pages": []})
        assert first.jobs.claim(job, first._owner)
        with Service(tmp_path, SMALL) as second:
            assert second.jobs.get(job).state == "running"


def test_files_and_archives_are_inputs_of_jobs(tmp_path: Path) -> None:
    bounds = replace(SMALL, folders=(str(ROOT / "examples"),))
    with Service(tmp_path, bounds) as service:
        job = service.submit("run", {"pages": [{"file": str(ROOT / "examples" / "shop.html")}]}).id
        done = waited(service, job)
        with pytest.raises(FileUnreadable):
            service.submit("run", {"pages": [{"file": str(ROOT / "README.md")}]})

    assert (done.state, done.progress["rows"]) == ("done", 4)


def test_a_page_that_takes_too_long_is_given_up(service: Service, monkeypatch: Any) -> None:
    slow = Service(service.home.folder, replace(SMALL, seconds=0.05))
    with slow, pytest.raises((TookTooLong, ReadError)):
        slow.ask("extract", {"html": bales(range(20_000))}).result()


def test_a_crawl_follows_a_list_to_its_end(tmp_path: Path) -> None:
    more = "<p><a rel=next href=/2>Next</a>"
    replies = {"/1": Reply(bales(range(10)) + more), "/2": Reply(bales(range(10, 20)))}
    bounds = replace(SMALL, private=("127.0.0.1",), seconds=30)
    with serving(replies) as server, Service(tmp_path, bounds) as service:
        asked = {"pages": [{"url": f"{server.url}/1"}], "delay": 0.0, "ignore_robots": True}
        done = waited(service, service.submit("crawl", asked).id)
        rows = job_rows(service.home, done.id, 0, 100)
        with pytest.raises(WindrowError, match="one address"):
            service.submit("crawl", {"pages": [{"html": "<p>"}]})

    assert done.state == "done", done.error
    assert (done.progress["pages"], done.progress["rows"], rows["total"]) == (2, 20, 20)
    assert rows["rows"][19]["cells"]["title"] == "Bale number 19"


@pytest.mark.slow
def test_a_crawl_gives_the_rows_that_the_command_line_gives(tmp_path: Path) -> None:
    def answer(asked: local.Asked) -> local.Given | str:
        given = shop(5, 5)(asked)
        if not isinstance(given, str):
            return given
        # One column varies only on the last page, one never does.
        where = "Essex" if asked.query.get("page") == "5" else "Kent"
        told = f"<i class=unit>a bale</i><s>from {where}</s><b class=price"
        return given.replace("<b class=price", told)

    bounds = replace(SMALL, private=("127.0.0.1",), seconds=30)
    target, downloaded = tmp_path / "rows.csv", tmp_path / "downloaded.csv"
    with local.running(answer) as site, Service(tmp_path / "home", bounds) as service:
        words = ["crawl", f"{site.url}/list", "--details", "--delay", "0", "--to", str(target)]
        result = CliRunner().invoke(windrow, words)
        asked = {"pages": [{"url": f"{site.url}/list"}], "delay": 0.0, "details": True}
        done = waited(service, service.submit("crawl", asked).id)
        write_rows(service.home, done.id, downloaded)
        part = job_rows(service.home, done.id, 0, 100)["rows"]

    assert result.exit_code == 0, result.output
    rows = [*csv.DictReader(target.read_text("utf-8").splitlines())]
    own = [*csv.DictReader(downloaded.read_text("utf-8").splitlines())]
    assert "from Essex" in rows[24].values()
    assert len(rows) == 25
    assert [{k: v for k, v in row.items() if k not in ("_page", "_record")} for row in own] == rows
    assert [[*row["cells"]] for row in part] == [[*row] for row in rows]


def waited(service: Service, job: str) -> Any:
    while (found := service.jobs.get(job)).state in ("queued", "running"):
        time.sleep(0.05)
    return found
