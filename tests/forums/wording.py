"""The vocabulary forum posts are put together from, one ``Wording`` for each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """Parts of sentences of one language, and what its members say besides."""

    members: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    """Columns: one choice out of each, side by side, makes a sentence."""
    gap: str
    """What stands between the columns, and between sentences."""
    short: tuple[str, ...]
    link_leads: tuple[str, ...]
    link_labels: tuple[str, ...]
    pictures: tuple[str, ...]
    code: tuple[str, ...]
    signatures: Mapping[str, str]
    """Of some of the members; lines whose breaks matter."""


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|"))


ENGLISH = Wording(
    members=("hollyhock", "Mudlark77", "fern.and.fork", "BarrowWheel", "t_weaver", "oldspade"),
    gap=" ",
    parts=(
        _split(
            "Since Easter|Before breakfast today|On the second try|During the storm"
            "|Three weekends ago|For no reason I can name|While the kettle boiled"
            "|Against all advice|In a dry year|Just after we had paid for it"
        ),
        _split(
            "the north greenhouse|our oldest ladder|a borrowed wheelbarrow|the lower pond"
            "|my sister's compost heap|the rain gauge|one of the plum trees|the committee"
            "|a whole row of leeks|the garden hose|their scarecrow|the tool shed"
        ),
        _split(
            "lost a hinge|leaned over|gave up|came back to life|needed two people|froze solid"
            "|turned green|attracted wasps|surprised everybody|went missing"
        ),
        _split(
            "beside the gate|under the hawthorn|in plain sight|at the far end of plot nine"
            "|between the bean rows|behind the water butt|near the bonfire|next to the bench"
        ),
        _split(
            "and nobody has touched it yet.|which I had not expected at all."
            "|so we tied it down with twine.|but the neighbours only laughed."
            "|and I would do it the same way again.|though it cost us a full afternoon."
            "|or is that quite normal?|because the soil there is mostly clay."
            "|and the photographs do not do it justice.|until somebody fetched a bucket."
        ),
    ),
    short=_split("+1|Thanks!|Same here.|Sorted now.|Lovely.|Any news?|No idea."),
    link_leads=_split("It is all explained in|I go by|Compare this with"),
    link_labels=_split("the society's leaflet|an old seed catalogue|this weather diary"),
    pictures=_split("the bed from above|a close look at the leaves|the finished gate"),
    code=(
        "for bed in range(4):\n    print(bed, rain[bed] * area[bed])",
        "week 1: sow\nweek 3: thin out\nweek 9: pick",
        "litres = height * width * depth / 1000",
    ),
    signatures={
        "hollyhock": "Plot nine, heavy clay, north wind.",
        "Mudlark77": "There is no bad weather, only unlabelled seeds.\nAlso: I have spare twine.",
        "BarrowWheel": "+1",
        "oldspade": "Sent from my shed",
    },
)

GERMAN = Wording(
    members=("Weichenwart", "rangierlok", "Jörg_H0", "Nebenbahnerin", "Schotterbett", "kabelbaum5"),
    gap=" ",
    parts=(
        _split(
            "Seit dem Umzug|Gestern Abend|Beim ersten Probelauf|Trotz neuer Kontakte"
            "|Nach dem Lackieren|Ohne jede Vorwarnung|Bei feuchtem Wetter|Im Keller"
            "|Zum Glück nur einmal|Wie schon im Vorjahr"
        ),
        _split("ruckelt|klemmt|hakt|wackelt|surrt|flackert|streikt|entgleist|überrascht mich"),
        _split(
            "der alte Güterwagen|die Drehscheibe|das Stellwerk|mein Trafo|die hintere Weiche"
            "|der Schienenbus|eine geliehene Lok|das Brückenmodell|die Oberleitung"
            "|der Prellbock|unsere Vereinsanlage|das Signal"
        ),
        _split(
            "hinter dem Lokschuppen|auf der Steigung|neben dem Bahnsteig|kurz vor dem Tunnel"
            "|in jeder engen Kurve|am unteren Abzweig|beim Anfahren|direkt vor den Gästen"
        ),
        _split(
            ", obwohl ich alles geölt habe.|, was niemand erklären kann."
            "|, und der Händler zuckt nur mit den Schultern.|, deshalb baue ich es jetzt um."
            "|, aber im Stand läuft alles ruhig.|, oder liegt das an der Spannung?"
            "|, bis man den Stecker einmal dreht.|, das kenne ich so nicht."
            "|, und genau das gefällt mir daran.|, also warten wir lieber auf das Ersatzteil."
        ),
    ),
    short=_split("Danke!|+1|Dito.|Hat geklappt.|Schön geworden!|Weiß ich nicht.|Gibt es Neues?"),
    link_leads=_split("Näheres steht in|Ich halte mich an|Vergleiche dazu"),
    link_labels=_split("der Bauanleitung von damals|diese Maßtabelle|einen Bericht vom Vereinstag"),
    pictures=_split("die Anlage von oben|das Getriebe, geöffnet|der fertige Bahnsteig"),
    code=(
        "while gleis_frei(3):\n    weiche.stellen(links)\n    warte(2)",
        "Adresse 17: Licht\nAdresse 18: Rauch\nAdresse 19: Pfiff",
        "ohm = spannung / strom",
    ),
    signatures={
        "Weichenwart": "Grüße aus dem Stellwerk",
        "Jörg_H0": "Spur H0, Epoche III, digital seit 1998.\nEin Bahnhof ist nie fertig.",
        "Schotterbett": "Wer langsam fährt, sieht mehr.",
    },
)

CHINESE = Wording(
    members=("山雀飞过", "芦苇荡", "望远镜二号", "walker_lin", "清晨五点", "苍鹭"),
    gap="",
    parts=(
        _split("上周末|天刚亮的时候|下过雨以后|第二次去那里|每年这个季节|出门前|午饭后|说来奇怪，"),
        _split(
            "那只白鹭|一群斑鸠|我的旧三脚架|几只小䴙䴘|邻居家的孩子|向导老周"
            "|新买的雨衣|两只红隼|队里的新人|那条木栈道"
        ),
        _split(
            "在水库边上|在山脊背风处|就在公园门口|在芦苇丛后面|离公路不远|在废弃的茶园里|在桥下|在半山亭旁"
        ),
        _split(
            "停了很久|忽然不见了|引来不少人|差点掉进水里|叫个不停|晒着太阳|让大家等了一个钟头"
            "|派上了用场|变了样子|打破了安静"
        ),
        _split(
            "，可惜相机没电了。|，我到现在还记得。|，有人知道原因吗？|，下次要带够热水。"
            "|，书上可不是这么写的。|，同行的朋友都笑了。|，所以我们决定绕道走。"
            "|，照片晚上再整理。|，比去年早了十来天。|，后来雾就散开了。"
        ),
    ),
    short=_split("顶|沙发|谢谢楼主|同问|已收藏|+1|好看！|学习了"),
    link_leads=_split("详细内容请看|我参考的是|可以对照一下"),
    link_labels=_split("这份鸟类名录|去年的路线记录|保护区的公告"),
    pictures=_split("湿地全景|巢的近照|雨后的山路"),
    code=(
        "数量 = 早上 + 傍晚\n平均 = 数量 / 天数",
        "06:10 集合\n07:40 到达观鸟台\n11:00 返回",
        "focal = 400\nshutter = 1 / (2 * focal)",
    ),
    signatures={
        "山雀飞过": "看鸟不扰鸟",
        "望远镜二号": "器材：8×42，三脚架，一壶热茶。\n不借。",
        "walker_lin": "走得慢，看得多",
        "苍鹭": "顶",
    },
)
