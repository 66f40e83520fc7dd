"""What planned changes silence in Alertmanager, for how long, and that alerts are sent again when a change fails. By Alertmanager itself, with
members that are none: shrink.yml as it is, and the others with roles that change nothing."""
import contextlib
import datetime
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import playing
import pytest
import yaml

ANSIBLE = pathlib.Path(__file__).parent.parent
NEEDS_ALERTMANAGER = pytest.mark.skipif(
    shutil.which("prometheus-alertmanager") is None, reason="Debian's package prometheus-alertmanager is not here")
pytestmark = NEEDS_ALERTMANAGER
MEMBERS = ("m1", "m2")
TAIL_S, REPORTED_S, LEFT_S = 60, 660, 28800
CONFIG = "route: {receiver: nobody}\nreceivers: [{name: nobody}]\n"


class Alerts:
    """Alertmanager on a free port."""

    def __init__(self, port):
        self.address, self.port = f"http://127.0.0.1:{port}/api/v2/", port

    def get(self, what):
        with urllib.request.urlopen(self.address + what, timeout=10) as answer:
            return json.load(answer)

    def post(self, what, body):
        request = urllib.request.Request(self.address + what, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer) if what == "silences" else None

    def seconds_left(self):
        """Of silences that hold: the alerts' names and the instance, and for how long."""
        now = datetime.datetime.now(datetime.timezone.utc)
        active = [one for one in self.get("silences") if one["status"]["state"] == "active"]
        found = {}
        for one in active:
            matchers = {matcher["name"]: matcher["value"] for matcher in one["matchers"]}
            ends = datetime.datetime.fromisoformat(one["endsAt"].replace("Z", "+00:00"))
            assert matchers["cluster"] == "fraud", active
            what = matchers["alertname"], matchers.get("instance")
            found[what] = max(found.get(what, 0), (ends - now).total_seconds())
        return found


@contextlib.contextmanager
def alertmanager(folder):
    config = folder / "alertmanager.yml"
    config.write_text(CONFIG, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["prometheus-alertmanager", f"--config.file={config}", f"--storage.path={folder}/data", "--cluster.listen-address=",
               f"--web.listen-address=127.0.0.1:{port}"]
    with open(folder / "alertmanager.log", "w", encoding="utf-8") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            alerts = Alerts(port)
            until = time.monotonic() + 60
            while time.monotonic() < until:
                with contextlib.suppress(urllib.error.URLError):
                    alerts.get("status")
                    break
                assert process.poll() is None, (folder / "alertmanager.log").read_text(encoding="utf-8")
                time.sleep(0.1)
            yield alerts
        finally:
            process.kill()


@pytest.fixture(name="alerts")
def an_alertmanager(tmp_path):
    with alertmanager(tmp_path) as alerts:
        yield alerts


def program(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    file.chmod(0o755)


def hosts(folder):
    """Two members in folders. A process is brought to its state by a program that does nothing, but for the file 'during': it has what was silent
    when a member was stopped last."""
    program(folder / "bin" / "bring", f"""[ "$1" = stopped ] || exit 0
touch {folder}/stopped
curl -s "$ALERTS" >{folder}/during""")
    for number, name in enumerate(MEMBERS, 1):
        (folder / name / "etc" / "secrets").mkdir(parents=True)
        (folder / name / "etc" / "member.yaml").write_text(f"cluster-name: fraud\nhost: 10.98.0.1{number}\n", encoding="utf-8")
        (folder / name / "home" / "releases" / "before").mkdir(parents=True)
        (folder / name / "home" / "current").symlink_to(folder / name / "home" / "releases" / "before")


def sees(folder, *counts):
    """ctl prints so many members; with a second number, that one when a member was stopped."""
    answers = [json.dumps({"members": [{}] * count}) for count in counts]
    for name in MEMBERS:
        program(folder / name / "home" / "ctl", f"""[ "$1" = status ] || exit 0
[ -e {folder}/stopped ] && echo '{answers[-1]}' || echo '{answers[0]}'""")


def books(folder):
    """The playbooks, with the role fraud and the tasks as they are but for those that silence nothing and have tests of their own, and other roles
    that change nothing."""
    for name in ("rolling-restart.yml", "rollout.yml", "shrink.yml"):
        shutil.copy(ANSIBLE / name, folder / name)
    shutil.copytree(ANSIBLE / "tasks", folder / "tasks")
    (folder / "tasks" / "process.yml").write_text("- ansible.builtin.command: bring {{ process_state }}\n", encoding="utf-8")
    for name in ("keep_good", "keep_configuration", "restore_configuration", "prune_releases"):
        (folder / "tasks" / f"{name}.yml").write_text("[]\n", encoding="utf-8")
    shutil.copytree(ANSIBLE / "roles" / "fraud", folder / "roles" / "fraud")
    for role, file in (("wireguard", "main"), ("prometheus", "main"), ("member", "main"), ("firewall", "main"), ("host", "release")):
        (folder / "roles" / role / "tasks").mkdir(parents=True)
        text = '- ansible.builtin.set_fact: {host_release: "next"}\n' if role == "host" else "[]\n"
        (folder / "roles" / role / "tasks" / f"{file}.yml").write_text(text, encoding="utf-8")
    for name in MEMBERS:
        (folder / name / "home" / "releases" / "next").mkdir(parents=True, exist_ok=True)


def play(folder, alerts, book, *arguments):
    here = {"ansible_connection": "local", "ansible_become": False, "ansible_python_interpreter": sys.executable}
    members = {name: {**here, "fraud_etc": f"{folder}/{name}/etc", "fraud_home": f"{folder}/{name}/home",
                      "fraud_state": f"{folder}/{name}", "fraud_member_pid": "echo 7", "fraud_member_files": [f"{folder}/{name}/etc", f"{folder}/{name}/home/ctl"]}
               for name in MEMBERS}
    inventory = {"all": {"vars": {"fraud_supervision": "supervisor", "fraud_alertmanager_port": alerts.port, "fraud_min_members": 1,
                                  "fraud_backups": 0, "fraud_stop_s": 2, "fraud_start_s": 2}},
                 "member": {"hosts": members}, "source": {"hosts": {}}, "monitor": {"hosts": {"monitor": here}}}
    (folder / "hosts.yml").write_text(yaml.safe_dump(inventory), encoding="utf-8")
    done = playing.play("-i", folder / "hosts.yml", folder / book, *arguments,
                        ALERTS=alerts.address + "silences", PATH=f"{folder}/bin:{os.environ['PATH']}")
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def member(number):
    return "FraudMemberDown|FraudExporterDown", rf"10\.98\.0\.1{number}:[0-9]+"


COPIES = ("FraudShardWithoutBackup", None)
LEFT = ("FraudMemberLeft", None)


@pytest.fixture(name="folder")
def a_folder(tmp_path):
    hosts(tmp_path)
    books(tmp_path)
    return tmp_path


@pytest.fixture(name="shrunk", scope="module")
def a_cluster_that_a_member_was_taken_out_of(tmp_path_factory):
    """What shrink.yml has printed, the silences right behind it, and which alerts, by their instances, are silent then."""
    folder = tmp_path_factory.mktemp("shrunk")
    hosts(folder)
    books(folder)
    sees(folder, 2, 1)
    with alertmanager(folder) as alerts:
        status, output = play(folder, alerts, "shrink.yml", "-e", "leaving=m1")
        assert status == 0, output
        left = alerts.seconds_left()
        labels = [{"alertname": "FraudMemberDown", "instance": "10.98.0.11:7777"}, {"alertname": "FraudExporterDown", "instance": "10.98.0.11:7778"},
                  {"alertname": "FraudMemberDown", "instance": "10.98.0.12:7777"}, {"alertname": "FraudMemberDown", "instance": "10.98.0.110:7777"}]
        alerts.post("alerts", [{"labels": {**one, "cluster": "fraud"}} for one in labels])
        silent = sorted(one["labels"]["instance"] for one in alerts.get("alerts?silenced=true&active=false"))
        yield folder, alerts, output, left, silent


def active_during(folder):
    silences = [one for one in json.loads((folder / "during").read_text(encoding="utf-8")) if one["status"]["state"] == "active"]
    return {matcher["value"] for one in silences for matcher in one["matchers"] if matcher["name"] == "alertname"}


# What the two do for a member is one file; one of them changes both.
@pytest.mark.parametrize("book, arguments", [("rolling-restart.yml", []), ("rollout.yml", ["--limit", "m2:monitor"])])
def test_should_silence_a_change_and_end_that_a_minute_later(folder, alerts, book, arguments):
    sees(folder, 2)
    status, output = play(folder, alerts, book, *arguments)
    assert status == 0, output
    assert active_during(folder) == {member(2)[0], COPIES[0], LEFT[0]}
    left = alerts.seconds_left()
    assert {member(2), COPIES, LEFT} <= set(left) <= {member(1), member(2), COPIES, LEFT}, left
    assert all(0 < seconds <= TAIL_S for seconds in left.values()), left


@pytest.mark.parametrize("book", ["rolling-restart.yml", "rollout.yml", "shrink.yml"])
def test_should_have_alerts_sent_again_when_a_change_fails(folder, alerts, book):
    # What is stopped does not come back, and the others do not see one member less.
    sees(folder, 2, 5)
    status, output = play(folder, alerts, book, "-e", "leaving=m1 change_retries=1 fraud_sync_retries=1 restart_retries=1 rollout_retries=1")
    assert status != 0 and (folder / "stopped").exists(), output
    assert active_during(folder) == {member(1)[0], COPIES[0], LEFT[0]}, output
    left = alerts.seconds_left()
    assert set(left) == {member(1), COPIES, LEFT} and all(0 < seconds <= TAIL_S for seconds in left.values()), (left, output)


def test_should_keep_a_member_that_was_taken_out_silent_for_a_time(shrunk):
    _, _, output, left, _ = shrunk
    assert "within 480 minutes take it out of the inventory" in output, output
    assert set(left) == {member(1), COPIES, LEFT} and left[COPIES] <= TAIL_S and LEFT_S - 600 < left[member(1)] <= LEFT_S, left
    # The others report for ten minutes that it has left.
    assert 600 < left[LEFT] <= REPORTED_S, left


def test_should_have_alerts_sent_of_a_member_that_has_come_back(shrunk):
    folder, alerts, _, _, _ = shrunk
    last = yaml.safe_load((ANSIBLE / "grow.yml").read_text(encoding="utf-8"))[-1]
    (folder / "back.yml").write_text(yaml.safe_dump([last]), encoding="utf-8")
    status, output = play(folder, alerts, "back.yml")
    assert status == 0 and member(1) not in alerts.seconds_left(), output


def test_should_silence_by_labels_that_the_rules_have(shrunk):
    rules = [rule for name in ("alerting-rules.yml", "deployment-rules.yml")
             for group in yaml.safe_load((ANSIBLE.parent / "observability" / name).read_text(encoding="utf-8"))["groups"]
             for rule in group["rules"]]
    assert {name for names in (member(1)[0], COPIES[0], LEFT[0]) for name in names.split("|")} <= {rule.get("alert") for rule in rules}
    assert shrunk[4] == ["10.98.0.11:7777", "10.98.0.11:7778"]


def test_should_change_a_member_when_no_alertmanager_answers(folder, alerts):
    sees(folder, 2, 1)
    status, output = play(folder, alerts, "shrink.yml", "-e", "leaving=m1 fraud_alertmanager_port=1")
    assert status == 0 and (folder / "stopped").exists() and "what this change raises is sent" in output, output


def test_should_go_on_with_a_member_that_an_interrupted_run_has_stopped(folder, alerts):
    # The other one has all copies.
    sees(folder, 1)
    status, output = play(folder, alerts, "shrink.yml", "-e", "leaving=m1 fraud_member_pid='echo 0'")
    assert status == 0 and "left: m1" in output, output
