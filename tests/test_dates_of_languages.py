"""What software writes beside dates in many languages: edits, visits, and how long ago."""

from __future__ import annotations

from datetime import datetime

import pytest

from benchmarks.languages import is_known
from extract_pipelines import Page
from extract_pipelines.posts.quotes.edit_notes import is_bare_note
from extract_pipelines.text.dates import find_date

NOW = datetime(2024, 3, 5, 12, 0)
EDITS = [
    "Modifié en dernier par Anna le 05 mars 2024, 10:15, modifié 2 fois.",
    "Editado pela última vez por Anna em 05 Mar 2024, 10:15, em um total de 2 vezes.",
    "Editado pela última vez por Anna em 05 Mar 2024, 10:15, num total de 1 vez.",
    "A hozzászólást 2 alkalommal szerkesztették, utoljára Anna 2024. 03. 05. 10:15-kor.",
    "Senest rettet af Anna 05 mar 2024, 10:15, rettet i alt 2 gange.",
    "Sist endret av Anna den 05 mar 2024, 10:15, endret 2 ganger.",
    "Τελευταία επεξεργασία από Anna την 05 Μαρ 2024, 10:15; έχει επεξεργαστεί 2 φορές συνολικά",
    "Последна промяна от Anna на 05 мар 2024, 10:15, променено общо 2 пъти.",
    "Zadnji put uređivao Anna dana 05 ožu 2024, 10:15, uređivano ukupno 2 puta.",
    "Nazadnje spremenil Anna, dne 05.03.2024 10:15, skupaj popravljeno 2 krat.",
    "最後に編集したユーザー Anna [ 2024年3月05日(火) 10:15 ], 累計 2 回",
    "上次由 Anna 在 2024-03-05 10:15，总共编辑 2 次。",
    "2024-03-05 10:15에 Anna 님이 마지막으로 수정함, 총 2 번 수정됨",
    "آخرین ويرايش توسط Anna on 05 مارس 2024, 10:15, ويرايش شده در 2.",
    "נערך לאחרונה על ידי Anna ב 05 מרץ 2024, 10:15, נערך 2 פעמים בסך הכל.",
    "แก้ไขล่าสุดโดย Anna เมื่อ 05 มี.ค. 2024, 10:15, แก้ไขไปแล้ว 2 ครั้ง.",
    "Sửa lần cuối bởi Anna vào ngày 05/03/2024, 10:15 với 2 lần sửa.",
    "Terakhir diubah oleh Anna pada 05 Mar 2024, 10:15, total pengubahan 2 kali.",
    "Editat per darrera vegada per Anna el 05 març 2024, 10:15, en total s'ha editat 2 vegades.",
    "Poslední změna: 05.03.2024 10:15 od Anna",
    "Poslední úprava: 05. března 2024, 10:15 uživatelem Anna",
    "Ostatnia zmiana: Marzec 05, 2024, 10:15 wysłana przez Anna",
    "Laatste bewerking: 05 maart 2024, 10:15 door Anna",
    "Letzte Änderung: 05. März 2024, 10:15 von Anna",
    "Este post foi modificado pela última vez em: 05-03-2024, 10:15 por Anna.",
    "Ultima modifica: 05-03-2024, 10:15 da Anna.",
    "Это сообщение последний раз отредактировано: 05-03-2024, 10:15 пользователем Anna.",
    "Останнє редагування: 05 Березня 2024, 10:15 від Anna",
    "Ändrat av Anna (2024-03-05 10:15)",
    "Viimeksi muokattu: 05.03.2024 10:15, Anna",
    "Viimeisin muokkaus: 05 maaliskuu 2024, 10:15 kirjoittanut Anna",
    "Siste redigering: 05 mars 2024, 10:15 av Anna",
    "Utoljára szerkesztve: 2024. március 05. 10:15, szerkesztette: Anna",
    "Módosítva: 2024.03.05. 10:15 Anna által",
    "Ultima modificare: 05 Martie 2024, 10:15 de către Anna",
    "Son Düzenleme: 05 Mart 2024, 10:15 Gönderen: Anna",
    "Τελευταία τροποποίηση: 05 Μαρτίου 2024, 10:15 από Anna",
    "Zadnja promjena: 05. ožujak 2024, 10:15 od Anna",
    "Poslednja izmena: 05. mart 2024, 10:15 Anna",
    "Последња измена: 05. март 2024, 10:15 Anna",
    "Posledná úprava: 05. marca 2024, 10:15 od Anna",
    "Zadnje urejanje: 05. marec 2024, 10:15 od Anna",
    "Paskutinį kartą redagavo Anna 2024-03-05 10:15. Iš viso redaguota 2 kartus.",
    "Pēdējo reizi laboja Anna 2024-03-05 10:15, kopumā labots 2 reizes.",
    "Viimati muutnud Anna, 05 Märts 2024, 10:15, muudetud 2 korda.",
    "Terakhir diedit oleh Anna; 05-03-2024 pada 10:15",
    "Lần sửa cuối: 05/03/2024, 10:15 bởi Anna",
    "แก้ไขครั้งสุดท้าย: 05 มีนาคม 2024, 10:15 โดย Anna",
    "마지막 편집: 2024-03-05 10:15 작성자: Anna",
    "2024-03-05 10:15:00 에 Anna 님이 수정",
    "Anna さんが 2024/03/05 10:15 に編集しました",
    "この投稿は 2024/03/05 10:15 に Anna さんが編集しました。",
    "最后编辑: 2024-03-05 10:15 由 Anna",
    "此帖于 2024-03-05 10:15 被 Anna 编辑",
    "此帖由 Anna 在 2024-03-05 10:15 进行编辑...",
    "※ 編輯: Anna (1.2.3.4), 03/05/2024 10:15:00",
    "Edité par Anna Le 05/03/2024 à 10h15",
    "Ostatnio zmodyfikowane: 05 mar 2024, 10:15:00 przez Anna",
    "آخر تحرير: 05 مارس 2024, 10:15 بواسطة Anna",
    "05/03/2024 - 10:15 : آخر تعديل كان بواسطة Anna",
    "05.03.2024 10:15: bearbeitet von Anna",
    "آخرین ویرایش: 05-03-2024, 10:15 توسط Anna",
    "נערך לאחרונה ב 05/03/2024 10:15 על ידי Anna",
    "Naposledy upravil noční sova dne út březen 05, 2024 10:15 am, celkově upraveno 2 krát",
    "thay đổi nội dung bởi: Anna, 05-03-2024 lúc 10:15 AM",
    "अंतिम बार Anna द्वारा 05/03/2024 10:15 पर संपादित",
    "Käyttäjä muokkasi viestiä tiistai 5. maaliskuuta 2024 10.15.22(UTC) | Syy: Ei määritelty",
    "1-mal bearbeitet. Zuletzt am 13.03.24 10:15 von Anna.",
]


@pytest.mark.parametrize("note", EDITS)
def test_a_note_of_an_edit_is_known_as_one(note: str) -> None:
    found = find_date(note, NOW)
    assert found is not None
    assert found.label == "edited"
    assert is_bare_note(note, Page("", downloaded=NOW))


@pytest.mark.parametrize(
    "text",
    [
        "编辑于2024-03-05 10:15我又想了想觉得不对",
        "Edited 2024-03-05 10:15 as the seal was the wrong one",
        "Ultima modifica 05/03/2024 10:15: ho cambiato la guarnizione",
        "Naposledy jsem ho viděl 05.03.2024 10:15",
        "05/03/2024 10:15: edited the second line, as the seal was the wrong one, and the third",
    ],
)
def test_what_somebody_says_of_an_edit_is_no_note(text: str) -> None:
    assert not is_bare_note(text, Page("", downloaded=NOW))


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("pl", "Ostatnio zmieniony przez Anna dnia Wto Lip 08, 2025 11:35 am, w całości 1 raz"),
        ("pl", "Ostatnio edytowany przez Anna, 08 lis 2024, 11:35"),
        ("hr", "Zadnja izmjena: Anna, 08 lip 2025 11:35"),
        ("cs", "Naposledy upravil Anna dne 08 srp 2025 11:35"),
    ],
)
def test_a_note_of_an_edit_names_its_month_in_the_language_of_the_page(
    language: str, note: str
) -> None:
    page = Page(f"<html lang={language}><p>{note}</p>", downloaded=NOW)
    assert is_bare_note(note, page)


JOINED = [
    "Registrierungsdatum: 5. März 2010",
    "Data di iscrizione: 05/03/2010",
    "Aangemeld op: 05 mar 2010",
    "Data dołączenia: 05-03-2010",
    "Cadastrado em: 05/03/2010",
    "На сайте с 05.03.2010",
    "Реєстрація: 05.03.2010",
    "Členem od: 05.03.2010",
    "Členom od: 05.03.2010",
    "Tagság kezdete: 2010. 03. 05.",
    "Jäsen alkaen: 05.03.2010",
    "Înscris: 05.03.2010",
    "Присъединил се: 05.03.2010",
    "Datum registracije: 05.03.2010.",
    "Pridružil se: 05.03.2010",
    "تاريخ الانضمام: 05-03-2010",
    "วันที่สมัคร: 05/03/2010",
    "Membre des de: 05 març 2010",
    "Registreeritud: 05.03.2010",
]
ACTIVE = [
    "Visto por última vez: 05 mar 2024",
    "Laatst gezien: 05 mar 2024",
    "Ostatnia aktywność: 05.03.2024",
    "Última atividade: 05/03/2024",
    "Последний раз был: 05.03.2024",
    "Naposledy aktivní: 05.03.2024",
    "Posledná návšteva: 05.03.2024",
    "Utoljára aktív: 2024.03.05.",
    "Senast inloggad: 05 mar 2024",
    "เข้าระบบ : 05/03/2024 10:15",
    "Sidste besøg: 05 mar 2024",
    "Siste besøk: 05 mar 2024",
    "Viimeksi nähty: 05.03.2024",
    "Ultima activitate: 05.03.2024",
    "Son giriş: 05-03-2024",
    "Τελευταία σύνδεση: 05/03/2024",
    "Последно активен: 05.03.2024",
    "Posljednji posjet: 05.03.2024.",
    "Последња посета: 05.03.2024.",
    "最終アクセス: 2024/03/05",
    "上次活动时间 2024-03-05",
    "마지막 방문: 2024-03-05",
    "آخر ظهور: 05-03-2024",
    "آخرین فعالیت: 05-03-2024",
    "נראה לאחרונה: 05/03/2024",
    "เข้าสู่ระบบล่าสุด: 05/03/2024",
    "Đăng nhập lần cuối: 05/03/2024",
    "Terakhir aktif: 05-03-2024",
]


@pytest.mark.parametrize(
    ("text", "label"),
    [*((text, "joined") for text in JOINED), *((text, "active") for text in ACTIVE)],
)
def test_when_a_member_came_is_no_date_of_a_post(text: str, label: str) -> None:
    found = find_date(text, NOW)
    assert found is not None
    assert found.label == label


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("un'ora fa", "it", "2024-03-05T11:00:00"),
        ("godzinę temu", "pl", "2024-03-05T11:00:00"),
        ("rok temu", "pl", "2023-03-05"),
        ("przed chwilą", "pl", "2024-03-05T12:00:00"),
        ("вчора о 10:15", "uk", "2024-03-04T10:15:00"),
        ("před hodinou", "cs", "2024-03-05T11:00:00"),
        ("pred rokom", "sk", "2023-03-05"),
        ("tunti sitten", "fi", "2024-03-05T11:00:00"),
        ("acum o oră", "ro", "2024-03-05T11:00:00"),
        ("Astăzi, 10:15", "ro", "2024-03-05T10:15:00"),
        ("az önce", "tr", "2024-03-05T12:00:00"),
        ("πριν από μία ώρα", "el", "2024-03-05T11:00:00"),
        ("преди година", "bg", "2023-03-05"),
        ("prije sat vremena", "hr", "2024-03-05T11:00:00"),
        ("пре годину дана", "sr", "2023-03-05"),
        ("pred eno uro", "sl", "2024-03-05T11:00:00"),
        ("本日 10:15", "ja", "2024-03-05T10:15:00"),
        ("きのう 10:15", "ja", "2024-03-04T10:15:00"),
        ("방금 전", "ko", "2024-03-05T12:00:00"),
        ("منذ ساعتين", "ar", "2024-03-05T10:00:00"),
        ("قبل يوم", "ar", "2024-03-04"),
        ("یک ساعت پیش", "fa", "2024-03-05T11:00:00"),
        ("۳ ساعت قبل", "fa", "2024-03-05T09:00:00"),
        ("เมื่อวานนี้ 10:15", "th", "2024-03-04T10:15:00"),
        ("một giờ trước", "vi", "2024-03-05T11:00:00"),
        ("cách đây 3 giờ", "vi", "2024-03-05T09:00:00"),
        ("3 tiếng trước", "vi", "2024-03-05T09:00:00"),
        ("vừa xong", "vi", "2024-03-05T12:00:00"),
        ("setahun yang lalu", "id", "2023-03-05"),
        ("prieš valandą", "lt", "2024-03-05T11:00:00"),
        ("pirms stundas", "lv", "2024-03-05T11:00:00"),
        ("tund aega tagasi", "et", "2024-03-05T11:00:00"),
        ("एक घंटे पहले", "hi", "2024-03-05T11:00:00"),
        ("منذ عام واحد", "ar", "2023-03-05"),
        ("منذ عامين", "ar", "2022-03-05"),
        ("منذ 3 أعوام", "ar", "2021-03-05"),
        ("قبل 11 عامًا", "ar", "2013-03-05"),
        ("1年2月前", "zh", "2023-01-05"),
        ("5 perce", "hu", "2024-03-05T11:55:00"),
        ("şimdi", "tr", "2024-03-05T12:00:00"),
    ],
)
def test_how_long_ago_something_was_is_read(text: str, language: str, value: str) -> None:
    found = find_date(text, NOW, language=language)
    assert found is not None
    assert (found.raw, found.value) == (text, value)


@pytest.mark.parametrize("language", ["pl", "hr"])
def test_of_months_of_one_name_the_one_that_has_such_a_day_is_meant(language: str) -> None:
    """In Croatian it is June, in Polish July."""
    found = find_date("31 lip 2023, 05:59", NOW, language=language)
    assert found is not None
    assert found.value == "2023-07-31T05:59:00"


@pytest.mark.parametrize(
    "text", ["Jag sitter här just nu", "Lo compro adesso", "Eljön 5 perce múlva"]
)
def test_words_that_tell_an_age_alone_tell_none_in_a_sentence(text: str) -> None:
    assert find_date(text, NOW) is None


@pytest.mark.parametrize(
    ("kind", "text", "language"),
    [
        ("edits", "Ostatnio zmodyfikowane przez Anna, 3 lip 2024, 10:15", "pl"),
        ("members", "Joined: 3 May 2020", "en"),
        ("ages", "il y a une heure", "fr"),
    ],
)
def test_the_benchmark_asks_of_each_kind_what_a_page_is_asked(
    kind: str, text: str, language: str
) -> None:
    assert is_known(kind, text, language)
    assert not is_known(kind, "Anna wrote more than this of it on 3 May 2024 to all of us", "en")
