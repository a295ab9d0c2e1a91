"""The description is true: generated requests get answers that fit it, and never a fault."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.served import Served, bales, served

# Processes are started again and again, and kernels play no part.
pytestmark = pytest.mark.slow

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# Every request is tried with this many bodies and parameters that fit, and that do not.
EXAMPLES = 5


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home: Path = tmp_path_factory.mktemp("fuzzed")
    # Generated jobs are many: most of them get 429.
    with served(home, "--most-jobs", "1", "--running", "1", "--no-browser") as running:
        running.post("/v1/learn", {"name": "shop", "pages": [{"html": bales(range(4))}]})
        yield running


@pytest.mark.parametrize("mode", [*GenerationMode])
def test_answers_fit_the_description(fuzzed: Served, mode: GenerationMode) -> None:
    described = schemathesis.openapi.from_url(f"{fuzzed.address}/openapi.json")
    wrong, asked = [], 0
    for found in described.get_all_operations():
        assert isinstance(found, Ok)
        one = found.ok()

        @given(case=one.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=[*HealthCheck],
        )
        def fits(case: Any) -> None:
            nonlocal asked
            asked += 1
            headers = {"Authorization": f"Bearer {fuzzed.token}"}
            case.call_and_validate(headers=headers, checks=CHECKS, timeout=120)

        # Some requests have nothing that could be wrong.
        try:
            with suppress(Unsatisfiable):
                fits()
        except BaseExceptionGroup as error:
            wrong.append(f"{one.label}: {error}")

    assert wrong == []
    assert asked > 60


def test_the_description_is_openapi_3_1_with_examples(service: Served) -> None:
    found = service.stranger.get("/openapi.json").json()

    assert found["openapi"].startswith("3.1")
    bodies = [name for name in found["components"]["schemas"] if name.endswith("Asked")]
    without = [name for name in bodies if "examples" not in found["components"]["schemas"][name]]
    assert {*without} <= {"PageRequest"}
