import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests import yardstick
from windrow import kernels
from windrow.kernels import load
from windrow.read import Page, decode, utf8

RUSSIAN = "<p>Каталог товаров: доставка по всей России, цены и отзывы покупателей</p>"
CHINESE = "<p>中国新闻网:最新的产品和服务信息,我们在这里说明购买的时间</p>"
JAPANESE = "<p>この商品についてのお問い合わせはこちらからお願いします</p>"
KOREAN = "<p>이 상품은 무료 배송으로 제공되며 자세한 내용은 고객 센터에 문의하세요</p>"
TRADITIONAL = "<p>我們在這裡說明最新的產品和服務,時間是今年的三月</p>"
POLISH = "<p>Świeże masło, żółty ser i gęś z rożna: cena za sztukę, dostawa w środę</p>"
FRENCH = "<p>Les prix d\u2019été sont arrivés — à découvrir dès cet après-midi, 5 € la pièce</p>"


def header(charset: str) -> str:
    return f"text/html; charset={charset}"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_beats_every_label(codec: str) -> None:
    content = FRENCH.encode(codec)

    assert decode(content, header("gbk")) == FRENCH


def test_the_header_beats_the_markup() -> None:
    page = '<meta charset="windows-1252">' + RUSSIAN

    assert decode(page.encode("cp1251"), header("windows-1251")) == page


@pytest.mark.parametrize(
    "label",
    [
        '<meta charset="shift_jis">',
        "<META CHARSET=Shift_JIS />",
        "<meta http-equiv='Content-Type' content='text/html; charset=x-sjis'>",
        '<meta content="text/html;charset=ms_kanji" http-equiv=content-type>',
        '<?xml version="1.0" encoding="shift_jis"?>',
        f'<!-- {"x" * 1500} --><meta charset="shift_jis">',
        '<!-- <meta charset="koi8-r"> --><meta charset="shift_jis">',
        '<meta name="description" content="charset=koi8-r"><meta charset="shift_jis">',
    ],
)
def test_the_markup_names_the_encoding(label: str) -> None:
    # Too short and too odd to be guessed: only the label says the encoding.
    page = label + "<p>纊①</p>"

    assert decode(page.encode("cp932")) == page


@pytest.mark.parametrize(
    ("label", "content", "text"),
    [
        ("iso-8859-1", b"\x93hay\x94 \x80 5", "“hay” € 5"),
        ("us-ascii", b"caf\xe9", "café"),
        ("gb2312", "朱镕基".encode("gbk"), "朱镕基"),
        ("euc-jp", b"\xad\xa1", "①"),
        ("ks_c_5601-1987", "똠".encode("cp949"), "똠"),
        ("windows-1252", b"caf\xe9 \x81", "café \x81"),
    ],
)
def test_a_label_means_what_browsers_take_it_to_mean(label: str, content: bytes, text: str) -> None:
    assert decode(content, header(label)) == text


def test_utf16_in_the_markup_means_utf8() -> None:
    page = '<meta charset="utf-16"><p>fenêtre</p>'

    assert decode(page.encode()) == page


@pytest.mark.parametrize("label", ["utf-7", "rot13", "idna", "no-such-thing", "é", ""])
def test_a_label_that_no_browser_believes_is_ignored(label: str) -> None:
    assert decode(b"<p>+ADw-b+AD4-</p>", header(label)) == "<p>+ADw-b+AD4-</p>"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("content_type", [None, "text/html; charset=utf-8"])
def test_utf16_without_a_mark_is_known_by_its_zeros(codec: str, content_type: str | None) -> None:
    assert decode(CHINESE.encode(codec), content_type) == CHINESE


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (CHINESE, "gbk"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        (KOREAN, "euc-kr"),
        (TRADITIONAL, "big5"),
        (POLISH, "cp1250"),
        (FRENCH, "cp1252"),
    ],
)
@pytest.mark.parametrize("content_type", [None, "text/html; charset=utf-8"])
def test_the_letters_tell_the_encoding_where_the_label_cannot(
    text: str, codec: str, content_type: str | None
) -> None:
    assert decode(text.encode(codec), content_type) == text


@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1251", "gbk", "shift_jis"])
def test_text_that_is_plainly_utf8_is_utf8_whatever_the_label(label: str) -> None:
    assert decode(RUSSIAN.encode(), header(label)) == RUSSIAN


def test_a_double_byte_label_is_believed_when_two_characters_pass_for_utf8_by_chance() -> None:
    content = "模式".encode("gbk")

    assert content.decode("utf-8")
    assert decode(content, header("gbk")) == "模式"


def test_latin1_is_what_servers_say_when_nobody_told_them() -> None:
    assert decode(CHINESE.encode("gbk"), header("iso-8859-1")) == CHINESE
    assert decode(FRENCH.encode("cp1252"), header("iso-8859-1")) == FRENCH


def test_utf8_cut_off_inside_a_character_stays_utf8() -> None:
    content = RUSSIAN.encode()[:-5]

    assert decode(content, header("iso-8859-1")) == RUSSIAN[:-5] + "\ufffd"


def test_one_stray_byte_does_not_spoil_a_utf8_page() -> None:
    assert decode(FRENCH.encode() + b"\xe9") == FRENCH + "\ufffd"


def test_zero_bytes_go_and_the_text_stays() -> None:
    assert decode(b"<p>h\0ay\0</p>") == "<p>hay</p>"
    assert utf8(Page.from_bytes(b"<p>h\0ay\0</p>")) == b"<p>hay</p>"


def test_utf8_is_handed_on_without_a_copy() -> None:
    content = RUSSIAN.encode()

    assert utf8(Page.from_bytes(content)) is content


def test_a_byte_order_mark_is_taken_off_utf8() -> None:
    content = "\ufeff\ufeff".encode() + RUSSIAN.encode()

    assert utf8(Page.from_bytes(content)) == "\ufeff".encode() + RUSSIAN.encode()
    assert utf8(Page.from_bytes(content + b"\xe9")).decode() == "\ufeff" + RUSSIAN + "\ufffd"
    assert utf8(Page.from_bytes(content[:-1] + b"\0>")) == "\ufeff".encode() + RUSSIAN.encode()


def test_markup_given_as_text_is_what_it_is() -> None:
    text = '<meta charset="gbk">é'

    assert utf8(Page.from_text(text)).decode() == text


@pytest.mark.parametrize(
    "content",
    [b"x" * 3_000_000 + b"\xe9", b"<p>\xe9t\xe9" * 500_000, b"<meta '\"" * 400_000 + b"\xe9"],
    ids=["one text", "many texts", "open quotes"],
)
def test_the_time_grows_with_the_size_and_not_faster(content: bytes) -> None:
    # Seconds would become hours if a search began anew at every byte.
    assert yardstick.took(lambda: decode(content)) < yardstick.seconds(2)


labels = st.sampled_from([None, *map(header, ["utf-8", "latin-1", "gbk", "utf-16", "x", "cp874"])])


@given(content=st.binary(), content_type=labels | st.text())
@example(content=b"\xff\xfe\0", content_type=None)
@example(content=b"\x1b$B", content_type="charset=iso-2022-jp")
@example(content=b"\xef\xbb\xbf\xef\xbb\xbf\xc3\xa9", content_type="charset=gbk")
@example(content="fête".encode(), content_type="charset=utf-8")
def test_any_bytes_decode_to_text_a_parser_can_take(
    content: bytes, content_type: str | None
) -> None:
    page = Page.from_bytes(content, content_type=content_type)

    assert decode(content, content_type).encode() == utf8(page)
    assert b"\0" not in utf8(page)


@given(content=st.text(alphabet="<>met charsetutfgbk\"'=-/!;").map(str.encode))
def test_any_markup_is_searched_for_a_label_without_failing(content: bytes) -> None:
    assert decode(b"<meta " + content + b"\xe9")


@pytest.mark.parametrize(
    ("codec", "words"),
    [
        ("windows-1252", "<p> été naïve Größe señor 5€"),
        ("windows-1250", "<p> masło żółty ser řeka"),
        ("windows-1251", "<p> и цена товар hay"),
        ("gb18030", "<p> 的 一 是 不了在 hay"),
        ("shift_jis", "<p> この 商品 ア hay"),
        ("euc-kr", "<p> 이다 는 에의 hay"),
        ("big5", "<p> 我 們這裡 說 hay"),
    ],
)
@given(data=st.data())
def test_text_comes_back_from_the_encoding_its_label_names(
    codec: str, words: str, data: st.DataObject
) -> None:
    text = " ".join(data.draw(st.lists(st.sampled_from(words.split()))))
    content = text.encode(codec)
    # What is sound UTF-8 is taken for UTF-8; such coincidences have a test of their own.
    assume(text.isascii() or not _is_utf8(content))

    assert decode(content, header(codec)) == text


@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")))
def test_utf8_comes_back_as_it_went(text: str) -> None:
    assert decode(text.encode(), header("utf-8")) == text


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


# Bytes at the edges of what UTF-8 allows.
_EDGES = st.sampled_from(
    "7f 80 c1 c280 dfbf e09fbf e0a080 ed 9fbf a080 efbfbf f08fbfbf f0908080 f5 f48fbfbf f4908080 bf "
    "686179616e647374726177".split()
).map(bytes.fromhex)


@pytest.mark.skipif(kernels.mode("read.utf8") != "native", reason="not compiled")
@given(st.lists(st.one_of(_EDGES, st.binary(max_size=3), st.text().map(str.encode))).map(b"".join))
def test_both_modes_know_utf8(content: bytes) -> None:
    native, plain = (load("read.utf8", mode) for mode in ("native", "python"))

    assert native.continued(content) == plain.continued(content)
    assert native.past_ascii(content) == plain.past_ascii(content)
    assert [native.next_high(content, k) for k in range(len(content))] == [
        plain.next_high(content, k) for k in range(len(content))
    ]
