"""Pages with links that look like those to a next page, written to judge `windrow next`.

What the pages are about, and how their links are marked up, is what common programs for sites
write: blogs, shops, forums, galleries, calendars, manuals. Each was judged before windrow was asked.
The rule is that of the labels: a next page shows more of what the page shows, the next records of
its list or the next part of its text. Another article, product, thread, day or chapter is none.
"""

from __future__ import annotations

from tests.unit.crawl.written import (
    SITE,
    WORDS,
    Written,
    article,
    cards,
    list_page,
    manual,
    product,
    prose,
    recent,
    schedule,
    thread,
    whole,
)  # fmt: skip

__all__ = ["WITH", "WITHOUT"]

_POST, _HAY, _BALE = f"{SITE}/2024/05/dry-hay/", f"{SITE}/hay/", f"{SITE}/bale/dry-fox-hill"
_TOPIC, _BOOK = f"{SITE}/forum/viewtopic.php?f=2&t=77", f"{SITE}/book/drying.html"

# What programs for blogs write below an article.
_ARTICLES = {
    "titles": "<nav class='navigation post-navigation'><div class=nav-links><div class=nav-previous>"
    "<a href=/2024/04/wet-hay/ rel=prev><span class=meta-nav>←</span> On wet hay</a></div>"
    "<div class=nav-next><a href=/2024/06/old-hay/ rel=next>On old hay <span class=meta-nav>→</span>"
    "</a></div></div></nav>",
    "label and title": "<nav class=post-navigation><div class=nav-next><a href=/2024/06/old-hay/"
    " rel=next><span class=nav-subtitle>Next:</span> <span class=nav-title>Old hay</span></a></div></nav>",
    "only next": "<div class=post-nav><a href=/2024/04/wet-hay/ rel=prev>« Previous</a>"
    " <a href=/2024/06/old-hay/ rel=next>Next »</a></div>",
    "weiter": "<nav class='navigation post-navigation'><div class=nav-previous><a rel=prev"
    " href=/2024/04/nass/>← Zurück</a></div><div class=nav-next><a rel=next href=/2024/06/alt/>Weiter →"
    "</a></div></nav>",
    "suivant": "<p class=nav-article><a class=precedent href=/article-wet-12.html>Précédent</a>"
    " <a class=suivant href=/article-old-14.html>Suivant</a></p>",
    "siguiente": "<div class=navegacion><a href=/noticia/heno-humedo>Anterior</a> <a"
    " href=/noticia/heno-viejo>Siguiente</a></div>",
    "next post": "<ul class=pager><li class=previous><a href=/2024/04/wet-hay/>Previous post</a></li>"
    "<li class=next><a href=/2024/06/old-hay/>Next post</a></li></ul>",
    "nächster beitrag": "<div class=pager><a href=/blog/nass>Vorheriger Beitrag</a> <a"
    " href=/blog/alt>Nächster Beitrag</a></div>",
    "следующая запись": "<div class=nav-links><a href=/blog/2>Предыдущая запись</a> <a"
    " href=/blog/4>Следующая запись</a></div>",
    "次の記事": "<div class=pager><a href=/blog/112>前の記事</a> <a href=/blog/114>次の記事へ</a></div>",
    "下一篇": "<div class=page-nav><p>上一篇:<a href=/news/112.html>湿草</a></p><p>下一篇:<a"
    " href=/news/114.html>干草</a></p></div>",
    "older post": "<div class=blog-pager id=blog-pager><span id=blog-pager-newer-link><a"
    " class=blog-pager-newer-link href=/2024/06/old-hay.html>Newer Post</a></span> <span"
    " id=blog-pager-older-link><a class=blog-pager-older-link href=/2024/04/wet-hay.html>Older Post</a>"
    "</span> <a class=home-link href=/>Home</a></div>",
    "postagem mais antiga": "<div class=blog-pager id=blog-pager><a class=blog-pager-newer-link"
    " href=/2024/06/velho.html>Postagem mais recente</a> <a class=blog-pager-older-link"
    " href=/2024/04/molhado.html>Postagem mais antiga</a> <a href=/>Início</a></div>",
    "older posts": "<p class=postnav><a href=/2024/04/wet-hay/>« Older posts</a> <a"
    " href=/2024/06/old-hay/>Newer posts »</a></p>",
    "joomla": "<ul class='pager pagenav'><li class=previous><a href=/news/12-wet-hay rel=prev>"
    "<span class=icon-chevron-left></span> Prev</a></li><li class=next><a href=/news/14-old-hay"
    " rel=next>Next <span class=icon-chevron-right></span></a></li></ul>",
    "pagination box": "<ul class=pagination><li><a href=/news/wet-hay aria-label=Previous>«</a></li>"
    "<li><a href=/news/old-hay aria-label=Next>»</a></li></ul>",
    "arrows at the edge": "<a class='side-nav prev' href=/news/wet-hay><i class='fa fa-angle-left'></i>"
    "</a><a class='side-nav next' href=/news/old-hay><i class='fa fa-angle-right'></i></a>",
    "keep reading": "<a class=continue href=/news/old-hay>Continue reading</a>",
    "up next": "<section class=next-up><h4>Up next</h4><a href=/news/old-hay>Old hay is best</a></section>",
}  # fmt: skip

_OF_ONE = {  # of a shop, an album, a library
    "icon": "<div class=product-nav><a class=prev-product href=/bale/wet title='Wet hay'><i"
    " class=icon-left></i></a><a class=next-product href=/bale/old title='Old hay'><i class='icon-right"
    " arrow'></i></a></div>",
    "next product": "<p><a href=/bale/wet>‹ Previous product</a> <a href=/bale/old>Next product ›</a>",
    "next item": "<p class=pager><a href=/item/411>Previous item</a> <a href=/item/413>Next item</a>",
    "next": "<div class=nav><a href=/bale/411.html>Prev</a> | <a href=/hay/>Back to list</a> | <a"
    " href=/bale/413.html>Next</a></div>",
    "volgend product": "<p><a href=/hooi/nat>Vorig product</a> <a href=/hooi/oud>Volgend product</a>",
    "følgende": "<p class=nav><a href=/hoy/vaatt>« Forrige</a> <a href=/hoy/gammelt>Neste »</a>",
    "next record": "<p class=record-nav><a href='/catalog/rec/8?search=hay'>Previous record</a> <span>"
    "9 of 212</span> <a href='/catalog/rec/10?search=hay'>Next record</a></p>",
    "x of y": "<p class=pagination-search-widgets><a href=/catalog/118>« Previous</a> | <b>2</b> of <b>"
    "31</b> | <a href=/catalog/77>Next »</a></p>",
    "carousel": "<div class='carousel slide' id=c><a class=left href=#c data-slide=prev>‹</a><a"
    " class='right carousel-control next' href=#c data-slide=next>›</a></div>",
    "slider address": "<div class=flexslider><ul class=flex-direction-nav><li><a class=flex-prev"
    " href=#>Previous</a></li><li><a class=flex-next href=#>Next</a></li></ul></div>",
    "image of": "<p class=img-nav><a href='/bale/dry-fox-hill?image=1'>Previous</a> <a"
    " href='/bale/dry-fox-hill?image=3'>Next</a></p>",
    "next house": "<p><a href=/homes/mill-lane>Previous home</a> <a href=/homes/fox-hill>Next home</a>",
    "next car": "<div class=navi><a class=nextlink href=/autos/433>Nächstes Fahrzeug</a></div>",
}  # fmt: skip

_TOPICS = {  # forums, on the last or only page of a thread
    "next topic": "<p class=jumpbox><a href='viewtopic.php?t=77&view=previous'>Previous topic</a> | <a"
    " href='viewtopic.php?t=77&view=next'>Next topic</a></p>",
    "prev next": "<div class=nextlinks><a href='index.php?topic=77.0;prev_next=prev#new'>« previous</a>"
    " <a href='index.php?topic=77.0;prev_next=next#new'>next »</a></div>",
    "next newest": "<p>« <a href='showthread.php?t=77&goto=nextoldest'>Previous Thread</a> | <a"
    " href='showthread.php?t=77&goto=nextnewest'>Next Thread</a> »</p>",
    "newest": "<p>« <a href='showthread.php?tid=77&action=nextoldest'>Next Oldest</a> | <a"
    " href='showthread.php?tid=77&action=nextnewest'>Next Newest</a> »</p>",
    "nächstes thema": "<p><a href='thema-76.html'>Vorheriges Thema</a> <a href='thema-78.html'>Nächstes"
    " Thema</a></p>",
    "last page and next topic": "<div class=pagination><a href='viewtopic.php?f=2&t=77'>1</a> <a"
    " href='viewtopic.php?f=2&t=77&start=10'>2</a> <strong>3</strong></div><p><a"
    " href='viewtopic.php?f=2&t=78'>Next ›</a></p>",
    "тема": "<p><a href='viewtopic.php?t=76'>Предыдущая тема</a> <a href='viewtopic.php?t=78'>Следующая"
    " тема</a></p>",
}  # fmt: skip

_CHAPTERS = {
    "sphinx": "<div class=related><ul><li><a href=genindex.html title=Index>index</a> |</li><li><a"
    " href=storing.html title=Storing accesskey=N>next</a> |</li><li><a href=cutting.html"
    " title=Cutting accesskey=P>previous</a> |</li></ul></div>",
    "button": "<div class=rst-footer-buttons><a href=storing.html class='btn float-right' title=Storing"
    " accesskey=n rel=next>Next <span class='fa fa-arrow-circle-right'></span></a> <a"
    " href=cutting.html class=btn rel=prev>Previous</a></div>",
    "arrow": "<nav class=nav-wrapper><a rel=next href=storing.html class='mobile-nav-chapters next'"
    " title='Next chapter' aria-label='Next chapter'><i class='fa fa-angle-right'></i></a></nav>",
    "docusaurus": "<nav class=pagination-nav><a class='pagination-nav__link pagination-nav__link--next'"
    " href=/book/storing><div class=pagination-nav__sublabel>Next</div><div"
    " class=pagination-nav__label>Storing</div></a></nav>",
    "texinfo": "<p>Next: <a href=storing.html accesskey=n rel=next>Storing</a>, Previous: <a"
    " href=cutting.html rel=prev>Cutting</a>, Up: <a href=index.html rel=up>Top</a></p>",
    "docbook": "<table class=navfooter width='100%'><tr><td><a accesskey=p href=ch02.html>Prev</a></td>"
    "<td><a accesskey=h href=index.html>Home</a></td><td><a accesskey=n href=ch04.html>Next</a></td></tr>"
    "<tr><td>Chapter 2. Cutting</td><td></td><td>Chapter 4. Storing</td></tr></table>",
    "latex": "<p><a href=node14.html><img alt=next src=next.png></a> <a href=node12.html><img alt=up"
    " src=up.png></a> <a href=node11.html><img alt=previous src=prev.png></a></p>",
    "novel": "<div class=btn-group><a class='btn prev_page' href=/novel/hay/chapter-2>Prev</a> <a"
    " class='btn next_page' href=/novel/hay/chapter-4>Next</a></div>",
    "drupal": "<ul class=book-pager><li class='book-pager__item--previous'><a href=/book/cutting"
    " rel=prev>‹ Cutting</a></li><li class='book-pager__item--next'><a href=/book/storing rel=next>"
    "Storing ›</a></li></ul>",
    "lesson": "<div class=lesson-nav><a class=next href=/course/hay/lesson/4>Next Lesson →</a></div>",
    "step": "<p class=steps><a href=/course/hay?step=2>Back</a> <a href=/course/hay?step=4>Next</a></p>",
}  # fmt: skip

_DAYS = {  # schedules and weather
    "tomorrow": "<p class=days><a href=/plan/yesterday>‹ Yesterday</a> <a href=/plan/tomorrow>Tomorrow"
    " ›</a></p>",
    "next week": "<p class=pager><a href='?w=21'>‹ Week 21</a> <a class=next href='?w=23'>Next week ›</a>",
    "next days": "<p class=tabs><a href=/weather/now>Now</a> <a href=/weather/7>Next 7 days</a> <a"
    " href=/weather/14>Next 14 days</a></p>",
    "next hours": "<p class=tabs><a href=/weather/hour>Next 24 hours</a></p>",
    "arrows": "<p class=datenav><a href='/plan?d=20240502'>«</a> 3 May 2024 <a href='/plan?d=20240504'>»"
    "</a></p>",
    "unix": "<div class=datenav><a href='/plan?t=1714600800' class=prev>‹</a> Friday <a"
    " href='/plan?t=1714773600' class=next title='Saturday 4 May'>›</a></div>",
    "round": "<p class=rounds><a href='/league?round=7'>Previous round</a> <a href='/league?round=9'>Next"
    " round</a></p>",
    "spieltag": "<p class=pager><a href=/liga/7>Letzter Spieltag</a> <a href=/liga/9>Nächster"
    " Spieltag</a></p>",
    "issue": "<p class=issues><a href=/journal/41>Previous issue</a> <a href=/journal/43>Next issue</a>",
    "mois suivant": "<p class=cal><a href=/agenda/2024/4>mois précédent</a> <a class=suivant"
    " href=/agenda/2024/6>mois suivant</a></p>",
    "month names": "<p class=month-nav><a href='/plan?month=4'>April</a> <b>May</b> <a class=next"
    " href='/plan?month=6'>June →</a></p>",
}  # fmt: skip

_ENDS = {  # the last or the only page of a list
    "disabled": "<ul class=pagination><li><a href='?page=2'>2</a></li><li class=active><a href='?page=3'>"
    "3</a></li><li class=disabled><a href='#'>Next</a></li></ul>",
    "disabled with an address": "<ul class=pagination><li><a href='?page=2'>« Prev</a></li><li"
    " class='next disabled'><a href='?page=4'>Next »</a></li></ul>",
    "aria": "<nav aria-label=pagination><a href='?page=2'>Previous</a> <a href='?page=4'"
    " aria-disabled=true class=next>Next</a></nav>",
    "to itself": "<div class=pager><a href='?page=2'>Previous</a> <a href='?page=3' class=next>Next</a>"
    "</div>",
    "to the first": "<div class=pager><a href='?page=2'>Prev</a> <a href='?page=1' class=next>Next</a>"
    "</div>",
    "span": "<div class=pager><a href='?page=2'>« Previous</a> <span class=next>Next »</span></div>",
    "one page": "<div class=pagination><span>Page 1 of 1</span></div>",
    "one number": "<div class=pagination>Page: <b>1</b></div>",
    "more elsewhere": "<p class=more><a href=/news/>More news</a> <a href=/shop/2>All bales »</a></p>",
    "fits": "<p>10 results found</p><form><select name=per><option>10<option>20</select></form>",
    "datatable": "<div class=dataTables_paginate><a class='paginate_button previous disabled'>Previous</a>"
    "<span><a class='paginate_button current'>1</a></span><a class='paginate_button next disabled'>Next"
    "</a></div>",
    "disabled button": "<div class=pagination><button disabled class=prev>Prev</button><button disabled"
    " class=next>Next</button></div>",
    "next category": "<p class=nav><a href=/straw/>‹ Straw</a> <a href=/oats/ class=next>Next category:"
    " Oats ›</a></p>",
    "letters": "<p class=letters><a href='?l=B'>B</a> <b>C</b> <a href='?l=D' class=next>D</a></p>",
    "newsletter": "<form action=/letter><input type=email name=mail><button class=next>Weiter</button>"
    "</form>",
    "back to top": "<p><a href=#top class=arrow>↑</a> <a href=#next class=next>Next section</a></p>",
    "next steps": "<section><h2>What now</h2><a href=/visit>Next steps</a> <a href=/jobs>What's next?</a>"
    "</section>",
}  # fmt: skip

_ASIDES = {  # pages of other kinds
    "checkout": (f"{SITE}/checkout/address", "<ol class=steps><li>Cart<li>Address<li>Payment</ol><form>"
                 "<label>Name<input name=n></label></form><a href=/checkout/payment class='btn next'>Next"
                 "</a> <a href=/cart>Back</a>"),
    "continue": (f"{SITE}/cart", "<table><tr><td>Dry hay<td>$4.50<tr><td>Wet hay<td>$3.50<tr><td>Old hay"
                 "<td>$2.50</table><a href=/shop>Continue shopping</a> <a href=/checkout>Continue</a>"),
    "quiz": (f"{SITE}/quiz/hay?q=3", "<h1>How dry?</h1><ul><li><label>Very</label><li><label>A bit"
             "</label><li><label>Not</label></ul><a href='?q=2'>Back</a> <a href='?q=4' class=next>Next"
             " question</a>"),
    "photo": (f"{SITE}/gallery/photo/412", "<h1>Hay</h1><div class=nav><a href=/gallery/photo/411>«"
              " Previous</a> <a href=/gallery/album/7>Album</a> <a href=/gallery/photo/413>Next »</a></div>"
              "<img src=/i/412.jpg alt='Dry hay'>"),
    "thumbs": (f"{SITE}/displayimage.php?album=7&pid=412", "<table class=nav><tr><td><a"
               " href='displayimage.php?album=7&pid=411' title='See previous file'><img src=prev.png"
               " alt=''></a><td>FILE 4/31<td><a href='displayimage.php?album=7&pid=413' title='See next"
               " file'><img src=next.png alt=''></a></table><img src=/i/412.jpg alt=hay>"),
    "video": (f"{SITE}/watch?v=k3", "<h1>Making hay</h1><div class=player><a href=# class=jp-next>next</a>"
              "</div><h3>Up next</h3>" + cards(6, "watch") + "<a class=next href='/watch?v=k4'>Next</a>"),
    "player": (f"{SITE}/member/31", "<h1>Mill Lane</h1><p>Member since 1991</p><p><a href=/member/30>Prev"
               " member</a> <a href=/member/32>Next member</a></p>" + cards(5)),
    "home": (f"{SITE}/", "<h2>News</h2>" + cards(4, "news") + "<a href=/news/ class=more>More news »</a>"
             "<h2>Shop</h2>" + cards(4) + "<a href=/shop/ class=more>More bales »</a>"),
    "home slides": (f"{SITE}/", "<div class=hero><a href=/news/dry>Dry!</a><a class=prev href='?slide=1'>‹"
                    "</a><a class=next href='?slide=3'>›</a></div>" + cards(6, "news")),
    "home blocks": (f"{SITE}/", cards(5, "news") + "<div class=td-next-prev-wrap><a href=# class="
                    "'td-ajax-prev-page ajax-page-disabled'><i class=td-icon-menu-left></i></a><a href=#"
                    " class=td-ajax-next-page><i class=td-icon-menu-right></i></a></div>"),
}  # fmt: skip

WITHOUT = [
    *(Written(f"article: {name}", _POST, article(links)) for name, links in _ARTICLES.items()),
    *(Written(f"article with related news: {name}", _POST, article(links, 4, 6, 0))
      for name, links in _ARTICLES.items()),
    *(Written(f"article with a list in it: {name}", _POST, article(cards(5) + links, 3, 0, 8))
      for name, links in _ARTICLES.items()),
    *(Written(f"one thing: {name}", _BALE, product(links)) for name, links in _OF_ONE.items()),
    *(Written(f"one thing of many: {name}", _BALE, product(links, 10))
      for name, links in _OF_ONE.items()),
    *(Written(f"thread: {name}", _TOPIC + "&start=20" * name.startswith("last"), thread(links))
      for name, links in _TOPICS.items()),
    *(Written(f"chapter: {name}", _BOOK, manual(links)) for name, links in _CHAPTERS.items()),
    *(Written(f"schedule: {name}", f"{SITE}/plan", schedule(links)) for name, links in _DAYS.items()),
    *(Written(f"end: {name}", f"{_HAY}?page=3" if "page=2" in links else _HAY, list_page(links))
      for name, links in _ENDS.items()),
    *(Written(f"short end: {name}", f"{_HAY}?page=3" if "page=2" in links else _HAY, list_page(links, 4))
      for name, links in _ENDS.items()),
    *(Written(name, url, whole("Hay", main, recent())) for name, (url, main) in _ASIDES.items()),
]  # fmt: skip


def _with(name: str, url: str, html: str, following: str) -> Written:
    return Written(name, url, html, SITE + following if following.startswith("/") else following)


_LISTS = {  # the pager of a list, its page's address, and its next page's
    "words": ("<p><a href='/hay/?page=2'>Next</a></p>", _HAY, "/hay/?page=2"),
    "middle": ("<div class=pager><a href='/hay/?page=1'>Previous</a> <a href='/hay/?page=3'>Next</a></div>",
               f"{_HAY}?page=2", "/hay/?page=3"),
    "disabled previous": ("<ul class=pagination><li class=disabled><a href='#'>«</a></li><li class=active>"
                          "<a href='/hay/'>1</a></li><li><a href='/hay/page/2/'>2</a></li><li><a"
                          " href='/hay/page/2/'>»</a></li></ul>", _HAY, "/hay/page/2/"),
    "joomla": ("<ul class=pager><li class=next><a href='/hay?start=10' rel=next>Next</a></li></ul>",
               f"{SITE}/hay", "/hay?start=10"),
    "older posts": ("<nav class=nav-below><div class=nav-next><a href='/page/2/'>Older posts →</a></div>"
                    "</nav>", f"{SITE}/", "/page/2/"),
    "icon": ("<div class=pages><b>1</b> <a href='/hay/?p=2'>2</a> <a class=next href='/hay/?p=2'"
             " title=Next><i class='icon-arrow-right'></i></a></div>", _HAY, "/hay/?p=2"),
    "action": ("<p class=toolbar><a class='action next' href='/hay?p=2' title=Next><span>Page</span>"
               " <span>Next</span></a></p>", f"{SITE}/hay", "/hay?p=2"),
    "nächste seite": ("<p class=blaettern><a href='/heu/seite/2'>Nächste Seite</a></p>", f"{SITE}/heu/",
                      "/heu/seite/2"),
    "下一页": ("<div class=page><a href=list_4_1.html>上一页</a> <a href=list_4_1.html>1</a> <b>2</b> <a"
             " href=list_4_3.html>3</a> <a href=list_4_3.html>下一页</a></div>", f"{_HAY}list_4_2.html",
             "/hay/list_4_3.html"),
    "further": ("<p class=navi><a href='/hay?offset=10&q=dry'>Weitere 10 Treffer</a></p>",
                f"{SITE}/hay?q=dry", "/hay?offset=10&q=dry"),
    "next ten": ("<p><a href='/find?q=hay&from=11'>Next 10 results</a></p>", f"{SITE}/find?q=hay",
                 "/find?q=hay&from=11"),
    "carousel above": ("<div class=carousel><a href=#c class=next>›</a></div><p class=pagination><a"
                       " href='/hay/2' class=next>Next page</a></p>", f"{SITE}/hay", "/hay/2"),
    "more": ("<p class=more><a href='/hay?page=2'>Show more bales</a></p>", f"{SITE}/hay", "/hay?page=2"),
    "news by number": ("<div class=pagination><a class=next href='/news/2'>Next ›</a></div>",
                       f"{SITE}/news", "/news/2"),
    "index files": ("<p>[<a href=index2.html>Next page</a>]</p>", f"{SITE}/hay/index.html",
                    "/hay/index2.html"),
    "cursor": ("<div class=pagination><a href='/hay?after=t3_k9x' rel='nofollow next'>next ›</a></div>",
               f"{SITE}/hay", "/hay?after=t3_k9x"),
    "suivante": ("<ul class=pager><li><a href='/foin?page=1' rel=next>Page suivante</a></li></ul>",
                 f"{SITE}/foin", "/foin?page=1"),
    "вперёд": ("<div class=nav><a href='/seno?PAGEN_1=2'>След.</a> | <a href='/seno?PAGEN_1=9'>Конец</a>"
               "</div>", f"{SITE}/seno", "/seno?PAGEN_1=2"),
}  # fmt: skip

WITH = [
    *(_with(f"list: {name}", url, list_page(pager), goal) for name, (pager, url, goal) in _LISTS.items()),
    *(_with(f"short list: {name}", url, list_page(pager, 4), goal)
      for name, (pager, url, goal) in _LISTS.items()),
    *(_with(f"blog: {name}", url, whole("Blog", "".join(
        f"<article class=post><h2><a href=/2024/0{k + 1}/{w}/>On {w} hay</a></h2>{prose(2)}<a"
        f" href=/2024/0{k + 1}/{w}/>Read more</a></article>" for k, w in enumerate(WORDS[:6])
      ) + pager, recent()), goal) for name, (pager, url, goal) in _LISTS.items()),
    _with("thread: numbers", _TOPIC, thread(
        "<div class=pagination><strong>1</strong> <a href='viewtopic.php?f=2&t=77&start=10'>2</a> <a"
        " href='viewtopic.php?f=2&t=77&start=10'>Next</a></div><p><a href='viewtopic.php?f=2&t=78'>Next"
        " topic</a></p>"), "/forum/viewtopic.php?f=2&t=77&start=10"),
    _with("thread: page-2", f"{SITE}/threads/hay.405/", thread(
        "<div class=pageNav><a href=/threads/hay.405/page-2 class='pageNav-jump pageNav-jump--next'>Next"
        "</a></div>"), "/threads/hay.405/page-2"),
    _with("article in parts", f"{SITE}/news/dry-hay.html", article(
        "<p class=pages>Pages: 1 <a href=/news/dry-hay-2.html>2</a> <a href=/news/dry-hay-2.html>Next page"
        "</a></p>", comments=0), "/news/dry-hay-2.html"),
    _with("article in parts, with its neighbour", f"{SITE}/2024/05/dry-hay/", article(
        "<p class=page-links>Pages: 1 <a href=/2024/05/dry-hay/2/>2</a> <a href=/2024/05/dry-hay/2/>Next"
        " page</a></p>" + _ARTICLES["titles"], comments=0), "/2024/05/dry-hay/2/"),
    _with("reviews", f"{SITE}/bale/77/reviews", thread(
        "<div class=paging><a href='/bale/77/reviews?page=2'>Next reviews ›</a></div>"),
        "/bale/77/reviews?page=2"),
    _with("photos", f"{SITE}/album/7", whole("Album", cards(12, "photo") +
        "<div class=pager><a href='/album/7?page=2'>Next photos »</a></div>"), "/album/7?page=2"),
]  # fmt: skip
