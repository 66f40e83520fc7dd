"""What a tear-down takes: all that the roles have written, and nothing of others."""
import pathlib
import re
import sys

import playing
import pytest
import yaml
from books import ANSIBLE, plays, read, tasks_of

# Folders of packages and of the system, which roles make sure of.
OF_PACKAGES = {"/etc/grafana/provisioning/datasources", "/etc/grafana/provisioning/dashboards", "/etc/systemd/system/supervisor.service.d",
               "/etc/prometheus", "/var/lib/prometheus/node-exporter", "/etc/wireguard"}


def paths_of(task):
    """What a task writes, a loop's items filled in."""
    for name in ("copy", "template", "file", "get_url", "unarchive"):
        module = task.get(f"ansible.builtin.{name}")
        if not module or module.get("state") == "absent":
            continue
        for item in task["loop"] if isinstance(task.get("loop"), list) else [""]:
            path = str(module.get("dest") or module.get("path"))
            for key, value in ({f"item.{key}": value for key, value in item.items()} if isinstance(item, dict) else {"item": item}).items():
                path = path.replace(f"{{{{ {key} }}}}", str(value))
            yield path


def test_should_remove_all_that_roles_write():
    removed = {path for name, one in plays() if name == "teardown.yml" for task in tasks_of(one) if "ansible.builtin.file" in task
               for path in task["loop"]}
    written = set()
    for file in sorted((ANSIBLE / "roles").glob("*/tasks/*.yml")):
        for task in tasks_of({"tasks": read(file)}):
            written |= {path for path in paths_of(task) if path.startswith("/")}
    # A file for each process.
    written = {path.replace("{{ service_name }}", name) for path in written for name in ("member", "source")}
    left = {path for path in written - OF_PACKAGES if not any(path == one or path.startswith(f"{one}/") for one in removed)}
    assert left == set()
    assert {"/etc/default/grafana-server", "/etc/prometheus/prometheus.yml", "/etc/chrony/sources.d/fraud.sources"} < written
    assert {"/var/lib/prometheus/metrics2", "/var/lib/prometheus/alertmanager", "/var/lib/grafana/grafana.db"} < removed


@pytest.mark.parametrize("own", ["prometheus-node-exporter", "prometheus-alertmanager", "grafana-server"])
def test_should_tear_down_what_is_of_this_cluster_and_leave_what_is_somebody_elses(tmp_path, own):
    """Of the services of a monitor, one was set up by the playbooks."""
    stopping, = (one for name, one in plays() if name == "teardown.yml" and "teardown_own" in str(one))
    steps = [task for task in stopping["tasks"]
             if task["name"] == "Look which services are of this cluster" or "in teardown_own.stdout_lines" in str(task.get("when"))]
    files = {path: f"{tmp_path}{path}" for task in steps[1:] for path in task["loop"]}
    for path, here in files.items():
        pathlib.Path(here).parent.mkdir(parents=True, exist_ok=True)
        text = "# Written by the playbook.\n" if path == f"/etc/default/{own}" else "somebody else's\n"
        pathlib.Path(here).write_text(text, encoding="utf-8")
    text = yaml.safe_dump([{"hosts": "localhost", "gather_facts": False, "tasks": steps}])
    # Longer paths first: some begin as others do.
    text = re.sub("|".join(sorted(map(re.escape, files), key=len, reverse=True)), lambda found: files[found[0]], text)
    (tmp_path / "book.yml").write_text(text, encoding="utf-8")
    done = playing.play("-i", "localhost,", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}", tmp_path / "book.yml")
    assert done.returncode == 0, done.stdout
    gone, = (set(task["loop"]) for task in steps[1:] if f"/etc/default/{own}" in task["loop"])
    assert {path for path, here in files.items() if not pathlib.Path(here).exists()} == gone, done.stdout


def test_should_stop_the_services_of_this_cluster_alone():
    stopping, = (task for name, one in plays() if name == "teardown.yml" for task in tasks_of(one) if task["name"] == "Stop the services")
    assert "teardown_own.stdout_lines | map('basename')" in stopping["loop"] and "grafana" not in stopping["loop"]
