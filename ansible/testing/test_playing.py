"""How the tests run playbooks: modules in copies of one process, with what Ansible gives them."""
import json
import sys

import playing
import yaml


def test_should_run_a_module_in_a_copy_of_the_process_that_has_imported_it(tmp_path):
    """With the environment of its task, whatever is in it, and with its status and errors."""
    told = "a 'b' \"c\" $HOME\nd"
    show = "tr '\\0' ' ' </proc/$PPID/cmdline; printf '|%s' \"$TOLD\""
    tasks = [
        {"ansible.builtin.shell": show, "environment": {"TOLD": told}, "register": "seen"},
        {"ansible.builtin.command": "sh -c 'echo wrong >&2; exit 3'", "register": "failed", "failed_when": False},
        {"ansible.builtin.copy": {"content": "{{ {'seen': seen.stdout, 'rc': failed.rc, 'stderr': failed.stderr} | to_json }}", "dest": f"{tmp_path}/seen",
                                  "mode": "0600"}}]
    (tmp_path / "book.yml").write_text(yaml.safe_dump([{"hosts": "localhost", "gather_facts": False, "tasks": tasks}]), encoding="utf-8")
    done = playing.play("-i", "localhost,", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}", tmp_path / "book.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    seen = json.loads((tmp_path / "seen").read_text(encoding="utf-8"))
    process, _, variable = seen["seen"].partition("|")
    assert "run_modules.py" in process and variable == told and (seen["rc"], seen["stderr"]) == (3, "wrong"), seen
