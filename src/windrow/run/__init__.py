"""Many pages: on all cores or on a cluster, with nothing lost and nothing doubled."""

from windrow.run.engine import Engine, Work
from windrow.run.job import Apply, Extract, Harvest, Job, Outcome, Tally
from windrow.run.many import Summary, Watch, run
from windrow.run.origin import Origin, Shard, Source
from windrow.run.pool import Pool
from windrow.run.serial import Serial
from windrow.run.task import Limits

__all__ = [
    "Apply",
    "Engine",
    "Extract",
    "Harvest",
    "Job",
    "Limits",
    "Origin",
    "Outcome",
    "Pool",
    "Serial",
    "Shard",
    "Source",
    "Summary",
    "Tally",
    "Watch",
    "Work",
    "run",
]
