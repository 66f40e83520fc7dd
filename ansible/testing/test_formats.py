"""Which releases may be rolled out over which, by what they say of themselves."""
import pathlib
import sys

import playing
import pytest

HERE = pathlib.Path(__file__).parent


def release(folder, says, status=0):
    folder.mkdir()
    program = folder / "fraud"
    program.write_text(f"#!/bin/sh\necho 'fraud 1.0.0 (commit abc)'\n{says and 'echo ' + repr(says)}\nexit {status}\n", encoding="utf-8")
    program.chmod(0o755)
    return folder


def compare(used, new):
    done = playing.play("-i", "localhost,", "-c", "local",
                        "-e", f"ansible_python_interpreter={sys.executable} formats_used={used} formats_new={new}", HERE / "formats.yml")
    return done.returncode, " ".join(done.stdout.split())


@pytest.mark.parametrize("used, new", [("1 oldest 1", "1 oldest 1"), ("1 oldest 1", "2 oldest 1"), ("2 oldest 1", "1 oldest 1"), ("10 oldest 9", "9 oldest 8")])
def test_should_take_a_release_that_fits(tmp_path, used, new):
    status, output = compare(release(tmp_path / "used", f"cluster format {used}"), release(tmp_path / "new", f"cluster format {new}"))
    assert status == 0, output


@pytest.mark.parametrize("used, new", [("1 oldest 1", "2 oldest 2"), ("2 oldest 2", "1 oldest 1"), ("9 oldest 9", "10 oldest 10")])
def test_should_refuse_a_release_that_does_not_fit(tmp_path, used, new):
    status, output = compare(release(tmp_path / "used", f"cluster format {used}"), release(tmp_path / "new", f"cluster format {new}"))
    assert status != 0 and "cannot be in one cluster" in output, output
    assert f"new=new format={new.replace(' oldest ', ' oldest=')} in use=used format={used.replace(' oldest ', ' oldest=')}" in output, output


def test_should_refuse_to_roll_out_over_a_release_that_says_no_format(tmp_path):
    status, output = compare(release(tmp_path / "used", ""), release(tmp_path / "new", "cluster format 1 oldest 1"))
    assert status != 0 and "in use=used format=0 oldest=0" in output, output


def test_should_leave_a_release_that_does_not_run_to_the_roll_out_which_goes_back(tmp_path):
    status, output = compare(release(tmp_path / "used", "cluster format 1 oldest 1"), release(tmp_path / "new", "", status=1))
    assert status == 0, output
