"""How the parts of a backup come to the controller, and the whole backup to a host."""
import getpass
import grp
import json
import os
import pathlib
import sys

import playing

HERE = pathlib.Path(__file__).parent


def write(part, **files):
    part.mkdir(exist_ok=True)
    for old in part.iterdir():
        old.unlink()
    listed = []
    for name, text in files.items():
        (part / name).write_text(text, encoding="utf-8")
        listed.append({"name": name, "sizeBytes": len(text), "crc32c": str(sum(text.encode()))})
    (part / "manifest.json").write_text(json.dumps({"format": 1, "takenAtMs": 1000 + len(files), "files": listed}), encoding="utf-8")
    (part / "backup.json").write_text(json.dumps({"takenAtMs": 1000 + len(files), "members": ["member-1"]}), encoding="utf-8")


def play(part, kept, to, user, **environment):
    return playing.play("-i", "localhost,", "-c", "local", "-e", f"fraud_user={user} ansible_python_interpreter={sys.executable}",
                        "-e", f"fetch_part={part} kept={kept} send_to={to}", HERE / "parts.yml", **environment)


def bring(part, kept, to):
    user = getpass.getuser()
    assert grp.getgrgid(os.getgid()).gr_name == user, "the test takes a user with a group of that name"
    done = play(part, kept, to, user)
    assert done.returncode == 0, done.stdout + done.stderr


def contents(folder):
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


def test_should_bring_what_is_new_remove_what_is_not_needed_and_send_all(tmp_path):
    part, kept, to = tmp_path / "member-1", tmp_path / "kept", tmp_path / "sent"
    other = kept / "member-2"
    other.mkdir(parents=True)
    (other / "manifest.json").write_text("{}", encoding="utf-8")
    write(part, one="first", two="second", four="fourth")
    bring(part, kept, to)
    assert contents(kept / "member-1") == contents(part) == contents(to / "member-1")
    assert contents(to / "member-2") == {"manifest.json": "{}"}
    assert to.stat().st_mode & 0o077 == 0 and (kept / "member-1").stat().st_mode & 0o077 == 0

    # A file that is there is not brought again; one that has lost bytes is.
    (kept / "member-1" / "four").write_text("fou", encoding="utf-8")
    before = (kept / "member-1" / "two").stat().st_mtime_ns
    write(part, two="second", three="third", four="fourth")
    os.utime(part / "two", ns=(1, 1))
    bring(part, kept, to)
    assert contents(kept / "member-1") == contents(part) == contents(to / "member-1")
    assert (kept / "member-1" / "two").stat().st_mtime_ns == before


def test_should_leave_the_earlier_backup_whole_when_a_part_is_not_brought(tmp_path):
    part, kept, to = tmp_path / "member-1", tmp_path / "kept", tmp_path / "sent"
    write(part, one="first", two="second")
    bring(part, kept, to)
    before = contents(kept / "member-1")
    write(part, two="second", three="third", four="fourth")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "mv").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tmp_path / "bin" / "mv").chmod(0o755)

    done = play(part, kept, to, getpass.getuser(), PATH=f"{tmp_path}/bin:{os.environ['PATH']}")

    assert done.returncode != 0
    assert contents(kept / "member-1").items() >= before.items()
    bring(part, kept, to)
    assert contents(kept / "member-1") == contents(part)


def test_should_leave_nothing_on_a_host_that_it_could_not_send_all(tmp_path):
    write(tmp_path / "member-1", one="first")
    # The folder is made before its owner is looked for.
    done = play(tmp_path / "member-1", tmp_path / "kept", tmp_path / "sent", "no-such-user-of-this-test")
    assert done.returncode != 0 and "the folder was not sent" in " ".join(done.stdout.split()), done.stdout
    assert not (tmp_path / "sent").exists()


def test_should_send_nothing_to_a_disk_without_room_for_it(tmp_path):
    write(tmp_path / "member-1", one="first")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "df").write_text("#!/bin/sh\nprintf 'Avail\\n    10\\n'\n", encoding="utf-8")
    (tmp_path / "bin" / "df").chmod(0o755)
    done = play(tmp_path / "member-1", tmp_path / "kept", tmp_path / "sent", getpass.getuser(), PATH=f"{tmp_path}/bin:{os.environ['PATH']}")
    output = " ".join(done.stdout.split())
    assert done.returncode != 0 and "the disk has no room" in output and "free=10" in output, output
    assert not (tmp_path / "sent").exists()
