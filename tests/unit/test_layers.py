"""Data flows in one direction: a stage imports only from stages to its left."""

import ast
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path

import windrow

SOURCE = Path(windrow.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

# From left to right. Stages on one line may not import each other.
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
# The modules behind methods of a Table, imported when a method is called.
LATE = ("windrow.table.chosen.", "windrow.table.frames.", "windrow.table.given.")
ORDER = {name: place for place, names in enumerate(LAYERS) for name in names}


def stage(module: str) -> str:
    """Return the stage of ``windrow.<stage>.<module>``; "" for the package itself."""
    return module.split(".")[1] if "." in module else ""


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Return the full names of everything that a file imports, wherever in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: import by the full name"
            assert node.module is not None
            names += (f"{node.module}.{name.name}" for name in node.names)
    return tuple(names)


def imports_of(path: Path, *packages: str) -> set[str]:
    """Return what a file imports from these packages."""
    return {name for name in imports(path) if name.split(".")[0] in packages}


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)


def offences(wrong: Callable[[str, Path], Collection[str]]) -> dict[str, Collection[str]]:
    """Return what is *wrong* with each module, by its name; modules without a fault are left out."""
    found = {module_name(path): wrong(module_name(path), path) for path in MODULES}
    return {name: faults for name, faults in found.items() if faults}


def test_every_stage_is_on_the_map() -> None:
    assert {stage(module_name(path)) for path in MODULES} - {"__init__"} == {*ORDER}


def test_a_stage_imports_only_from_its_left() -> None:
    def wrong(name: str, path: Path) -> set[str]:
        here = stage(name)
        if here == "__init__":
            return set()
        # Everyone may import the version; a Table's methods import late.
        return {
            other
            for other in imports_of(path, "windrow") - {"windrow.__version__"}
            if not (here == "model" and other.startswith(LATE))
            and stage(other) != here
            and ORDER.get(stage(other), len(LAYERS)) >= ORDER[here]
        }

    assert offences(wrong) == {}


def test_only_the_tree_knows_the_parser() -> None:
    def wrong(name: str, path: Path) -> set[str]:
        return set() if stage(name) == "tree" else imports_of(path, "selectolax", "lxml")

    assert offences(wrong) == {}


def test_a_kernel_imports_no_other() -> None:
    allowed = {"windrow.kernels.plain", "windrow.kernels.loader", "windrow.kernels.load"}

    def wrong(name: str, path: Path) -> set[str]:
        return imports_of(path, "windrow") - allowed if stage(name) == "kernels" else set()

    assert offences(wrong) == {}


# The rooms of wrap/, each with those it may import. What all share lies in wrap/ itself.
ROOMS: dict[str, set[str]] = {
    "list": set(),
    "detail": set(),
    "system": {"list"},
    "lineup": {"list"},
}
# All may import it: it has no template, and lines up tables, which are lists.
OPEN = {"lineup"}


def room(module: str) -> str:
    """Return the room of a module, or of what is imported from it; "" outside of all rooms."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["windrow", "wrap"] and parts[2:] and parts[2] in ROOMS else ""


def test_only_rooms_of_templates_know_templates() -> None:
    def wrong(name: str, path: Path) -> set[str]:
        here = room(name)
        return {room(other) for other in imports(path)} - {"", here, *OPEN, *ROOMS.get(here, ())}

    assert offences(wrong) == {}


def test_nobody_asks_which_template_it_has() -> None:
    def wrong(name: str, path: Path) -> list[str]:
        return [] if room(name) else [*questions(path.read_text("utf-8"))]

    assert offences(wrong) == {}


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
