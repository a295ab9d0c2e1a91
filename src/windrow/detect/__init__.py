"""Finding the regions of a page: the five papers, their ancestor, and what goes beyond them."""

from windrow.detect.auto import Auto
from windrow.detect.base import Detector
from windrow.detect.depta import DEPTA
from windrow.detect.gstm import GSTM
from windrow.detect.gza import GZA
from windrow.detect.mdr import MDR
from windrow.detect.net import NET
from windrow.detect.stem import STEM

__all__ = ["DEPTA", "DETECTORS", "GSTM", "GZA", "MDR", "NET", "STEM", "Auto", "Detector"]

DETECTORS: dict[str, type[Detector]] = {
    "auto": Auto,
    "depta": DEPTA,
    "gstm": GSTM,
    "gza": GZA,
    "mdr": MDR,
    "net": NET,
    "stem": STEM,
}
