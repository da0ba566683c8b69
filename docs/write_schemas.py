"""Writes the JSON Schemas of what feeds hold, from the items: ``python docs/write_schemas.py``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from itemadapter import ItemAdapter

from extract_pipelines import Article, Floor, ForumThread
from extract_pipelines.scrapy.exporters import FLOOR_FIELDS, LEFT_OUT

FOLDER = Path(__file__).parent / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """The schemas by name: of a thread, an article, and a row of a feed with EXTRACT_SPLIT."""
    thread, article, floor = map(ItemAdapter.get_json_schema, (ForumThread, Article, Floor))
    shared = {
        f"thread_{name}" if name in FLOOR_FIELDS else name: told
        for name, told in thread["properties"].items()
        if name not in LEFT_OUT
    }
    row = {**thread, "properties": {**shared, **floor["properties"]}, "required": ["thread_url"]}
    return {
        name: {"$schema": DIALECT, "title": title, **schema}
        for name, title, schema in (
            ("thread", "ForumThread", thread),
            ("article", "Article", article),
            ("row", "A row of a feed with EXTRACT_SPLIT: a floor and its thread", row),
        )
    }


if __name__ == "__main__":
    for name, schema in schemas().items():
        text = json.dumps(schema, ensure_ascii=False, indent=2)
        (FOLDER / f"{name}.json").write_text(text + "\n", "utf-8")
