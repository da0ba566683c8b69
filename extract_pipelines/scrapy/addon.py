"""The add-on: one line of settings puts all components into a project."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from pathlib import Path

from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings
from scrapy.settings.default_settings import ITEM_PROCESSOR, SCHEDULER
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.job import job_dir

from extract_pipelines.scrapy.downloadermiddlewares import PageRecorderMiddleware
from extract_pipelines.scrapy.exporters import (
    CsvExporter,
    JsonFeedExporter,
    SplittingCsvExporter,
    SplittingJsonExporter,
    SplittingJsonLinesExporter,
)
from extract_pipelines.scrapy.itemprocessor import ReleasingItemPipelineManager
from extract_pipelines.scrapy.monitorpipelines import MonitorPipeline
from extract_pipelines.scrapy.pipelines import (
    BodyPipeline,
    FieldsPipeline,
    FloorPipeline,
    RuleFilterPipeline,
    TemplatePipeline,
)
from extract_pipelines.scrapy.scheduler import JournalledScheduler
from extract_pipelines.scrapy.settings import ExtractSettings, SettingError
from extract_pipelines.scrapy.spidermiddlewares import PageItemMiddleware
from extract_pipelines.scrapy.startup import tell_errors_in_a_sentence
from extract_pipelines.scrapy.threadpipelines import ThreadPipeline

logger = logging.getLogger(__name__)

# Next to the engine: the recorder sees pages as the spider gets them (decompressed, redirected),
# and the items it makes pass no other spider middleware.
DOWNLOADER_MIDDLEWARES = {PageRecorderMiddleware: 40}
SPIDER_MIDDLEWARES = {PageItemMiddleware: 40}
# Before a project's own pipelines, which are commonly at 300 and more.
ITEM_PIPELINES: dict[type, int] = {
    TemplatePipeline: 100,
    RuleFilterPipeline: 110,
    FloorPipeline: 120,
    BodyPipeline: 130,
}
FEED_EXPORTERS = {"csv": CsvExporter, "jsonfeed": JsonFeedExporter}
SPLITTING_EXPORTERS = {
    **dict.fromkeys(("jsonlines", "jsonl", "jl"), SplittingJsonLinesExporter),
    "json": SplittingJsonExporter,
    "csv": SplittingCsvExporter,
}
# The spiders that come with the add-on, by name.
SPIDERS = {
    "articles": "extract_pipelines.scrapy.spiders.articles",
    "forum": "extract_pipelines.scrapy.spiders.forum",
}


class Addon:
    """``ADDONS = {"extract_pipelines.Addon": 300}`` is all that a project needs."""

    @classmethod
    def update_pre_crawler_settings(cls, settings: BaseSettings) -> None:
        """Let ``scrapy crawl`` find the spiders; the project's own of the same names stay."""
        known = get_spider_loader(settings).list()
        added = [module for name, module in SPIDERS.items() if name not in known]
        if added:
            modules = [*settings.getlist("SPIDER_MODULES"), *added]
            priority = settings.getpriority("SPIDER_MODULES")
            settings.set("SPIDER_MODULES", modules, "addon" if priority is None else priority)

    def update_settings(self, settings: BaseSettings) -> None:
        """Add the components, at priorities that the project may have set already.

        :raises NotConfigured: if EXTRACT_ENABLED is False
        :raises SettingError: if a setting is wrong, with a sentence that names it
        """
        tell_errors_in_a_sentence()
        chosen = ExtractSettings.from_settings(settings)
        if not chosen.enabled:
            raise NotConfigured("EXTRACT_ENABLED is False")
        _add_exporters(settings, split=chosen.split)
        own_pipelines = dict(ITEM_PIPELINES)
        if chosen.threads == "thread":
            own_pipelines[ThreadPipeline] = 140
        if chosen.monitor:
            own_pipelines[MonitorPipeline] = 150
        if chosen.fields:
            own_pipelines[FieldsPipeline] = 155
        for name, components in (
            ("DOWNLOADER_MIDDLEWARES", DOWNLOADER_MIDDLEWARES),
            ("SPIDER_MIDDLEWARES", SPIDER_MIDDLEWARES),
            ("ITEM_PIPELINES", own_pipelines),
        ):
            for component, priority in components.items():
                settings.setdefault_in_component_priority_dict(name, component, priority)
        if settings["ITEM_PROCESSOR"] == ITEM_PROCESSOR:
            settings.set("ITEM_PROCESSOR", ReleasingItemPipelineManager, "addon")
        else:
            logger.warning("ITEM_PROCESSOR is the project's own: no item is held for its template")
        _add_provider(settings)
        if _has_job(settings) and settings["SCHEDULER"] == SCHEDULER:
            settings.set("SCHEDULER", JournalledScheduler, "addon")


def _has_job(settings: BaseSettings) -> bool:
    """Whether there is a JOBDIR; it is made if it is not there.

    :raises SettingError: if it cannot be made, or is no folder
    """
    try:
        folder = job_dir(settings)
    except OSError as error:
        raise SettingError(f"JOBDIR cannot be made: {error}.") from None
    if folder and not Path(folder).is_dir():
        raise SettingError(f"JOBDIR must be a folder: {folder} is a file.")
    return folder is not None


def _add_exporters(settings: BaseSettings, *, split: bool) -> None:
    """Add to FEED_EXPORTERS as to the components: what is set there stays, at its priority."""
    own = settings.getdict("FEED_EXPORTERS")
    for name in SPLITTING_EXPORTERS.keys() & own.keys() if split else ():
        logger.warning("EXTRACT_SPLIT leaves %s feeds whole: FEED_EXPORTERS sets %r", name, name)
    exporters = {**FEED_EXPORTERS, **(SPLITTING_EXPORTERS if split else {}), **own}
    settings.set("FEED_EXPORTERS", exporters, settings.getpriority("FEED_EXPORTERS") or 0)


def _add_provider(settings: BaseSettings) -> None:
    """Let callbacks and page objects ask for items, where scrapy-poet is installed."""
    if find_spec("scrapy_poet"):
        from extract_pipelines.scrapy.poet import ArticleProvider, ThreadProvider  # noqa: PLC0415

        for one in (ThreadProvider, ArticleProvider):
            settings.setdefault_in_component_priority_dict("SCRAPY_POET_PROVIDERS", one, 1100)
