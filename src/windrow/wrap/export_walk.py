"""Reads a page about one thing by a learned template: places and nodes are walked side by side.

Like `export_page`, the code below is copied into what `windrow export` writes. It does what
`windrow.kernels.keyed`, `members` and `looks` do, in as few lines as that takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, TypeAlias

from windrow.wrap.export_looks import aligned, alike, looks_of
from windrow.wrap.export_page import TEXT, Page

__all__ = ["Walker"]

# copied from here
# A member of a group: its key, node and label, whether it is a row, and the heading above it.
Member: TypeAlias = tuple[str, int, str, bool, str]

LOUD = {*"th dt label b strong h1 h2 h3 h4 h5 h6 legend caption".split()}
COLONS = (":", "：")
PREFIX = re.compile(r"\s*([^\W\d_][^:：]{1,39}?)\s*[:：](?!//|\d\d)")


# What is left out of a place, and of how the members of a group are told apart.
PLACE: dict[str, Any] = {
    "says": {}, "label": "", "list": "", "heading": "", "twice": (), "needed": (), "groups": {},
    "others": (), "aliases": {},
}  # fmt: skip
GROUP: dict[str, Any] = {
    "plain": False, "count": 0, "position": "", "partial": False, "closed": False, "labels": (),
    "anchored": False, "inner": {}, "caption": "", "counts": (), "slots": (), "also": "",
}  # fmt: skip


class Walker:
    """Walks a page and the places of a template, from the root down."""

    def __init__(self, page: Page, places: list[dict[str, Any]]) -> None:
        self.page = page
        self.places = [PLACE | place for place in places]
        self.found: set[tuple[int, str]] = set()
        self.taken: set[int] = set()

    def read(self) -> dict[str, Any] | None:
        """Return the row of the page; None where it has next to nothing of the template."""
        row: dict[str, Any] = {}
        self.walk(0, 0, row, "")
        for number, place in enumerate(self.places):
            if "named" in place and not any((number, one) in self.found for one in place["says"]):
                node = self.named(*place["named"])
                if node >= 0 and node not in self.taken:
                    self.walk(number, node, row, place["label"])
        needed = {(k, one) for k, place in enumerate(self.places) for one in place["needed"]}
        return row if len(needed & self.found) >= 0.15 * len(needed) else None

    def walk(self, number: int, node: int, row: dict[str, Any], label: str) -> None:
        """Add to a row what the places from one on say, with a node for it.

        What needs a look at words comes last: the first value of several in a row counts.
        """
        later = [(number, node, row, label, True)]
        while later:
            stack, rest = [later.pop()], []
            while stack:
                number, node, row, label, top = stack.pop()
                place = self.places[number]
                if place["says"]:
                    self.tell(number, node, row, label, top)
                if place["groups"] and self.page.sizes[node] > 1:
                    plain: list[Any] = []
                    for group, keyed, is_plain in self.below(place, node):
                        if is_plain:
                            plain += self.entered(place, group, keyed, row, top, True)
                        else:
                            rest.append((place, group, keyed, row, top))
                    stack += sorted(plain, key=lambda step: -step[1])
            later += reversed([step for one in rest for step in self.entered(*one, False)])

    def tell(self, number: int, node: int, row: dict[str, Any], label: str, top: bool) -> None:
        """Add what a node says to its row, but for labels and what all pages say."""
        page, place = self.page, self.places[number]
        says = place["says"]
        spoken = page.values(node, bool(place["list"]))
        is_bare = page.sizes[node] == 1 and page.kinds[node] == TEXT and "" in says
        label = "" if is_bare else place["label"] or label
        if top and spoken:
            self.taken.add(node)
        for suffix, text in spoken.items():
            name, constant = says.get(suffix, (None, None))
            if top and suffix in says:
                self.found.add((number, suffix))
            if name is None or marked(text) == constant or (label and cleaned(text) == label):
                continue
            row.setdefault(name, text)

    def below(self, place: dict[str, Any], node: int) -> Iterator[tuple[Any, list[Member], bool]]:
        """Yield the groups below a place with their members, and whether these are as learned."""
        children = self.page.children(node)
        members: dict[str, list[int]] = {}
        for child in children:
            members.setdefault(self.page.signatures[child], []).append(child)
        groups, others = place["groups"], place["others"]
        unknown = [one for one in members if one not in groups and one not in others][:50]
        for signature, taken_for in self.recognised(place, members, unknown):
            some = members.pop(signature)
            members[taken_for] = sorted([*members.get(taken_for, ()), *some])
        for signature, some in members.items():
            if signature in groups:
                group = GROUP | {"signature": signature} | groups[signature]
                is_plain = not unknown and self.is_plain(group, some)
                yield group, self.keyed(group, children, some), is_plain

    def recognised(
        self, place: dict[str, Any], members: dict[str, list[int]], unknown: list[str]
    ) -> list[tuple[str, str]]:
        """Return which unknown signatures are taken for which known ones."""
        found: list[tuple[str, str]] = []
        tags = [tag_of(signature) for signature in unknown]
        for signature, tag in zip(unknown, tags, strict=True):
            kept = place["aliases"].get(signature)
            if kept is None:
                taken = {other for _, other in found}
                free = [
                    one for one in (*place["groups"], *place["others"])
                    if tag_of(one) == tag and one not in members and one not in taken
                ]  # fmt: skip
                own = words_of(signature)
                share, best = max(
                    ((alike(words_of(one), own), one) for one in free), default=(0, "")
                )
                if share >= 0.3 and best:
                    kept = best
                elif len(free) == 1 and tags.count(tag) == 1 and tag != "#text":
                    kept = free[0]
            if kept is not None:
                found.append((signature, kept))
        return found

    def is_plain(self, group: dict[str, Any], some: list[int]) -> bool:
        """Tell whether the members of a group are as learned, so that no label is looked at."""
        if group["mode"] == "single":
            return bool(group["plain"]) and len(some) == 1
        if group["mode"] == "list":
            return bool(group["plain"]) and not any(self.ends_in_colon(node) for node in some)
        return bool(group["plain"]) and len(some) == group["count"]

    def ends_in_colon(self, node: int) -> bool:
        """Tell whether the last text of a node ends as labels do."""
        last = self.page.last_text(node)
        return last >= 0 and self.page.texts[last].endswith(COLONS)

    def entered(
        self,
        place: dict[str, Any],
        group: dict[str, Any],
        keyed: list[Member],
        row: dict[str, Any],
        top: bool,
        is_plain: bool,
    ) -> Iterator[Any]:
        """Yield the steps to the members of a group; rows of lists get rows of their own."""
        keys = [key for key, *_ in keyed]
        started: set[str] = set()
        for key, node, label, is_row, heading in keyed:
            number = group["parts"].get(key)
            if number is None:
                continue
            part = self.places[number]
            own = "" if is_plain else label or ("" if part["list"] else place["label"])
            if is_row and part["list"]:
                inner = {part["heading"]: heading} if heading and part["heading"] else {}
                row.setdefault(part["list"], []).append(inner)
                yield number, node, inner, own, False
                continue
            if part["twice"] and keys.count(key) > 1 and self.page.sizes[node] <= 80:
                name, inside = part["twice"]
                if text := self.page.whole(node):
                    row.setdefault(name, []).append({inside: text})
            if key not in started and not part["list"]:
                started.add(key)
                yield number, node, row, own, top

    # Which member is which

    def keyed(self, group: dict[str, Any], siblings: list[int], members: list[int]) -> list[Member]:
        """Return the members of a group with their keys."""
        found: list[Member] = []
        if group["position"]:
            members = self.labelled(group, members, found)
        if group["anchored"] and members:
            members = self.anchored(group, siblings, members, found)
        if members:
            self.numbered(group, group["mode"], members, "", group["caption"], found)
            if group["also"]:
                self.numbered(group, group["also"], members, "", "", found)
        return found

    def labelled(self, group: dict[str, Any], members: list[int], found: list[Member]) -> list[int]:
        """Add the members with a label of their own to what is *found*; return the others."""
        rest = []
        for member in members:
            label = ""
            if not group["partial"] or self.page.sizes[member] <= 25:
                label = self.member_label(member, group["position"])
            known = label in group["labels"]
            if label and (not group["partial"] or known or group["position"] == "prefix"):
                if known or not group["closed"]:
                    found.append((f"={label}", member, label, False, ""))
                else:
                    found.append(("=*", member, "", False, ""))
            else:
                rest.append(member)
        return rest

    def member_label(self, node: int, position: str) -> str:
        """Return the label that a node carries inside itself, or ""."""
        page = self.page
        end = node + page.sizes[node]
        leaf = page.last_text(node) if position == "last" else page.first_text(node)
        if leaf < 0:
            return ""
        text = page.texts[leaf]
        if position == "last":
            alone = page.first_text(node) == leaf
            return "" if alone or len(text) > 60 else cleaned(text)
        is_all = page.first(leaf + 1, end, 15) < 0
        if position == "prefix":
            label = prefix_of(text)
            bare = len(text) <= len(label) + 3 and text.rstrip().endswith(COLONS)
            return "" if label and bare and is_all else label
        if len(text) > 60 or is_all or page.first(node, leaf, 4) >= 0:
            return ""
        return cleaned(text)

    def anchored(
        self, group: dict[str, Any], siblings: list[int], members: list[int], found: list[Member]
    ) -> list[int]:
        """Add the members below a label to what is *found*; return the others."""
        wanted, now = {*members}, ""
        rest: list[int] = []
        below: dict[str, list[int]] = {}
        for child in siblings:
            if child in wanted:
                (below.setdefault(now, []) if now else rest).append(child)
            elif self.page.signatures[child] != group["signature"]:
                text = self.anchor_text(child)
                now = text if text and (not group["closed"] or text in group["labels"]) else now
        for label, some in below.items():
            inner = group["inner"].get(label)
            if inner is None:
                mode = "single" if len(some) == 1 else "list"
                self.numbered(group, mode, some, f"={label}", label, found)
                continue
            inner = GROUP | inner
            self.numbered(inner, inner["mode"], some, f"={label}", label, found)
            if inner["also"]:
                self.numbered(inner, inner["also"], some, f"={label}", label, found)
        return rest

    def anchor_text(self, node: int) -> str:
        """Return the text of a node if it can be a label for what follows it, or ""."""
        page = self.page
        text = page.whole(node) if page.sizes[node] <= 5 else ""
        if not 1 < len(text) <= 60:
            return ""
        if text.endswith(COLONS) or page.labels[node] in LOUD:
            return cleaned(text)
        first = page.first_text(node)
        while first > node:
            if page.labels[first] in LOUD and page.last_text(node) == page.last_text(first):
                return cleaned(text)
            first = page.parents[first]
        return ""

    def numbered(
        self,
        group: dict[str, Any],
        mode: str,
        members: list[int],
        prefix: str,
        label: str,
        found: list[Member],
    ) -> None:
        """Add the members by number, as rows of a list, or by their looks to what is *found*."""
        if mode == "single":
            found += [(prefix, member, label, False, "") for member in members]
        elif mode == "list":
            found += self.rows(members, f"{prefix}[]", label)
        elif mode == "ordinal" and (len(members) in group["counts"] or not group["slots"]):
            for k, member in enumerate(members, 1):
                found.append((f"{prefix}:{k}", member, label, False, ""))
        elif mode != "skip":
            sign = "~" if mode == "slots" else ":"
            known = {one for slot in group["slots"] for example in slot for one in example}
            looks = [looks_of(self.page, member, known) for member in members[:60]]
            for i, j in aligned([[{*one} for one in slot] for slot in group["slots"]], looks):
                found.append((f"{prefix}{sign}{i + 1}", members[j], label, False, ""))

    def rows(self, members: list[int], key: str, label: str) -> Iterator[Member]:
        """Yield the members as rows; "For the dough:" is a heading of the rows below it."""
        headings: dict[int, str] = {}
        if len(members) > 2:
            headings = {node: text for node in members if (text := self.heading(node))}
            if len(headings) > len(members) / 3 or members[-1] in headings:
                headings = {}
        heading = ""
        for member in members:
            if member in headings:
                heading = headings[member]
            else:
                yield key, member, label, True, heading

    def heading(self, node: int) -> str:
        """Return the text of a row that is nothing but a heading, or ""."""
        if self.page.sizes[node] > 12 or not self.ends_in_colon(node):
            return ""
        text = self.page.whole(node)
        return text if len(text) <= 60 and text.endswith(COLONS) else ""

    # What has a name is found wherever it stands

    def named(self, parent: str, signature: str, label: str, follows: bool) -> int:
        """Return the one node of the page that has a name, or -1."""
        page = self.page
        nodes = range(1, len(page.labels))
        if label:
            leaves = [node for node in nodes if page.kinds[node] & TEXT and self.says(node, label)]
            return self.near(leaves[0], tag_of(signature), follows) if len(leaves) == 1 else -1
        found = [
            node for node in nodes
            if page.signatures[node] == signature
            and page.parents[node] > 0 and page.signatures[page.parents[node]] == parent
        ]  # fmt: skip
        return found[0] if len(found) == 1 else -1

    def says(self, node: int, label: str) -> bool:
        """Tell whether the text of a node is a label, or begins with it and a colon."""
        text = self.page.texts[node]
        return label in text and label in (
            cleaned(text) if len(text) <= 60 else "",
            prefix_of(text),
        )

    def near(self, leaf: int, tag: str, follows: bool) -> int:
        """Return the node that a label names: the one behind it, or around it; or -1."""
        page, node = self.page, leaf
        for _ in range(3):
            if follows:
                siblings = page.children(page.parents[node])
                behind = siblings[siblings.index(node) + 1 :][:1] if node in siblings else []
                if behind and page.labels[behind[0]] == tag:
                    return behind[0]
            elif page.labels[node] == tag and page.first_text(node) == leaf:
                return node
            node = page.parents[node]
            if node <= 0:
                break
        return -1


def cleaned(text: str) -> str:
    """Return a label without its colon."""
    return text.strip().rstrip("".join(COLONS)).strip()


def prefix_of(text: str) -> str:
    """Return what stands before the first colon of a text if that can be a label, or ""."""
    found = PREFIX.match(text[:60])
    return found[1].strip() if found else ""


def marked(text: str) -> str:
    """Return what is kept of a text to know it again: itself, or its start and a digest."""
    if len(text) <= 40:
        return text
    return f"{text[:20]}\0{blake2b(text.encode(), digest_size=8).hexdigest()}"


def tag_of(signature: str) -> str:
    """Return the label in a signature."""
    return signature if signature[0] == "#" else re.split("[.#@]", signature, maxsplit=1)[0]


def words_of(signature: str) -> set[str]:
    """Return the words of a signature with their signs."""
    return {*re.findall("[.#@][^.#@]*", signature[len(tag_of(signature)) :])}
