"""More pages like those of `lookalikes`, written after the rules that those led to.

They were judged before windrow was asked, and show what the rules do on pages that they were not
made for: other languages, other programs, and markup without classes.
"""

from __future__ import annotations

from tests.unit.crawl.written import SITE, Written

__all__ = ["WITH", "WITHOUT"]

_NAMES = (
    "Ana Bolla Cora Doro Emil Fritz Gisela Hugo Ines Jonas Karl Lotte Max Nora Otto Paula".split()
)


def _html(main: str, head: str = "") -> str:
    return (
        f"<html><head><title>Hof</title>{head}</head><body><div id=top><a href=/>Hof</a> <a"
        f" href=/kontakt>Kontakt</a> <a href=/login>Login</a></div><div id=main>{main}</div><div"
        f" id=foot>© Hof · <a href=/agb>AGB</a></div></body></html>"
    )


def _table(count: int, path: str = "/person") -> str:
    return "<table border=0 width=600>" + "".join(
        f"<tr><td>{k + 1}.</td><td><a href={path}/{name.lower()}>{name} {other}</a></td>"
        f"<td>{1950 + 3 * k}</td><td>{name[0]}-{k * 7}</td></tr>"
        for k, (name, other) in enumerate(zip(_NAMES[:count], _NAMES[::-1], strict=False))
    ) + "</table>"  # fmt: skip


def _hits(count: int) -> str:
    return "<dl>" + "".join(
        f"<dt><a href=http://{name.lower()}.example/>{name} und das Heu</a></dt><dd>{name} mäht am"
        f" {k + 1}. Juni, und das Heu ist {'sehr ' * (k % 3)}trocken. <i>{k * 3 + 4} kB</i></dd>"
        for k, name in enumerate(_NAMES[:count])
    ) + "</dl>"  # fmt: skip


def _text(lines: int = 5) -> str:
    return "".join(
        f"<p>{name} mäht die Wiese am {k + 1}. Juni; danach wird {'lange ' * (k % 4)}gewendet.</p>"
        for k, name in enumerate(_NAMES[:lines])
    )


def _notes(count: int) -> str:
    return "<h3>Kommentare</h3>" + "".join(
        f"<div class=comment-body><b>{name}</b><span>{k + 1}.6.2019</span><p>Mein Heu ist"
        f" {'sehr ' * (k % 3)}gut, sagt {name}.</p></div>"
        for k, name in enumerate(_NAMES[:count])
    )


def _photos(count: int) -> str:
    return "<div class=thumbs>" + "".join(
        f"<a href=/bilder/{211 + 5 * k}><img src=/t/{k}.jpg></a>" for k in range(count)
    ) + "</div>"  # fmt: skip


_A, _T = f"{SITE}/aktuelles/heu-ist-gemaeht", f"{SITE}/personen"

WITHOUT = [
    Written(name, url, _html(main, head))
    for name, url, main, head in (
        # Articles
        ("plain arrows", _A, _text() + "<p><a href=/aktuelles/regen>&lt;&lt;</a> <a"
         " href=/aktuelles/sonne>&gt;&gt;</a>", ""),
        ("zurück, übersicht, weiter", _A, _text() + "<p><a href=/aktuelles/17>zurück</a> | <a"
         " href=/aktuelles/>Übersicht</a> | <a href=/aktuelles/19>weiter</a>", ""),
        ("weiterlesen", _T, _table(9) + "<p><a href=/aktuelles/regen-5>weiterlesen</a>", ""),
        ("next with the head's word", _A, "<article>" + _text() + "</article><a href=/aktuelles/sonne"
         " rel=next>Weiter</a>" + _notes(7), "<link rel=next href=/aktuelles/sonne>"),
        ("comments and next", f"{SITE}/2019/06/heu.html", _text() + _notes(9) + "<div class=pager><a"
         " href=/2019/05/regen.html>« Vorheriger</a> <a href=/2019/07/sonne.html>Nächster »</a></div>",
         "<link rel=canonical href=https://farm.example/2019/06/heu.html>"),
        ("artículo siguiente", f"{SITE}/es/heno-3.html", _text() + "<ul class=pager><li><a"
         " href=/es/trigo-2.html>Anterior</a><li><a href=/es/avena-4.html>Siguiente artículo</a></ul>", ""),
        ("article suivant", f"{SITE}/spip.php?article12", _text() + _notes(6) + "<p class=pagination><a"
         " href='spip.php?article11'>article précédent</a> <a href='spip.php?article13'>article"
         " suivant</a></p>", ""),
        ("suivant", f"{SITE}/spip.php?article12", _text() + "<p><a href='spip.php?article11'>"
         "précédent</a> <a href='spip.php?article13'>suivant</a></p>", ""),
        ("nid", f"{SITE}/node/812", _text() + "<p class=links><a href=/node/811>‹ Regen</a> <a"
         " href=/node/799>up</a> <a href=/node/813>Sonne ›</a></p>", ""),
        ("next in a series", _A, _text() + "<div class=series><a href=/aktuelles/heu-teil-2 class=next>"
         "Next in series</a></div>", ""),
        ("następny artykuł", _A, _text() + "<p><a href=/a/5>Poprzedni artykuł</a> <a href=/a/7>Następny"
         " artykuł</a>", ""),
        ("previous post is next", f"{SITE}/?p=812", _text() + _notes(5) + "<div class=navigation><div"
         " class=alignleft><a href='/?p=810' rel=prev>« Zurück</a></div><div class=alignright><a"
         " href='/?p=815' rel=next>Weiter »</a></div></div>", ""),
        ("story of the day", _A, _text() + "<h3>Mehr</h3>" + _table(6, "/aktuelles") + "<a"
         " class='btn next' href=/aktuelles/morgen>Next story</a>", ""),
        ("newer", f"{SITE}/post/183", _text() + "<p><a href=/post/184>Newer</a> | <a href=/post/181>"
         "Older</a></p>" + _notes(5), ""),
        # One thing
        ("picture", f"{SITE}/bilder/212", "<a href=/bilder/211><img src=links.gif alt=zurück></a> <a"
         " href=/bilder/213><img src=rechts.gif alt=weiter></a><p><img src=/b/212.jpg></p>"
         + _photos(8), ""),
        ("picture of an album", f"{SITE}/album/heu/212", "<p>Bild 4 von 31</p><p><a href=/album/heu/211>"
         "Previous</a> <a href=/album/heu>Album</a> <a href=/album/heu/213>Next</a></p><img"
         " src=/b/212.jpg>", ""),
        ("joke", f"{SITE}/witz.php?id=77", _text(2) + "<p><a href='witz.php?id=76'>vorheriger</a> <a"
         " href='witz.php?id=78'>nächster</a></p>", ""),
        ("product with slides", f"{SITE}/heu.html", "<div class=bx-wrapper><img src=1.jpg><div"
         " class=bx-controls><a class=bx-prev href=''>Prev</a><a class=bx-next href=''>Next</a></div>"
         "</div><h1>Heu</h1><p>4,50 €</p>" + _notes(6), ""),
        ("товар", f"{SITE}/tovar/seno-44", "<h1>Сено</h1><p>450 руб.</p><p class=nav><a"
         " href=/tovar/oves-43>Предыдущий товар</a> <a href=/tovar/rozh-45>Следующий товар</a></p>"
         + _table(5), ""),
        ("следующий", f"{SITE}/tovar/seno-44", "<h1>Сено</h1><p>450 руб.</p><p class=nav><a"
         " href=/tovar/oves-43>Предыдущий</a> <a href=/tovar/rozh-45>Следующий</a></p>" + _table(7), ""),
        ("house", f"{SITE}/haus/4711/", "<p>Objekt 3 von 18 <a href=/haus/4702/>◄</a> <a href=/suche>Liste"
         "</a> <a href=/haus/4719/>►</a></p><h1>Scheune</h1>" + _table(6, "/raum"), ""),
        ("record of a library", f"{SITE}/opac?format=999&set=212&entry=9", "<p><a"
         " href='/opac?format=999&set=212&entry=8'>Previous record</a> <a"
         " href='/opac?format=999&set=212&entry=10'>Next record</a></p><table><tr><td>Title<td>Heu"
         "<tr><td>Year<td>1987<tr><td>Author<td>Otto</table>", ""),
        ("lot", f"{SITE}/auktion/7/lot/44", "<h1>Los 44</h1><p><a href=/auktion/7/lot/43>&lt; Previous lot"
         "</a> <a href=/auktion/7/lot/45>Next lot &gt;</a></p>" + _notes(5), ""),
        ("profile", f"{SITE}/user/nora", "<h1>Nora</h1><a href=/user/otto>Next profile</a>" + _notes(7), ""),
        ("gene", f"{SITE}/person/17", "<h1>Otto</h1><p><a href=/person/16>Previous person</a> <a"
         " href=/person/18>Next person</a></p>" + _table(7, "/kind"), ""),
        # Threads
        ("thread, no classes", f"{SITE}/board/read.php?4,812", _notes(8) + "<p><a"
         " href='read.php?4,811,older'>Previous Topic</a> <a href='read.php?4,813,newer'>Next Topic</a>"
         "</p>", ""),
        ("thread with arrows", f"{SITE}/t/heu/812", _notes(8) + "<p><a href=/t/regen/811>◀</a> <a"
         " href=/f/heu>Forum</a> <a href=/t/sonne/813>▶</a></p>", ""),
        ("thread's last page", f"{SITE}/thread-812-3.html", _notes(6) + "<div class=pg><a"
         " href=thread-812-1.html>1</a><a href=thread-812-2.html>2</a><strong>3</strong></div><p><a"
         " href=thread-811-1.html>上一主题</a> <a href=thread-813-1.html>下一主题</a></p>", ""),
        ("mail", f"{SITE}/archives/2019/msg00812.html", "<p>[<a href=msg00811.html>Date Prev</a>][<a"
         " href=msg00813.html>Date Next</a>][<a href=msg00810.html>Thread Prev</a>][<a"
         " href=msg00820.html>Thread Next</a>][<a href=maillist.html>Date Index</a>]</p><h1>Heu</h1>"
         + _text(), ""),
        ("mail in pipermail", f"{SITE}/pipermail/heu/2019-June/000812.html", "<ul><li>Previous message: <a"
         " href=000811.html>[Heu] Regen</a></li><li>Next message: <a href=000813.html>[Heu] Sonne</a></li>"
         "</ul>" + _text(), ""),
        ("commits", f"{SITE}/log/heu/8f12ab", "<p><a href=/log/heu/77aa01>Next commit</a></p>"
         + _table(6, "/file"), ""),
        # Chapters
        ("capítulo", f"{SITE}/libro/3", _text() + "<p><a href=/libro/2>Capítulo anterior</a> <a"
         " href=/libro/4>Capítulo siguiente</a></p>", ""),
        ("verse", f"{SITE}/bibel/ruth/2", _table(12, "/vers") + "<p><a href=/bibel/ruth/1>Ruth 1</a> <a"
         " href=/bibel/ruth/3>Next chapter</a></p>", ""),
        ("slide show", f"{SITE}/slides/heu/3.html", "<h1>Heu</h1><ul><li>Mähen<li>Wenden<li>Laden</ul><p><a"
         " href=2.html>prev</a> <a href=index.html>contents</a> <a href=4.html>next</a></p>", ""),
        ("exercise", f"{SITE}/kurs/heu/uebung-3", _text(3) + "<a class=next href=/kurs/heu/uebung-4>Nächste"
         " Übung</a>", ""),
        # Days
        ("programme", f"{SITE}/programm?tag=2019-06-12", _table(12, "/film") + "<p><a"
         " href='?tag=2019-06-11'>«</a> Mittwoch <a href='?tag=2019-06-13'>»</a></p>", ""),
        ("nächster tag", f"{SITE}/programm/mi", _table(12, "/film") + "<p><a href=/programm/di>Vorheriger"
         " Tag</a> <a href=/programm/do>Nächster Tag</a></p>", ""),
        ("year", f"{SITE}/liga/2018-19", _table(12, "/klub") + "<p><a href=/liga/2017-18>‹ 2017/18</a> <a"
         " href=/liga/2019-20>2019/20 ›</a></p>", ""),
        ("matchday", f"{SITE}/liga/spieltag/12", _table(9, "/spiel") + "<p class=pagination><a"
         " href=/liga/spieltag/11>«</a> 12. Spieltag <a href=/liga/spieltag/13>»</a></p>", ""),
        ("next seven", f"{SITE}/wetter", _table(9, "/ort") + "<p><a href=/wetter/7>Nächste 7 Tage</a></p>",
         ""),
        ("timetable later", f"{SITE}/abfahrt", _table(9, "/zug") + "<p><a href='?t=0930'>früher</a> <a"
         " href='?t=1130'>später</a></p>", ""),
        # Ends
        ("last of three", f"{_T}?seite=3", _table(6) + "<p>Seite: <a href='?seite=1'>1</a> <a"
         " href='?seite=2'>2</a> 3 &nbsp; <a href='?seite=2'>zurück</a></p>", ""),
        ("last, grey", f"{_T}?seite=3", _table(6) + "<p><a href='?seite=1'>&lt;&lt;</a> <a"
         " href='?seite=2'>&lt;</a> <span style='color:grey'>&gt;</span> <span>&gt;&gt;</span></p>", ""),
        ("last, off", f"{_T}?seite=3", _table(6) + "<ul class=pagination><li class=page-item><a"
         " class=page-link href='?seite=2'>Zurück</a><li class='page-item disabled'><a class=page-link"
         " href='?seite=3'>Weiter</a></ul>", ""),
        ("only page", _T, _table(9) + "<p>1 - 9 von 9</p>", ""),
        ("only page with a row", _T, _hits(7) + "<p>Seite 1 von 1 &laquo; <a href='?seite=1'>1</a> &raquo;"
         "</p>", ""),
        ("refine", f"{SITE}/suche?q=heu", _hits(7) + "<p>Meinten Sie <a href='?q=hau'>hau</a>? <a"
         " href='?q=heu&sort=2'>Nach Datum</a></p>", ""),
        ("hits and help", f"{SITE}/suche?q=heu", _hits(7) + "<p><a href=/hilfe/2>Next steps</a> <a"
         " href=/suche/erweitert>More search options</a></p>", ""),
        ("top ten", f"{SITE}/top", _table(10) + "<p><a href=/top100>Next: Top 100</a></p>", ""),
        ("letter", f"{SITE}/namen/b", _table(9) + "<p><a href=/namen/a>‹ A</a> <a href=/namen/c>C ›</a></p>",
         ""),
        # Forms
        ("survey", f"{SITE}/umfrage?frage=3", "<form method=post><ul><li>Ja<li>Nein<li>Oft</ul></form><a"
         " href='?frage=4'>Weiter</a>", ""),
        ("booking", f"{SITE}/buchen/schritt-2", _table(5, "/zimmer") + "<a class='button next'"
         " href=/buchen/schritt-3>Weiter</a>", ""),
    )
]  # fmt: skip

WITH = [
    Written(name, url, _html(main, head), SITE + goal)
    for name, url, main, head, goal in (
        ("seite", f"{_T}?seite=2", _table(10) + "<p><a href='?seite=1'>zurück</a> <a href='?seite=3'>weiter"
         "</a></p>", "", "/personen?seite=3"),
        ("arrows", f"{_T}?seite=2", _table(10) + "<p><a href='?seite=1'>&lt;</a> 11-20 von 64 <a"
         " href='?seite=3'>&gt;</a></p>", "", "/personen?seite=3"),
        ("first with a link back to itself", f"{_T}?page=1", _table(10) + "<p class=pager><a href='?page=1'>‹"
         "</a> <a href='?page=2'>›</a></p>", "", "/personen?page=2"),
        ("zero", f"{_T}?page=0", _table(10) + "<p class=pager><a href='?page=0'>Prev</a> <a"
         " href='?page=1'>Next</a></p>", "", "/personen?page=1"),
        ("offset", f"{_T}?start=20", _table(10) + "<p><a href='?start=10'>Prev</a> <a"
         " href='?start=30'>Next</a></p>", "", "/personen?start=30"),
        ("offset in the path", f"{_T}/20", _table(10) + "<p><a href=/personen/10>«</a> <a"
         " href=/personen/30>»</a></p>", "", "/personen/30"),
        ("bare number", f"{_T}/2", _table(10) + "<p><a href=/personen>Previous</a> <a href=/personen/3>Next"
         "</a></p>", "", "/personen/3"),
        ("far on", f"{_T}/112", _table(10) + "<p><a href=/personen/111>Previous</a> <a href=/personen/113>"
         "Next</a></p>", "", "/personen/113"),
        ("hits", f"{SITE}/suche?q=heu", _hits(10) + "<p>Treffer 1-10 <a href='/suche?q=heu&first=11'>Nächste"
         " 10 Treffer</a></p>", "", "/suche?q=heu&first=11"),
        ("hits by number", f"{SITE}/suche?q=heu", _hits(10) + "<p>1 <a href='/suche?q=heu&n=10'>2</a> <a"
         " href='/suche?q=heu&n=20'>3</a> <a href='/suche?q=heu&n=10'>Weiter</a></p>", "",
         "/suche?q=heu&n=10"),
        ("thread", f"{SITE}/thread-812-1.html", _notes(8) + "<div class=pg><strong>1</strong><a"
         " href=thread-812-2.html>2</a><a href=thread-812-2.html class=nxt>下一页</a></div><p><a"
         " href=thread-813-1.html>下一主题</a></p>", "", "/thread-812-2.html"),
        ("albums", f"{SITE}/album/heu", _photos(12) + "<p><a href='/album/heu?page=2'>Nächste Seite</a></p>",
         "", "/album/heu?page=2"),
        ("blog", f"{SITE}/", "".join(f"<div class=post><h2><a href=/2019/0{k}/x>{_NAMES[k]}</a></h2>"
         f"{_text(2)}</div>" for k in range(1, 8)) + "<div class=navigation><div class=alignleft><a"
         " href=/page/2/>« Ältere Einträge</a></div></div>", "", ""),
        ("icons", f"{_T}?p=2", _table(10) + "<p><a href='?p=1'><img src=left.gif></a> <a href='?p=3'><img"
         " src=right.gif alt='Next page'></a></p>", "", "/personen?p=3"),
        ("list with a switch of views", f"{SITE}/heu?p=2", "<p><a href='?view=list'>List</a> <a"
         " href='?view=grid'>Grid</a> <a href='?p=1'>‹</a> <a href='?p=3' title=Next>›</a></p>" + _table(10),
         "", "/heu?p=3"),
        ("index between", f"{_T}/seite2.html", _table(10) + "<p><a href=seite1.html>Zurück</a> <a"
         " href=/personen/>Index</a> <a href=seite3.html>Weiter</a></p>", "", "/personen/seite3.html"),
        ("next verbose", f"{_T}", _table(10) + "<p><a href='/personen?from=10'>Show next 10 entries</a></p>",
         "", "/personen?from=10"),
        ("events", f"{SITE}/termine/", _table(10, "/termin") + "<nav><a href=/termine/seite/2/>Nächste"
         " Termine</a></nav>", "", "/termine/seite/2/"),
        ("page button", f"{SITE}/shop", _table(10, "/ware") + "<div class=paging><a class='pg-btn is-next'"
         " href='/shop?pg=2'><span class=icon></span></a></div>", "", "/shop?pg=2"),
        ("vorwärts", f"{SITE}/shop", _table(10, "/ware") + "<a href='/shop?page=2'>vorwärts</a>", "",
         "/shop?page=2"),
        ("disabled back", f"{SITE}/shop", _table(10, "/ware") + "<ul class=pagination><li class=disabled><a"
         " href='/shop?page=1'>Back</a><li><a href='/shop?page=2'>Next</a></ul>", "", "/shop?page=2"),
    )
    if goal
]  # fmt: skip
