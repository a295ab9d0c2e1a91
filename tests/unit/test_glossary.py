"""Names in the sources are glossary words, each means one thing, and constants say their source.

python tests/unit/test_glossary.py            prints what is to be mended, place by place
python tests/unit/test_glossary.py --lower    and holds it at what it is now
"""

import ast
import io
import json
import keyword
import re
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "windrow"
FILES = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}

# Words that mean something else at these places: folders, files or, with a dot, names; and why.
ALLOWED = {
    "attribute": {"": "HTML's word for what a start tag carries"},
    "run": {"": "many pages read in one go (run/), and neighbours in a row (tree/runs.py)"},
    "model": {"": "model.py, the classes everybody passes on"},
    "weight": {"": "the numbers of a formula, detect/auto/weights.json"},
    "element": {
        "read/": "what the browser and the parser call it, before there is a tree",
        "tree/": "as in read/",
        "kernels/tree/": "as in read/",
        "export/": "what other programs call it",
        "detect/stem/": "the paper's word",
    },
    "tag": {
        "tree/": "what parsers call it, before there is a tree",
        "kernels/tree/": "as in tree/",
        "sink/html.py": "written as text",
        "detect/mdr/": "the paper compares tag strings",
        "detect/gza/": "the paper's tokens are tags and texts",
        "detect/depta/": "as in detect/mdr/",
        "detect/gstm/": "the paper's lists are known by their tags",
        "detect/exalg/": "as in detect/gza/",
        "detect/roadrunner/": "as in detect/gza/",
        "detect/pages.py": "as in detect/gza/",
        "match/": "as in detect/mdr/ and detect/gstm/",
        "read/": "of the page's bytes, before there is a tree",
        "run/spark.py": "Spark's word for a mark on a job",
        "kernels/match/": "as in detect/mdr/",
        "api/": "OpenAPI's groups of requests",
    },
    "document": {"read/": "the browser's word", "tree/": "the parser's", "kernels/tree/": "too"},
    "response": {"read/": "of HTTP", "export/": "Scrapy's argument", "contrib/": "Scrapy's too", "api/": "FastAPI's", "crawl/spider.py": "Scrapy's word"},
    "frame": {
        ".DataFrame": "of pandas and polars",
        ".frames": "table/frames.py, which makes them",
        "table/": "the same",
        "model.py": "the same",
        "kernels/": "of a stack",
        "read/": "an iframe",
        "tree/": "an iframe",
        "view/": "an iframe",
    },
    "xpath": {"": "for other programs, and the origin of rows"},
    "selector": {"export": "for other programs", "wrap/": "the same", "cli/": "the same"},
    "pattern": {"": "of re; and the word of two papers for their template (stem, gza)"},
    "prototype": {"detect/net/": "the paper's word for its template", "wrap/system": "the same"},
    "schema": {"sink/": "of a database", "run/": "of Arrow", "table/frames.py": "of Arrow", "table/wanted.py": "JSON Schema", "cli/column_options.py": "the same", "api/": "OpenAPI's"},
    "slot": {".slots": "of a dataclass", ".__slots__": "of a class", "crawl/spider.py": "Scrapy's, for a host", "kernels/": "of a hash table"},
    "gap": {"": "between boxes, in pixels, and in aligned sequences"},
    "block": {"tree/": "CSS: what starts a line", ".blocks": "the same, of a tree", "kernels/": "the same", ".block_on_close": "stdlib", "sink/postgres.py": "of a with statement"},
    "manager": {".AbstractContextManager": "of contextlib", ".session_manager": "of mcp"},
    "area": {"": "of a box, in square pixels"},
}  # fmt: skip

# What is still to be mended; only ever lowered. How often a word is used against the glossary, which
# names of classes are defined more than once, and how many constants have no source.
LEFT = json.loads(Path(__file__).with_name("glossary_left.json").read_text("utf-8"))

_TABLE_ROW = re.compile(r"^\| .+ \| .+ \| ?(.*) ?\|$", re.MULTILINE)
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# A paper, a measurement, a standard, a choice, or a number that has no other value by definition.
_SOURCED = re.compile(
    r"\[[a-z]+\d{4}[a-z]?\]|\bchosen\b|\bmeasured\b|python -m |\bbench[./]|\bdocs/|\bRFC \d|"
    r"\bstandard\b|\bspecification\b|\bby definition\b|\bas (?:browsers|in)\b",
    re.IGNORECASE,
)


def forbidden() -> set[str]:
    """Return the words of the glossary's last column."""
    table = (ROOT / "docs" / "glossary.md").read_text("utf-8").split("|---|---|---|")[1]
    return {word.strip() for cell in _TABLE_ROW.findall(table) for word in cell.split(",")} - {""}


def names() -> Iterator[tuple[str, int, str]]:
    """Yield all identifiers of the sources: file, line, name."""
    for name, path in FILES.items():
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                yield name, token.start[0], token.string


def misused() -> Iterator[tuple[str, str, int, str]]:
    """Yield the identifiers with a word that is not the glossary's: word, file, line, name."""
    words = forbidden()
    for file, line, name in names():
        for part in _PART.findall(name):
            for word in {part.lower(), part.lower().removesuffix("s")} & words:
                places = ALLOWED.get(word, {})
                if not any(
                    name == place[1:] if place[:1] == "." else file.startswith(place)
                    for place in places
                ):
                    yield word, file, line, name


def class_names() -> dict[str, list[str]]:
    """Return the files in which each class name is defined."""
    found: dict[str, list[str]] = defaultdict(list)
    for file, path in FILES.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(file)
    return found


def unsourced() -> Iterator[tuple[str, int, str]]:
    """Yield the constants with a number but no source beside or above them: file, line, name."""
    for file, path in FILES.items():
        lines = path.read_text("utf-8").split("\n")
        numbers = {}
        for node in ast.parse("\n".join(lines)).body:
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            target = node.target if isinstance(node, ast.AnnAssign) else target
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            if isinstance(target, ast.Name) and target.id.isupper() and _is_number(value):
                numbers[node.lineno] = target.id
        for line, name in numbers.items():
            if not _SOURCED.search(_comment(lines, line, numbers)):
                yield file, line, name


def _is_number(value: ast.expr | None) -> bool:
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def _comment(lines: list[str], line: int, numbers: dict[int, str]) -> str:
    """Return the comment of a constant; one above several constants is that of all of them."""
    words = [lines[line - 1].partition("#")[2]]
    above = line - 1
    while above in numbers:
        above -= 1
    while above and lines[above - 1].startswith("#"):
        words.append(lines[above - 1][1:])
        above -= 1
    return " ".join(reversed(words))


def test_names_are_words_of_the_glossary() -> None:
    found = Counter(word for word, *_ in misused())

    assert {
        word: count for word, count in found.items() if count > LEFT["words"].get(word, 0)
    } == {}


def test_what_is_allowed_is_forbidden_elsewhere() -> None:
    assert ALLOWED.keys() <= forbidden()


def test_a_class_name_means_one_thing() -> None:
    twice = {name: files for name, files in class_names().items() if len(files) > 1}

    assert {name: files for name, files in twice.items() if name not in LEFT["twice"]} == {}


def test_a_constant_says_where_its_number_comes_from() -> None:
    found = [f"{file}:{line}: {name}" for file, line, name in unsourced()]

    assert len(found) <= LEFT["unsourced"], "\n".join(found)


def left() -> dict[str, Any]:
    """Return what is to be mended now."""
    return {
        "words": dict(sorted(Counter(word for word, *_ in misused()).items())),
        "twice": sorted(name for name, files in class_names().items() if len(files) > 1),
        "unsourced": len([*unsourced()]),
    }


if __name__ == "__main__":
    if "--lower" in sys.argv:
        path = Path(__file__).with_name("glossary_left.json")
        path.write_text(json.dumps(left(), indent=2) + "\n", "utf-8")
    else:
        for word, file, line, name in sorted(misused()):
            print(f"{file}:{line}: {name} ({word})")
        for file, line, name in unsourced():
            print(f"{file}:{line}: {name} has no source")
    print(json.dumps(left()))
