"""When a restart, or a host that is taken out, leaves fewer members than others run with, which then score nothing."""
import os
import subprocess
import sys
import time

import playing
import pytest
import yaml

ANSIBLE = playing.ANSIBLE
LONG_AGO = time.time() - 3600


def plays(book):
    return yaml.safe_load((ANSIBLE / book).read_text(encoding="utf-8"))


def the_play(book, name):
    found, = (one for one in plays(book) if one.get("name") == name)
    return found


RESTART = the_play("rolling-restart.yml", "Look what the others do while one restarts")
SHRINK = the_play("shrink.yml", "Look at who is to leave")


@pytest.fixture(name="process", scope="module")
def a_process():
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process
        process.kill()


def write(file, least, when):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"cluster-name: fraud\nmin-members: {least}\nacks: strict\n", encoding="utf-8")
    os.utime(file, (when, when))


def run(folder, process, chosen, members, *arguments):
    """Runs a play with members that run with so many: one number, or a second one that was written to the disk since they were started."""
    hosts = {}
    for number, (runs, *since) in enumerate(members, 1):
        here = folder / f"m{number}"
        if since:
            write(here / "home" / "good" / "etc" / "member.yaml", runs, LONG_AGO)
            write(here / "etc" / "member.yaml", since[0], time.time() + 10)
        else:
            write(here / "etc" / "member.yaml", runs, LONG_AGO)
        hosts[here.name] = {"ansible_connection": "local", "ansible_become": False, "ansible_python_interpreter": sys.executable,
                            "fraud_etc": f"{here}/etc", "fraud_home": f"{here}/home", "fraud_member_pid": f"echo {process.pid}"}
    (folder / "hosts.yml").write_text(yaml.safe_dump({"member": {"hosts": hosts}}), encoding="utf-8")
    (folder / "book.yml").write_text(yaml.safe_dump([chosen]), encoding="utf-8")
    for name in ("tasks", "roles"):
        (folder / name).symlink_to(ANSIBLE / name)
    done = playing.play("-i", folder / "hosts.yml", *arguments, folder / "book.yml")
    return done.returncode, " ".join(done.stdout.split())


@pytest.mark.parametrize("members, least", [
    ([[2], [2], [2]], None), ([[1], [1]], None), ([[2], [2]], 2), ([[1], [2]], 2), ([[2, 1], [2, 1]], 2), ([[1, 2], [1, 2]], None), ([[1]], 1)])
def test_should_ask_before_members_score_nothing_while_one_restarts(tmp_path, process, members, least):
    status, output = run(tmp_path, process, RESTART, members)
    assert (status != 0) == ("nothing was done" in output) == (least is not None), output
    assert least is None or f"{len(members) - 1} go on, and a member that runs with min-members={least} scores nothing" in output, output
    # Without a data folder.
    assert ("all histories are lost" in output) == (len(members) == 1), output


def test_should_go_on_with_an_answer(tmp_path, process):
    status, output = run(tmp_path, process, RESTART, [[2], [2]], "-e", "confirmed=true")
    assert status == 0, output


@pytest.mark.parametrize("book", ["rolling-restart.yml", "rollout.yml"])
def test_should_ask_before_a_member_is_changed(book):
    assert the_play(book, RESTART["name"]) == RESTART and plays(book)[1] == RESTART


@pytest.mark.parametrize("running, fits", [(3, False), (2, True)])
def test_should_not_take_a_member_out_when_the_others_would_score_nothing(tmp_path, process, running, fits):
    status, output = run(tmp_path, process, SHRINK, [[running], [running], [9]], "-e", "leaving=m3")
    # Two stay, so one is enough for them.
    says = "the others run with min-members=3 and would score nothing; run rolling-restart.yml first, which brings fraud_min_members=1 to them"
    assert (status == 0) == fits and (says in output) != fits, output
