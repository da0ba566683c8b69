"""Read any forum or article site without per-site selectors: page - template = content."""

from typing import TYPE_CHECKING, Any

from extract_pipelines.items import Article, Floor, ForumThread, PageItem
from extract_pipelines.page import Page
from extract_pipelines.site.extract import Site, extract

if TYPE_CHECKING:
    from extract_pipelines.scrapy.addon import Addon

__all__ = ["Addon", "Article", "Floor", "ForumThread", "Page", "PageItem", "Site", "extract"]
__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """Import the add-on when it is asked for: the core works where no Scrapy is imported."""
    if name == "Addon":
        from extract_pipelines.scrapy.addon import Addon  # noqa: PLC0415

        return Addon
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names: modules that happen to be imported are not among them."""
    return sorted([*__all__, "__version__", "__doc__", "__name__", "__path__"])
