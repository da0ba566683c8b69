"""Turns the blocks of a post or an article into markup; a skin says how each kind looks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from html import escape

from example_spiders.demo_forum.model import Block
from example_spiders.demo_forum.site import link


class BlockMarkup(ABC):
    """Draws blocks one after another."""

    glue = "\n"

    def draw(self, blocks: Iterable[Block]) -> str:
        """The markup of the blocks."""
        return self.glue.join(map(self._one, blocks))

    @abstractmethod
    def text(self, block: Block) -> str:
        """A paragraph."""

    @abstractmethod
    def quote(self, block: Block) -> str:
        """Somebody else's words, with the line that says whose."""

    @abstractmethod
    def code(self, block: Block) -> str:
        """Lines of a program."""

    @abstractmethod
    def image(self, block: Block) -> str:
        """A picture with its caption."""

    @abstractmethod
    def spoiler(self, block: Block) -> str:
        """Words that are folded away."""

    def bullets(self, block: Block) -> str:
        """A list."""
        return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in block.items)}</ul>"

    def table(self, block: Block) -> str:
        """A table whose first row is its head."""
        head, *rows = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in block.rows]
        head = head.replace("<td>", "<th>").replace("</td>", "</th>")
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _one(self, block: Block) -> str:
        ways = {
            "text": self.text,
            "quote": self.quote,
            "code": self.code,
            "image": self.image,
            "spoiler": self.spoiler,
            "list": self.bullets,
            "table": self.table,
        }
        return ways[block.kind](block)


def linked_text(block: Block) -> str:
    """The block's text, escaped, with its links."""
    html = escape(block.text)
    for label, url in block.links:
        html = html.replace(escape(label), link(url, label, 'target="_blank"'), 1)
    return html
