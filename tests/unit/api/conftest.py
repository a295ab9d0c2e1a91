from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import Served, served


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One service for all tests that leave it as it is, or use names of their own."""
    home: Path = tmp_path_factory.mktemp("home")
    with served(home) as running:
        yield running
