"""Pages as common programs for sites write them, around links that may lead on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle, islice

__all__ = [
    "SITE", "WORDS", "Written", "article", "cards", "list_page", "manual", "product", "prose", "recent",
    "schedule", "thread", "whole",
]  # fmt: skip

SITE = "https://farm.example"
WORDS = "dry wet old new long short green brown sweet loose baled stacked".split()
_MEADOWS = "Mill Lane, Low Field, Church Acre, Long Bottom, Fox Hill, Ash Grove, Hob Moor".split(
    ", "
)


@dataclass(frozen=True)
class Written:
    """A page at an address; where its next page is, "" if it has none."""

    name: str
    url: str
    html: str
    next: str = ""


def prose(paragraphs: int) -> str:
    return "".join(
        f"<p>The {WORDS[k % 12]} hay of {_MEADOWS[k % 7]} was cut {'once, ' * (k % 3)}then turned"
        f" for {k + 2} days, and it smelled of <em>{WORDS[(5 * k + 3) % 12]}</em> clover.</p>"
        for k in range(paragraphs)
    )


def whole(title: str, main: str, aside: str = "") -> str:
    """Return a page with the menu, the column at the side and the foot that most sites have."""
    menu = "".join(
        f"<li><a href='/{one.lower()}/'>{one}</a></li>"
        for one in ("Home", "News", "Shop", "Forum", "Gallery", "About")
    )
    foot = "".join(
        f"<a href='/{one}'>{one.title()}</a> " for one in ("imprint", "privacy", "contact")
    )
    return (
        f"<!doctype html><html><head><title>{title}</title></head><body><header><a href=/ class=logo>"
        f"Farm</a><nav class=main-menu><ul>{menu}</ul></nav></header><main>{main}</main>"
        f"<aside>{aside}</aside><footer><p>© Farm</p><p>{foot}</p></footer></body></html>"
    )


def recent(count: int = 5) -> str:
    return "<h3>Recent posts</h3><ul>" + "".join(
        f"<li><a href=/2024/0{k}/{WORDS[k]}-hay/>On {WORDS[k]} hay</a></li>"
        for k in range(1, count + 1)
    ) + "</ul>"  # fmt: skip


def cards(count: int, kind: str = "bale") -> str:
    return "<div class=grid>" + "".join(
        f"<div class=card><a href=/{kind}/{w}-{m.lower().replace(' ', '-')}><img src=/i/{k}.jpg alt=''>"
        f"<h3>{w.title()} hay of {m}</h3></a><p>Cut in {1990 + 3 * k}, {k + 2} bales</p>"
        f"<span class=price>${k + 3}.50</span></div>"
        for k, (w, m) in islice(enumerate(zip(cycle(WORDS), cycle(_MEADOWS), strict=False)), count)
    ) + "</div>"  # fmt: skip


def list_page(pager: str, count: int = 10, title: str = "Hay") -> str:
    return whole(title, f"<h1>{title}</h1>{cards(count)}{pager}", recent())


def article(links: str, paragraphs: int = 6, related: int = 0, comments: int = 3) -> str:
    told = "".join(
        f"<li class=comment><b>{m}</b> <time>{k + 1} May 2024</time><p>I like {w} hay, too.</p></li>"
        for k, (w, m) in enumerate(zip(WORDS[:comments], _MEADOWS, strict=False))
    )
    main = (
        f"<article><h1>On dry hay</h1><time>3 May 2024</time>{prose(paragraphs)}</article>{links}"
        + (f"<h2>Related</h2>{cards(related, 'news')}" if related else "")
        + (f"<h2>Comments</h2><ol class=comments>{told}</ol>" if comments else "")
    )
    return whole("On dry hay", main, recent())


def product(links: str, related: int = 4) -> str:
    facts = "".join(
        f"<tr><th>{name}</th><td>{value}</td></tr>"
        for name, value in (
            ("Weight", "14 kg"),
            ("Cut", "June"),
            ("Meadow", "Fox Hill"),
            ("Sort", "7"),
        )
    )
    return whole("Dry hay", (
        f"<h1>Dry hay of Fox Hill</h1><img src=/i/hay.jpg alt=hay><p class=price>$14.50</p>"
        f"<table class=facts>{facts}</table>{prose(1)}<button>Add to cart</button>{links}"
        f"<h2>You may also like</h2>{cards(related)}"
    ))  # fmt: skip


def thread(links: str, posts: int = 8) -> str:
    told = "".join(
        f"<div class=post id=p{k}><div class=author><a href=/user/{31 * k}>{m.split()[0]}</a>"
        f"<span>Posts: {17 * k + 4}</span></div><div class=body><p class=when>{k + 1} May 2024, 10:{k}1"
        f"</p><p>Mine is {w} and {WORDS[11 - k]}, cut in {1990 + k}.</p></div></div>"
        for k, (w, m) in islice(enumerate(zip(WORDS, cycle(_MEADOWS), strict=False)), posts)
    )
    return whole("How dry is your hay?", f"<h1>How dry is your hay?</h1>{told}{links}")


def manual(links: str) -> str:
    toc = "".join(f"<li><a href=/book/{w}.html>{w.title()} hay</a></li>" for w in WORDS)
    return whole("Drying", f"{links}<section><h1>3. Drying</h1>{prose(5)}</section>{links}",
                 f"<ul class=toc>{toc}</ul>")  # fmt: skip


def schedule(links: str, count: int = 12) -> str:
    told = "".join(
        f"<tr><td>{k + 8}:00</td><td>{m}</td><td>{WORDS[k % 12]} hay</td><td>{k * 3 % 11}</td></tr>"
        for k, m in islice(enumerate(cycle(_MEADOWS)), count)
    )
    return whole("Today", f"<h1>Today</h1>{links}<table class=plan>{told}</table>{links}")
