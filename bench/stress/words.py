"""Invented names, titles, sentences, dates and prices, the same each time."""

from __future__ import annotations

from random import Random

__all__ = ["Words"]

_NOUNS = {
    "en": "meadow harvest lantern bridge orchard kettle violin harbour glacier ticket compass "
    "barrel sparrow engine marble garden pepper ladder saddle window",
    "de": "Wiese Ernte Laterne Brücke Obstgarten Kessel Geige Hafen Gletscher Fahrschein Kompass "
    "Fass Sperling Motor Marmor Garten Pfeffer Leiter Sattel Fenster",
    "es": "pradera cosecha linterna puente huerto tetera violín puerto glaciar billete brújula "
    "barril gorrión motor mármol jardín pimienta escalera montura ventana",
    "ru": "луг урожай фонарь мост сад чайник скрипка гавань ледник билет компас бочка воробей "
    "мотор мрамор огород перец лестница седло окно",
    "ja": "牧場 収穫 提灯 橋 果樹園 やかん 提琴 港 氷河 切符 "
    "羅針盤 樽 雀 機関 大理石 庭園 胡椒 梯子 鞍 窓",
}
_ADJECTIVES = {
    "en": "old quiet northern bright hollow wooden early distant silver narrow gentle broken",
    "de": "alte stille nördliche helle hohle hölzerne frühe ferne silberne schmale sanfte kleine",
    "es": "vieja tranquila norteña clara hueca antigua temprana lejana plateada estrecha suave "
    "rota",
    "ru": "старый тихий северный яркий пустой деревянный ранний дальний узкий мягкий новый синий",
    "ja": "古い 静かな 北の 明るい 深い 木の 早い 遠い 銀の 狭い 優しい 白い",
}
_VERBS = {
    "en": "opens closes wins loses returns grows stays leaves",
    "de": "öffnet schließt gewinnt verliert wächst bleibt kehrt geht",
    "es": "abre cierra gana pierde vuelve crece queda sale",
    "ru": "открывает закрывает получает теряет растёт остаётся ждёт уходит",
    "ja": "開く 閉じる 勝つ 失う 戻る 育つ 残る 去る",
}
_FIRST = "Ann Bob Carla Hugo Olga Sven Maud Owen Ines Tomas Yuki Farid Lena Pavel Rosa Emil".split()
_LAST = "Berg Hill Diaz Klein Novak Olsen Price Mori Haddad Lindt Sousa Brandt Costa Vega".split()
_PLACES = "Bremen Lyon Porto Graz Turin Cork Bergen Tartu Split Brno Ghent Malmö".split()
_MONTHS = "January February March April May June July August September October".split()
LANGUAGES = tuple(_NOUNS)


class Words(Random):
    """Draws words of one language."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.language = LANGUAGES[int(self.random() * len(LANGUAGES))]

    def noun(self) -> str:
        return self.choice(_NOUNS[self.language].split())

    def topic(self) -> str:
        """Return a word or two, as menus have them."""
        adjective = f"{self._adjective()} " if self.random() < 0.4 else ""
        return f"{adjective}{self.noun()}".capitalize()

    def title(self) -> str:
        """Return a headline."""
        verb = self.choice(_VERBS[self.language].split())
        found = f"{self._adjective()} {self.noun()} {verb} {self._adjective()} {self.noun()}"
        return found.capitalize()

    def sentences(self, count: int) -> str:
        """Return running text."""
        found = []
        for _ in range(count):
            halves = f"{self.title()}, {self.title().lower()} {self.noun()}"
            found.append(f"{halves} {self._adjective()} {self.noun()}.")
        return " ".join(found)

    def person(self) -> str:
        return f"{self.choice(_FIRST)} {self.choice(_LAST)}"

    def place(self) -> str:
        return self.choice(_PLACES)

    def price(self) -> str:
        return f"€{self.randint(3, 900)}.{self.randint(0, 9)}0"

    def date(self) -> str:
        return f"{self.randint(1, 28)} {self.choice(_MONTHS)} {self.randint(2015, 2025)}"

    def month(self) -> str:
        return f"{self.choice(_MONTHS)} {self.randint(2001, 2025)}"

    def folder(self) -> str:
        return self.choice("item view p article docs teams cars people".split())

    def distinct(self, count: int, kind: str) -> list[str]:
        """Return *count* different texts of a *kind*, the name of one of the methods."""
        found: dict[str, None] = {}
        while len(found) < count:
            text = getattr(self, kind)()
            found[text if text not in found else f"{text} {self.randint(2, 999)}"] = None
        return [*found]

    def _adjective(self) -> str:
        return self.choice(_ADJECTIVES[self.language].split())
