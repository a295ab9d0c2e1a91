"""Values as pages of many countries write them, written down before the types were mended."""

import pytest

from windrow.model import Column
from windrow.table.types import typed, typing_of

VALUES = """
date: 2025-01-31 | 31.01.2025 | 31. Januar 2025 | 31. Jänner 2025 | Fr., 31. Jan. 2025
date: Jan 31, 2025 | January 31st, 2025 | Sunday the 13th of August 2000
date: Friday, August 11th, 2000 | 31 janvier 2025 | 1er janvier 2025 | le 31 janvier 2025
date: 31 de enero de 2025 | 31 enero 2025 | 31 gennaio 2025 | 31 de janeiro de 2025
date: 31 januari 2025 | 31. januar 2025 | 31 stycznia 2025 | 31. ledna 2025 | 31 января 2025
date: 31 января 2025 г. | 31 січня 2025 | 2025年1月31日 | 2025年1月31日(金) | 2025/01/31 | 2025.01.31
date: 2025. 1. 31. | 2025년 1월 31일 | 31/01/2025 | 01/31/25 | 31-Jan-2025 | 31 Ocak 2025
date: 31 tammikuuta 2025 | 31 ianuarie 2025 | 2025. január 31. | 31 Ιανουαρίου 2025
date: 31 يناير 2025 | 31 בינואר 2025 | 31 tháng 1, 2025 | 31 Januari 2025 | yesterday | gestern
date: hier | ayer | ieri | вчера | 昨日 | 어제 | 12 months ago | vor 3 Tagen | il y a 2 jours
date: hace 5 días | 3 giorni fa | há 4 dias | 3 dagen geleden | 3 dni temu | 3 дня назад | 3日前
date: 3天前 | 3일 전 | 3 dagar sedan | 3 gün önce | před 3 dny
datetime: 3 hours ago | il y a 3 heures | 3 часа назад | 3時間前 | 2 小时前 | 2025-01-31 14:05
datetime: 2025-01-31T14:05:00Z | 31.01.2025, 14:05 Uhr | Jan 31, 2025, 2:05 PM
datetime: Fri, 31 Jan 2025 14:05:00 GMT | 31 janvier 2025 à 14h05 | 31/01/2025 14:05
datetime: 2025年1月31日 14:05 | 31 января 2025, 14:05 | Idag 09:14 | heute, 14:05
datetime: aujourd'hui à 14:05
time: 14:05 | 2:05 pm | 14.05 Uhr | 14h05 | 午後2:05
duration: 1h 5m | 1 hr 4 min | 90 min | 2 Std. 15 Min. | 1 h 30 min | 45 Minuten | 2 heures
duration: 1時間30分 | 1 ч 30 мин | PT45M
price: $12.50 | US$ 1,234.50 | 1.234,50 € | € 19,95 | 19,95 EUR | £9.99 | ￥4,800 | 4,800円
price: ¥4,800 | 1 199,00 zł | 899 Kč | 2 400 kr | 95 000 ₽ | 95 000 руб. | ₹1,499 | R$ 89,90
price: R$89,90 | CHF 1'250.00 | ₩12,000 | 12,000원 | 149٫00 ر.س | 62,000 ₪ | 1.250.000 ₫
price: 1.250.000đ | Rp 150.000 | ฿350 | 450 บาท | 350 TL | ₺350,00 | A$25 | NT$1,200 | 12 500 Ft
price: 1.234,- € | $1.2M
percent: 12 % | 12,5% | -30% | +7.71% | ％12 | 50％ | 99.9 percent
rating: 4.5/5 | 4.5 out of 5 | 4,5 von 5 Sternen | 4,5 sur 5 | 4.5 de 5 | 8/10 | ★★★★☆
rating: 4.5 stars | 3.5 / 5
size: 4.33 MB | 700 KB | 1,5 Go | 12 ГБ | 3.2 GiB
count: 1.2k | 3.4M | 527 points | 1,204 reviews | 128 avis | 231 recenzí | 4 отзыва | 1.2万
count: 412件 | 12 Bewertungen
integer: 1,234 | 12 345 | １２３４ | ١٢٣٤ | 1.234.567
number: 12.5 | 12,5 | -3.75 | −3.75
phone: +49 30 1234567 | (030) 1234567 | 030/1234567 | 555-123-4567 | (555) 123-4567
phone: 01 23 45 67 89 | 03-1234-5678 | 8 (495) 123-45-67 | +1-555-123-4567
email: info@example.org | mailto:info@example.org | max.muster+x@firma.co.uk
boolean: yes | ✓ | ✗ | nein | да | はい | ano | nem
url: https://example.org/x | www.example.org
text: 1-25-0150 | 007 | A-17 | Room 12 | 978-3-16-148410-0 | 20220450-CR | N/A today | 3 x 4 cm
text: Max Muster
"""


def _values() -> list[tuple[str, str]]:
    lines = (line.split(": ", 1) for line in VALUES.strip().splitlines())
    return [(kind, value) for kind, values in lines for value in values.split(" | ")]


@pytest.mark.parametrize(("kind", "value"), _values())
def test_a_value_has_the_type_that_people_would_give_it(kind: str, value: str) -> None:
    assert typing_of([value] * 3).type == kind


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("31 січня 2025", "2025-01-31"),
        ("2025. január 31.", "2025-01-31"),
        ("31 tháng 1, 2025", "2025-01-31"),
        ("31 janvier 2025 à 14h05", "2025-01-31T14:05:00"),
        ("02h10", "02:10:00"),
        ("午後2:05", "14:05:00"),
        ("1h05", 3900),
        ("149٫00 ر.س", {"amount": 149.0, "currency": "SAR"}),
        ("$1.2M", {"amount": 1_200_000.0, "currency": "$"}),
        ("$2.01m", {"amount": 2_010_000.0, "currency": "$"}),
        ("50％", 50.0),
        ("12 ГБ", 12_000_000_000),
    ],
)
def test_a_value_is_read_as_it_is_meant(value: str, read: object) -> None:
    found = typing_of([value] * 3)

    column = Column("a", found.type, decimal=found.decimal, order=found.order)

    assert typed(value, column) == read
