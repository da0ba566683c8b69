"""What a forum tells around the text of a post: its subject above, its files below."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from extract_pipelines import Page, extract
from extract_pipelines.items import ForumThread
from extract_pipelines.posts.bodies.body_elements import mentions_beside
from extract_pipelines.posts.bodies.chosen_lines import choose_lines
from extract_pipelines.posts.bodies.line_features import LINE_NAMES
from extract_pipelines.posts.bodies.record_lines import lines_of_record
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.records import Record
from extract_pipelines.posts.views.views import view_of
from tests.pages import CHROME, THREADS, thread_page

TITLE = "Noisy gearbox"
TEXT = "The second gear whines as soon as the oil is warm, and only uphill."


def said(below: str = "", above: str = "") -> list[str]:
    posts = [(author, date, f"{above}{text}{below}") for author, date, text in THREADS[TITLE]]
    posts[0] = THREADS[TITLE][0]
    item = extract(thread_page(TITLE, posts), "https://a.example/thread/1")
    return [floor.own_text for floor in getattr(item, "floors", [])]


def added(below: str = "", above: str = "") -> str:
    """What the second post of a thread says, where it alone has something above or below."""
    posts = list(THREADS[TITLE])
    author, date, text = posts[1]
    posts[1] = (author, date, f"{above}{text}{below}")
    item = extract(thread_page(TITLE, posts), "https://a.example/thread/1")
    assert isinstance(item, ForumThread)
    return item.floors[1].own_text


def alone(title: str, text: str) -> str:
    """What the only post of a thread says."""
    (author, date, _), *_ = THREADS[TITLE]
    page = thread_page(title, [(author, date, text)])
    item = extract(page, "https://a.example/thread/1", page_type="thread")
    assert isinstance(item, ForumThread)
    return item.floors[0].own_text


@pytest.mark.parametrize(
    "below",
    [
        '<dl><dt><a href="/f/9">gear.zip</a></dt><dd>(1.35 KiB) Downloaded 458 times</dd></dl>',
        '<dl><dd><img src="/f/9"> The gear.jpg (3.61 Mio) Consulté 12465 fois</dd></dl>',
        '<div><a href="/f/9">gear.png</a> (23.44 kB, 640x480 - viewed 123 times.)</div>',
        '<p><a href="/f/9">gear.zip</a> (53.7 KB, 下载次数: 12)</p>',
        '<p><a href="/f/9">шум.rar</a> (12,3 Кб) 45 скачиваний</p>',
        '<dl><dd><p><a href="/f/9">gear.jpg</a></p><p>366 KB, 下载次数: 5</p></dd></dl>',
        '<ul><li><div><a href="/f/9">gear.jpg</a></div>90.2 KB · Views: 12</li></ul>',
        '<ul><li><a href="/8">g.pdf</a> (33,8 КБ)</li><li><a href="/9">b.zip</a> (4 MB)</li></ul>',
        '<div>Файл ( Кол-во скачиваний: 12 )<br><a href="/9">шум.rar</a> (580 Кбайт)</div>',
        '<p><a href="/9">gear.png</a></p><p>image/png</p><p>476 KiB</p><p>8 mal geladen</p>',
        '<div><a href="/8">g.pdf</a></div>12 kB<div><a href="/9">b.zip</a></div>476 KiB',
        '<h4>All:</h4><a href="/9">b.zip</a><dl><dt>Đọc:</dt><dd>9</dd><dt>Size:</dt></dl>2 MB',
        '<br>b.zip<p>Info:</p><p><a href="/9">Get</a></p><p>Größe:</p><p>2 MB</p><p>9 mal</p>',
        '<fieldset><legend>Attached Files</legend><a href="/9">b.zip</a> (8 KB) Read: 4</fieldset>',
        '<p><b>Csatolt fájl(ok)</b></p><p><a href="/9">b.zip</a> ( 8.3k ) Letöltések: 14</p>',
        '<p>Attachments:</p><p><a href="/9">b.zip</a> (8 KB)</p>',
        '<p>Вложения</p><a href="/9">b.zip</a> (Размер: 21.4 KB / Загрузок: 44)',
        '<div><b>Datoteka</b> ( Broj preuzimanja: 51 )<br><a href="/9">b.zip</a></div>',
        '<fieldset><legend>Attached Thumbnails</legend><a href="/9"><img src="9"></a></fieldset>',
        '<a href="/9.jpg"><img src="9"><p><b>IMG_9</b><i>1920×1080 212 KB</i></p></a>',
        '<p><a href="/9">b.zip</a></p><p>366 KB, 下载次数: 5</p><p>售价: 2 金币</p>',
    ],
)
def test_files_and_how_often_they_were_read_are_no_text(below: str) -> None:
    assert said(below) == [text for _, _, text in THREADS[TITLE]]


@pytest.mark.parametrize(
    "below",
    [
        '<div>本文附件:<div><a href="/8">g.pdf</a></div><div><a href="/9">b.zip</a></div></div>',
        '<div>添付ファイル：<a href="/8">g.pdf</a> (81920 バイト)</div>',
        '<div>첨부파일 : <a href="/8">g.pdf</a></div>',
        '<div>附件: <em>您所在的用户组无法下载附件，请<a href="/login">登录</a></em></div>',
        '<br><img src="/zip.gif"> <a href="/8">点击浏览该文件：g.pdf</a>',
        '<table><tr><th>Bilaga<th>Storlek<tr><td><a href="/9">b.zip</a><td>366 KB</table>',
        '<p>Вкладення:</p><p><a href="/9">g.png</a>, 88,1 кб, 640 x 480<br>Завантажень: 4</p>',
        '<p><a href="/9">b.zip</a> ( 214.3 килобайт ) Кол-во скачиваний: 8</p>',
        '<div>Вложения:<ul><li><a href="/8">g.pdf <i>(455KB)</i></a></li></ul></div>',
    ],
)
def test_linked_names_behind_a_word_for_files_are_no_text(below: str) -> None:
    assert added(below) == THREADS[TITLE][1][2]


@pytest.mark.parametrize(
    "marked",
    ['class="messageSignature"', 'class="Signature"', 'class="p-2" data-role="memberSignature"'],
)
def test_what_is_marked_as_a_signature_is_no_text(marked: str) -> None:
    assert added(f"<div {marked}>Rust never sleeps.</div>") == THREADS[TITLE][1][2]


@pytest.mark.parametrize("line", ["Attachments: I lost all.", "Anhang: gear.zip", "附件: 在哪里？"])
def test_words_for_files_begin_a_text_where_no_link_is_behind_them(line: str) -> None:
    assert added(f"<br>{line}").endswith(line)


def test_a_file_above_the_buttons_of_a_post_is_no_text() -> None:
    texts = [
        "Which oil do you use? It has been so since last year, and nobody knows why it is.",
        "I had it repaired, and it is still too loud.<br>File: <a href='/f/9'>b.zip</a> (2 KB)",
        "Mine did so, too, and the oil was old.",
        "Thanks, I will look at it.",
    ]
    posts = "".join(
        f'<div><a href="/u/{n}">Anna{n}</a><br>2020-05-0{n} 10:1{n}<br>{text}<br>'
        f'(<a href="/a/{n}">Quote</a> <a href="/b/{n}">Report</a>)</div>'
        for n, text in enumerate(texts, 1)
    )
    item = extract(f"<title>Noise</title><h1>Noise</h1>{posts}", "https://a.example/thread/1")
    assert isinstance(item, ForumThread)
    assert "b.zip" not in item.floors[1].own_text


@pytest.mark.parametrize(
    "line",
    [
        "The disk of the old one (40 GB) had two partitions, and 3 of the games were on it.",
        "It has 16 GB and 32 GB.",
        "16 GB, RTX 3060",
        "I cut 2 of the pictures (about 400 kB each).",
        "setup.exe (12 MB)",
        '<a href="/9">setup.exe</a> 12 MB is too big for 2 of them.',
    ],
)
def test_sizes_that_somebody_tells_are_text(line: str) -> None:
    assert added(f"<p>{line}</p>") == f"{THREADS[TITLE][1][-1]}\n{re.sub('<[^>]*>', '', line)}"


def test_markup_that_a_script_keeps_in_a_hidden_box_is_no_text() -> None:
    kept = quote('<a href="/9.jpg"><img src="/9.jpg" width="800" alt="The gear"></a>')
    box = f'<div style="display: none">{kept}</div>'
    assert said(above=box) == [text for _, _, text in THREADS[TITLE]]


@pytest.mark.parametrize(
    "lines",
    [
        ["setup.exe", "12 MB"],
        ["setup.exe", "It has:", "12 files, and none of them is bigger than the others are."],
        ["setup.exe (Error: 12)"],
    ],
)
def test_names_and_sizes_that_are_no_links_are_text(lines: list[str]) -> None:
    said_first = THREADS[TITLE][1][-1]
    below = "".join(f"<p>{line}</p>" for line in lines)
    assert added(below) == "\n".join([said_first, *lines])


MARKS = ["Re: ", "标 题：", "Ответ: ", "Temat postu: "]


@pytest.mark.parametrize("mark", MARKS)
def test_the_title_of_the_thread_with_a_mark_before_it_is_no_text(mark: str) -> None:
    assert said(above=f"<div>{mark}{TITLE}</div>") == [text for _, _, text in THREADS[TITLE]]


@pytest.mark.parametrize("mark", ["", *MARKS])
def test_a_title_with_a_colon_in_it_is_no_text(mark: str) -> None:
    title = "Noise in the cold : any idea?"
    assert alone(title, f"<div>{mark}{title}</div><div>{TEXT}</div>") == TEXT


def test_the_title_of_the_thread_in_an_element_of_its_own_is_no_text() -> None:
    title = "The noise in the gearbox that no oil of any make takes away for long"
    assert alone(title, f"<div>{title}</div><p>{TEXT}</p>") == TEXT


@pytest.mark.parametrize("text", [f"<p>{TITLE}</p><p>{TEXT}</p>", f"<p>{TITLE}<br>{TEXT}</p>"])
def test_a_text_may_begin_with_the_title_of_its_thread(text: str) -> None:
    assert alone(TITLE, text).startswith(TITLE)


@pytest.mark.parametrize("counts", [" (Read 191 times)", "[1961阅/10回]", "（阅读：20）"])
def test_the_title_of_a_thread_and_how_often_it_was_read_is_no_text(counts: str) -> None:
    assert alone(TITLE, f"<div>Topic: {TITLE}{counts}</div><div>{TEXT}</div>") == TEXT


def test_the_subject_of_a_post_is_no_text_though_the_page_s_title_has_more() -> None:
    """As PunBB has it: "(Page 1)" stands behind the title, which has a colon of its own."""
    title = "Boîte bruyante : une idée ?"
    (author, date, _), *_ = THREADS[TITLE]
    page = thread_page(title, [(author, date, f"<h4>Topic: {title}</h4><div>{TEXT}</div>")])
    page = page.replace(f"<title>{title}", f"<title>{title} (Page 1) — Repairs")
    item = extract(page, "https://a.example/thread/1", page_type="thread")
    assert isinstance(item, ForumThread)
    assert item.floors[0].own_text == TEXT


@pytest.mark.parametrize("line", ["Topic: {} (I am back)", "Topic: {} (12) and more", "{} (12)"])
def test_a_line_with_a_title_and_something_else_is_text(line: str) -> None:
    said_first = line.format(TITLE)
    assert alone(TITLE, f"<p>{said_first}</p><p>{TEXT}</p>") == f"{said_first}\n{TEXT}"


def test_another_line_with_a_mark_before_it_is_text() -> None:
    line = "Re: your gearbox"
    assert added(above=f"<p>{line}</p>").startswith(line)


@pytest.mark.parametrize("call", ["<p>{}</p>", "{}<br>", "<p>{}<br></p>"])
def test_whom_a_post_calls_is_text(call: str) -> None:
    called = call.format('<a href="/member/bergfex">@<bdi>bergfex</bdi></a>')
    assert added(above=called) == f"@bergfex\n{THREADS[TITLE][1][-1]}"
    text = f"<div>{called}<p>{TEXT}</p></div><div><a href='/m/9'>@kestrel</a> likes this</div>"
    page = Page(f"<h1>{TITLE}</h1><div><b>oldowl</b> 2023-03-01 10:15 {text}</div>", "https://a.b/")
    analysis = analyse(page)
    record = Record(2, len(page.tags), analysis.dates.mentions[0])
    lines = lines_of_record(page, view_of(page, record, analysis), set())
    own = {number for number, line in enumerate(lines) if line.text == TEXT}
    assert [lines[number].text for number in mentions_beside(page, lines, own)] == ["@bergfex"]


def test_a_date_that_a_text_begins_with_is_no_time_of_its_post() -> None:
    line = "Changes of 28.12.2023:"
    assert added(above=f"<p>{line}</p>").startswith(line)


CODE = {
    "phpBB": '<div class="codebox"><p>Code: <a href="#">Select all</a></p><code>{}</code></div>',
    "SMF": '<div class="codeheader">Code: <a href="#">[Select]</a></div><code>{}</code>',
    "vBulletin": '<div><div class="smallfont">PHP Code:</div><pre class="alt2">{}</pre></div>',
    "phpBB 2": "<table><tr><td><b>Código:</b></td></tr><tr><td class='code'>{}</td></tr></table>",
    "Invision": '<div class="codetop">CODE</div><div class="codemain">{}</div>',
    "Discuz": "<div><span>复制内容到剪贴板</span><h5>代码:</h5><code>{}</code></div>",
    "a link before the word": "<div><a href='/f/1'>Herunterladen</a><b>Quelltext:</b>"
    "<div class='code'><pre>{}</pre></div></div>",
    "SMF 2.1": '<div class="codeheader">Code <a href="#">Select</a> <a href="#">Expand</a></div>'
    '<code class="bbc_code">{}</code>',
    "Discuz X": '<div class="blockcode"><div id="code_Ic"><ol><li>{}</ol></div>'
    "<em>复制代码</em></div>",
    "Discuz 5": '<div><div class="right"><a href="###">[Copy to clipboard]</a></div>CODE:</div>'
    '<div id="code0">{}</div>',
    "within the box": '<div class="htmlcode"><b>以下内容为程序代码:</b><br>{}</div>',
    "another language": '<div class="codebox"><p>الكود: <a href="#">تحديد الكل</a></p>'
    "<pre><code>{}</code></pre></div>",
    "GeSHi": "<div><div>C++<a href='#'>Выделить код</a></div><div><pre>{}</pre></div></div>",
}


@pytest.mark.parametrize("code", CODE.values(), ids=CODE)
def test_what_software_writes_above_code_is_no_text(code: str) -> None:
    found = added(code.format("G0 X10 Y20"))
    assert found == f"{THREADS[TITLE][1][-1]}\nG0 X10 Y20"


@pytest.mark.parametrize("line", ["My code:", "Code like this has no end:", "The code, as it was:"])
def test_what_somebody_says_of_code_is_text(line: str) -> None:
    found = added(f"<p>{line}</p><pre>G0 X10 Y20</pre>")
    assert found == f"{THREADS[TITLE][1][-1]}\n{line}\nG0 X10 Y20"


@pytest.mark.parametrize(
    "below",
    [
        "<p><span>浏览</span><span>(312)</span></p><p><span>点赞</span><span>(5)</span></p><p>收藏</p>",
        "<p><a href='#'>点赞(5)</a> <a href='#'>回复</a> <a href='#'>举报</a></p>",
        "<p>Views: 312</p>",
    ],
)
def test_buttons_with_counts_below_a_text_are_none(below: str) -> None:
    assert added(below) == THREADS[TITLE][1][2]


@pytest.mark.parametrize("line", ["Thanks", "评分: 9", "Reply: I have 3", "print(3)"])
def test_words_of_buttons_end_a_text_where_no_button_has_a_count(line: str) -> None:
    assert added(f"<p>{line}</p>").endswith(line)


def test_a_link_to_a_page_above_code_is_text() -> None:
    link = "<p><a href='/tools/9'>https://tools.example/9</a></p>"
    found = added(f"{link}<div>Code:</div><pre>G0 X10 Y20</pre>")
    assert found == f"{THREADS[TITLE][1][-1]}\nhttps://tools.example/9\nG0 X10 Y20"


def test_a_short_line_beside_code_in_a_box_of_more_than_code_is_text() -> None:
    said = "<p>Try this:</p><pre>G0 X10 Y20</pre>"
    more = "<p>It works on mine, and on that of my neighbour, who has the same one as you do.</p>"
    found = added(f'<div class="codeforum-post">{said}{more}</div>')
    assert "Try this:" in found


def marked(mark: str) -> list[str]:
    """What the posts of a thread say that all begin with a mark."""
    posts = [(author, date, f"{mark}{text}") for author, date, text in THREADS[TITLE]]
    item = extract(thread_page(TITLE, posts), "https://a.example/thread/1")
    assert isinstance(item, ForumThread)
    return [floor.body for floor in item.floors]


@pytest.mark.parametrize(
    "above",
    [
        '<a href="#c12">¶</a> ',
        '<a href="https://a.example/thread/1#c12">#</a> ',
        '<p><a href="#c12">§</a></p>',
        '<a href="#c12">¶</a><a href="#top">↑</a> ',
    ],
)
def test_a_mark_that_leads_to_the_place_of_its_post_is_no_text(above: str) -> None:
    assert marked(above) == [text for *_, text in THREADS[TITLE]]


@pytest.mark.parametrize(
    ("above", "mark"),
    [
        ('<a href="#c12">1</a> ', "1"),
        ('<a href="/board/9">¶</a> ', "¶"),
        ('<a href="/thread/2#c12">¶</a> ', "¶"),
        ("¶ ", "¶"),
    ],
)
def test_what_is_no_mark_of_a_place_on_the_page_is_text(above: str, mark: str) -> None:
    assert marked(above) == [f"{mark} {text}" for *_, text in THREADS[TITLE]]


def test_a_mark_that_leads_to_a_place_is_text_where_nothing_else_is_said() -> None:
    posts = list(THREADS[TITLE])
    author, date, _ = posts[-1]
    posts[-1] = (author, date, '<a href="#c12">↑</a>')
    item = extract(thread_page(TITLE, posts), "https://a.example/thread/1")
    assert isinstance(item, ForumThread)
    assert item.floors[-1].body == "↑"


ENDED_POST = """<li class=""><div id="post-{2}"><a name="post-{2}"></a><div><div>
<div><a href="/u/{0}"><img src="/a/{0}.png" alt=""></a></div><div><a href="/u/{0}">{0}</a></div>
<div><a href="/p/{2}">#</a> <span>{2} Mar, 2023 10:15</span></div><div></div></div></div>
<div><div>{1}<div><a href="/reply?to={2}">quote</a></div></div></div><div></div></div></li>"""


def test_a_link_that_says_the_same_in_all_posts_is_a_button() -> None:
    texts = [
        f"It took me {count} evenings to find out what was wrong with it, and in the end it was"
        f" only a screw that had come loose.\nAfter that I cleaned the {part} and put it back."
        for count, part in enumerate(("lamp", "pump", "hinge", "fan"), start=2)
    ]
    texts += ["+1", "Agreed, mine was the same."]
    names = ("oldowl", "redshift", "mjones", "kestrel", "alice", "bergfex")
    posts = "".join(
        ENDED_POST.format(name, text.replace("\n", "<br/><br/>"), number)
        for number, (name, text) in enumerate(zip(names, texts, strict=True), start=3)
    )
    page = CHROME.format(title=TITLE, content=f"<h2>{TITLE}</h2><ul>{posts}</ul>")
    item = extract(page, "https://a.example/thread/1")
    assert [floor.own_text for floor in getattr(item, "floors", [])] == texts


def test_the_copy_of_a_post_in_the_form_to_edit_it_is_no_text() -> None:
    form = '<div><form action="/edit/{0}"><textarea name="text"><p>{1}</p></textarea></form></div>'
    posts = [
        (author, date, f"{text}{form.format(number, text)}")
        for number, (author, date, text) in enumerate(THREADS[TITLE])
    ]
    item = extract(thread_page(TITLE, posts), "https://a.example/thread/1")
    floors = getattr(item, "floors", [])
    assert [floor.own_text for floor in floors] == [text for _, _, text in THREADS[TITLE]]


EDITED_IN_PLACE = """<article><p>by <a href="/u/{0}">{0}</a> at {1}</p><form action="/edit">
<div>{2}</div><div style="display:none"><textarea name="text">{2}</textarea><button>Save</button>
<div>Loading preview...</div></div></form><p><a href="#">permalink</a></p></article>"""


def test_a_post_within_the_form_to_edit_it_is_text() -> None:
    posts = "".join(EDITED_IN_PLACE.format(*post) for post in THREADS[TITLE])
    page = CHROME.format(title=TITLE, content=f"<h2>{TITLE}</h2>{posts}")
    item = extract(page, "https://a.example/thread/1", page_type="thread")
    floors = getattr(item, "floors", [])
    assert [floor.own_text for floor in floors] == [text for _, _, text in THREADS[TITLE]]


def test_code_that_a_post_has_in_a_field_to_be_copied_is_text() -> None:
    code = "<textarea readonly>make gearbox ; make test_gearbox</textarea>"
    assert said(code)[1].endswith("make gearbox ; make test_gearbox")


def test_posted_by_before_a_name_on_the_line_of_the_text_is_none_of_it() -> None:
    posts = "".join(
        f'<li><small>posted by <a href="/u/{author}">{author}</a> on {date}</small> {text}</li>'
        for author, date, text in THREADS[TITLE]
    )
    page = CHROME.format(title=TITLE, content=f"<h2>{TITLE}</h2><ul>{posts}</ul>")
    item = extract(page, "https://a.example/thread/1", page_type="thread")
    said_by = [(floor.author, floor.own_text) for floor in getattr(item, "floors", [])]
    assert said_by == [(author, text) for author, _, text in THREADS[TITLE]]


LABELLED = """<div><a><img src="/a.svg"></a><div><h4><div><a><i></i></a></div><span><small>by
<a href="/u/{0}">{0}</a> at {1}</small></span></h4><span>{2}<div><form><div><label>Body*</label>
<div><textarea></textarea></div></div></form></div></span></div></div>"""


def test_the_label_of_a_field_below_all_posts_is_no_text() -> None:
    said_by = [post for posts in THREADS.values() for post in posts]
    said_by += [("erin", "2023-03-08 12:00", "+1"), ("farouk", "2023-03-09 12:30", "Thanks!")]
    posts = "".join(LABELLED.format(*post) for post in said_by)
    page = CHROME.format(title=TITLE, content=f"<h2>{TITLE}</h2>{posts}")
    item = extract(page, "https://a.example/thread/1", page_type="thread")
    floors = getattr(item, "floors", [])
    assert [floor.own_text for floor in floors] == [text for _, _, text in said_by]


def test_what_all_posts_say_is_their_text_where_they_say_nothing_else() -> None:
    alike = {"alike": 1.0, "compared": 5.0, "present": 1.0, "in_best": 1.0}
    same = tuple(alike.get(name, 0.0) for name in LINE_NAMES)
    other = tuple(float(name == "in_best") for name in LINE_NAMES)
    assert choose_lines({0: same}, {0: 2.0}) == {0}
    assert choose_lines({0: other, 1: same}, {0: 2.0, 1: 2.0}) == {0}


@pytest.mark.parametrize("mark", ["(edited)", "(modifié)", "（已编辑）", "(bearbeitet)"])
def test_a_mark_that_a_text_was_edited_is_no_part_of_it(mark: str) -> None:
    texts = [text for _, _, text in THREADS[TITLE]]
    assert said(f"<div><span>{mark}</span></div>") == texts


@pytest.mark.parametrize("mark", ["(edited)", "(modifié)", "（已编辑）", "(bearbeitet)"])
def test_a_mark_on_the_line_of_a_text_that_it_was_edited_is_no_part_of_it(mark: str) -> None:
    assert added(f'<span title="3 May 2023 10:15">{mark}</span>') == THREADS[TITLE][1][2]
    assert added(f" {mark}") == f"{THREADS[TITLE][1][2]} {mark}"


@pytest.mark.parametrize(
    "note",
    [
        "(This post was last modified: 02-23-2025, 01:23 PM by Anna.)",
        "(Последнее редактирование: 23.02.2025, 13:23 пользователем Anna. Причина: опечатки)",
        "This reply was modified 1 year ago by Anna.",
        "Edited 3 hours ago by Anna",
    ],
)
def test_who_edited_a_text_and_when_is_none_of_it(note: str) -> None:
    text = THREADS[TITLE][1][2]
    assert added(f"<br>{note}") == text
    assert added(above=f"{note}<br>") == text
    assert added("<br>Edited 3 hours ago: it was the clutch").startswith(f"{text}\nEdited")


def test_more_than_a_mark_of_an_edit_is_text() -> None:
    assert added("<p>(edited the list)</p>").endswith("(edited the list)")


@pytest.mark.parametrize(
    "number",
    ['<div><a href="#p9{}">#{}</a></div>', "<p>{1} 楼</p>", "<div>No. {1}</div>"],
)
@pytest.mark.parametrize("step", [1, -1, 3])
def test_what_numbers_the_posts_is_no_text(number: str, step: int) -> None:
    posts = [
        (author, date, number.format(place, 40 + step * place) + text)
        for place, (author, date, text) in enumerate(THREADS["Which solder for brass"])
    ]
    item = extract(thread_page("Which solder for brass", posts), "https://a.example/thread/2")
    said = [floor.own_text for floor in item.floors]
    assert said == [text for _, _, text in THREADS["Which solder for brass"]]


def test_a_game_of_counting_is_text() -> None:
    posts = [(f"player{n}", f"2023-03-0{n} 10:1{n}", f"{n + 100}") for n in range(1, 9)]
    item = extract(
        thread_page("Let us count", posts), "https://a.example/thread/4", page_type="thread"
    )
    assert [floor.own_text for floor in item.floors] == [f"{n + 100}" for n in range(1, 9)]


def test_a_word_for_files_that_none_is_below_is_text() -> None:
    assert added("<p>Attached files</p>") == f"{THREADS[TITLE][1][2]}\nAttached files"


BOX = """<table><tr><td><b>{caption}</b></td></tr><tr><td class="code">{code}</td></tr></table>"""


@pytest.mark.parametrize("caption", ["Code:", "Kod:", "Código:"])
def test_code_in_a_table_between_texts_is_text(caption: str) -> None:
    box = BOX.format(caption=caption, code="turn --left 4<br>turn: done")
    text = THREADS[TITLE][1][2]
    assert added(f"{box}That is all.") == f"{text}\nturn --left 4\nturn: done\nThat is all."
    assert added(box) == f"{text}\nturn --left 4\nturn: done"


def test_a_box_named_for_code_far_from_a_text_is_none_of_it() -> None:
    posts = [
        (author, date, f"{text}</div></div></div></td></tr><tr><td class='code'>Share 77")
        for author, date, text in THREADS[TITLE]
    ]
    item = extract(thread_page(TITLE, posts), "https://a.example/thread/1")
    assert isinstance(item, ForumThread)
    assert [floor.own_text for floor in item.floors] == [text for _, _, text in THREADS[TITLE]]


@pytest.mark.parametrize(
    "template",
    [
        '<div class="sub">{start}</div><div class="say">{text}</div>',
        '<h3 class="sub">{start}</h3><div class="say"><p>{text}</p></div>',
    ],
)
def test_a_subject_made_of_the_first_words_of_a_post_is_no_text(template: str) -> None:
    posts = [
        (author, date, template.format(start=" ".join(text.split()[:3]), text=text))
        for author, date, text in [*THREADS[TITLE], ("alice", "2023-03-03 08:00", "Same here.")]
    ]
    item = extract(thread_page(TITLE, posts), "https://a.example/thread/1")
    own = [floor.own_text for floor in item.floors]
    assert own == [*(text for _, _, text in THREADS[TITLE]), "Same here."]
