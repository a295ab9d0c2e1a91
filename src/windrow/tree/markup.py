"""What the labels and class names of HTML mean: one list of each fact, for all stages."""

from __future__ import annotations

import re

from windrow.kernels.auto import words as kernel
from windrow.read.layout import VOID
from windrow.wordlists import word_lists

__all__ = [
    "BOLD", "BREAKS", "CELLS", "DECORATION", "GENERIC", "HEADINGS", "INLINE", "LABEL",
    "LAYOUT_NAMES", "PHRASES", "ROW_GROUPS", "STATE_PARTS", "VOID", "is_inline", "is_state",
    "stable_class",
]  # fmt: skip

# Labels that stay within a line of text: the phrasing content of HTML that shows text, and other
# labels that browsers draw in the same way [HTML, 3.2.5.2.5 and 16.2].
INLINE = frozenset(
    (
        "#text img b i em strong mark u font span sup sub wbr small big tt code abbr q s strike "
        "del ins bdi bdo cite a time label kbd var samp nobr data dfn address svg"
    ).split()
)
# Labels of HTML that are not drawn within a line, or whose content is not text [HTML, 15.3 and 16].
_OTHERS = frozenset(
    (
        "html head body title base link meta style script noscript template slot article section "
        "nav aside h1 h2 h3 h4 h5 h6 hgroup header footer main search p hr pre blockquote ol ul "
        "menu li dl dt dd figure figcaption div table caption colgroup col tbody thead tfoot tr td "
        "th form fieldset legend details summary dialog button input select datalist optgroup "
        "option textarea output progress meter iframe embed object param picture source video "
        "audio track map area canvas math ruby rb rt rtc rp br center dir marquee frameset frame "
        "noframes noembed xmp listing plaintext applet keygen multicol"
    ).split()
)
# Names of elements that HTML does not know; names of components or with other letters do not match.
_UNKNOWN = re.compile(r"[a-z][a-z0-9]*")
# Inline labels that only change how words look: they vary with the text.
PHRASES = frozenset("b big em font i mark s small strong sub sup u wbr".split())
# Labels that end a line.
BREAKS = frozenset(("br", "hr"))
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
BOLD = frozenset(("b", "strong"))
CELLS = frozenset(("td", "th"))
ROW_GROUPS = frozenset(("thead", "tbody", "tfoot"))

# Decorative separators between texts. Several stars are a rating.
DECORATION = re.compile(r"[\s|·•∙–—/\\,.;:»«›‹>→…-]+|\*")
# Words before a colon that name the value after it. Longer ones are part of a sentence.
LABEL = re.compile(r"([^\W\d][^:：]{0,29}?)\s?[:：](?!//|\d\d)\s*")

# Class names for the current state or position of an element, not for what it is.
_STATES = frozenset(
    "odd even first last alt active selected current hidden open opened closed clearfix loaded "
    "hover focus visited".split()
)
# The same as parts of a name ("rgAltRow"): fewer, because "open" and "focus" may name things.
STATE_PARTS = frozenset(
    b"odd even alt alternate alternating first last active selected current".split()
)
# Whole names about the layout: records of one kind may or may not have them.
LAYOUT_NAMES = frozenset(b"clearfix row col left right hidden".split())
# Parts of a name that say how something looks or is laid out, not what it is.
GENERIC = frozenset(word_lists(__file__)["generic"])


def is_inline(label: str) -> bool:
    """Return whether a label stays within a line of text, as unknown ones do.

    >>> is_inline("em"), is_inline("hit"), is_inline("my-card"), is_inline("td")
    (True, True, False, False)
    """
    return label in INLINE or (label not in _OTHERS and bool(_UNKNOWN.fullmatch(label)))


def is_state(word: str) -> bool:
    """Return whether a class name is a current state: ``odd``, ``active``, ``lazyload``.

    >>> is_state("odd"), is_state("lazy-loaded"), is_state("odds")
    (True, True, False)
    """
    return word in _STATES or word.startswith("lazy")


def stable_class(words: bytes) -> bytes:
    """Return the part of a class attribute that records of one kind share.

    State (odd, first, active), layout and generated names are left out, numbers become ``#``.

    >>> stable_class(b"rgAltRow  card-12 clearfix"), stable_class(b"rgRow")
    (b'card-# rg-row', b'rg-row')
    """
    return kernel.stable_class(words, STATE_PARTS, LAYOUT_NAMES)
