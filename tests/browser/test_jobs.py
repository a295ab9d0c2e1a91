"""Jobs of the service with a browser: pages that scripts fill have rows."""

import time
from pathlib import Path

import pytest

from tests.unit.crawl.site import Asked, items, running
from windrow.service.bounds import Bounds
from windrow.service.rows import job_rows
from windrow.service.service import Service

FILLED = """<!doctype html><title>Hay</title><div id=app></div><script>
document.getElementById("app").innerHTML = ALL;
</script>"""


def filled(asked: Asked) -> str:
    page = int(asked.query.get("page", "1"))
    more = f"<p class=pager><a href='/list?page={page + 1}'>Next</a></p>" if page < 3 else ""
    rows = items(range(page * 10 - 9, page * 10 + 1))
    return FILLED.replace("ALL", f"`<ul class=items>{rows}</ul>{more}`".replace("</", "<\\/"))


@pytest.mark.parametrize(
    ("kind", "mode"), [("run", "auto"), ("run", "always"), ("crawl", "always")]
)
def test_a_job_shows_pages_in_a_browser(kind: str, mode: str, tmp_path: Path) -> None:
    bounds = Bounds(workers=1, running=1, seconds=60, private=("127.0.0.1",))
    with running(filled) as site, Service(tmp_path, bounds) as service:
        asked = {"pages": [{"url": f"{site.url}/list"}], "delay": 0.0, "browser": mode}
        job = service.submit(kind, asked).id  # type: ignore[arg-type]
        while (found := service.jobs.get(job)).state in ("queued", "running"):
            time.sleep(0.1)
        rows = job_rows(service.home, job, 0, 100)["rows"]

    assert found.state == "done", found.error
    titles = [row["cells"]["title"] for row in rows]
    count = 30 if kind == "crawl" else 10
    assert titles == [f"Bale number {k} of hay" for k in range(1, count + 1)]
