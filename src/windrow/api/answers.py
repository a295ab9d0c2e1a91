"""The bodies of answers, for OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from windrow.service.jobs import JobKind, JobState
from windrow.wrap.repair import ChangeKind
from windrow.wrap.template import WrapperKind

__all__ = [
    "AboutAnswer",
    "CodeAnswer",
    "FailuresAnswer",
    "Health",
    "JobAnswer",
    "JobsAnswer",
    "LearnAnswer",
    "ListAtAnswer",
    "ListsAnswer",
    "NextAnswer",
    "NodeAtAnswer",
    "PageAnswer",
    "PagesAnswer",
    "PointAnswer",
    "PreviewAnswer",
    "Problem",
    "RepairAnswer",
    "ReportAnswer",
    "RowsAnswer",
    "TablesAnswer",
    "TokenAnswer",
    "WrapperAnswer",
    "WrappersAnswer",
]


class ProblemFacts(BaseModel):
    """What went wrong, and what to do about it."""

    type: str
    message: str
    hint: str | None


class Problem(BaseModel):
    """An error."""

    error: ProblemFacts


class Health(BaseModel):
    """The service is running."""

    status: str
    version: str


class AboutAnswer(BaseModel):
    """What the service can do."""

    version: str
    browser: Annotated[bool, Field(description="Pages can be shown in a browser.")]
    detectors: list[str]
    learners: Annotated[list[str], Field(description="Systems that only learn wrappers.")]
    formats: Annotated[list[str], Field(description="In which tables can be downloaded.")]
    types: Annotated[list[str], Field(description="What columns can be.")]


class CodeAnswer(BaseModel):
    """A code that pairs an extension with the service."""

    code: str
    seconds: Annotated[int, Field(description="How long it is valid.")]


class TokenAnswer(BaseModel):
    """The token, for `Authorization: Bearer TOKEN`."""

    token: str


class ColumnAnswer(BaseModel):
    """A column of a table."""

    name: str
    type: str
    fit: Annotated[float, Field(description="The share of values that fit the type.")] = 1.0


class TableAnswer(BaseModel):
    """A table: rows in page order; a cell is text, a number, a list of rows, or null."""

    score: float
    region: str
    detector: str
    columns: list[ColumnAnswer]
    rows: list[dict[str, Any]]
    nodes: Annotated[list[list[str]], Field(description="XPaths of each record's root nodes.")]


class TablesAnswer(BaseModel):
    """The tables of a page, best first, as `windrow extract --format jsonl` prints them."""

    page: str
    tables: list[TableAnswer]
    reason: str | None


class PageAnswer(BaseModel):
    """A kept page."""

    id: str
    name: str
    url: str | None
    size: int
    picture: bool
    boxes: bool
    used: float


class PagesAnswer(BaseModel):
    """The newest pages."""

    pages: list[PageAnswer]


class MarkAnswer(BaseModel):
    """A record, or a cell of it: nodes, and the box if a browser was used."""

    row: int
    column: Annotated[
        int | None, Field(description="Index into names; null for the record itself.")
    ]
    paths: list[str]
    box: Annotated[list[float] | None, Field(description="Left, top, right, bottom in pixels.")]


class ListAnswer(BaseModel):
    """A list of a page with its table, and where its records and cells are."""

    table: TableAnswer
    names: list[str]
    hidden: bool
    marks: list[MarkAnswer]


class ListsAnswer(BaseModel):
    """The lists of a page, best first."""

    page: str
    title: str
    size: list[float] | None
    lists: list[ListAnswer]
    reason: str | None


class ListAtAnswer(BaseModel):
    """The smallest list that holds a node."""

    list: ListAnswer | None


class NodeAtAnswer(BaseModel):
    """The node that is drawn at a point of a page, and its text."""

    path: Annotated[str | None, Field(description="Its XPath; null if nothing is drawn there.")]
    says: str


class NextAnswer(BaseModel):
    """Where a list continues, as `windrow next` prints it, and the node that leads there."""

    next: str | None
    onward: str | None
    kind: str | None
    score: float
    reason: str
    path: str | None


class PreviewAnswer(TablesAnswer):
    """A table with corrections; *names* are the columns that can be changed."""

    names: list[str]


class PointAnswer(BaseModel):
    """All corrections of a table, with new ones that give the right value."""

    corrections: list[dict[str, Any]]


class WrapperColumnAnswer(BaseModel):
    """A column of a wrapper; how well values fit the type depends on the page."""

    name: str
    type: str
    label: str
    fill: float
    samples: list[str]
    constant: bool


class WrapperAnswer(BaseModel):
    """What a wrapper has learned."""

    name: str
    path: Annotated[str | None, Field(description="Its file, for `windrow apply`.")]
    kind: WrapperKind
    pages: int
    records: list[int]
    detector: str
    columns: list[WrapperColumnAnswer]
    corrections: list[dict[str, Any]]


class LearnAnswer(WrapperAnswer):
    """What was learned, and the wrapper file itself."""

    file: str


class WrappersAnswer(BaseModel):
    """The kept wrappers."""

    wrappers: list[WrapperAnswer]


class ReportAnswer(BaseModel):
    """Whether a wrapper still fits, as `windrow verify --format json` prints it."""

    wrapper: str
    healthy: bool
    reasons: list[str]
    records: int
    usual_records: list[int]
    columns: list[dict[str, Any]]
    pages: list[dict[str, Any]]
    repair: dict[str, Any] | None


class ChangeAnswer(BaseModel):
    """What a repair does to a column, and how sure it is."""

    name: str
    change: ChangeKind
    sure: float
    before: str
    after: str
    doubts: list[str]


class RepairAnswer(BaseModel):
    """What a repair did or would do; *refused* says why it was refused."""

    refused: str | None
    confidence: float
    how: str | None = None
    pages: int | None = None
    columns: list[ChangeAnswer] = []
    saved: bool
    before: str
    after: str | None


class JobAnswer(BaseModel):
    """A job and its progress."""

    id: str
    kind: JobKind
    state: JobState
    created: float
    started: float | None
    ended: float | None
    request: dict[str, Any]
    progress: dict[str, Any]
    result: Any
    error: ProblemFacts | None


class JobsAnswer(BaseModel):
    """The newest jobs."""

    jobs: list[JobAnswer]


class RowAnswer(BaseModel):
    """A row of a job: where it comes from, and its cells."""

    page: str
    table: int
    record: int
    nodes: str
    cells: dict[str, Any]


class RowsAnswer(BaseModel):
    """Some rows of a job; *next_offset* is null at the end."""

    total: int
    offset: int
    next_offset: int | None
    rows: list[RowAnswer]


class FailureAnswer(BaseModel):
    """A page that failed."""

    page: str
    type: str
    message: str


class FailuresAnswer(BaseModel):
    """Some pages of a job that failed."""

    total: int
    offset: int
    next_offset: int | None
    rows: list[FailureAnswer]
