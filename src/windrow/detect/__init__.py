"""Finding the regions of a page: the five papers, their ancestor, and what goes beyond them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from windrow.detect.base import Detector, NamedDetector, PaperTemplate

__all__ = ["DETECTORS", "Detector", "NamedDetector", "PaperTemplate"]


class DetectorClasses(Mapping[str, type[NamedDetector]]):
    """Classes by name. A class is imported when it is asked for: names alone cost nothing."""

    def __init__(self, homes: dict[str, str]) -> None:
        self._homes = homes

    def __getitem__(self, name: str) -> type[NamedDetector]:
        from pkgutil import resolve_name

        found: type[NamedDetector] = resolve_name(self._homes[name])
        return found

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
