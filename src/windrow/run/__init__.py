"""Many pages: on all cores or on a cluster, with nothing lost and nothing doubled."""

from windrow.run.engine import Engine, Limits, Work
from windrow.run.job import Apply, Extract, Harvest, Job, Outcome, Tally
from windrow.run.many import Summary, Watch, run
from windrow.run.place import Place, Shard, Source
from windrow.run.pool import Pool
from windrow.run.serial import Serial

__all__ = [
    "Apply",
    "Engine",
    "Extract",
    "Harvest",
    "Job",
    "Limits",
    "Outcome",
    "Place",
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
