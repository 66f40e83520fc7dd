"""Which configuration a member gets back that does not come up with a new one, and when it counts as up."""
import json
import os
import pathlib
import subprocess
import sys
import time

import pytest

HERE = pathlib.Path(__file__).parent
LONG_AGO = time.time() - 3600


@pytest.fixture(name="host")
def a_host(tmp_path):
    """A folder with a member's files, and a process that was started after they were written."""
    (tmp_path / "etc" / "secrets").mkdir(parents=True)
    (tmp_path / "home").mkdir()
    with subprocess.Popen(["sleep", "600"]) as process:
        (tmp_path / "pid").write_text(str(process.pid), encoding="utf-8")
        yield tmp_path
        process.kill()


def write(host, text, when=None):
    # Behind the start of the process, whose time is known to a second.
    when = time.time() + 10 if when is None else when
    for name in ("etc/member.yaml", "home/ctl", "fraud-member.service"):
        (host / name).write_text(text, encoding="utf-8")
        os.utime(host / name, (when, when))


def read(host):
    return {(host / name).read_text(encoding="utf-8") for name in ("etc/member.yaml", "home/ctl", "fraud-member.service")}


def play(host, step):
    environment = {**os.environ, "ANSIBLE_CONFIG": str(HERE.parent / "ansible.cfg"), "ANSIBLE_NOCOLOR": "1"}
    command = [pathlib.Path(sys.executable).with_name("ansible-playbook"), "-i", "localhost,", "-c", "local",
               "-e", f"ansible_python_interpreter={sys.executable} folder={host} step={step}", HERE / "configuration.yml"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def keep(host):
    done = play(host, "keep")
    assert done.returncode == 0, done.stdout + done.stderr


def restore(host):
    done = play(host, "restore")
    assert done.returncode == 0, done.stdout + done.stderr


def test_should_give_back_what_the_member_ran_with_and_not_what_was_written_since(host):
    write(host, "runs", LONG_AGO)
    keep(host)
    (host / "etc" / "secrets" / "users").write_text("fewer", encoding="utf-8")
    write(host, "never started")
    keep(host)
    write(host, "new")
    (host / "etc" / "secrets" / "users").write_text("new", encoding="utf-8")
    restore(host)
    assert read(host) == {"runs"}
    assert (host / "etc" / "secrets" / "users").read_text(encoding="utf-8") == "fewer"
    assert (host / "home" / "good").stat().st_mode & 0o077 == 0 and (host / "home" / "before").stat().st_mode & 0o077 == 0


def test_should_give_back_what_was_on_the_disk_when_nothing_better_was_kept(host):
    write(host, "on the disk")
    keep(host)
    write(host, "new")
    restore(host)
    assert read(host) == {"on the disk"}


@pytest.mark.parametrize("members, is_up", [(1, False), (2, False), (3, True)])
def test_should_count_a_member_as_up_when_it_sees_the_others(host, members, is_up):
    answer = json.dumps({"members": [{}] * members})
    (host / "home" / "ctl").write_text(f"#!/bin/sh\n[ \"$*\" = 'status --json' ] && echo '{answer}'\n", encoding="utf-8")
    (host / "home" / "ctl").chmod(0o755)
    done = play(host, "up")
    assert (done.returncode == 0) == is_up, done.stdout
