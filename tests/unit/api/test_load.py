"""Many requests at once are all answered, and leave nothing behind in memory."""

import asyncio
import sys

import pytest

from bench.serve import asked, memory
from tests.served import Served, bales

# Bytes by which the service may grow over the second 200 requests: chosen, not measured.
ROOM = 20_000_000


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_two_hundred_requests_at_once_are_held(service: Served) -> None:
    asyncio.run(asked(service, 200, 200, bales(range(5))))
    before = memory(service.process.pid)
    asyncio.run(asked(service, 200, 200, bales(range(5))))

    assert memory(service.process.pid) - before < ROOM
