"""Starts the process that fetches for a crawl.

python -m windrow.crawl.child           reads wants from standard input, writes what it fetched
"""

from __future__ import annotations

import gc

__all__: list[str] = []

if __name__ == "__main__":
    # Imports leave nothing to collect; looking for it takes a sixth of the start.
    gc.disable()
    from windrow.crawl.spider import main

    gc.freeze()
    gc.enable()
    main()
