"""From where Management Center's archive is taken, never over the network without its checksum; and that it knows the members that there are."""
import pathlib
import sys

import playing
import pytest
import yaml
from books import read, tasks_of

ANSIBLE = pathlib.Path(__file__).parent.parent
CLUSTER = ANSIBLE / "roles" / "management_center" / "tasks" / "cluster.yml"
SUM = "0123456789abcdef" * 4


def play(tmp_path, archive, checksum):
    book = tmp_path / "book.yml"
    book.write_text("""
- hosts: localhost
  gather_facts: false
  roles: [fraud]
  tasks:
    - ansible.builtin.include_role: {name: management_center}
""", encoding="utf-8")
    done = playing.play("-i", "localhost,", "-c", "local", "--check",
                        "-e", f"ansible_python_interpreter={sys.executable} fraud_inner_address=192.0.2.1 fraud_control_port=5801",
                        "-e", f"fraud_management_center_archive={archive} fraud_management_center_sha256={checksum}", book)
    return " ".join(done.stdout.split())


@pytest.mark.parametrize("archive, checksum", [
    ("https://repository.example/management-center.tar.gz", "0123"),
    ("http://repository.example/management-center.zip", SUM),
])
def test_should_refuse_an_address_without_a_checksum_or_without_tls(tmp_path, archive, checksum):
    output = play(tmp_path, archive, checksum)
    assert "an archive is fetched by https" in output and "Look at the distribution" not in output, output


def test_should_compare_what_it_fetches_before_it_is_unpacked():
    tasks = yaml.safe_load((ANSIBLE / "roles" / "management_center" / "tasks" / "main.yml").read_text(encoding="utf-8"))
    names = [task["name"] for task in tasks]
    fetch = tasks[names.index("Fetch it")]
    assert fetch["ansible.builtin.get_url"]["checksum"] == "sha256:{{ fraud_management_center_sha256 }}"
    assert names.index("Refuse an address without a checksum") == 0 and names.index("Fetch it") < names.index("Unpack it")


def test_should_compare_a_file_of_the_controller(tmp_path):
    file = tmp_path / "archive.zip"
    file.write_bytes(b"another")
    assert "the archive is missing, or is not the one" in play(tmp_path, file, SUM)


def test_should_give_the_cluster_s_name_which_has_its_secret_by_a_file_that_no_other_user_reads():
    tasks = [task for task in tasks_of({"tasks": read(CLUSTER)}) if "block" not in task]
    using = [task for task in tasks if "management_center_name.stdout" in str(task)]
    assert [(task["ansible.builtin.copy"]["mode"], task["ansible.builtin.copy"]["owner"], task["no_log"]) for task in using] == [("0600", "fraud-mc", True)]
    adding, = (task["ansible.builtin.shell"]["cmd"] for task in tasks if "conf cluster add" in str(task))
    assert f"--client-config={using[0]['ansible.builtin.copy']['dest']}" in adding
    forgetting, = (task for task in tasks if "conf cluster remove" in str(task))
    assert " @forget" in forgetting["ansible.builtin.shell"]["cmd"] and "umask 077" in forgetting["ansible.builtin.shell"]["cmd"] and forgetting["no_log"]


def here(tasks, folder):
    """The tasks for this machine and this user: systemd is a script that writes down how it is called."""
    for task in tasks:
        here(task.get("block", []), folder)
        task.pop("become", None)
        task.pop("become_user", None)
        for name in ("owner", "group"):
            task.get("ansible.builtin.copy", {}).pop(name, None)
        if "ansible.builtin.systemd_service" in task:
            task["ansible.builtin.command"] = f"{folder}/systemctl {task.pop('ansible.builtin.systemd_service')['state']}"
    return tasks


def called(folder, *members):
    """What of it is called when the inventory has these members, by their addresses."""
    text = CLUSTER.read_text(encoding="utf-8")
    for place, there in {"/var/lib/fraud-mc": "home", "/opt/fraud-mc": "opt", "/etc/systemd/system/fraud-mc.service": "unit"}.items():
        text = text.replace(place, f"{folder}/{there}")
    book = [{"hosts": "localhost", "gather_facts": False, "vars": {"fraud_home": str(folder), "fraud_control_port": 5801},
             "tasks": here(yaml.safe_load(text), folder)}]
    (folder / "book.yml").write_text(yaml.safe_dump(book), encoding="utf-8")
    hosts = {f"m{address}": {"fraud_inner_address": address, "ansible_python_interpreter": sys.executable} for address in members}
    (folder / "hosts.yml").write_text(yaml.safe_dump({"all": {"hosts": {"localhost": {}}}, "member": {"hosts": hosts}}), encoding="utf-8")
    (folder / "calls").write_text("", encoding="utf-8")
    done = playing.play("-i", folder / "hosts.yml", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}", folder / "book.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    return (folder / "calls").read_text(encoding="utf-8").splitlines()


@pytest.fixture(name="center")
def a_management_center(tmp_path):
    """A folder with its command, which writes down what it is given."""
    scripts = {
        "ctl": "echo shop-c0ffee", "systemctl": f"echo $1 >>{tmp_path}/calls",
        "opt/bin/hz-mc": f"""case $3 in
  add) grep -o '[0-9.]*:5801' {tmp_path}/home/cluster.yaml | sed 's/^/knows /' ;;
  remove) echo "forgets $(cat "${{5#@}}")" ;;
esac >>{tmp_path}/calls"""}
    (tmp_path / "opt" / "bin").mkdir(parents=True)
    (tmp_path / "home").mkdir()
    for name, text in scripts.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def test_should_know_the_members_that_the_inventory_has(center):
    assert called(center, "10.0.0.1", "10.0.0.2") == ["knows 10.0.0.1:5801", "knows 10.0.0.2:5801"]
    (center / "unit").touch()
    assert called(center, "10.0.0.1", "10.0.0.2") == []
    assert called(center, "10.0.0.1", "10.0.0.3") == [
        "stopped", "forgets -cn=shop-c0ffee", "knows 10.0.0.1:5801", "knows 10.0.0.3:5801", "started"]


def test_should_go_on_where_it_was_interrupted_and_with_what_earlier_playbooks_have_left(center):
    (center / "unit").touch()
    # It had forgotten the cluster of before.
    assert called(center, "10.0.0.1") == ["stopped", "knows 10.0.0.1:5801", "started"]
    (center / "home" / "fraud-cluster").write_text("", encoding="utf-8")
    assert called(center, "10.0.0.1") == ["stopped", "forgets -cn=shop-c0ffee", "knows 10.0.0.1:5801", "started"]


@pytest.mark.parametrize("book", ["rolling-restart.yml", "rollout.yml"])
def test_should_learn_of_the_members_wherever_an_inventory_is_brought_out(book):
    including, = (task for play in read(ANSIBLE / book) for task in tasks_of(play) if "management_center" in str(task.get("ansible.builtin.include_role")))
    assert including["ansible.builtin.include_role"] == {"name": "management_center", "tasks_from": "cluster"}
    assert including["when"] == "fraud_management_center_archive | length > 0"


def test_should_restart_when_its_process_is_described_in_another_way():
    tasks = yaml.safe_load((ANSIBLE / "roles" / "management_center" / "tasks" / "main.yml").read_text(encoding="utf-8"))
    describing, running = tasks[-2:]
    assert running["ansible.builtin.systemd_service"]["state"] == f"{{{{ 'restarted' if {describing['register']} is changed else 'started' }}}}"
