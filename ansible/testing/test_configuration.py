"""Which configuration and which release a member gets back that does not come up with new ones, and when it counts as up."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import playing
import pytest

HERE = pathlib.Path(__file__).parent
LONG_AGO = time.time() - 3600


@pytest.fixture(name="host")
def a_host(tmp_path):
    """A folder with a member's files, and a process that was started after they were written."""
    (tmp_path / "etc" / "secrets").mkdir(parents=True)
    (tmp_path / "home").mkdir()
    # Roles beside a playbook come first.
    (tmp_path / "testing").mkdir()
    shutil.copy(HERE / "configuration.yml", tmp_path / "testing")
    shutil.copytree(HERE.parent / "tasks", tmp_path / "tasks")
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


def play(host, step, more=""):
    return playing.play("-i", "localhost,", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable} folder={host} step={step} {more}",
                        host / "testing" / "configuration.yml")


def keep(host):
    done = play(host, "keep")
    assert done.returncode == 0, done.stdout + done.stderr


def restore(host):
    done = play(host, "restore")
    assert done.returncode == 0, done.stdout + done.stderr


def test_should_give_back_what_the_member_ran_with_and_not_what_was_written_since(host):
    write(host, "runs", LONG_AGO)
    keep(host)
    for name in ("users", "api_tokens"):
        (host / "etc" / "secrets" / name).write_text("fewer", encoding="utf-8")
    write(host, "never started")
    keep(host)
    write(host, "new")
    for name in ("users", "api_tokens"):
        (host / "etc" / "secrets" / name).write_text("new", encoding="utf-8")
    restore(host)
    assert read(host) == {"runs"}
    assert {(host / "etc" / "secrets" / name).read_text(encoding="utf-8") for name in ("users", "api_tokens")} == {"fewer"}
    assert (host / "home" / "good").stat().st_mode & 0o077 == 0 and (host / "home" / "before").stat().st_mode & 0o077 == 0


def test_should_give_back_what_was_on_the_disk_when_nothing_better_was_kept(host):
    write(host, "on the disk")
    keep(host)
    write(host, "new")
    restore(host)
    assert read(host) == {"on the disk"}


def test_should_give_back_the_supervision_that_the_member_ran_under(host):
    write(host, "runs", LONG_AGO)
    keep(host)
    (host / "fraud-member.conf").write_text("of another supervision", encoding="utf-8")
    keep(host)
    assert (host / "home" / "before" / "fraud-member.conf").exists()
    (host / "fraud-member.service").unlink()
    restore(host)
    assert read(host) == {"runs"} and not (host / "fraud-member.conf").exists()


@pytest.mark.parametrize("members, is_up", [(1, False), (2, False), (3, True)])
def test_should_count_a_member_as_up_when_it_sees_the_others(host, members, is_up):
    answer = json.dumps({"members": [{}] * members})
    (host / "home" / "ctl").write_text(f"#!/bin/sh\n[ \"$*\" = 'status --json' ] && echo '{answer}'\n", encoding="utf-8")
    (host / "home" / "ctl").chmod(0o755)
    done = play(host, "up")
    assert (done.returncode == 0) == is_up, done.stdout


def with_releases(host):
    """A member of the release 'before'. Its ctl reaches it unless it uses the release 'broken', and the role that writes its
    configuration writes another one."""
    for release in ("before", "next", "broken"):
        (host / "home" / "releases" / release).mkdir(parents=True)
    (host / "home" / "current").symlink_to(host / "home" / "releases" / "before")
    ctl = f"""#!/bin/sh
# WORD
! readlink {host}/home/current | grep -q broken || exit 1
echo '{json.dumps({"members": [{}] * 3})}'
"""
    for name, text in (("etc/member.yaml", "WORD"), ("home/ctl", ctl), ("fraud-member.service", "WORD")):
        (host / name).write_text(text.replace("WORD", "runs"), encoding="utf-8")
        (host / name).chmod(0o755)
        os.utime(host / name, (LONG_AGO, LONG_AGO))
    (host / "testing" / "roles" / "member" / "tasks").mkdir(parents=True)
    (host / "testing" / "roles" / "member" / "tasks" / "main.yml").write_text(
        f"- ansible.builtin.command: sed -i s/runs/new/ {host}/etc/member.yaml {host}/home/ctl {host}/fraud-member.service\n", encoding="utf-8")


def words(host):
    return {word for text in read(host) for word in ("runs", "new") if word in text.split()}


def test_should_give_back_release_and_configuration_together(host):
    with_releases(host)
    done = play(host, "change", "release=broken")
    assert done.returncode != 0 and "did not come up with the new release" in " ".join(done.stdout.split()), done.stdout + done.stderr
    assert (host / "home" / "current").resolve().name == "before" and words(host) == {"runs"}


def test_should_bring_release_and_configuration_together(host):
    with_releases(host)
    done = play(host, "change", "release=next")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (host / "home" / "current").resolve().name == "next" and words(host) == {"new"}
    assert not (host / "home" / "before").exists()
