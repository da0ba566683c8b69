"""The words that dates are written with, in lower case, in the languages that forums use."""

from __future__ import annotations

from typing import Final, Literal

Label = Literal["posted", "edited", "joined", "active", "planned"]
Unit = Literal["second", "minute", "hour", "day", "week", "month", "year"]

# A "_" stands for the space in a name of two words.
_MONTHS = (
    (
        "jan january januar januari janvier janv enero ene gennaio gen janeiro января январь янв "
        "stycznia styczeń sty ocak oca ledna leden يناير جانفي كانون_الثاني"
    ),
    (
        "feb february februar februari février févr fév febrero febbraio fevereiro fev февраля "
        "февраль фев февр lutego luty lut şubat şub února únor úno فبراير فيفري شباط"
    ),
    (
        "mar march märz mär mrz mars marzo março maart mrt marts марта март мар marca marzec mart "
        "března březen bře مارس آذار اذار"
    ),
    (
        "apr april avril avr abril abr aprile апреля апрель апр kwietnia kwiecień kwi nisan nis "
        "dubna duben أبريل ابريل إبريل أفريل نيسان"
    ),
    "may mai mayo maggio mag maio mei maj мая май maja mayıs května květen kvě مايو ماي أيار ايار",
    (
        "jun june juni juin junio giugno giu junho июня июнь июн czerwca czerwiec cze haziran haz "
        "června červen يونيو جوان حزيران"
    ),
    (
        "jul july juli juillet juil julio luglio lug julho июля июль июл lipca lipiec lip temmuz "
        "tem července červenec يوليو جويلية تموز"
    ),
    (
        "aug august août aout agosto ago augustus augusti августа август авг sierpnia sierpień sie "
        "ağustos ağu srpna srpen srp أغسطس اغسطس أوت آب"
    ),
    (
        "sep sept september septembre septiembre setiembre settembre set setembro сентября "
        "сентябрь сен сент września wrzesień wrz eylül eyl září zář سبتمبر أيلول ايلول"
    ),
    (
        "oct october oktober okt octobre octubre ottobre ott outubro out октября октябрь окт "
        "października październik paź ekim eki října říjen říj أكتوبر اكتوبر "
        "تشرين_الأول تشرين_الاول"
    ),
    (
        "nov november novembre noviembre novembro ноября ноябрь ноя нояб listopada listopad lis "
        "listopadu kasım kas نوفمبر تشرين_الثاني"
    ),
    (
        "dec december dezember dez décembre déc decembre diciembre dic dicembre dezembro desember "
        "des декабря декабрь дек grudnia grudzień gru aralık ara prosince prosinec ديسمبر "
        "كانون_الأول كانون_الاول"
    ),
)
MONTHS: Final = {
    name.replace("_", " "): number
    for number, names in enumerate(_MONTHS, start=1)
    for name in names.split()
}
# Short names that are common words too: months only after the number of the day.
TRAILING_MONTHS: Final = frozenset("set out ago gen lis sie lut ara eki tem kas des mag".split())

# From Monday on.
_WEEKDAYS = (
    (
        "monday montag lundi lunes lunedì maandag poniedziałek понедельник måndag mandag pazartesi "
        "pondělí الاثنين 星期一 礼拜一 禮拜一 周一 週一 月曜日 월요일"
    ),
    (
        "tuesday dienstag mardi martes martedì dinsdag wtorek вторник tisdag tirsdag salı úterý "
        "الثلاثاء 星期二 礼拜二 禮拜二 周二 週二 火曜日 화요일"
    ),
    (
        "wednesday mittwoch mercredi miércoles mercoledì woensdag środa среда среду onsdag "
        "çarşamba středa الأربعاء 星期三 礼拜三 禮拜三 周三 週三 水曜日 수요일"
    ),
    (
        "thursday donnerstag jeudi jueves giovedì donderdag czwartek четверг torsdag perşembe "
        "čtvrtek الخميس 星期四 礼拜四 禮拜四 周四 週四 木曜日 목요일"
    ),
    (
        "friday freitag vendredi viernes venerdì vrijdag piątek пятница пятницу fredag cuma pátek "
        "الجمعة 星期五 礼拜五 禮拜五 周五 週五 金曜日 금요일"
    ),
    (
        "saturday samstag sonnabend samedi sábado sabato zaterdag sobota суббота субботу lördag "
        "lørdag cumartesi السبت 星期六 礼拜六 禮拜六 周六 週六 土曜日 토요일"
    ),
    (
        "sunday sonntag dimanche domingo domenica zondag niedziela воскресенье söndag søndag pazar "
        "neděle الأحد 星期日 星期天 礼拜天 禮拜天 周日 週日 日曜日 일요일"
    ),
)
WEEKDAYS: Final = {name: day for day, names in enumerate(_WEEKDAYS) for name in names.split()}
# These stand only beside a full date.
_SHORT_WEEKDAYS = (
    "mon mo lun пн pn seg",
    "tue tues di mar ma вт wt ter",
    "wed mi mer mié mie wo ср śr qua",
    "thu thur thurs do jeu jue gio чт czw qui",
    "fri fr ven vie vr пт pt sex",
    "sat sa sam sáb sab za сб sob",
    "sun so dim dom zo вс",
)
SHORT_WEEKDAYS: Final = {
    name: day for day, names in enumerate(_SHORT_WEEKDAYS) for name in names.split()
}

_DAYS_AGO = (
    (
        "today heute hoy aujourd'hui aujourd’hui oggi hoje сегодня vandaag dzisiaj dziś idag i_dag "
        "bugün dnes اليوم 今天 今日 오늘"
    ),
    (
        "yesterday gestern ayer hier ieri ontem вчера gisteren wczoraj igår i_går dün včera أمس "
        "昨天 昨日 어제"
    ),
    "vorgestern anteayer avant-hier позавчера eergisteren przedwczoraj 前天 一昨日 그저께",
)
DAYS_AGO: Final = {
    name.replace("_", " "): days for days, names in enumerate(_DAYS_AGO) for name in names.split()
}

_UNITS: Final[dict[Unit, str]] = {
    "second": "sec secs second seconds sek sekunde sekunden segundo segundos seconde secondes "
    "secondo secondi seconden секунду секунды секунд сек sekund sekundy sekundę sekunder saniye "
    "ثانية ثواني ثوان 秒 秒钟 秒鐘 초",
    "minute": "min mins minute minutes minuten minuto minutos minuti minuut минуту минуты минут "
    "мин minut minuty minutę minuter minutter dakika minutami دقيقة دقائق 分 分钟 分鐘 분",
    "hour": "hr hrs hour hours stunde stunden std hora horas heure heures ora ore час часа часов "
    "godz godzinę godziny godzin timme timmar time timer uur uren saat hodinou hodinami "
    "ساعة ساعات 小时 小時 个小时 個小時 時間 시간",
    "day": "day days tag tage tagen día días dia dias jour jours giorno giorni день дня дней "
    "dzień dni dag dagar dage dager dagen gün dnem dny يوم أيام 天 日 일",
    "week": "week weeks woche wochen semana semanas semaine semaines settimana settimane неделю "
    "недели недель tydzień tygodnie tygodni vecka veckor uge uger uke uker weken hafta týdny "
    "أسبوع أسابيع 周 週 星期 个星期 個星期 週間 주",
    "month": "month months monat monate monaten mes meses mois mese mesi mês месяц месяца "
    "месяцев miesiąc miesiące miesięcy månad månader måned måneder maand maanden ay měsíci "
    "شهر أشهر شهور 个月 個月 ヶ月 か月 カ月 개월 달",
    "year": "year years yr yrs jahr jahre jahren año años ano anos an ans année années anno anni "
    "год года лет rok lata lat år jaar yıl lety سنة سنوات 年 년",
}
UNITS: Final = {name: unit for unit, names in _UNITS.items() for name in names.split()}
# A number and one of these is a date only where it is the whole text.
SHORT_UNITS: Final[dict[str, Unit]] = {
    "s": "second",
    "m": "minute",
    "min": "minute",
    "h": "hour",
    "d": "day",
    "w": "week",
    "mo": "month",
    "y": "year",
}

AND: Final = "and und et y e en и i och og a ve و".split()
AGO_AFTER: Final = "ago назад temu sedan siden geleden fa atrás önce 前 之前 以前 전".split()
# German "her" is an English word too, so it is "ago" only after a German unit.
HER: Final = "her"
HER_UNITS: Final = frozenset(
    "sek sekunde sekunden min minute minuten std stunde stunden tag tage woche wochen monat monate "
    "jahr jahre".split()
)
AGO_BEFORE: Final = ("vor", "hace", "il y a", "há", "před", "منذ", "قبل")
ONE: Final = "a an one einer einem einen un una une um uma uno".split()
# Spans of time that need no number before "ago".
ONE_UNITS: Final[dict[str, Unit]] = {
    "минуту": "minute",
    "час": "hour",
    "день": "day",
    "неделю": "week",
    "месяц": "month",
    "год": "year",
}
HALF_HOUR: Final = ("半小时", "半小時", "半个小时", "半個小時", "half an hour")
JUST_NOW: Final = (
    *("just now", "right now", "a moment ago", "moments ago", "a few seconds ago"),
    *("gerade eben", "soeben", "ahora mismo", "à l'instant", "à l’instant", "только что"),
    *("刚刚", "剛剛", "刚才", "剛才", "たった今", "방금"),
)

BEFORE_NOON: Final = ("上午", "早上", "早晨", "凌晨", "清晨", "午前", "오전", "am", "ص")
AFTER_NOON: Final = ("下午", "晚上", "傍晚", "中午", "午後", "오후", "pm", "م")
# The times that Django writes as words.
NAMED_TIMES: Final = {
    **dict.fromkeys("noon mittag midi mediodía mezzogiorno middag полдень".split(), 12),
    **dict.fromkeys(
        "midnight mitternacht minuit medianoche mezzanotte middernacht полночь".split(), 0
    ),
}
# Between a time and its day.
ON: Final = "on am den le du el del il op em dne dnia".split()
# Between a day and its time.
AT: Final = (
    *"at um à á às alle ore om kl. kl klo в о o v u saat الساعة في".split(),
    *("a las", "alle ore", "г.", "г. в", "г в"),
)

LABELS: Final[dict[Label, tuple[str, ...]]] = {
    "posted": (
        *("posted", "wrote", "written", "published", "submitted", "created", "replied"),
        *("geschrieben", "verfasst", "gepostet", "erstellt", "veröffentlicht"),
        *("publié", "posté", "écrit", "publicado", "escrito", "enviado", "pubblicato", "postado"),
        *("написано", "опубликовано", "добавлено", "отправлено", "napisano", "geplaatst"),
        *("发表于", "发表时间", "发表", "發表於", "發表時間", "發表", "发布于", "发布时间", "发布"),
        *("發布於", "發布時間", "發佈於", "发帖时间", "发帖于", "回复于", "回复", "回覆於", "回覆"),
        *("投稿日時", "投稿日", "投稿", "작성일", "작성"),
    ),
    "edited": (
        *(
            "edited",
            "last edit",
            "modified",
            "updated",
            "bearbeitet",
            "geändert",
            "modifié",
            "édité",
        ),
        *("editado", "modificato", "изменено", "отредактировано", "редактировалось"),
        *(
            "本帖最后由",
            "本帖最後由",
            "最后由",
            "最後由",
            "最后编辑",
            "最後編輯",
            "编辑于",
            "編輯於",
        ),
        *("编辑", "編輯", "最后修改", "修改于", "修改", "編集", "수정"),
    ),
    "joined": (
        *("joined", "join date", "member since", "registered", "registration date"),
        *("registriert", "dabei seit", "mitglied seit", "angemeldet seit", "inscrit"),
        *("membre depuis", "inscription", "registrado", "miembro desde", "membro desde"),
        *("iscritto", "membro dal", "зарегистрирован", "регистрация", "dołączył", "lid sinds"),
        *("注册时间", "注册日期", "注册于", "注册", "註冊時間", "註冊日期", "註冊", "加入时间"),
        *("登録日", "가입일", "가입"),
    ),
    "active": (
        *("last seen", "last active", "last activity", "last visit", "last visited"),
        *("last login", "last online", "zuletzt online", "zuletzt aktiv", "zuletzt gesehen"),
        *("letzter besuch", "letzte aktivität", "dernière visite", "dernière activité"),
        *("última visita", "ultimo accesso", "был в сети", "последний визит"),
        *("последнее посещение", "最后登录", "最後登錄", "最后访问", "上次访问", "上次登录"),
        *("最后活动", "最後活動"),
    ),
    "planned": (
        *("start date", "starts", "due date", "due", "deadline", "target date", "expires"),
        *("beginn", "fällig", "abgabedatum", "frist", "échéance", "vencimiento", "scadenza"),
        *(
            "дата начала",
            "срок",
            "срок завершения",
            "开始日期",
            "截止日期",
            "计划完成日期",
            "期限",
            "期日",
        ),
    ),
}
