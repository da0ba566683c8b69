"""What the spiders share: arguments that are checked at the start, settings of their own."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from scrapy import Spider
from scrapy.settings import BaseSettings

from extract_pipelines.scrapy.addon import Addon
from extract_pipelines.scrapy.internals import end_with_an_error, stop_at_start
from extract_pipelines.scrapy.settings import ExtractSettings, SettingError
from extract_pipelines.scrapy.startup import tell_errors_in_a_sentence
from extract_pipelines.url import is_web_address

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

# Why a crawl ends that has a wrong argument.
WRONG_ARGUMENT = "wrong_argument"
PACKAGE = __name__.partition(".")[0]
# What Scrapy's own middlewares look for on a spider that need not have it.
READ_BY_SCRAPY = frozenset(
    "allowed_domains download_timeout handle_httpstatus_list http_auth_domain http_pass http_user"
    " user_agent".split()
)


# How the spiders treat a site. A setting of the project is more urgent, as are those of a command.
POLITE = {"AUTOTHROTTLE_ENABLED": True, "ROBOTSTXT_OBEY": True}


class CheckedSpider(Spider):
    """A spider that says in one sentence each what is wrong with its arguments, and stops.

    No page is asked for then, the crawl's ``finish_reason`` is ``wrong_argument``, and commands of
    Scrapy exit with 1. The add-on is on for it, whether or not the project's settings name it.

    It obeys robots.txt and throttles itself, unless the project says otherwise. The
    ``custom_settings`` of a subclass are added to those of the spider that it is derived from.

    An argument that is not known is wrong, too. A subclass may read arguments that it does not
    declare, as Scrapy makes attributes of all: there it is only warned of.

    :ivar refusals: the sentences; add to them with `refuse`
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.refusals: list[str] = []
        for name, value in kwargs.items():
            if not self._is_known(name):
                self._tell_unknown(name, str(value))

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Called by Scrapy."""
        settings.setdict(POLITE, "addon")
        for each in reversed(cls.__mro__):
            settings.setdict(vars(each).get("custom_settings") or {}, "spider")
        super().update_settings(settings)
        add_component(settings, "ADDONS", Addon, 300)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Called by Scrapy.

        :raises SettingError: if EXTRACT_ENABLED is False, as nothing would read the pages; or if a
            setting is wrong
        """
        tell_errors_in_a_sentence()  # this is before the add-on
        if not ExtractSettings.from_settings(crawler.settings).enabled:
            raise SettingError(f"EXTRACT_ENABLED = False leaves the pages of {cls.name} unread.")
        spider = super().from_crawler(crawler, *args, **kwargs)
        for refusal in spider.refusals:
            spider.logger.error("%s", refusal)
        if spider.refusals:
            end_with_an_error(crawler)
            stop_at_start(crawler, WRONG_ARGUMENT)
        return spider

    @classmethod
    def _is_known(cls, name: str) -> bool:
        """Whether something reads an argument; those of Scrapyd begin with an underscore."""
        return name.startswith("_") or name in READ_BY_SCRAPY or hasattr(cls, name)

    @classmethod
    def _parameters(cls) -> list[str]:
        """The names of the arguments that the class and those that it is derived from declare."""
        own = [each for each in cls.__mro__ if each not in Spider.__mro__]
        declared = [one for each in own for one in signature(each).parameters.values()]
        return sorted({one.name for one in declared if one.kind is Parameter.POSITIONAL_OR_KEYWORD})

    def _tell_unknown(self, name: str, value: str) -> None:
        why = f"{self.name} has no such argument; there are {', '.join(self._parameters())}"
        if type(self).__module__.partition(".")[0] == PACKAGE:
            self.refuse(name, value, why)
        else:
            self.logger.warning("-a %s=%s: %s", name, value, why)

    def refuse(self, name: str, value: str, why: str) -> None:
        """Take an argument for wrong.

        :param why: what follows the argument in the sentence
        """
        self.refusals.append(f"-a {name}={value}: {why}")

    def web_address(self, name: str, value: str) -> str:
        """The value of an argument that is a web page's address."""
        if not is_web_address(value):
            self.refuse(name, value, "this is no address of a web page, as https://forum.example/")
        return value

    def whole_number(self, name: str, value: str | int) -> int:
        """The value of an argument that counts something; 0 if it is wrong."""
        text = str(value).strip()
        if text.isascii() and text.isdecimal():
            return int(text)
        self.refuse(name, str(value), "this is no whole number from 0 on")
        return 0


def add_component(settings: BaseSettings, name: str, component: type, priority: int) -> None:
    """Let a spider's component join those of the project, which may have given it a priority.

    :param name: the setting that lists such components
    """
    settings.setdefault_in_component_priority_dict(name, component, priority)
    # Where the project's settings are as urgent, they replace the spider's when the crawl begins.
    settings.set(name, settings.getdict(name), "spider")
