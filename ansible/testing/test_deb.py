"""What the Debian package does with its unit, with a systemctl that writes down how it is called."""
import os
import pathlib
import subprocess

import pytest

PRERM = pathlib.Path(__file__).parents[2] / "deploy" / "deb" / "prerm"


@pytest.mark.parametrize("action, root, called", [
    # Of a root that is not this machine's, nothing is stopped.
    ("remove", "/srv/root", "--root=/srv/root disable fraud-member.service\n"), ("upgrade", "/srv/root", ""), ("upgrade", "", "")])
def test_should_disable_the_unit_when_the_package_is_removed_and_not_when_it_is_upgraded(tmp_path, action, root, called):
    calls = tmp_path / "calls"
    calls.touch()
    (tmp_path / "systemctl").write_text(f'#!/bin/sh\necho "$@" >>{calls}\n', encoding="utf-8")
    (tmp_path / "systemctl").chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "DPKG_ROOT": root}
    subprocess.run(["sh", PRERM, action], env=environment, check=True)
    assert calls.read_text(encoding="utf-8") == called
