"""Texts behind a box that ended the paragraph around them."""

from extract_pipelines import Page, Site

NAMES = ("Anna", "Bob", "Carl", "Dora")
TEXTS = (
    "The gearbox makes a strange noise.<br><ul><li>Only in the morning</li></ul>The oil is new.",
    "Mine did the same for a year.<br>A new seal helped.",
    "Try this:<br><pre>drain --all</pre>and fill it up again, slowly.",
    "Thanks, that was it. The noise is gone since Monday.",
)


def thread() -> str:
    posts = "".join(
        f'<li class="post"><h4>2024-03-0{day} 10:15:00 <a href="/user/{day}">{name}</a></h4>'
        f'<p>{text}</p><div class="signed">Never trust a quiet engine</div></li>'
        for day, name, text in zip(range(1, 5), NAMES, TEXTS, strict=True)
    )
    return f"<title>Noise</title><h1>Noise</h1><ul>{posts}</ul>"


def test_the_text_behind_a_box_belongs_to_its_paragraph() -> None:
    item = Site().extract(Page(thread(), "https://forum.example/thread/7"))
    bodies = [floor.body for floor in item.floors]
    assert bodies[0].endswith("Only in the morning\nThe oil is new.")
    assert bodies[2].endswith("drain --all\nand fill it up again, slowly.")
    assert not any("quiet engine" in body for body in bodies)


def test_a_row_of_links_behind_a_box_does_not() -> None:
    links = '<pre>drain --all</pre><a href="/reply/3">Reply</a> <a href="/report/3">Report</a>'
    page = thread().replace("<pre>drain --all</pre>and fill it up again, slowly.", links)
    item = Site().extract(Page(page, "https://forum.example/thread/7"))
    assert "Report" not in item.floors[2].body
