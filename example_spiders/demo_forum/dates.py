"""How the skins print dates."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

CHINA = timezone(timedelta(hours=8))
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def chinese_day(day: date) -> str:
    """2012-3-4."""
    return f"{day.year}-{day.month}-{day.day}"


def chinese_stamp(moment: datetime) -> str:
    """2017-1-9 15:42, in China's time."""
    local = moment.astimezone(CHINA)
    return f"{chinese_day(local)} {local:%H:%M}"


def chinese_display(moment: datetime, now: datetime) -> str:
    """The stamp, or for the last two days a relative date: minutes, hours, yesterday."""
    local, today = moment.astimezone(CHINA), now.astimezone(CHINA).date()
    minutes = int((now - moment).total_seconds() // 60)
    if minutes < 60:
        return f"{max(1, minutes)}分钟前"
    if local.date() == today:
        return f"{minutes // 60}小时前"
    days = (today - local.date()).days
    if days <= 2:
        return f"{'昨天' if days == 1 else '前天'} {local:%H:%M}"
    return chinese_stamp(moment)


def short_display(moment: datetime, now: datetime) -> str:
    """12m, 3h, 2d, or `May 1, 2024` for what is older than a week."""
    minutes = int((now - moment).total_seconds() // 60)
    if minutes < 60:
        return f"{max(1, minutes)}m"
    if minutes < 24 * 60:
        return f"{minutes // 60}h"
    if minutes < 7 * 24 * 60:
        return f"{minutes // (24 * 60)}d"
    return f"{_MONTHS[moment.month - 1]} {moment.day}, {moment.year}"


def month_of(day: date) -> str:
    """Mar 2016."""
    return f"{_MONTHS[day.month - 1]} {day.year}"


def byline_date(moment: datetime, language: str) -> str:
    """A newspaper's date line with the time of day."""
    if language == "zh":
        return f"{moment.year}年{moment.month}月{moment.day}日 {moment:%H:%M}"
    return f"{_LONG_MONTHS[moment.month - 1]} {moment.day}, {moment.year} at {moment:%H:%M}"
