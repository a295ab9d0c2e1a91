"""Downloads: a worker writes the file, which is sent in pieces and then removed."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from fastapi.responses import FileResponse
from pydantic import AfterValidator, Field, WithJsonSchema
from starlette.background import BackgroundTask

from windrow.service.rows import DOWNLOADS
from windrow.service.service import Service

__all__ = ["FormatName", "downloaded"]

_MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "sqlite": "application/vnd.sqlite3",
    "db": "application/vnd.sqlite3",
}


def _known_format(name: str) -> str:
    if name not in DOWNLOADS:
        raise ValueError(f"there is no format {name[:40]}; there are {', '.join(DOWNLOADS)}")
    return name


FormatName = Annotated[
    str,
    AfterValidator(_known_format),
    WithJsonSchema({"type": "string", "enum": [*DOWNLOADS]}),
    Field(description="The ending of the file."),
]


async def downloaded(
    service: Service, facts: Mapping[str, Any], name: str, format: str
) -> FileResponse:
    """Return a file with the table of a page, or the rows of a job."""
    folder = tempfile.mkdtemp(prefix="download-", dir=service.home.folder)
    try:
        target = Path(folder) / f"records.{format}"
        await asyncio.wrap_future(service.ask("download", {**facts, "target": str(target)}))
        # A table without columns makes no valid workbook.
        target.touch()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    stem = re.sub(r"[^\w.-]+", "-", Path(name).stem).strip("-.")[:80] or "records"
    gone = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    media = _MEDIA.get(format, "application/octet-stream")
    return FileResponse(target, media_type=media, filename=f"{stem}.{format}", background=gone)
