"""How a process is brought to a state under systemd or the supervisor, and from one to the other. Both are programs here that write down their calls."""
import os
import pathlib
import subprocess
import sys

import playing
import pytest
import yaml

TASKS = pathlib.Path(__file__).parent.parent / "tasks"
PLACES = {"/etc/systemd/system": "systemd", "/etc/supervisor/conf.d": "supervisor", "/etc/logrotate.d": "logrotate"}
FILES = {"systemd": ["systemd/fraud-member.service", "logrotate/fraud-member"], "supervisor": ["supervisor/fraud-member.conf"]}
# What each prints of a process that runs, of one that does not, and of one that it has no description of.
SYSTEMCTL = """
while [ "${1#-}" != "$1" ]; do shift; done
echo "systemctl $*" >>FOLDER/calls
[ "$*" != "show --property MainPID --value supervisor" ] || exec cat FOLDER/supervisor.pid
runs=inactive
[ ! -e FOLDER/systemd.runs ] && [ "$2" != supervisor ] || runs=active
case $1 in
  show) echo LoadState=loaded; echo ActiveState=$runs ;;
  is-active) echo $runs; [ $runs = active ] ;;
  is-enabled) [ -e FOLDER/systemd/fraud-member.service ] && echo enabled ;;
esac
"""
SUPERVISORCTL = """
echo "supervisorctl $*" >>FOLDER/calls
[ "$1" != status ] || { [ -e FOLDER/supervisor.runs ] && echo "fraud-member RUNNING pid 7, uptime 1:00:00" || echo "fraud-member STOPPED"; }
"""


@pytest.fixture(name="host")
def a_host(tmp_path):
    """A folder with the tasks, whose paths are below it, and the programs."""
    for folder in ("tasks", "bin", "systemd/supervisor.service.d", *PLACES.values()):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    for name in ("process", "process_supervisor", "process_let_go"):
        text = (TASKS / f"{name}.yml").read_text(encoding="utf-8")
        for path, here in PLACES.items():
            text = text.replace(path, f"{tmp_path}/{here}")
        (tmp_path / "tasks" / f"{name}.yml").write_text(text, encoding="utf-8")
    for name, text in (("systemctl", SYSTEMCTL), ("supervisorctl", SUPERVISORCTL), ("ctl", "[ -e FOLDER/answers ]")):
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{text.replace('FOLDER', str(tmp_path))}\n", encoding="utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "calls").touch()
    return tmp_path


def describe(host, *supervisions):
    for file in [file for one in supervisions for file in FILES[one]]:
        (host / file).write_text("a process\n", encoding="utf-8")


def described(host):
    return {one for one, files in FILES.items() if all((host / file).exists() for file in files)}


def bring(host, state, supervision):
    """The output, and what systemd and the supervisor were told."""
    book = [{"hosts": "localhost", "gather_facts": False, "tasks": [
        {"ansible.builtin.include_tasks": f"{host}/tasks/process.yml", "vars": {"process_name": "member", "process_state": state}}]}]
    (host / "book.yml").write_text(yaml.safe_dump(book), encoding="utf-8")
    done = playing.play("-i", "localhost,", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable} fraud_supervision={supervision}",
                        "-e", f"fraud_state={host} fraud_ctl={host}/bin/ctl", host / "book.yml", PATH=f"{host}/bin:{os.environ['PATH']}")
    calls = (host / "calls").read_text(encoding="utf-8").splitlines()
    told = [one for one in calls if one.split()[1] not in ("show", "status", "is-active", "is-enabled")]
    return done.returncode, " ".join((done.stdout + done.stderr).split()), told


@pytest.mark.parametrize("state, answers, reads", [("started", True, False), ("started", False, True), ("stopped", True, True)])
def test_should_not_restart_a_member_that_goes_on_when_others_are_started(host, state, answers, reads):
    """Under a supervisor that has the member running, and would stop it to read another description of it."""
    describe(host, "supervisor")
    (host / "supervisor.runs").touch()
    if answers:
        (host / "answers").touch()
    status, output, calls = bring(host, state, "supervisor")
    assert status == 0, output
    assert calls == ["supervisorctl update fraud-member"] * reads + ["supervisorctl stop fraud-member"] * (state == "stopped")


@pytest.mark.parametrize("before, now, start", [
    ("systemd", "supervisor", "supervisorctl start fraud-member"), ("supervisor", "systemd", "systemctl start fraud-member")])
def test_should_start_a_process_under_its_new_supervision_alone(host, before, now, start):
    describe(host, before, now)
    status, output, calls = bring(host, "started", now)
    assert status == 0 and described(host) == {now} and start in calls, (output, calls)
    gone = "systemctl disable fraud-member" if before == "systemd" else "supervisorctl update fraud-member"
    assert calls.index(gone) < calls.index(start), calls


@pytest.mark.parametrize("before, now", [("systemd", "supervisor"), ("supervisor", "systemd")])
def test_should_leave_a_process_alone_that_goes_on_under_the_supervision_of_before(host, before, now):
    describe(host, before, now)
    (host / f"{before}.runs").touch()
    status, output, calls = bring(host, "started", now)
    assert status != 0 and f"runs under={before} fraud_supervision={now}" in output, output
    assert calls == [] and described(host) == {before, now}


@pytest.mark.parametrize("before, now, stop", [
    ("systemd", "supervisor", "systemctl stop fraud-member"), ("supervisor", "systemd", "supervisorctl stop fraud-member")])
def test_should_stop_a_process_wherever_it_runs(host, before, now, stop):
    describe(host, before, now)
    (host / f"{before}.runs").touch()
    status, output, calls = bring(host, "stopped", now)
    assert status == 0 and stop in calls, (output, calls)


@pytest.mark.parametrize("before, now, start", [
    ("systemd", "supervisor", "systemctl start fraud-member"), ("supervisor", "systemd", "supervisorctl start fraud-member")])
def test_should_start_a_process_where_it_was_when_a_change_was_given_up(host, before, now, start):
    describe(host, before)
    status, output, calls = bring(host, "started", now)
    assert status == 0 and start in calls and described(host) == {before}, (output, calls)


@pytest.mark.parametrize("runs, since, restarts", [(False, True, True), (False, False, False), (True, True, False)])
def test_should_give_the_supervisor_other_limits_only_while_the_process_does_not_run(host, runs, since, restarts):
    describe(host, "supervisor")
    if runs:
        (host / "supervisor.runs").touch()
    with subprocess.Popen(["sleep", "600"]) as process:
        (host / "supervisor.pid").write_text(f"{process.pid}\n", encoding="utf-8")
        limits = host / "systemd" / "supervisor.service.d" / "fraud.conf"
        limits.touch()
        if not since:
            os.utime(limits, (0, 0))
        status, output, calls = bring(host, "started", "supervisor")
        process.kill()
    assert status == 0 and ("systemctl restart supervisor" in calls) == restarts, (output, calls)


def test_should_not_end_what_runs_under_the_supervisor_when_its_limits_change():
    steps = yaml.safe_load((TASKS.parent / "roles" / "host" / "tasks" / "supervisor.yml").read_text(encoding="utf-8"))
    assert [one["ansible.builtin.systemd_service"]["state"] for one in steps if "ansible.builtin.systemd_service" in one] == ["started"]
