"""Read any forum or article site without per-site selectors: page - template = content."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from extract_pipelines.items import Article, Floor, ForumThread, PageItem
    from extract_pipelines.page import Page
    from extract_pipelines.scrapy.addon import Addon
    from extract_pipelines.site.extract import Site, extract
    from extract_pipelines.site.options import Options

__all__ = [
    "Addon",
    "Article",
    "Floor",
    "ForumThread",
    "Options",
    "Page",
    "PageItem",
    "Site",
    "extract",
]
__version__ = "0.2.0"

# The modules that the public names stand in.
_MODULES = {
    "Addon": "scrapy.addon",
    "Article": "items",
    "Floor": "items",
    "ForumThread": "items",
    "Options": "site.options",
    "Page": "page",
    "PageItem": "items",
    "Site": "site.extract",
    "extract": "site.extract",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is asked for.

    Every command of Scrapy imports the package, to know its commands; the core needs no Scrapy.
    """
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    """The public names: modules that happen to be imported are not among them."""
    return sorted([*__all__, "__version__", "__doc__", "__name__", "__path__"])
