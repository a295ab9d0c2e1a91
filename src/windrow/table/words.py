"""Words for names: from headings and labels as people write them, from classes as developers do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import count, pairwise

from windrow.tree.markup import stable_class

__all__ = ["KNOWN", "LONGEST", "class_words", "known_word", "slug", "unique", "unused"]

# The length of a column's name, in characters: chosen, not measured.
LONGEST = 30
# PostgreSQL cuts names at 63 bytes without a word; chosen so that a number behind fits, too.
_MOST_BYTES = 56

# Words of classes that say what a thing is, not how it looks.
KNOWN = frozenset(
    """
    title name sizes headline heading subtitle author authors byline by price cost amount currency
    discount savings msrp date time datetime published updated posted created year month
    day duration length runtime rating ratings stars score votes likes views comments replies
    shares downloads rank description desc summary abstract excerpt snippet teaser synopsis
    subject category categories genre topic section tag tags type kind brand manufacturer maker
    vendor seller store model sku isbn code number id version weight material quantity qty stock
    availability status condition location city country region address street zip phone
    telephone fax email website domain source publisher journal volume issue pages language
    format license company employer salary job department team league player points goals wins
    losses capacity area rooms beds baths floor mileage engine fuel speed distance difficulty
    ingredients calories image photo picture thumbnail thumb logo avatar icon poster cover url
    reviews review reference event venue court judge docket case plaintiff defendant filed
    ticker percent caption cite user username
    """.split()
)
_SYNONYMS = {
    "desc": "description", "thumb": "thumbnail", "qty": "quantity", "cite": "source",
    "photo": "image", "picture": "image", "img": "image", "pic": "image", "heading": "title",
    "headline": "title", "telephone": "phone", "byline": "author",
}  # fmt: skip

# Words about looks, layout and frameworks: they name anything, so they name nothing.
_GENERIC = (
    frozenset(
        """
    col column columns row cell text txt item items wrapper wrap container content contents
    inner outer box block list li ul div span p a td tr th h main left right top bottom middle
    center centre first last clearfix clear float pull push small large medium big tiny sm md lg
    xs xl xxl hidden visible show hide active inactive selected current disabled new old btn
    button js css sc is has no not the and or of for with without style styled theme primary
    secondary tertiary default base font bold semibold italic light dark normal black white red
    green blue gray grey orange yellow bg fg mt mb ml mr mx my pt pb pl pr px py m w flex grid
    inline none auto full half third quarter width height max min line truncate ellipsis clamp
    uppercase lowercase capitalize underline decoration hover focus group card cards tile panel
    media object field fields value values data info details detail meta metadata entry post
    node view results result record product search hit listing element component module widget
    root el elem part set align aligned justify self order space gap rounded border shadow
    overflow relative absolute static fixed sticky display lazy loaded lazyload responsive fluid
    d c g s x y z ui mui chakra ant v ng react vue svelte wp amp uk bs typography level1 level2
    notranslate nowrap external internal anchor target blank sr only screen reader mobile
    desktop tablet print odd even alt zebra stretched spacing margin padding size sizes color
    colour position state role body link label
    """.split()
    )
    - KNOWN
)

# Names that SQL, or a database of its own, gives another meaning.
_RESERVED = frozenset(
    """
    all alter analyse analyze and any array as asc begin between both by case cast check collate
    column commit constraint create cross current default delete desc distinct do drop else end
    except exists false fetch for foreign from full grant group having in index inner insert
    intersect into is join key lateral leading left like limit natural not null offset on only or
    order outer over primary references returning right rowid oid select set some table then to
    trailing transaction trigger true union unique update user using values view when where window
    with ctid xmin xmax cmin cmax tableoid
    """.split()
)

_APART = re.compile(r"[^0-9a-z]+")
_VOWEL = re.compile(r"[aeiouy]")
_EDGE = re.compile(r"\(.*?\)|\[.*?\]")


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Return *text* as a name: lower case, words joined by ``_``, at most 30 characters.

    >>> slug("Price (EUR):"), slug("Größe"), slug("2024"), slug("Order"), slug("***")
    ('price', 'größe', '_2024', 'order_', '')
    """
    # A unit in brackets is left out unless it is all there is.
    text = _EDGE.sub(" ", text).strip(" :") or text
    text = unicodedata.normalize("NFKC", text).lower()
    if text.isascii():
        words = _APART.sub(" ", text.replace("'", "")).split()
    else:
        words = "".join(map(_kept, text)).split()
    name = _cut(words)
    if name[:1].isdigit():
        name = f"_{name}"
    return f"{name}_" if name in _RESERVED else name


def unique(
    names: Iterable[str], *, fold: Callable[[str], str] = str, longest: int | None = None
) -> list[str]:
    """Return *names* with a number behind each that came before; *fold* says which are the same.

    No name that gets a number is longer than *longest*.

    >>> unique(["text", "price", "text", "text"])
    ['text', 'price', 'text_2', 'text_3']
    """
    taken: set[str] = set()
    candidates: dict[str, Iterator[str]] = {}
    found = []
    for name in names:
        # A name goes on counting where it stopped: what it tried before is taken.
        tries = candidates.setdefault(name, _numbered(name, "_", longest))
        new = next(new for new in tries if fold(new) not in taken)
        taken.add(fold(new))
        found.append(new)
    return found


def unused(name: str, taken: Collection[str], *, mark: str = "_") -> str:
    """Return *name*, with a number behind *mark* if it is taken.

    >>> unused("price", {"price", "price_2"})
    'price_3'
    """
    return next(new for new in _numbered(name, mark) if new not in taken)


def _numbered(name: str, mark: str, longest: int | None = None) -> Iterator[str]:
    yield name
    for number in count(2):
        tail = f"{mark}{number}"
        yield (name if longest is None else name[: longest - len(tail)]) + tail


@lru_cache(maxsize=4096)
def class_words(attribute: bytes) -> tuple[tuple[str, ...], ...]:
    """Return the words of each class of an element that may say what it holds.

    >>> class_words(b"product-card__price text-lg sc-bdVaJa mt-4")
    (('price',),)
    """
    found = []
    for token in stable_class(attribute).decode().split():
        parts = token.split("-")
        # Generated names fall into many short pieces without a vowel.
        if 2 * sum(len(part) <= 2 for part in parts) > len(parts):
            continue
        words = tuple(part for part in parts if _tells(part) or part in _QUALIFIERS)
        if any(map(_tells, words)):
            found.append(words)
    return tuple(found)


# Words that make another thing of what follows them.
_QUALIFIERS = frozenset("old new was sale regular original list special final full".split())


def known_word(words: tuple[str, ...]) -> str:
    """Return the last word that is known to name a column, or "".

    >>> known_word(("brand", "name")), known_word(("foo", "desc")), known_word(("foo",))
    ('brand_name', 'description', '')
    >>> known_word(("old", "price"))
    'old_price'
    """
    for first, second in pairwise(words):
        if first in _QUALIFIERS and second in KNOWN:
            return f"{first}_{_SYNONYMS.get(second, second)}"
    known = [_SYNONYMS.get(word, word) for word in words if word in KNOWN]
    if len(known) >= 2 and known[-1] in ("name", "date", "time", "id", "number", "count", "type"):
        return "_".join(known[-2:])
    return known[-1] if known else ""


def _tells(part: str) -> bool:
    if part in KNOWN:
        return True
    return len(part) >= 3 and part not in _GENERIC and bool(_VOWEL.search(part))


def _kept(character: str) -> str:
    # Vowel signs of many scripts are marks, not letters, and a word is unreadable without them.
    keep = character.isalnum() or unicodedata.category(character)[0] == "M"
    return character if keep else " "


def _cut(words: list[str]) -> str:
    name = ""
    for word in words:
        longer = f"{name}_{word}" if name else word
        if len(longer) > LONGEST or len(longer.encode()) > _MOST_BYTES:
            break
        name = longer
    if not name and words:
        name = words[0][:LONGEST]
        while len(name.encode()) > _MOST_BYTES:
            name = name[:-1]
    return name
