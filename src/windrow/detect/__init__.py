"""Finding the regions of a page: the five papers, their ancestor, and what goes beyond them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from windrow.detect.base import Detector, NamedDetector, PaperTemplate

__all__ = ["DETECTORS", "Detector", "NamedDetector", "PaperTemplate"]


class DetectorClasses(Mapping[str, type[NamedDetector]]):
    """Classes by name. A class is imported when it is asked for: names alone cost nothing."""

    def __init__(self, homes: dict[str, str]) -> None:
        self._homes = homes
        self._classes: dict[str, type[NamedDetector]] = {}

    def __getitem__(self, name: str) -> type[NamedDetector]:
        if name not in self._classes:
            from pkgutil import resolve_name

            self._classes[name] = resolve_name(self._homes[name])
        return self._classes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


DETECTORS: Mapping[str, type[NamedDetector]] = DetectorClasses(
    {
        "auto": "windrow.detect.auto:Auto",
        "depta": "windrow.detect.depta:DEPTA",
        "gstm": "windrow.detect.gstm:GSTM",
        "gza": "windrow.detect.gza:GZA",
        "mdr": "windrow.detect.mdr:MDR",
        "net": "windrow.detect.net:NET",
        "stem": "windrow.detect.stem:STEM",
    }
)
"""All detectors by name. Store, help texts, contract tests and README take them from here."""
