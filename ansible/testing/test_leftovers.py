"""That hosts follow the inventory when something is taken out of it: tasks of roles as they are, with paths of a folder in place of the system's."""
import pathlib
import sys

import playing
import pytest
import yaml

ROLES = pathlib.Path(__file__).parent.parent / "roles"


def play(folder, file, places, names=None, inventory="localhost,", **variables):
    """Runs the tasks of a file, or those with these names, with other paths; returns whether something changed."""
    text = (ROLES / file).read_text(encoding="utf-8")
    for place, here in places.items():
        assert place in text, place
        text = text.replace(place, str(here))
    tasks = [task for task in yaml.safe_load(text) if names is None or task["name"] in names]
    assert names is None or len(tasks) == len(names), tasks
    book = [{"hosts": "localhost", "gather_facts": False, "vars": variables, "tasks": tasks}]
    (folder / "book.yml").write_text(yaml.safe_dump(book), encoding="utf-8")
    done = playing.play("-i", inventory, "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}", folder / "book.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    return "changed=0" not in done.stdout


def command(folder, name):
    """A command that writes its arguments down, a line a call, and the file for those."""
    (folder / name).write_text(f'#!/bin/sh\necho "$@" >>{folder}/{name}.calls\n', encoding="utf-8")
    (folder / name).chmod(0o755)
    return folder / name, folder / f"{name}.calls"


def test_should_forget_time_servers_that_the_inventory_has_no_more(tmp_path):
    file = tmp_path / "fraud.sources"
    names = ["Name the time servers", "Forget time servers that the inventory has no more"]
    places = {"/etc/chrony/sources.d": tmp_path}
    for servers, says in ((["ntp.example.org"], "server ntp.example.org iburst"), ([], None)):
        assert play(tmp_path, "time_service/tasks/main.yml", places, names, fraud_time_servers=servers)
        assert (says in file.read_text(encoding="utf-8")) if says else not file.exists()
        assert not play(tmp_path, "time_service/tasks/main.yml", places, names, fraud_time_servers=servers)


def test_should_give_huge_pages_back_once(tmp_path):
    sysctl, calls = command(tmp_path, "sysctl")
    (tmp_path / "60-fraud.conf").write_text("vm.nr_hugepages = 512\n", encoding="utf-8")
    places = {"/etc/sysctl.d": tmp_path, "sysctl --write": f"{sysctl} --write"}
    assert play(tmp_path, "host/tasks/no_huge_pages.yml", places) and not (tmp_path / "60-fraud.conf").exists()
    assert not play(tmp_path, "host/tasks/no_huge_pages.yml", places) and calls.read_text(encoding="utf-8") == "--write vm.nr_hugepages=0\n"


@pytest.mark.parametrize("before", [True, False])
def test_should_open_the_ports_again_when_the_firewall_is_switched_off(tmp_path, before):
    nft, calls = command(tmp_path, "nft")
    rules = tmp_path / "fraud-firewall.nft"
    if before:
        rules.write_text("table inet fraud {\n  chain input {\n  }\n}\n", encoding="utf-8")
    places = {"/etc/fraud-firewall.nft": rules, "/usr/sbin/nft --file": f"{nft} --file"}
    assert play(tmp_path, "firewall/tasks/off.yml", places) == before
    assert rules.exists() == calls.exists() == before
    if before:
        text = rules.read_text(encoding="utf-8")
        assert "chain" not in text and text.split("\n", 2)[2] == "table inet fraud\ndelete table inet fraud\ntable inet fraud {\n}\n"
        # Whoever restarts nftables takes away the table, and this brings it back.
        assert not play(tmp_path, "firewall/tasks/off.yml", places) and calls.read_text(encoding="utf-8") == f"--file {rules}\n" * 2


@pytest.mark.parametrize("before, listening, gone", [
    (True, ["10.98.0.11:9100"], True), (True, ["10.98.0.11:9100", "10.98.0.11:5701"], False), (False, [], True)])
def test_should_take_the_mesh_down_when_nobody_listens_in_it(tmp_path, before, listening, gone):
    files = {name: tmp_path / name for name in ("fraud0.conf", "fraud0.key")}
    for file in files.values() if before else []:
        file.write_text("secret", encoding="utf-8")
    ss = tmp_path / "ss"
    lines = "".join(f"echo 'LISTEN 0 128 {address} 0.0.0.0:*'\n" for address in listening)
    ss.write_text(f"#!/bin/sh\n[ \"$*\" = '-Htln src 10.98.0.0/16' ] || exit 1\n{lines}", encoding="utf-8")
    ss.chmod(0o755)
    places = {f"/etc/wireguard/{name}": file for name, file in files.items()} | {"; ss ": f"; {ss} "}
    tasks = yaml.safe_load((ROLES / "wireguard" / "tasks" / "off.yml").read_text(encoding="utf-8"))
    # Nothing of this machine is stopped.
    names = [task["name"] for task in tasks if task["name"] != "Take the mesh down"]
    given = {"fraud_wireguard_network": "10.98.0.0/16", "fraud_node_port": 9100}
    if gone:
        assert play(tmp_path, "wireguard/tasks/off.yml", places, names, **given) == before
    else:
        with pytest.raises(AssertionError, match="processes still listen in the mesh"):
            play(tmp_path, "wireguard/tasks/off.yml", places, names, **given)
    assert {file.exists() for file in files.values()} == {not gone}


def test_should_forget_dashboards_that_a_release_has_no_more(tmp_path):
    released, shown = tmp_path / "observability" / "grafana" / "dashboards", tmp_path / "shown"
    for folder, files in ((released, ["fraud-cluster.json"]), (shown, ["fraud-cluster.json", "fraud-old.json", "own.json"])):
        folder.mkdir(parents=True)
        for file in files:
            (folder / file).write_text("{}", encoding="utf-8")
    names = ["Find dashboards of before", "Remove dashboards that the release has no more"]
    places = {"/etc/grafana/fraud-dashboards": shown}
    assert play(tmp_path, "grafana/tasks/main.yml", places, names, fraud_project=str(tmp_path))
    assert {file.name for file in shown.iterdir()} == {"fraud-cluster.json", "own.json"}
    assert not play(tmp_path, "grafana/tasks/main.yml", places, names, fraud_project=str(tmp_path))


def test_should_not_keep_the_key_of_a_grafana_without_tls(tmp_path):
    places = {path: tmp_path / path.rsplit("/", maxsplit=1)[1] for path in ("/etc/grafana/fraud.crt", "/etc/grafana/fraud.key")}
    for file in places.values():
        file.write_text("secret", encoding="utf-8")
    for tls in (True, False):
        assert play(tmp_path, "grafana/tasks/main.yml", places, ["Remove key and certificate of before"], fraud_grafana_tls=tls) != tls
        assert {file.exists() for file in places.values()} == {tls}


def test_should_forget_the_token_of_a_member_that_the_inventory_has_no_more(tmp_path):
    (tmp_path / "hosts.yml").write_text(yaml.safe_dump({"all": {"hosts": {"localhost": {}}}, "member": {"hosts": {"m1": {}}}}), encoding="utf-8")
    tokens = tmp_path / "tokens"
    tokens.mkdir()
    for member in ("m1", "m2"):
        (tokens / member).write_text("token", encoding="utf-8")
    names = ["Find what it shows to members", "Forget what it showed to members that the inventory has no more"]
    assert play(tmp_path, "prometheus/tasks/main.yml", {"/etc/prometheus/fraud-tokens": tokens}, names, f"{tmp_path}/hosts.yml")
    assert [file.name for file in tokens.iterdir()] == ["m1"]


# The file by which a role's own service is told from somebody else's, and what else it has written.
@pytest.mark.parametrize("text, stays", [("# Written by the playbook; the first lines are those of the package.\nARGS=\"\"\n", False), ("ARGS=\"\"\n", True)])
@pytest.mark.parametrize("role, marker, others", [
    ("node_exporter", "/etc/default/prometheus-node-exporter", []),
    ("alertmanager", "/etc/default/prometheus-alertmanager", ["/etc/prometheus/alertmanager.yml"]),
    ("grafana", "/etc/default/grafana-server", [
        "/etc/apt/sources.list.d/grafana.list", "/usr/share/keyrings/grafana.asc", "/usr/share/keyrings/grafana.fetched", "/etc/grafana/fraud.crt",
        "/etc/grafana/fraud.key", "/etc/grafana/fraud-dashboards", "/etc/grafana/provisioning/datasources/fraud.yml",
        "/etc/grafana/provisioning/dashboards/fraud.yml"]),
])
def test_should_take_back_what_its_own_service_was_given_and_no_other_s(tmp_path, role, marker, others, text, stays):
    places = {path: tmp_path / path.strip("/").replace("/", "-") for path in [marker, *others]}
    for file in places.values():
        file.write_text(text, encoding="utf-8")
    tasks = yaml.safe_load((ROLES / role / "tasks" / "off.yml").read_text(encoding="utf-8"))
    # Nothing of this machine is stopped.
    names = [task["name"] for task in tasks if task["name"] != "Stop it"]
    assert play(tmp_path, f"{role}/tasks/off.yml", places, names) != stays
    assert {file.exists() for file in places.values()} == {stays}
    assert not play(tmp_path, f"{role}/tasks/off.yml", places, names)


@pytest.mark.parametrize("role, value", [
    ("node_exporter", "fraud_node_port | int"), ("alertmanager", "fraud_alertmanager_port | int"),
    ("grafana", "fraud_grafana_repository | length"), ("management_center", "fraud_management_center_archive | length")])
def test_should_stop_what_the_inventory_has_no_more(role, value):
    plays = yaml.safe_load((ROLES.parent / "setup.yml").read_text(encoding="utf-8"))
    including = [one for part in plays for one in part.get("tasks", []) if one.get("ansible.builtin.include_role", {}).get("name") == role]
    whens = {one["ansible.builtin.include_role"].get("tasks_from", "main"): one["when"] for one in including}
    assert (whens["main"], whens["off"]) == (f"{value} > 0", f"{value} == 0")
    tasks = {task["name"]: task for task in yaml.safe_load((ROLES / role / "tasks" / "off.yml").read_text(encoding="utf-8"))}
    stopping = tasks["Stop it"]
    assert stopping["ansible.builtin.systemd_service"]["state"] == "stopped" and stopping["ansible.builtin.systemd_service"]["enabled"] is False


@pytest.mark.parametrize("book", ["setup.yml", "rolling-restart.yml"])
def test_should_switch_the_firewall_off_wherever_it_is_switched_on(book):
    plays = yaml.safe_load((ROLES.parent / book).read_text(encoding="utf-8"))
    on, off = next(part["tasks"] for part in plays if "firewall" in str(part.get("tasks")))
    assert on["when"] == "fraud_firewall | bool" and off["when"] == "not fraud_firewall | bool"
    assert off["ansible.builtin.include_role"] == {"name": "firewall", "tasks_from": "off"}
