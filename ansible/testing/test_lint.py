"""How ansible/check runs ansible-lint."""
import os
import pathlib
import subprocess
import sys

LINT = pathlib.Path(__file__).parent / "lint.py"
BOOK = """---
- name: Call what is there
  hosts: localhost
  tasks:
    - name: Call what is not there
      ansible.builtin.not_there:
"""


def test_should_find_what_ansible_cannot_read_without_a_program_for_each_playbook(tmp_path):
    (tmp_path / "playbook.yml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "ansible-playbook").write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n", encoding="utf-8")
    (tmp_path / "bin" / "ansible-playbook").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, LINT, "--offline", "--nocolor", "--project-dir", tmp_path, "playbook.yml"], cwd=tmp_path, env=environment,
                          capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "syntax-check[" in done.stdout + done.stderr, done.stdout + done.stderr
    assert "not_there" in done.stdout + done.stderr and not (tmp_path / "started").exists(), done.stdout + done.stderr
