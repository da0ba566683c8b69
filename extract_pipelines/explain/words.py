"""Values, numbers, and the features of record groups, in words."""

from __future__ import annotations

# Characters of a value that are told.
LONGEST = 160
WORDS = {
    "count": "records (log2)",
    "alone": "share of elements of the shape with one date",
    "dated": "has a date in each record",
    "coverage": "share of the page's text in the records",
    "links_in": "share of the records' text in links",
    "sentences_in": "share of the records' text in sentences",
    "prose_share": "share of records with a sentence",
    "bare_share": "share of records with hardly a text",
    "length": "mean length of a record (log2)",
    "variation": "how varied the lengths are",
    "least_share": "shortest record over the mean",
    "middle_share": "middle record over the mean",
    "order": "dates follow each other",
    "distinct_dates": "share of dates that differ",
    "clock_share": "share of dates with a time of day",
    "relative_share": "share of dates such as '2 hours ago'",
    "unresolved_share": "share of dates without a value",
    "starts": "share of the page's text above the records",
    "ends": "share of the page's text below the records",
    "between": "share of the page's text between the records",
    "sentences_before": "sentences above the records, over those in them",
    "sentences_after": "sentences below the records, over those in them",
    "section": "longest section elsewhere, over the records' sentences",
    "below_title": "share of the text from the title to the records",
    "titled": "the title stands above the records",
    "links": "links in a record",
    "people": "share of records with a link to a person",
    "places": "share of records with a link to a place on the page",
    "pictures": "share of records with a picture",
    "controls": "share of records with a button or field",
    "headings": "share of records with a heading",
    "times": "share of records with a <time>",
    "elements": "elements in a record (log2)",
    "rows": "share of records that begin with a linked title",
    "rows_distinct": "share of those titles that differ",
    "rows_leaving": "share of records whose title leads to another page",
    "same_title": "share of records that begin with the page's title",
    "wide": "share of records that are wide rows of a table",
    "unique_links": "share of what differs in records that is linked",
    "repeated": "share of texts that most records have",
    "leaves": "texts in a record (log2)",
    "names": "share of records with a name by the date",
    "names_linked": "share of records with a linked name by the date",
    "names_distinct": "share of names that differ",
    "names_first": "share of records that begin with a name",
    "numbered": "numbers in the records rise by one",
    "numbered_first": "the first record has the number 1",
    "depth": "depth of the records",
    "root": "tag of the records",
    "unlike": "the records share no class",
    "across": "elements around the records (log2)",
    "run": "records of several siblings",
    "other_dates": "share of the page's dates outside the records",
    "before_dates": "share of the page's dates above the records",
    "rank": "rank among the groups",
    "score": "score of the rules",
    "best_score": "score of the rules, over the best",
    "larger": "share of groups with more records",
    "siblings": "share of records with one parent",
    "gap": "elements between the records, over theirs",
    "page_length": "text of the page (log2)",
    "page_links": "share of the page's text in links",
    "page_sentences": "share of the page's text in sentences",
    "forms": "fields for a long text on the page",
    "passwords": "fields for a password on the page",
    "claim": "what the page calls itself",
    "shared_type": "what the page is called where it is shared",
    "path_depth": "parts of the address",
    "words_of_path": "words in the address",
    "digits_of_path": "digits in the address",
    "has_query": "the address has a query",
    "repeat": "found by structure, not by dates",
    "floors": "records that say something",
    "kept": "share of records that say something",
    "signed": "share of records with an author",
    "writers": "share of authors that differ",
    "author_score": "odds of the author's place, a record",
    "author_links": "share of records with a linked author",
    "links_alike": "each author has one address",
    "author_length": "mean length of the authors",
    "in_title": "share of authors that stand in the page's title",
    "said": "share of the records' text that comes out",
    "empty": "share of records that say nothing",
    "said_length": "mean length of what comes out (log2)",
    "said_variation": "how varied what comes out is in length",
    "said_distinct": "share of bodies that differ",
    "with_prose": "sentences in the first lines of a body",
    "link_share": "links in a body, over its length",
    "images": "images in a body",
    "ids": "share of records with an id",
    "ids_distinct": "share of ids that differ",
    "permalinks": "share of records with an address of their own",
    "rising": "dates follow each other in what comes out",
    "resolved": "share of records with a date that has a value",
    "days": "share of days that differ",
    "quotes": "share of records with a quote",
    "named": "share of bodies that name another author",
    "odds": "log odds from the outside",
    "behind": "log odds behind the likeliest group",
    "stated": "the posts that the page's data tell of",
}


def clipped(value: object, longest: int = LONGEST) -> str:
    """The beginning of a value on one line."""
    text = " ".join(str(value)[: 4 * longest].split()) if value not in (None, [], "") else ""
    return text if len(text) <= longest else f"{text[:longest].rstrip()} …"


def counted(number: int, one: str) -> str:
    """So many of something: ``1 floor``, ``2 floors``."""
    return f"{number:,} {one}{'' if number == 1 else 's'}"


def in_words(name: str) -> str:
    """A feature in words; its name with spaces where there are none."""
    return WORDS.get(name, name.replace("_", " "))
