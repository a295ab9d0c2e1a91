"""The way of the data has one direction: a stage imports only from stages to its left."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import windrow

SOURCE = Path(windrow.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

# From left to right. What stands together on a line may not import each other.
LAYERS = [
    {"safe"},
    {"errors", "kernels", "later", "median", "wordlists", "plain"},
    {"read"},
    {"tree"},
    {"model", "match"},
    {"align"},
    {"detect", "table"},
    {"pipeline"},
    {"wrap"},
    {"sink", "view", "export"},
    {"run"},
    {"crawl"},
    {"service"},
    {"mcp", "studio"},
    {"api"},
    {"cli", "contrib"},
    {"__main__"},
]
# What a Table does to itself and gives itself out by, imported when it is asked for.
LATE = ("windrow.table.chosen.", "windrow.table.frames.", "windrow.table.given.")
ORDER = {name: place for place, names in enumerate(LAYERS) for name in names}


def stage(module: str) -> str:
    """Return the stage of ``windrow.<stage>.<module>``; "" for the package itself."""
    return module.split(".")[1] if "." in module else ""


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of all that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: import by the full name"
            assert node.module is not None
            yield from (f"{node.module}.{name.name}" for name in node.names)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)


@pytest.fixture(params=MODULES, ids=module_name)
def module(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def test_a_stage_imports_only_from_its_left(module: Path) -> None:
    here = stage(module_name(module))
    if here == "__init__":
        return
    assert here in ORDER, f"{here} is not on the map in this test"
    ours = {name for name in imports(module) if name.split(".")[0] == "windrow"}

    # The version is everybody's; a Table gives itself out by methods that import late.
    wrong = {
        name
        for name in ours - {"windrow.__version__"}
        if not (here == "model" and name.startswith(LATE))
        and stage(name) != here
        and ORDER.get(stage(name), len(LAYERS)) >= ORDER[here]
    }

    assert not wrong


def test_only_the_tree_knows_the_parser(module: Path) -> None:
    parsers = {name for name in imports(module) if name.split(".")[0] in ("selectolax", "lxml")}

    assert not parsers or stage(module_name(module)) == "tree"


def test_a_kernel_imports_no_other(module: Path) -> None:
    if stage(module_name(module)) != "kernels":
        return
    others = {name for name in imports(module) if name.split(".")[0] == "windrow"}

    assert others <= {"windrow.kernels.plain", "windrow.kernels.loader", "windrow.kernels.load"}


# The rooms of wrap/, each with those it may look into. What all share lies in wrap/ itself.
ROOMS: dict[str, set[str]] = {
    "list": set(),
    "detail": set(),
    "system": {"list"},
    "lineup": {"list"},
}
# It holds no template: it lines up tables, which are lists, and all may ask it to.
OPEN = {"lineup"}


def room(module: str) -> str:
    """Return the room of a module, or of what is imported from it; "" outside of all rooms."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["windrow", "wrap"] and parts[2:] and parts[2] in ROOMS else ""


def test_only_rooms_of_templates_know_templates(module: Path) -> None:
    here = room(module_name(module))
    known = {room(name) for name in imports(module)} - {"", here, *OPEN}

    assert known <= ROOMS.get(here, set())


def test_nobody_asks_which_template_it_has(module: Path) -> None:
    name = module_name(module)
    if room(name):
        return
    assert [*questions(module.read_text("utf-8"))] == []


def test_a_look_up_by_the_kind_of_a_wrapper_is_found() -> None:
    assert [*questions("a = words[wrapper.kind]")] == ["1: words[wrapper.kind]"]
    assert [*questions("a = words.get(self.template.kind, '')")]
    assert [*questions("match wrapper.kind:\n    case 'list': pass")]
    assert [*questions("a = 1 if wrapper.kind == 'list' else 2")]
    assert [*questions("a = isinstance(template, ListPages)")]
    assert not [*questions("a = words[column.kind], save(wrapper.kind)")]


def questions(source: str) -> Iterator[str]:
    """Yield where *source* asks which kind of template it has: by class, comparison or look-up."""
    for node in ast.walk(ast.parse(source)):
        asked = False
        if isinstance(node, ast.Name):
            asked = node.id in {"ListPages", "DetailPages", "SystemPages"}
        elif isinstance(node, ast.Compare):
            words = ast.unparse(node)
            asked = "kind" in words and ("'list'" in words or "'detail'" in words)
        elif isinstance(node, ast.Subscript):
            asked = is_kind(node.slice)
        elif isinstance(node, ast.Match):
            asked = is_kind(node.subject)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            asked = node.func.attr == "get" and any(map(is_kind, node.args))
        if asked:
            assert isinstance(node, ast.expr | ast.stmt)
            yield f"{node.lineno}: {ast.unparse(node)}"


def is_kind(node: ast.expr) -> bool:
    """Return whether an expression is the kind of a wrapper or template; columns have one, too."""
    return ast.unparse(node).endswith(("wrapper.kind", "template.kind", "applier.kind"))
