"""The encoding of a page that does not say it, or says it wrongly: a guess by letters.

Read in the right encoding, a text is full of the letters its language uses most; read in a wrong
one, it is full of letters that nobody uses. A few dozen letters a language are enough to tell.
"""

import re
from functools import cache

__all__ = ["likeliest", "likeliest_script", "utf16_order"]

# Enough text to count letters in; more would only cost time: chosen, not measured.
_SAMPLE = 20_000
# With fewer bytes past ASCII, letters are chance: chosen, not measured.
_EVIDENCE = 8

_Languages = tuple[tuple[str, str], ...]

_KANA = "".join(map(chr, (*range(0x3041, 0x3094), *range(0x30A1, 0x30FD))))
_CHINESE = (
    "一不中为人他以会作全出分到前力动化发可同后和品回国在地多大天学定家对小年度开情我数文新方无日时是"
    "最月有本来样法活点特生用电的直看种第系经网者能自被要见说购资车这那都里量长间问面页高"
)
_TRADITIONAL = (
    "一不中為人他以會作全出分到前力動化發可同後和品回國在地多大天學定家對小年度開情我數文新方無日時是"
    "最月有本來樣法活點特生用電的直看種第系經網者能自被要見說購資車這那都裡量長間問面頁高"
)
_KOREAN = (
    "가간개거게경고공과관구국그기나내년는니다대도동되드들등라로를리마만면명문물미방번보부비사산상서선"
    "성세소수스시식신실아안에여연영예오요용우원위유으은을음의이인일입자장적전정제조주중지진차체최치크"
    "터트하한할해호화회"
)

# Multi-byte codes have gaps that other text falls into: a clean reading is evidence by itself, and
# so the share of frequent characters may be small.
_WIDE: _Languages = (
    ("gb18030", _CHINESE),
    ("cp932", _KANA),
    ("euc_jis_2004", _KANA),
    ("cp949", _KOREAN),
    ("big5hkscs", _TRADITIONAL),
)
# The share of the characters that must be common ones: chosen, not measured.
_WIDE_SHARE = 0.05

# The ten letters or so that make up most of a running text.
_NARROW: _Languages = (
    ("cp1251", "оеаинтсрвлкі"),
    ("koi8-r", "оеаинтсрвлк"),
    ("iso8859-5", "оеаинтсрвлк"),
    ("cp1253", "αοιετσνηυρόίάή"),
    ("cp1255", "יוהלאמרתשב"),
    ("cp1256", "اليمنرتوبهةعدسك"),
    ("cp874", "านรอกเงมยล่้ัิี"),
)
# The share of the letters that must be common ones: chosen, not measured.
_NARROW_SHARE = 0.4

# In Latin scripts nearly all letters are ASCII; the others show the language. The first of
# equals wins, so what windows-1252 explains is windows-1252.
_LATIN: _Languages = (
    ("cp1252", "éèêëàâæçîïñôùûœ"),  # French
    ("cp1252", "àáèéìíïòóùúüç"),  # Italian, Catalan
    ("cp1252", "áàâãçéêíïñóôõúüªº¡¿"),  # Spanish, Portuguese
    ("cp1252", "äöüßåæøéè"),  # German, Nordic
    ("cp1252", "éèëêïöüóáí"),  # Dutch, Irish
    ("cp1252", "áðéíóúýþæö"),  # Icelandic, Faroese
    ("cp1252", "äõöüšž"),  # Estonian, Finnish
    ("cp1250", "ąćęłńóśźż"),  # Polish
    ("cp1250", "áäčďéěíľňóôřšťúůýž"),  # Czech, Slovak
    ("cp1250", "áéíóöőúüű"),  # Hungarian
    ("cp1250", "ăâîşţ"),  # Romanian
    ("cp1250", "čćđšž"),  # Croatian, Slovene
    ("iso8859-2", "ąćęłńóśźż"),
    ("iso8859-2", "áäčďéěíľňóôřšťúůýž"),
    ("iso8859-2", "áéíóöőúüű"),
    ("cp1254", "çğıöşüâî"),  # Turkish
    ("cp1257", "āčēģīķļņšūž"),  # Latvian
    ("cp1257", "ąčęėįšųūž"),  # Lithuanian
)

# Signs that have the same place in most of these encodings decide nothing.
_COMMON_SIGNS = frozenset(
    "\u00a0©®«»·°§±™€•…\u2013\u2014\u2018\u2019\u201c\u201d\u3000、。「」【】・\uff01\uff08\uff09\uff0c\uff1a"
)

_TAG = re.compile(rb"</?[A-Za-z!]")
_TEXT = re.compile(rb"[^<>]+")
_HIGH = re.compile(rb"[\x80-\xff]")
# Bytes that are quotation marks, dashes and hard spaces in single-byte encodings are left out:
# they are side by side in any language.
_HIGH_RUN = re.compile(rb"[\x80-\x90\x98-\x9f\xa1-\xaa\xac-\xba\xbc-\xff]{2,}")
_MIXED = re.compile(rb"[A-Za-z][\xc0-\xff]|[\xc0-\xff][A-Za-z]")


def likeliest(content: bytes) -> str:
    """Return the codec that best explains *content*, which is not UTF-8.

    >>> likeliest("Привет, дорогие покупатели".encode("koi8-r"))
    'koi8-r'
    >>> likeliest("Świeże masło i żółty ser".encode("cp1250"))
    'cp1250'
    """
    script = likeliest_script(content)
    if script is not None:
        return script
    return _best(_sample(content), _LATIN, 0.0) or "cp1252"


def likeliest_script(content: bytes) -> str | None:
    """Return the codec of *content* when it is plainly in another than the Latin script."""
    sample = _sample(content)
    if not _is_dense(sample):
        return None
    wide = _best(sample, _WIDE, _WIDE_SHARE)
    if wide is not None or _touches_ascii(sample):
        return wide
    return _best(sample, _NARROW, _NARROW_SHARE)


def utf16_order(content: bytes) -> str | None:
    """Return the codec of UTF-16 text without a byte order mark, known by the zeros in its markup.

    >>> utf16_order("<p>hay</p>".encode("utf-16-be"))
    'utf-16-be'
    """
    head = content[:2048]
    half = len(head) // 2
    even, odd = head[::2].count(0), head[1::2].count(0)
    # Markup is ASCII, so one byte of many pairs is zero, always the same one. A page with stray
    # zeros has tags that can be read, and zeros at both places or few of them.
    least = max(1, half * (0.3 if _TAG.search(head) else 0.05))
    if odd > least and even < odd / 4:
        return "utf-16-le"
    if even > least and odd < even / 4:
        return "utf-16-be"
    return None


def _sample(content: bytes) -> bytes:
    """Return the texts with other than ASCII letters; no encoding here uses < or > inside one."""
    pieces: list[bytes] = []
    room = _SAMPLE
    for text in _TEXT.finditer(content):
        if text[0].isascii():
            continue
        pieces.append(text[0][:room])
        room -= len(pieces[-1])
        if room <= 0:
            break
    return b"\n".join(pieces)


def _is_dense(sample: bytes) -> bool:
    """Return whether high bytes are side by side, as they do in no Latin script."""
    high = len(_HIGH.findall(sample))
    return high >= _EVIDENCE and sum(map(len, _HIGH_RUN.findall(sample))) > high / 2


def _touches_ascii(sample: bytes) -> bool:
    """Return whether high bytes are in words with ASCII letters, as accented letters do."""
    return len(_MIXED.findall(sample)) > 0.2 * len(_HIGH.findall(sample))


def _best(sample: bytes, languages: _Languages, least: float) -> str | None:
    """Return the codec whose letters make up the most of *sample*, if that is *least* or more."""
    shares = [_share(sample, codec, letters) for codec, letters in languages]
    highest = max(shares)
    return languages[shares.index(highest)][0] if highest >= least else None


def _share(sample: bytes, codec: str, letters: str) -> float:
    """Return which part of the non-ASCII characters are *letters*; a wrong byte costs ten."""
    text = sample.decode(codec, "replace").lower()
    foreign = [c for c in text if c > "\x7f" and c not in _COMMON_SIGNS]
    frequent = _as_set(letters)
    good = sum(c in frequent for c in foreign)
    return (good - 10 * text.count("\ufffd")) / max(len(foreign), 1)


@cache
def _as_set(letters: str) -> frozenset[str]:
    return frozenset(letters)
