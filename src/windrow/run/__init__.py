"""Many pages, on all cores or on a cluster: no row is lost, no row is doubled."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from windrow.run.engine import Engine, Work
    from windrow.run.job import Apply, Extract, Harvest, Job, Outcome, Tally
    from windrow.run.many import Summary, Watch, run
    from windrow.run.origin import Entry, Origin, Shard
    from windrow.run.pool import Pool
    from windrow.run.serial import Serial
    from windrow.run.task import Limits

__all__ = [
    "Apply",
    "Engine",
    "Entry",
    "Extract",
    "Harvest",
    "Job",
    "Limits",
    "Origin",
    "Outcome",
    "Pool",
    "Serial",
    "Shard",
    "Summary",
    "Tally",
    "Watch",
    "Work",
    "run",
]

_HOMES = {
    "engine": "Engine Work",
    "job": "Apply Extract Harvest Job Outcome Tally",
    "many": "Summary Watch run",
    "origin": "Origin Shard Entry",
    "pool": "Pool",
    "serial": "Serial",
    "task": "Limits",
}


def __getattr__(name: str) -> Any:
    # A worker that only reads pages needs neither stores nor engines: names are imported late.
    for home, names in _HOMES.items():
        if name in names.split():
            return resolve_name(f"{__name__}.{home}:{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
