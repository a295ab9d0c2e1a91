"""The service itself: requests to workers, jobs to processes of their own, all from one folder."""

from __future__ import annotations

import json
import logging
import os
import secrets
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from windrow import __version__
from windrow.detect import DETECTORS, LEARNERS
from windrow.errors import WindrowError
from windrow.read.browser import missing
from windrow.run.inputs import LISTS
from windrow.service.bounds import Bounds
from windrow.service.home import Home
from windrow.service.jobs import JobKind, JobRecord, Jobs, new_id
from windrow.service.pages import Pages
from windrow.service.process import RUNS
from windrow.service.rows import DOWNLOADS
from windrow.service.sources import Given, allowed_file
from windrow.service.workers import Desk
from windrow.service.wrappers import Wrappers
from windrow.sink.lock import alone
from windrow.table.types import TYPES

__all__ = ["Service"]

_log = logging.getLogger("windrow.service")


class Service:
    """What all faces talk to. A block starts it and ends it; jobs go on at the next start."""

    def __init__(self, folder: str | os.PathLike[str], bounds: Bounds | None = None) -> None:
        self.bounds = bounds or Bounds()
        self.home = Home(folder)
        self.pages = Pages(self.home, self.bounds.pages)
        self.wrappers = Wrappers(self.home)
        self.jobs = Jobs(self.home)
        self._owner = secrets.token_hex(8)
        self._held = ExitStack()
        self._lock = threading.Lock()
        self._let_go = threading.Condition(self._lock)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._closing = False

    def __enter__(self) -> Self:
        self._held.enter_context(alone([self._lock_of(self._owner)], patience=0))
        bounds = self.bounds
        # Browsers and databases reserve far more memory than they use, and do not start under a
        # limit. Pages have bounds of their own (`windrow.tree.room`), and so has the browser.
        free = replace(bounds.limits(), memory=None)
        limits = free if self.has_browser else bounds.limits()
        self._desk = Desk(self.home, bounds, limits, bounds.processes)
        self._files = Desk(self.home, bounds, free, 1)
        # A process of a job ends with the thread that started it, which waits for it.
        self._threads = ThreadPoolExecutor(self.bounds.running, "windrow-job")
        for job, owner in self.jobs.owned():
            if not self._is_alive(owner) and self.jobs.requeue(job, "running"):
                _log.info("job goes on", extra={"job": job})
        for job in self.jobs.queued():
            self._threads.submit(self._toil, job)
        return self

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._closing = True
            processes = [*self._processes.values()]
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        self._threads.shutdown()
        self._desk.close()
        self._files.close()
        self._held.close()

    @property
    def has_browser(self) -> bool:
        """Whether pages can be shown in a browser."""
        return self.bounds.browser and missing() is None

    def about(self) -> dict[str, Any]:
        """Return what the service can do, as plain data."""
        return {
            "version": __version__,
            "browser": self.has_browser,
            "detectors": [*DETECTORS],
            "learners": [*LEARNERS],
            "formats": [*DOWNLOADS],
            "types": [*TYPES],
        }

    def ask(self, verb: str, facts: Mapping[str, Any]) -> Future[str]:
        """Return the coming answer to a request: a name of `windrow.service.work.VERBS`."""
        return (self._files if verb == "download" else self._desk).ask(verb, facts)

    def submit(self, kind: JobKind, request: Mapping[str, Any]) -> JobRecord:
        """Queue a job; what is wrong with it is raised now, as far as it shows."""
        self.jobs.require_room(self.bounds.jobs)
        given = [Given.of(one) for one in request["pages"]]
        if not given:
            raise WindrowError("a job without pages has nothing to do", hint="give some pages")
        if len(given) > self.bounds.inputs:
            raise WindrowError(
                f"a job has at most {self.bounds.inputs:,} pages", hint="make several jobs"
            )
        wrapper = request.get("wrapper")
        if kind in ("apply", "verify", "repair") and not wrapper:
            raise WindrowError(f"{kind} needs a wrapper", hint="name one that was learned")
        if kind == "crawl" and [one.url for one in given] != [str(given[0])]:
            raise WindrowError("a crawl begins at one address", hint="give one page with its url")
        job = new_id()
        folder = self.home.job_folder(job)
        folder.mkdir(mode=0o700)
        try:
            if wrapper:
                shutil.copyfile(self.wrappers.existing(wrapper), folder / "wrapper.json")
            pages = [self._kept(one) for one in given]
            if kind in RUNS:
                self._lay_out(folder, pages)
            self.jobs.add(kind, {**request, "pages": pages}, job)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._threads.submit(self._toil, job)
        return self.jobs.get(job)

    def stop(self, job: str) -> JobRecord:
        """Stop a job; what it has is kept, and it can go on."""
        if self.jobs.stop(job):
            with self._let_go:
                process = self._processes.get(job)
                if process:
                    process.kill()
                    # A job that goes on at once must not be taken for the one that was killed.
                    self._let_go.wait_for(lambda: self._processes.get(job) is not process)
        return self.jobs.get(job)

    def go_on(self, job: str) -> JobRecord:
        """Let a job go on that was stopped or has failed."""
        self.jobs.get(job)
        self.jobs.require_room(self.bounds.jobs)
        if self.jobs.requeue(job, "stopped", "failed"):
            self._threads.submit(self._toil, job)
        return self.jobs.get(job)

    def forget(self, job: str) -> None:
        """Stop a job, and remove it with its rows."""
        self.stop(job)
        with self._lock:
            process = self._processes.get(job)
        if process:
            process.wait()
        self.jobs.forget(job)
        shutil.rmtree(self.home.job_folder(job), ignore_errors=True)

    def _kept(self, given: Given) -> dict[str, Any]:
        """Return how a page is named in the database: what was sent with it is kept as a page."""
        if sent := given.sent(self.bounds):
            return {"page": self.pages.keep(sent, str(given)).id}
        if given.page is not None:
            return {"page": self.pages.known(given.page).id}
        if given.file is not None:
            return {"file": allowed_file(given.file, self.bounds)}
        return {"url": given.url}

    def _lay_out(self, folder: Path, pages: list[dict[str, Any]]) -> None:
        """Write down what a run is to read: a list of addresses and kept pages, and files."""
        lines, files = [], []
        names = {}
        (folder / "pages").mkdir()
        for number, one in enumerate(pages):
            if "page" in one:
                path = folder / "pages" / f"{number:06}.snap"
                _link(self.pages.path(one["page"]), path)
                names[path.name] = self.pages.known(one["page"]).name
                lines.append(str(path))
            elif "file" in one:
                if one["file"].lower().removesuffix(".gz").endswith(LISTS):
                    raise WindrowError(
                        f"`{one['file']}` is a list of pages", hint="give the pages themselves"
                    )
                files.append(one["file"])
            else:
                lines.append(" ".join(one["url"].split()))
        (folder / "inputs.txt").write_text("\n".join(lines) + "\n", "utf-8")
        inputs = [*([f"@{folder / 'inputs.txt'}"] if lines else []), *files]
        facts = {"inputs": inputs, "names": names, "total": None if files else len(lines),
                 "web": any("url" in one for one in pages)}  # fmt: skip
        (folder / "inputs.json").write_text(json.dumps(facts), "utf-8")

    def _toil(self, job: str) -> None:
        """Have a process do a job, and wait for it."""
        if self._closing or not self.jobs.claim(job, self._owner):
            return
        words = (str(self.home.folder), job, self.bounds.dumps())
        program = "import sys; from windrow.service.process import main; main(*sys.argv[1:])"
        path = os.pathsep.join(filter(None, sys.path))
        with self._lock:
            if self._closing or self.jobs.get(job).state != "running":
                return
            process = self._processes[job] = subprocess.Popen(
                [sys.executable, "-P", "-c", program, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
        _log.info("job begins", extra={"job": job})
        code = process.wait()
        if not self._closing:
            self.jobs.fail(job, WindrowError("the process of the job was killed"), "Killed")
            _log.info("job ends", extra={"job": job, "code": code})
        with self._let_go:
            del self._processes[job]
            self._let_go.notify_all()

    def _lock_of(self, owner: str) -> Path:
        return self.home.folder / "owners" / (owner or "nobody")

    def _is_alive(self, owner: str) -> bool:
        """Return whether the service that took a job is there: it holds a lock while it is."""
        try:
            with alone([self._lock_of(owner)], patience=0):
                return False
        except WindrowError:
            return True


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(source, target)
