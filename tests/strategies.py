"""What the property tests are given: trees, and pages good and bad."""

from hypothesis import strategies as st

from windrow.tree import Tree

__all__ = ["pages", "rich_trees", "soups", "tree_texts", "trees"]

# Few labels make many matches.
_FEW = ("a", "b", "c")
_WORDS = st.text('ab "\\()[]*,=é中😀', min_size=1, max_size=6).map(
    lambda text: " ".join(text.split()) or "x"
)
_NAMES = st.sampled_from(["href", "class", "data-x", "src", "[a]", 'q"q'])

_BLOCKS = ("div", "ul", "li", "table", "tr", "td", "p", "h2", "section", "form", "my-card")
_INLINE = ("a", "b", "span", "em", "label", "option", "button")
_VOID = ("br", "img", "hr", "input")
_TEXTS = ("one", " two ", "\n\t", "&nbsp;", "3 &lt; 4", "é中😀", " \u200b", "x")
_LEFT_OUT = (
    "<!-- c -->",
    "<script>if (a<b) c()</script>",
    "<style>p{}</style>",
    "<template><p>no</p></template>",
    "<noscript><p>no</p></noscript>",
    "<div hidden>no<p>no</p></div>",
    "<p style='color:red;display : none'>no</p>",
    "<input type=hidden value=1>",
    "<svg><title>t</title><path/></svg>",
)
_ATTRIBUTES = (
    "",
    "",
    " class='a b'",
    " href=/1",
    " src=i.png alt=i",
    " data-src=j",
    " value=2",
    " title='<b>'",
    " hidden",
    " [ng]=x",
)


def tree_texts(labels: tuple[str, ...] = _FEW, max_leaves: int = 12) -> st.SearchStrategy[str]:
    """Return trees of labels alone, as text: ``a(b c(a))``."""
    names = st.sampled_from(labels)

    def parent(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        several = st.lists(children, min_size=1, max_size=4).map(" ".join)
        return st.builds("{}({})".format, names, several)

    return st.recursive(names, parent, max_leaves=max_leaves)


def trees(labels: tuple[str, ...] = _FEW, max_leaves: int = 12) -> st.SearchStrategy[Tree]:
    """Return trees of labels alone."""
    return tree_texts(labels, max_leaves).map(Tree.from_text)


def rich_trees() -> st.SearchStrategy[Tree]:
    """Return trees with texts and attributes that are hard to write down."""
    attributes = st.dictionaries(_NAMES, st.just("") | _WORDS, max_size=2)
    heads = st.builds(_head, st.sampled_from(["a", "img", "br", "td", "my-card"]), attributes)
    leaves = heads | st.builds("{}{}".format, heads, (st.just("") | _WORDS).map(_quoted))

    def parent(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        contents = st.lists(children | _WORDS.map(_quoted), min_size=1, max_size=3)
        return st.builds("{}({})".format, heads, contents.map(" ".join))

    return st.recursive(leaves, parent, max_leaves=8).map(Tree.from_text)


def pages() -> st.SearchStrategy[str]:
    """Return pages as people write them: nested well, with all that is left out of a tree."""
    attributes = st.sampled_from(_ATTRIBUTES)
    leaves = (
        st.sampled_from(_TEXTS)
        | st.sampled_from(_LEFT_OUT)
        | st.builds("<{}{}>".format, st.sampled_from(_VOID), attributes)
    )

    def parent(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        contents = st.lists(children, max_size=5).map("".join)
        names = st.sampled_from(_BLOCKS + _INLINE)
        return st.builds("<{0}{1}>{2}</{0}>".format, names, attributes, contents)

    return st.lists(st.recursive(leaves, parent, max_leaves=25), max_size=4).map("".join)


def soups() -> st.SearchStrategy[str]:
    """Return broken pages: tags in any order, repeated until they would nest deeply."""
    names = st.sampled_from(
        "div p section li ul dl dd span b i a font table tr td th tbody caption select option "
        "optgroup button form h1 object template svg g path foreignObject desc title math mi ruby "
        "rt br hr img input link textarea script style xmp noscript body html frameset x-y nobr "
        "plaintext image annotation-xml".split()
    )
    attributes = st.sampled_from(["", "", "", " a=1", ' t="<p>"', " t='>'", " it's", " =", "/"])
    tags = st.builds("<{}{}>".format, names, attributes) | st.builds("</{}>".format, names)
    odd = st.sampled_from(
        ["x", "<", "<!--", "-->", "--!>", "<![CDATA[", "]]>", "</ ", "<?", ">", "<3", '"', "<br$>"]
    )
    runs = st.lists(tags | tags | tags | odd, max_size=8).map("".join)
    return st.builds(
        lambda start, unit, times: start + unit * times, runs, runs, st.integers(1, 40)
    )


def _head(label: str, attributes: dict[str, str]) -> str:
    words = " ".join(f"{_quoted(name)}={_quoted(value)}" for name, value in attributes.items())
    return f"{label}[{words}]" if words else label


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
