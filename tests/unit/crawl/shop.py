"""A shop of list pages and details, of which some fail or are disallowed."""

from collections.abc import Callable

from tests.unit.crawl.site import Asked, Given, shop_page

__all__ = ["ROBOTS", "detail_of", "is_failing", "is_hidden", "shop"]

ROBOTS = "User-agent: *\nDisallow: /item/hidden\n"


def is_failing(number: int) -> bool:
    return number % 40 == 7


def is_hidden(number: int) -> bool:
    return number % 40 == 27


def detail_of(number: int) -> dict[str, str]:
    """Return what the page of a bale says beside its title."""
    return {
        "weight": f"{number * 3} kg",
        "color": ("green", "gold", "grey")[number % 3],
        "story": f"Story of bale {number}: it was cut by farmer {number % 7}.",
    }


def shop(pages: int, each: int) -> Callable[[Asked], Given | str]:
    """Return what answers for a shop of *pages* list pages with *each* records."""

    def link(number: int) -> str:
        return f"/item/hidden/{number}" if is_hidden(number) else f"/item/{number}"

    def answer(asked: Asked) -> Given | str:
        if asked.where == "/list":
            page = int(asked.query.get("page", "1"))
            numbers = range((page - 1) * each + 1, page * each + 1)
            pager = (
                f"<p class=pager><a href='/list?page={page + 1}'>Next</a>" if page < pages else ""
            )
            text = shop_page(numbers, pager, link="/item/{k}")
            for number in filter(is_hidden, numbers):
                text = text.replace(f"'/item/{number}'", f"'{link(number)}'")
            return text
        if asked.where.startswith("/item/"):
            number = int(asked.where.rpartition("/")[2])
            if is_failing(number):
                return Given("<p>gone", 404)
            told = detail_of(number)
            return (
                "<html><body><ul class=menu><li><a href=/home>Home</a><li><a href=/tools>Tools</a></ul>"
                f"<h1>Bale number {number} of hay</h1><dl><dt>Weight</dt><dd>{told['weight']}</dd>"
                f"<dt>Color</dt><dd>{told['color']}</dd></dl><p class=story>{told['story']}</p></body></html>"
            )
        return Given("<p>none", 404)

    return answer
