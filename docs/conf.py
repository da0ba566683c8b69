"""How Sphinx builds the documents: ``make docs``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import extract_pipelines

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

project = "extract_pipelines"
author = "extract_pipelines developers"
version = release = extract_pipelines.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["_build"]
html_theme = "sphinx_rtd_theme"
html_theme_options = {"navigation_depth": 2}
html_extra_path = ["schemas"]
html_show_copyright = False
html_copy_source = True
html_show_sourcelink = True

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline"]

default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
# A drawing, and lines of a log: no language that Pygments knows.
suppress_warnings = ["misc.highlighting_failure"]
copybutton_exclude = ".linenos, .go"


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", link_to_results)
    app.connect("build-finished", write_llms_txt)


def link_to_results(app: Sphinx, name: str, source: list[str]) -> None:
    """Links to files of results, which code hosts show, lead to the pages of the site with them."""
    for file in ("RESULTS", "TRIED"):
        source[0] = source[0].replace(f"](../benchmarks/{file}.md", f"]({file.lower()}.md")


def write_llms_txt(app: Sphinx, error: Exception | None) -> None:
    """List the pages for language models (llmstxt.org): in the site's order, with what they say."""
    if error or app.builder.format != "html":
        return
    assert app.env
    listed = [f"# {project} {release}", "", f"> {_opening(app, app.config.root_doc)}", ""]
    for name in app.env.toctree_includes[app.config.root_doc]:
        title = app.env.titles[name].astext()
        listed.append(f"- [{title}](_sources/{name}.md.txt): {_opening(app, name)}")
    Path(app.outdir, "llms.txt").write_text("\n".join(listed) + "\n", "utf-8")


def _opening(app: Sphinx, name: str) -> str:
    """The first sentence of a page."""
    assert app.env
    from docutils.nodes import paragraph  # noqa: PLC0415

    first: nodes.paragraph | None = next(app.env.get_doctree(name).findall(paragraph), None)
    text = " ".join(first.astext().split()) if first else ""
    return text.partition(". ")[0].rstrip(".:") + "."
