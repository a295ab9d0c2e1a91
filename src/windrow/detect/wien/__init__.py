"""WIEN: Kushmerick's classes of wrappers, learned from pages whose values a person gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from windrow.detect.wien.labelled import LabelledText
from windrow.detect.wien.learn import learn_delimiters
from windrow.detect.wien.template import Delimiters

__all__ = ["HLRT", "HOCLRT", "LR", "NHLRT", "NLR", "OCLR"]


@dataclass(frozen=True)
class LR:
    """Learns a left and a right delimiter for every attribute.

    >>> page = LabelledText("<b>Congo</b> <i>242</i>", (((3, 8), (16, 19)),))
    >>> wrapper = LR().learn_labelled([page])
    >>> wrapper.lefts, wrapper.rights
    (('>', 'i>'), ('<', '<'))

    References
    ----------
    [kushmerick2000], whose six classes differ in the further strings they have: a head
    and a tail of the page (HLRT), an opening and a closing of a row (OCLR), both (HOCLRT); N-LR and
    N-HLRT read rows inside rows. Attributes come in one order, and none may be absent. That is what
    others say of the paper; how delimiters are sought is from memory, with bounds of ours.

    Labelled pages of n characters cost O(n) for each wrapper that is tried, 1,000 for each of
    eleven first delimiters at most; a wrong one is given up at the first wrong row.
    """

    template: ClassVar[type[Delimiters]] = Delimiters
    paper: ClassVar[str] = "kushmerick2000"
    finds: ClassVar[str] = "strings to the left and right of the values in examples"
    ends: ClassVar[bool] = False
    frames: ClassVar[bool] = False
    nested: ClassVar[bool] = False

    def learn_labelled(self, pages: Sequence[LabelledText]) -> Delimiters | None:
        """Return the strings that read all *pages* right; None where there are none."""
        return learn_delimiters(pages, ends=self.ends, frames=self.frames, nested=self.nested)


class HLRT(LR):
    """Learns also a head and a tail of the page; costs as LR, with more wrappers to try.

    >>> text = "<b>All</b><p><b>Congo</b><b>Egypt</b><hr><b>End</b>"
    >>> page = LabelledText(text, (((16, 21),), ((28, 33),)))
    >>> wrapper = HLRT().learn_labelled([page])
    >>> wrapper.read("<b>All</b><p><b>Peru</b><hr><b>End</b>")
    [('Peru',)]
    """

    finds: ClassVar[str] = "the same between a head and a tail of the page"
    ends: ClassVar[bool] = True


class OCLR(LR):
    """Learns also strings that open and close a record; costs as LR, with more wrappers to try.

    >>> text = "<b>All</b><li><b>Congo</b><li><b>Egypt</b>"
    >>> page = LabelledText(text, (((17, 22),), ((33, 38),)))
    >>> wrapper = OCLR().learn_labelled([page])
    >>> wrapper.read("<b>All</b><li><b>Peru</b>")
    [('Peru',)]
    """

    finds: ClassVar[str] = "the same with strings that open and close a record"
    frames: ClassVar[bool] = True


class HOCLRT(HLRT, OCLR):
    """Learns head, tail, opening and closing; costs as LR, with more wrappers to try.

    >>> text = "<b>All</b><p><b>Congo</b><b>Egypt</b><hr><b>End</b>"
    >>> page = LabelledText(text, (((16, 21),), ((28, 33),)))
    >>> wrapper = HOCLRT().learn_labelled([page])
    >>> wrapper.read("<b>All</b><p><b>Peru</b><hr><b>End</b>")
    [('Peru',)]
    """

    finds: ClassVar[str] = "the same with head, tail, opening and closing"


class NLR(LR):
    """Learns to read rows inside rows; costs as LR.

    >>> text = "<i>Africa</i><b>Congo</b><b>Egypt</b>"
    >>> page = LabelledText(text, (((3, 9), (16, 21)), ((3, 9), (28, 33))))
    >>> wrapper = NLR().learn_labelled([page])
    >>> wrapper.read("<i>Europe</i><b>Spain</b><b>Malta</b>")
    [('Europe', 'Spain'), ('Europe', 'Malta')]
    """

    finds: ClassVar[str] = "rows inside rows, by strings to the left and right"
    nested: ClassVar[bool] = True


class NHLRT(NLR, HLRT):
    """Learns to read rows inside rows, between a head and a tail of the page; costs as HLRT.

    >>> text = "<b>All</b><p><i>Africa</i><b>Congo</b><b>Egypt</b><hr><b>End</b>"
    >>> page = LabelledText(text, (((16, 22), (29, 34)), ((16, 22), (41, 46))))
    >>> wrapper = NHLRT().learn_labelled([page])
    >>> wrapper.read("<b>All</b><p><i>Europe</i><b>Spain</b><b>Malta</b><hr><b>End</b>")
    [('Europe', 'Spain'), ('Europe', 'Malta')]
    """

    finds: ClassVar[str] = "the same between a head and a tail of the page, rows inside rows"
