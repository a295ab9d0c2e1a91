"""What programs send: the bodies of requests, as OpenAPI describes them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Collection
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from windrow.detect import DETECTORS, LEARNERS
from windrow.read.look import LookMode
from windrow.service.jobs import JobKind
from windrow.service.wrappers import NAME
from windrow.wrap.corrections import CORRECTIONS
from windrow.wrap.template import LearnKind

__all__ = [
    "ApplyRequest",
    "CorrectRequest",
    "ExtractRequest",
    "JobRequest",
    "LearnRequest",
    "More",
    "PageRequest",
    "PairRequest",
    "PointRequest",
    "PreviewRequest",
    "RepairRequest",
    "VerifyRequest",
]

# Pages that a list may be gathered from: chosen, not measured.
_MOST_GATHERED = 1000
# Pages of one request that is answered at once; more make a job. Chosen, not measured.
_MOST_PAGES = 50
# Rows that may be given as examples: those of a page or two. Chosen, not measured.
_MOST_EXAMPLES = 1000
_LIST = (
    "<ul>"
    + "".join(f"<li><a href='/{k}'>Bale {k}</a> <b>${k}.50</b></li>" for k in (1, 2, 3))
    + "</ul>"
)


def _known_detector(name: str, more: Collection[str] = ()) -> str:
    known = [*DETECTORS, *more]
    if name not in known:
        hint = "; it only learns" if name in LEARNERS else ""
        raise ValueError(f"there is no detector {name[:40]}{hint}; there are {', '.join(known)}")
    return name


def _known_learner(name: str) -> str:
    return _known_detector(name, LEARNERS)


def _snapshot(text: str) -> str:
    try:
        binascii.a2b_base64(text, strict_mode=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("it is not Base64") from error
    return text


DetectorName = Annotated[
    str,
    AfterValidator(_known_detector),
    WithJsonSchema({"type": "string", "enum": [*DETECTORS]}),
    Field(description="How records are found."),
]
LearnerName = Annotated[
    str,
    AfterValidator(_known_learner),
    WithJsonSchema({"type": "string", "enum": [*DETECTORS, *LEARNERS]}),
    Field(
        description="Whose template is learned: a detector's, or that of a system that only "
        "learns, from several pages or from examples."
    ),
]
WrapperName = Annotated[str, Field(pattern=NAME, description="The name of a wrapper.")]
Raw = Annotated[bool, Field(description="Cells exactly as in the page, not typed.")]
Browser = Annotated[LookMode, Field(description="auto: shown where scripts fill the page.")]


More = Annotated[
    list[str],
    Field(
        max_length=_MOST_GATHERED,
        description="Ids of kept pages on which the list goes on: one table of all of them.",
    ),
]
CorrectionList = Annotated[
    list[dict[str, Any]],
    Field(
        max_length=1000,
        description="Changes of columns in their order, as wrapper files have them: "
        '{"change": "renamed", "column": ..., "name": ...}; '
        f"there are {', '.join(CORRECTIONS)}.",
    ),
]


def _with_example(body: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [body]})


class _Body(BaseModel):
    """A body whose fields are all known."""

    model_config = ConfigDict(extra="forbid")

    def facts(self) -> dict[str, Any]:
        """Return what the service takes."""
        return self.model_dump(exclude_none=True)


class PageRequest(_Body):
    """A page: by its address, or as markup, bytes, the id of a kept page, or a file."""

    url: Annotated[
        str | None, Field(description="The page's address; beside html or snapshot, theirs.")
    ] = None
    html: Annotated[str | None, Field(description="The markup itself.")] = None
    snapshot: Annotated[
        str | None,
        AfterValidator(lambda text: text if text is None else _snapshot(text)),
        Field(description="Base64 of a page's bytes, or of a file of `windrow snapshot`."),
    ] = None
    page: Annotated[str | None, Field(description="The id of a page that was kept.")] = None
    file: Annotated[
        str | None, Field(description="A file of the service's machine, where that is allowed.")
    ] = None
    name: Annotated[str | None, Field(max_length=1000, description="What to call it.")] = None

    @model_validator(mode="after")
    def _one_way(self) -> PageRequest:
        ways = [self.html, self.snapshot, self.page, self.file]
        count = sum(way is not None for way in ways)
        if count > 1 or (count == 0 and self.url is None):
            raise ValueError("give one of url, html, snapshot, page and file")
        return self

    def facts(self) -> dict[str, Any]:
        """Return what the service takes."""
        facts = super().facts()
        if "snapshot" in facts:
            facts["content"] = base64.b64decode(facts.pop("snapshot"))
        return facts


class ExtractRequest(PageRequest):
    """A page whose tables are wanted."""

    model_config = _with_example({"html": _LIST})
    detector: DetectorName = "auto"
    raw: Raw = False
    browser: Browser = "auto"
    constants: Annotated[bool, Field(description="Also columns that say the same.")] = False


class ApplyRequest(PageRequest):
    """A page that a wrapper reads."""

    model_config = _with_example({"wrapper": "shop", "html": _LIST})
    wrapper: WrapperName
    raw: Raw = False
    browser: Browser = "auto"
    constants: Annotated[bool, Field(description="Also columns that say the same.")] = False


class _Several(_Body):
    pages: Annotated[list[PageRequest], Field(min_length=1, max_length=_MOST_PAGES)]
    browser: Browser = "auto"

    def facts(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {**super().facts(), "pages": [page.facts() for page in self.pages]}


class LearnRequest(_Several):
    """Pages of a site that a wrapper is learned from."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"name": "shop", "pages": [{"html": _LIST}]}]},
    )
    name: Annotated[str | None, Field(pattern=NAME, description="Keep it under this name.")] = None
    kind: Annotated[
        LearnKind | None, Field(description="A list a page, one thing a page, or one with lists.")
    ] = None
    detector: LearnerName = "auto"
    table: Annotated[int, Field(ge=1, le=100, description="The Nth table of a page.")] = 1
    path: Annotated[
        str | None, Field(description="The list that holds this node (XPath) of the first page.")
    ] = None
    names: Annotated[
        dict[str, str] | None, Field(description="Call columns otherwise: old -> new.")
    ] = None
    examples: Annotated[
        list[dict[str, str]] | None,
        Field(
            max_length=_MOST_EXAMPLES,
            description="Values of a few rows, by the names of their columns; "
            "of all rows of the pages for lr, hlrt, oclr, hoclrt, nlr and nhlrt.",
        ),
    ] = None
    corrections: CorrectionList = []
    more: Annotated[
        str | None, Field(pattern=NAME, description="Learn on: this wrapper, with more pages.")
    ] = None


class VerifyRequest(_Several):
    """Pages that a wrapper should fit."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"wrapper": "shop", "pages": [{"html": _LIST}]}]},
    )
    wrapper: WrapperName


class RepairRequest(VerifyRequest):
    """Pages that a wrapper is made to fit."""

    least: Annotated[
        float | None, Field(ge=0, le=1, description="How sure the repair must be.")
    ] = None
    save: Annotated[bool, Field(description="Keep it, or only say what it would do.")] = False


class CorrectRequest(_Body):
    """The corrections of a wrapper, all of them: those it had before are forgotten."""

    model_config = _with_example({"corrections": [{"change": "removed", "column": "image"}]})
    corrections: CorrectionList


class PreviewRequest(_Body):
    """A table of a kept page with corrections that are not kept anywhere yet."""

    model_config = _with_example(
        {"table": 1, "corrections": [{"change": "renamed", "column": "title", "name": "tool"}]}
    )
    table: Annotated[int, Field(ge=1, le=100, description="The Nth table.")] = 1
    path: Annotated[str | None, Field(description="The list that holds this node.")] = None
    wrapper: WrapperName | None = None
    detector: DetectorName = "auto"
    corrections: CorrectionList = []
    more: More = []
    offset: Annotated[int, Field(ge=0, le=10**9, description="Rows that are left out.")] = 0
    raw: Raw = False
    constants: Annotated[bool, Field(description="Also columns that say the same.")] = False


class PointRequest(PreviewRequest):
    """One right value of a cell; the column may be a new one."""

    model_config = _with_example({"row": 0, "column": "price", "value": "$1.50"})
    row: Annotated[int, Field(ge=0, le=10**9)]
    column: Annotated[str, Field(min_length=1, max_length=200)]
    value: Annotated[str, Field(min_length=1, max_length=20_000)]


class PairRequest(_Body):
    """The code that the studio shows."""

    model_config = _with_example({"code": "ABCD-EFGH"})
    code: Annotated[str, Field(min_length=1, max_length=40)]


class JobRequest(_Body):
    """Something to do for many pages."""

    model_config = _with_example({"kind": "run", "pages": [{"html": _LIST}]})
    kind: Annotated[JobKind, Field(description="run: apply if a wrapper is named, else extract.")]
    pages: Annotated[list[PageRequest], Field(min_length=1)]
    wrapper: WrapperName | None = None
    detector: LearnerName = "auto"
    every: Annotated[bool, Field(description="All tables of a page, not only the best.")] = False
    raw: Raw = False
    delay: Annotated[
        float, Field(ge=0, le=3600, description="Seconds between two requests to a host.")
    ] = 1.0
    most: Annotated[int, Field(ge=1, le=100_000, description="crawl: the most pages.")] = 1000
    details: Annotated[bool, Field(description="crawl: also read each record's page.")] = False
    ignore_robots: Annotated[bool, Field(description="Read what robots.txt forbids.")] = False
    browser: Browser = "auto"
    name: Annotated[
        str | None, Field(pattern=NAME, description="learn: keep the wrapper under it.")
    ] = None
    wrapper_kind: Annotated[LearnKind | None, Field(description="learn: list, detail or both.")] = (
        None
    )
    table: Annotated[int, Field(ge=1, le=100, description="learn: the Nth table.")] = 1
    least: Annotated[float | None, Field(ge=0, le=1, description="repair: how sure.")] = None
    save: Annotated[bool, Field(description="repair: keep the repaired wrapper.")] = False

    @model_validator(mode="after")
    def _finds_or_learns(self) -> JobRequest:
        if self.kind != "learn":
            _known_detector(self.detector)
        return self

    def facts(self) -> dict[str, Any]:
        """Return what the service takes."""
        facts = {**super().facts(), "pages": [page.facts() for page in self.pages]}
        del facts["kind"]
        if "wrapper_kind" in facts:
            facts["kind"] = facts.pop("wrapper_kind")
        return facts
