"""What waits between failed starts: how long, and when it begins anew."""
import os
import pathlib
import subprocess
import time

import pytest

SCRIPT = pathlib.Path(__file__).parents[1] / "roles" / "service" / "files" / "back-off"


@pytest.fixture
def start(tmp_path):
    """Starts once; returns how long it waited, without waiting."""
    (tmp_path / "sleep").write_text('#!/bin/sh\necho $(($(cat "$SLEPT") + $1)) >"$SLEPT"\n', encoding="utf-8")
    (tmp_path / "sleep").chmod(0o755)
    slept = tmp_path / "slept"
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "SLEPT": str(slept)}

    def once(whole=True):
        slept.write_text("0", encoding="utf-8")
        done = subprocess.run([SCRIPT, tmp_path / "starts"], env=environment, capture_output=True, text=True, check=True)
        waited = int(slept.read_text(encoding="utf-8"))
        assert ("waits " in done.stdout) == (waited > 0), done.stdout
        assert waited == 0 or f"waits {waited} s" in done.stdout or not whole, done.stdout
        return waited

    return once


def test_should_wait_longer_and_longer_and_never_give_up(start):
    assert [start() for _ in range(12)] == [0, 0, 0, 5, 10, 20, 40, 80, 160, 300, 300, 300]


def test_should_not_wait_for_a_process_that_has_run_for_ten_minutes(start, tmp_path):
    (tmp_path / "starts").write_text(f"{int(time.time()) - 601} 9\n", encoding="utf-8")
    assert start() == 0
    assert (tmp_path / "starts").read_text(encoding="utf-8").split()[1] == "0"


def test_should_not_wait_when_its_file_was_removed(start, tmp_path):
    for _ in range(5):
        start()
    (tmp_path / "starts").unlink()
    assert start() == 0


def test_should_end_its_wait_when_its_file_is_removed_meanwhile(start, tmp_path):
    for _ in range(5):
        start()
    (tmp_path / "sleep").write_text(f'#!/bin/sh\necho "$1" >"$SLEPT"\nrm "{tmp_path}/starts"\n', encoding="utf-8")
    # Without that it would have waited for 20 s.
    assert start(whole=False) == 5
    assert (tmp_path / "starts").read_text(encoding="utf-8").split()[1] == "0"


@pytest.mark.parametrize("text", ["no number\n", ""])
def test_should_begin_anew_with_a_file_that_it_cannot_read(start, tmp_path, text):
    (tmp_path / "starts").write_text(text, encoding="utf-8")
    assert start() == 0


def test_should_start_although_its_file_cannot_be_written(start, tmp_path):
    (tmp_path / "starts").mkdir()
    assert start() == 0
