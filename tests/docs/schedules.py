"""How the blocks that run crawls on a schedule are run: cron, systemd, Scrapyd."""

from __future__ import annotations

import json
import re
import shutil
import urllib.request
from collections.abc import Callable
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

from tests.docs.newcomer import Newcomer, until
from tests.docs.place import Place, assert_read, items_of
from tests.docs.web import FORUM


def run_crontab(place: Place) -> None:
    *times, command = place.text.strip().split(maxsplit=5)
    assert len(times) == 5
    assert not re.search(r"(?<!\\)%", command)
    place.run(command)
    assert_read(place.items("new.jsonl"))
    assert "Spider closed (finished)" in (place.project / "forum.log").read_text("utf-8")
    gone = command.replace(f"https://{FORUM}/", f"https://{FORUM}/gone")
    place.run(f"{{ {gone}; }} > mail.txt")
    (told,) = (place.project / "mail.txt").read_text("utf-8").splitlines()
    assert "no thread was seen, unlike in the runs before" in told


def verify_unit(place: Place) -> RawConfigParser:
    """Have systemd, if it is there, check the file of a unit, which the first line names."""
    file = place.project / place.text.partition("\n")[0].rpartition("/")[2]
    file.write_text(place.text, "utf-8")
    if shutil.which("systemd-analyze"):
        # It tells of the machine's other units, too.
        told = place.run(f"systemd-analyze verify {file} 2>&1").splitlines()
        assert not [line for line in told if file.name in line]
    unit = RawConfigParser()
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(place.text)
    return unit


def run_service(place: Place) -> None:
    service = verify_unit(place)["Service"]
    place.newcomer.run(service["ExecStart"], Path(service["WorkingDirectory"]))
    assert_read(place.items("new.jsonl"))


def set_for_scrapyd(place: Place) -> None:
    place.newcomer.add_settings(place.project, place.text)
    assert "forum" in place.run("scrapy list").split()


def configure_deploy(place: Place) -> None:
    (place.project / "scrapy.cfg").write_text(place.text, "utf-8")


def start_scrapyd(place: Place) -> None:
    home = place.project / "scrapyd"
    home.mkdir()
    address = f"http_port = {place.newcomer.scrapyd_port}\nbind_address = 127.0.0.1"
    (home / "scrapyd.conf").write_text(f"[scrapyd]\n{address}\npoll_interval = 0.2\n")
    place.newcomer.start(place.text, home)
    until(lambda: ask_scrapyd(place.newcomer, "daemonstatus")["status"] == "ok")


def ask_scrapyd(newcomer: Newcomer, what: str) -> dict[str, Any]:
    """What Scrapyd answers; as long as it does not, what it would if it had failed."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{newcomer.scrapyd_port}/{what}.json") as answer:
            told: dict[str, Any] = json.load(answer)
            return told
    except OSError as error:
        return {"status": str(error)}


def deploy_and_run(place: Place) -> None:
    assert '"status": "ok"' in place.run().rpartition("}")[0]
    until(lambda: bool(ask_scrapyd(place.newcomer, "listjobs").get("finished")))
    (feed,) = place.project.glob("new-*.jsonl")
    assert_read(items_of(feed))


HOW: dict[str, Callable[[Place], object]] = {
    "monitoring.md: cron": run_crontab,
    "monitoring.md: systemd": run_service,
    "monitoring.md: systemd (2)": verify_unit,
    "scrapyd.md: Scrapyd": set_for_scrapyd,
    "scrapyd.md: Scrapyd (2)": configure_deploy,
    "scrapyd.md: Scrapyd (3)": start_scrapyd,
    "scrapyd.md: Scrapyd (4)": deploy_and_run,
}
