"""Finding the regions of a page: the papers, their ancestor, and what goes beyond them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from windrow.detect.base import Detector, NamedDetector, NamedLearner, PaperTemplate

__all__ = ["DETECTORS", "LEARNERS", "Detector", "NamedDetector", "NamedLearner", "PaperTemplate"]

T = TypeVar("T")


class NamedClasses(Mapping[str, type[T]]):
    """Classes by name. A class is imported on first use: names alone cost nothing."""

    def __init__(self, homes: dict[str, str]) -> None:
        self._homes = homes
        self._classes: dict[str, type[T]] = {}

    def __getitem__(self, name: str) -> type[T]:
        if name not in self._classes:
            from pkgutil import resolve_name

            self._classes[name] = resolve_name(self._homes[name])
        return self._classes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


DETECTORS: Mapping[str, type[NamedDetector]] = NamedClasses(
    {
        "auto": "windrow.detect.auto:Auto",
        "ctvs": "windrow.detect.ctvs:CTVS",
        "depta": "windrow.detect.depta:DEPTA",
        "gstm": "windrow.detect.gstm:GSTM",
        "gza": "windrow.detect.gza:GZA",
        "mdr": "windrow.detect.mdr:MDR",
        "net": "windrow.detect.net:NET",
        "stem": "windrow.detect.stem:STEM",
        "tpc": "windrow.detect.tpc:TPC",
    }
)
"""All detectors by name. Store, help texts, contract tests and README take them from here."""

LEARNERS: Mapping[str, type[NamedLearner]] = NamedClasses(
    {
        "exalg": "windrow.detect.exalg:EXALG",
        "hlrt": "windrow.detect.wien:HLRT",
        "hoclrt": "windrow.detect.wien:HOCLRT",
        "lr": "windrow.detect.wien:LR",
        "nhlrt": "windrow.detect.wien:NHLRT",
        "nlr": "windrow.detect.wien:NLR",
        "oclr": "windrow.detect.wien:OCLR",
        "roadrunner": "windrow.detect.roadrunner:RoadRunner",
    }
)
"""Systems that only learn: from several pages, or from examples (docs/decision/0015)."""
