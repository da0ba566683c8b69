"""``python -m extract_pipelines`` is ``scrapy extract``."""

from __future__ import annotations

import sys

from scrapy.cmdline import execute
from scrapy.utils.project import get_project_settings


def main() -> None:
    """Run the command."""
    settings = get_project_settings()
    # It is found where the package stands in a folder and is not installed, too.
    if not settings["COMMANDS_MODULE"]:
        settings.set("COMMANDS_MODULE", "extract_pipelines.scrapy.commands")
    execute(["scrapy", "extract", *sys.argv[1:]], settings)


if __name__ == "__main__":
    main()
