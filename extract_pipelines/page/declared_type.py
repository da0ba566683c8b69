"""What a page says of itself that it is: a thread, an article, or a product on sale.

Vocabularies: https://schema.org in JSON-LD and microdata, https://ogp.me for ``og:type``.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.embedded_article import PRODUCTS, THREADS, read_article
from extract_pipelines.page.head import read_head
from extract_pipelines.page.memo import once_a_page

# What microdata say of what is sold. Templates give their pages the type for a name and a picture.
_SOLD: Final = frozenset(
    "offers price lowPrice priceCurrency availability sku mpn gtin gtin8 gtin12 gtin13 gtin14 brand"
    " manufacturer model aggregateRating ratingValue review reviews".split()
)


class DeclaredType(Enum):
    """What a page calls itself."""

    THREAD = "thread"
    ARTICLE = "article"
    PRODUCT = "product"


@once_a_page
def declared_type(page: Page) -> DeclaredType | None:
    """What the page calls itself; None if it says nothing of the kind.

    That it is a thread weighs more than all else: forums often call their threads articles, too.
    """
    embedded = read_article(page)
    types = {page.elements[node].get("itemtype", "") for node in page.flat.having("itemtype")}
    if embedded.says_thread or any(one.endswith(THREADS) for one in types):
        return DeclaredType.THREAD
    shared = shared_type(page)
    is_marked = any(one.endswith(PRODUCTS) for one in types) and _tells_of_goods(page)
    if embedded.says_product or "product" in shared or is_marked:
        return DeclaredType.PRODUCT
    return DeclaredType.ARTICLE if embedded.says_article or shared == "article" else None


def says_other(page: Page) -> bool:
    """Whether the page calls itself something else than a thread."""
    return declared_type(page) in (DeclaredType.ARTICLE, DeclaredType.PRODUCT)


def _tells_of_goods(page: Page) -> bool:
    """Whether a property in the page's microdata is one of goods."""
    return any(not _SOLD.isdisjoint(mark.split()) for mark in page.flat.values("itemprop").values())


def shared_type(page: Page) -> str:
    """What the page is called where it is shared: its ``og:type``, lower-cased; may be empty."""
    return read_head(page).meta.get("og:type", "").lower()
