"""Chinese names of people, as they are written: a surname and one or two characters."""

from __future__ import annotations

import re
from typing import Final

# The most common surnames, simplified and traditional, and those of two characters.
_SURNAMES = (
    "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧"
    "曹彭曾肖蕭萧田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范金石廖贾賈夏"
    "韦韋付傅方白邹鄒孟熊秦邱江尹薛闫閻阎段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯"
    "常温康施牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申欧歐耿关關兰蘭焦俞左柳甘祝包宁寧"
    "尚符舒阮柯纪紀梅童凌毕畢单單季裴霍涂成苗谷盛曲翁冉骆駱蓝藍路游辛靳管柴蒙鲍鮑华華喻祁蒲房滕屈饶饒解牟"
    "艾尤阳陽时時穆农農司卓古吉缪繆简簡车車项項连連芦蘆麦麥褚娄婁窦竇戚岑景党黨宫宮费費卜冷晏席卫衛柏闵閔胥"
)
_LONG_SURNAMES = "欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 公孙 慕容 司徒 夏侯 令狐"
HAN: Final = r"\u4e00-\u9fff"
_ONE = (
    rf"(?:(?:{'|'.join(_LONG_SURNAMES.split())})[{HAN}]{{1,2}}"
    rf"|[{_SURNAMES}][{HAN}]{{1,2}}|[{_SURNAMES}][ \u3000]{{1,3}}[{HAN}](?![{HAN}]))"
)
# A name ends where the text does, or before what its bearer did: reported, photographed, compiled.
_END = rf"(?:(?![{HAN}])|(?=报道|報道|报导|摄影|攝影|摄|整理|综合|编译))"
# A name in a text, or several with spaces or commas between them.
HAN_NAMES: Final = rf"{_ONE}{_END}(?:[ \u3000、，,]{{1,3}}{_ONE}{_END})*"
_SPREAD = re.compile(rf"(?<![{HAN}])([{HAN}])[ \u3000]+([{HAN}])(?![{HAN}])")
_ALL = re.compile(HAN_NAMES)


def are_han_names(text: str) -> bool:
    """Whether the text is nothing but names of people, by their surnames."""
    return _ALL.fullmatch(text) is not None


def closed_up(names: str) -> str:
    """Names without the space that makes one of two characters as wide as one of three."""
    return _SPREAD.sub(r"\1\2", names)
