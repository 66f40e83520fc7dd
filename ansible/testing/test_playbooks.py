"""What holds of all playbooks and roles, as they are written."""
import configparser
import contextlib
import getpass
import http.server
import json
import os
import re
import socket
import sys
import threading

import jinja2
import playing
import pytest
import yaml
from books import ANSIBLE, plays, read, tasks_of

ASK = "tasks/ask.yml"
WITH_HANDLERS = sorted(path.parent.name for path in (ANSIBLE / "roles").glob("*/handlers"))


def includes(play, file):
    return any(task.get("ansible.builtin.include_tasks") == file for task in tasks_of(play))


def test_should_not_wait_for_hours_for_a_host_that_dies_while_a_command_runs():
    config = configparser.ConfigParser()
    config.read(ANSIBLE / "ansible.cfg", encoding="utf-8")
    interval, count = (int(re.search(rf"ServerAlive{name}=(\d+)", config["ssh_connection"]["ssh_args"])[1]) for name in ("Interval", "CountMax"))
    assert 60 <= interval * count <= 300


def test_should_find_plays_that_ask():
    assert {name for name, play in plays() if includes(play, ASK)} == {
        "kill.yml", "restore.yml", "rolling-restart.yml", "rollout.yml", "setup.yml", "stop-members.yml", "teardown.yml"}


@pytest.mark.parametrize("name, play", [(name, play) for name, play in plays() if includes(play, ASK)], ids=str)
def test_should_ask_on_the_hosts_that_are_changed(name, play):
    # --limit leaves out a play on localhost, and with it the question.
    assert play["hosts"] != "localhost", name
    assert play["any_errors_fatal"] is True, name


def roles_of(play):
    included = [task[name]["name"] for task in tasks_of(play) for name in task if name.endswith(("include_role", "import_role"))]
    return set(play.get("roles", [])) | set(included)


@pytest.mark.parametrize("role", WITH_HANDLERS)
def test_should_run_handlers_whatever_fails_later(role):
    assert read(ANSIBLE / "roles" / role / "tasks" / "main.yml")[-1]["ansible.builtin.meta"] == "flush_handlers"
    used = [(name, play) for name, play in plays() if role in roles_of(play)]
    assert used and all(play.get("force_handlers") for _, play in used), [(name, play["name"]) for name, play in used]


def test_should_let_services_read_what_an_interrupted_run_has_written():
    """Each time: a file that is as it should be does not say that it was read."""
    steps = {f"{role}/{file}": read(ANSIBLE / "roles" / role / "tasks" / f"{file}.yml") for role, file in (
        ("time_service", "main"), ("host", "huge_pages"), ("firewall", "main"), ("grafana", "main"))}
    clocks, pages = steps["time_service/main"][-1], steps["host/huge_pages"][-1]
    assert clocks["when"] == "not ansible_check_mode and time_service_started is not changed" and clocks["changed_when"] is False
    assert pages["when"] == "not ansible_check_mode" and pages["changed_when"] == "host_huge_pages is changed"
    firewall, = (task for task in steps["firewall/main"] if "ansible.builtin.systemd_service" in task)
    assert firewall["ansible.builtin.systemd_service"]["daemon_reload"] is True
    grafana, = (task["ansible.builtin.apt"] for task in steps["grafana/main"] if task.get("ansible.builtin.apt", {}).get("name") == "grafana")
    assert "not grafana_installed.stat.exists" in grafana["update_cache"]


def test_should_not_keep_half_a_key_of_the_mesh(tmp_path):
    text = (ANSIBLE / "roles" / "wireguard" / "tasks" / "mesh.yml").read_text(encoding="utf-8").replace("/etc/wireguard", str(tmp_path))
    making, = (task for task in yaml.safe_load(text) if task["name"] == "Make the key")
    (tmp_path / "book.yml").write_text(yaml.safe_dump([{"hosts": "localhost", "gather_facts": False, "tasks": [making]}]), encoding="utf-8")
    key = tmp_path / "fraud0.key"
    for command, makes, changed in (("exit 1", False, 0), ("echo a-key", True, 1), ("echo another", True, 0)):
        (tmp_path / "wg").write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
        (tmp_path / "wg").chmod(0o755)
        done = playing.play("-i", "localhost,", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}", tmp_path / "book.yml",
                            PATH=f"{tmp_path}:{os.environ['PATH']}")
        assert (done.returncode == 0) == key.exists() == makes and f"changed={changed}" in done.stdout, done.stdout
    assert key.read_text(encoding="utf-8") == "a-key\n" and key.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("role", ["prometheus", "alertmanager"])
def test_should_have_the_monitor_read_what_an_interrupted_run_has_written(role):
    steps = read(ANSIBLE / "roles" / role / "tasks" / "main.yml")
    again, = (task for task in steps if task.get("ansible.builtin.systemd_service", {}).get("state") == "reloaded")
    # A signal that comes before the process looks for it would end it.
    assert again["when"] == f"not ansible_check_mode and {role}_started is not changed" and again["changed_when"] is False


def test_should_use_the_firewall_s_rules_whether_or_not_this_run_has_written_them():
    last = read(ANSIBLE / "roles" / "firewall" / "tasks" / "main.yml")[-1]
    assert last["ansible.builtin.command"] == "/usr/sbin/nft --file /etc/fraud-firewall.nft" and last["when"] == "not ansible_check_mode"


def test_should_end_the_roll_out_when_a_member_has_not_got_the_release():
    assert all(play.get("any_errors_fatal") for name, play in plays() if name == "rollout.yml" and play["hosts"] == "member")


@pytest.mark.parametrize("shards, cards, members, seconds", [
    ("auto", 1_000_000, 3, 220 + 67), ("auto", 300_000_000, 3, 220 + 500), ("auto", 1_000_000, 200, 220 + 150), (1009, 1_000_000, 3, 220 + 252)])
def test_should_give_a_member_time_to_stop_for_what_it_holds_and_for_each_shard(shards, cards, members, seconds):
    text = read(ANSIBLE / "roles" / "fraud" / "defaults" / "main.yml")["fraud_stop_s"]
    plan = (ANSIBLE.parent / "hazelcast-certification/src/main/java/com/hazelcast/certification/plan/ShardPlan.java").read_text(encoding="utf-8")
    assert "CARDS_PER_SHARD = 150_000;" in plan and "SHARDS_PER_MEMBER = 3;" in plan
    found = jinja2.Template(text).render(fraud_held_mib=2000, fraud_shards=shards, fraud_cards=cards, groups={"member": ["m"] * members})
    assert int(found) == seconds


def test_should_give_a_member_of_the_debian_package_the_time_that_the_playbooks_give_it_for_16_gib():
    defaults = read(ANSIBLE / "roles" / "fraud" / "defaults" / "main.yml")
    given = {"fraud_held_mib": 16 * 1024, "fraud_shards": 271, "fraud_member_keys": {"data-dir": "/var/lib/fraud/data"}}
    given |= {name: jinja2.Template(defaults[name]).render(given) for name in ("fraud_start_s", "fraud_stop_s")}
    units = [(ANSIBLE / "roles" / "service" / "templates" / "unit.service.j2"), ANSIBLE.parent / "deploy" / "deb" / "fraud-member.service"]
    starts = [re.search(r"WatchdogSignal.*?^TimeoutStartSec=(.*?)$", file.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[1] for file in units]
    assert int(starts[1]) >= int(jinja2.Template(starts[0]).render(given))
    assert int(re.search(r"^TimeoutStopSec=(\d+)$", units[1].read_text(encoding="utf-8"), re.MULTILINE)[1]) >= int(given["fraud_stop_s"])


CHANGE = read(ANSIBLE / "tasks" / "change_member.yml")


def place(steps, wanted):
    return next(i for i, task in enumerate(steps) if wanted in task or wanted in (task.get("ansible.builtin.include_tasks"), task["name"]))


def test_should_change_java_and_the_host_only_when_asked_and_while_the_member_is_stopped():
    restart, = (task for task in CHANGE if "member_up.yml" in str(task.get("block")))
    steps = restart["block"]
    stop, leftovers, release, java, host, up = (place(steps, wanted) for wanted in (
        "process.yml", "Remove what the new configuration names no more", "Use the new release", "ansible.builtin.apt", "ansible.builtin.reboot",
        "member_up.yml"))
    assert stop < leftovers < release < java < host < up and steps[stop]["vars"]["process_state"] == "stopped"
    assert steps[java]["when"] == "restart_packages | default(false) | bool"
    assert steps[host]["when"] == "restart_host | default(false) | bool"


def test_should_give_back_configuration_and_release_before_the_member_is_started_again():
    restart, = (task for task in CHANGE if "member_up.yml" in str(task.get("block")))
    steps = restart["rescue"]
    stop, configuration, release, up = (place(steps, wanted) for wanted in (
        "process.yml", "restore_configuration.yml", "Give it back its release", "member_up.yml"))
    assert stop < configuration < release < up and "ansible.builtin.fail" in steps[-1]


def test_should_give_the_monitor_a_member_s_token_when_the_member_has_come_up_with_it():
    up, token, safe = (place(CHANGE, wanted) for wanted in (
        "Restart with what is new, or go back", "Give the monitor the token that this member has", "safe.yml"))
    assert up < token < safe and CHANGE[token]["no_log"] is True
    assert CHANGE[token]["ansible.builtin.copy"]["dest"] == "/etc/prometheus/fraud-tokens/{{ inventory_hostname }}"


@pytest.mark.parametrize("book, release", [("rollout.yml", True), ("rolling-restart.yml", False)])
def test_should_change_one_member_after_the_other_each_on_a_safe_cluster(book, release):
    changing, = (play for name, play in plays() if name == book and includes(play, "tasks/change_member.yml"))
    assert changing["serial"] == 1 and changing["any_errors_fatal"] is True
    steps = [task for task in tasks_of(changing) if "ansible.builtin.include_tasks" in task]
    assert place(steps, "tasks/safe.yml") < place(steps, "tasks/change_member.yml")
    assert ("change_release" in steps[place(steps, "tasks/change_member.yml")]["vars"]) == release


def test_should_not_pass_a_member_that_an_interrupted_roll_out_has_left_stopped_with_the_release():
    changing, = (play for name, play in plays() if name == "rollout.yml" and includes(play, "tasks/change_member.yml"))
    # On each member, not only where the release is still to be brought.
    safe, = (task for task in changing["tasks"] if task.get("ansible.builtin.include_tasks") == "tasks/safe.yml")
    assert "when" not in safe


@pytest.mark.parametrize("book", ["rollout.yml", "rolling-restart.yml"])
def test_should_know_the_mesh_before_a_configuration_is_written_and_tell_the_monitor_of_new_tokens(book):
    parts = [play for name, play in plays() if name == book]
    assert parts[0]["hosts"] == "member:source:monitor" and "wireguard" in roles_of(parts[0])
    # The last one gives the lock back.
    assert parts[-2]["hosts"] == "monitor" and "prometheus" in roles_of(parts[-2]) and includes(parts[-1], "tasks/unlock.yml")


def test_should_shut_out_a_host_that_has_left_when_the_others_have_the_inventory_without_it():
    parts = [play for name, play in plays() if name == "rolling-restart.yml"]
    closing = place(parts, "Close the ports to hosts that have left")
    changing = next(i for i, play in enumerate(parts) if includes(play, "tasks/change_member.yml"))
    # While members are changed, those that are still to come have the ports of before.
    assert changing < closing and parts[closing]["hosts"] == "member:source:monitor" and "firewall" in roles_of(parts[closing])
    assert tasks_of(parts[closing])[0]["when"] == "fraud_firewall | bool"


def every_task():
    """Of playbooks, roles and files that these include."""
    parts = [read(file) for place in ("tasks/*.yml", "roles/*/tasks/*.yml") for file in sorted(ANSIBLE.glob(place))]
    return [task for part in parts for task in tasks_of({"tasks": part})] + [task for _, play in plays() for task in tasks_of(play)]


def test_should_give_the_secret_of_a_user_to_commands_by_standard_input_alone():
    # What is in the environment of a task is on the command line, and so in the log of sudo; what is logged has what goes to standard input.
    assert not [task["name"] for task in every_task() if "SECRET" in str(task.get("environment"))]
    taking = [task for task in every_task() if "fraud_ctl_user_secret" in str(task)]
    assert [task["ansible.builtin.command"]["stdin"] for task in taking] == ["{{ fraud_ctl_user_secret }}"]
    assert taking[0]["no_log"] is True


def test_should_leave_no_histories_on_hosts_whose_load_fails():
    loading = read(ANSIBLE / "load-histories.yml")[-1]
    step, = loading["tasks"]
    removing, = step["always"]
    assert "fraud load {{ fraud_state }}/histories" in str(step["block"]) and loading["hosts"] == "answering[0]"
    assert removing["ansible.builtin.file"] == {"path": "{{ fraud_state }}/histories", "state": "absent"}
    assert (removing["delegate_to"], removing["loop"]) == ("{{ item }}", "{{ groups['member'] }}")


def test_should_leave_no_backup_on_hosts_whose_restore_fails(tmp_path):
    steps = {one["name"]: one for one in read(ANSIBLE / "restore.yml")}
    restoring, = steps["Bring the histories back"]["tasks"]
    removing, = restoring["always"]
    assert "restore {{ restore_folder" in str(restoring["block"]) and "Wait until all members are there" in str(restoring["block"])
    assert removing["ansible.builtin.file"] == {"path": "{{ fraud_state }}/restore", "state": "absent"}
    assert (removing["delegate_to"], removing["loop"]) == ("{{ item }}", "{{ groups['member'] }}")
    aside, = steps["Put aside what the members have"]["tasks"]
    assert aside["block"][0]["name"] == "Stop the member"
    aside["block"][0] = {"name": "Stop the member", "ansible.builtin.command": "false"}
    (tmp_path / "restore").mkdir()
    (tmp_path / "restore" / "shard-1").touch()
    book = [{"hosts": "localhost", "gather_facts": False, "tasks": [aside], "vars": {"fraud_state": str(tmp_path), "fraud_member_keys": {}}}]
    (tmp_path / "book.yml").write_text(yaml.safe_dump(book), encoding="utf-8")
    done = playing.play("-i", "localhost,", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}", tmp_path / "book.yml")
    assert done.returncode != 0 and "the copy of the backup was removed" in " ".join(done.stdout.split()), done.stdout
    assert not (tmp_path / "restore").exists()


def test_should_call_as_the_user_by_what_knows_the_secret():
    calling = [task for task in every_task() if "block" not in task and ("fraud_ctl_as" in str(task) or "fraud_ctl_user |" in str(task))]
    assert len(calling) == 6 and {task["ansible.builtin.include_tasks"] for task in calling} == {"tasks/ctl.yml"}


def play(tmp_path, book, *arguments, **variables):
    """Runs a playbook whose hosts nobody can reach, but for those that a test makes this machine."""
    inventory = tmp_path / "hosts.yml"
    away = {"ansible_host": "192.0.2.1", "ansible_ssh_common_args": "-o ConnectTimeout=1"}
    hosts = {name: {**away, **variables.get(name, {})} for name in ("m1", "m2", "m3")}
    groups = {"member": {"hosts": hosts}, "source": {"hosts": {"source": away}}, "monitor": {"hosts": {"monitor": away}}}
    inventory.write_text(yaml.safe_dump(groups), encoding="utf-8")
    return run(inventory, book, *arguments)


def run(inventory, book, *arguments):
    done = playing.play("-i", inventory, ANSIBLE / book, *arguments)
    return done.returncode, " ".join(done.stdout.split())


@pytest.mark.parametrize("book, arguments, says", [
    ("teardown.yml", [], "nothing was done"),
    ("teardown.yml", ["--limit", "m2"], "nothing was done"),
    ("teardown.yml", ["--limit", "source"], "nothing was done"),
    ("kill.yml", ["-e", "victim=m2"], "nothing was done"),
    ("kill.yml", ["-e", "victim=m2", "--limit", "m2"], "nothing was done"),
    ("kill.yml", ["-e", "victim=source", "-e", "confirmed=true", "--limit", "source,m1"], "name a host of the group member"),
    ("kill.yml", ["-e", "confirmed=true"], "name a host of the group member"),
    ("shrink.yml", ["-e", "leaving=source"], "leave at least"),
    ("shrink.yml", ["-e", "leaving=m2", "--limit", "m2"], "run it without --limit"),
    ("restore.yml", ["--limit", "m2"], "run it without --limit"),
    ("restore.yml", ["-e", "confirmed=true", "--limit", "m1,m2"], "run it without --limit"),
    ("replace.yml", ["-e", "leaving=source"], "name a host of the group member"),
    ("replace.yml", [], "name a host of the group member"),
])
def test_should_refuse_before_a_host_is_reached(tmp_path, book, arguments, says):
    status, output = play(tmp_path, book, *arguments)
    assert status != 0 and says in output and "UNREACHABLE" not in output, output


@pytest.mark.parametrize("book, says", [("replace.yml", "run grow.yml, then rolling-restart.yml"), ("shrink.yml", "and run rolling-restart.yml")])
def test_should_say_what_to_do_with_a_host_that_does_not_answer(tmp_path, book, says):
    status, output = play(tmp_path, book, "-e", "leaving=m2")
    assert status != 0 and f"take it out of the inventory, {'with the new host in the group member ' if 'grow' in says else ''}{says}" in output, output
    assert output.count("UNREACHABLE!") == 1, output
    # Neither grow.yml nor shrink.yml was begun.
    assert output.count("PLAY [") == 1, output


def test_should_go_on_with_a_change_when_the_monitor_is_unreachable(tmp_path):
    silencing = {"ansible.builtin.include_tasks": f"{ANSIBLE}/tasks/silence.yml",
                 "vars": {"silence_by": "rolling-restart.yml", "silence_member_s": 60, "silence_cluster_s": 60}}
    steps = [silencing, CHANGE[place(CHANGE, "Give the monitor the token that this member has")], {"ansible.builtin.debug": {"msg": "it went on"}}]
    book = tmp_path / "book.yml"
    book.write_text(yaml.safe_dump([{"hosts": "m1", "gather_facts": False, "any_errors_fatal": True, "roles": ["fraud"], "tasks": steps}]),
                    encoding="utf-8")
    here = {"ansible_connection": "local", "ansible_become": False, "ansible_python_interpreter": sys.executable, "fraud_etc": str(tmp_path),
            "fraud_http_tls": True}
    status, output = play(tmp_path, book, m1=here)
    assert status == 0 and "it went on" in output and "what this change raises is sent" in output and "UNREACHABLE" in output, output


def test_should_say_of_each_host_that_may_be_unreachable_that_it_does_not_end_the_play():
    ignoring = [task for task in every_task() if task.get("ignore_unreachable")]
    assert len(ignoring) == 4 and all(task.get("any_errors_fatal") is False for task in ignoring), ignoring


def test_should_do_nothing_on_a_host_that_is_no_member(tmp_path):
    status, output = play(tmp_path, "kill.yml", "-e", "victim=source", "-e", "confirmed=true", "--limit", "source")
    assert status == 0 and "TASK" not in output, output


@pytest.mark.parametrize("members, asks", [(3, False), (2, False), (1, True), (None, True)])
def test_should_ask_before_the_last_members_are_stopped(tmp_path, members, asks):
    """m1 is this machine, and its ctl answers with so many members, or not at all. In check mode: nothing is stopped here."""
    ctl = tmp_path / "ctl"
    answer = json.dumps({"members": [{}] * (members or 0)})
    ctl.write_text(f"#!/bin/sh\necho '{answer}'\nexit {0 if members else 1}\n", encoding="utf-8")
    ctl.chmod(0o755)
    here = {"ansible_connection": "local", "ansible_become": False, "ansible_python_interpreter": sys.executable}
    _, output = play(tmp_path, "stop-members.yml", "--check", "--limit", "m1", "-e", f"fraud_ctl={ctl}", m1=here)
    assert ("nothing was done" in output) == asks and ("PLAY [Stop the members]" in output) != asks, output


def test_should_bring_histories_back_by_a_member_that_answers():
    calling, = (one for name, one in plays() if name == "restore.yml" and "restore {{ restore_folder" in str(one))
    assert calling["hosts"] == "answering[0]"
    steps = read(ANSIBLE / "restore.yml")
    assert [one.get("ansible.builtin.import_playbook") for one in steps[:steps.index(calling)]][-2:] == ["start-members.yml", "answering.yml"]


@pytest.mark.parametrize("disk, held, says", [
    (False, True, None), (True, False, None), (True, True, "cannot be put aside under another name"), (False, None, None)])
def test_should_put_a_data_folder_aside_and_leave_an_empty_one_of_the_members_user(tmp_path, disk, held, says):
    """The folder is below one that the members' user may not write to, or is a disk of its own; with something in it, without, or not there."""
    data = tmp_path / "data"
    if held is not None:
        data.mkdir()
    if held:
        (data / "shard-1").touch()
    (tmp_path / "mountpoint").write_text(f"#!/bin/sh\nexit {0 if disk else 1}\n", encoding="utf-8")
    (tmp_path / "mountpoint").chmod(0o755)
    names = ["Look whether its data folder is a disk of its own", "Refuse a disk that has something", "Put its data folder aside",
             "Make an empty one in its place"]
    steps = [task for name, one in plays() if name == "restore.yml" for task in tasks_of(one) if task["name"] in names]
    assert [task["name"] for task in steps] == names
    book = [{"hosts": "localhost", "gather_facts": False, "tasks": steps,
             "vars": {"fraud_member_keys": {"data-dir": str(data)}, "fraud_user": getpass.getuser()}}]
    (tmp_path / "book.yml").write_text(yaml.safe_dump(book), encoding="utf-8")
    done = playing.play("-i", "localhost,", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}", tmp_path / "book.yml",
                        PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert (done.returncode == 0) == (says is None) and (says is None or says in " ".join(done.stdout.split())), done.stdout
    assert [file.name for file in data.iterdir()] == (["shard-1"] if says else [])
    assert says or data.stat().st_mode & 0o777 == 0o700
    assert [[file.name for file in aside.iterdir()] for aside in tmp_path.glob("data.before-*")] == ([["shard-1"]] if held and not disk else [])


class Live(http.server.BaseHTTPRequestHandler):
    """Answers /livez as a member whose Hazelcast runs, or has ended."""

    def do_GET(self):
        self.send_response(self.server.status if self.path == "/livez" else 404)
        self.end_headers()

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin # so it is called there
        pass


def test_should_call_no_member_whose_control_port_is_open_and_nothing_more(tmp_path):
    here = {"ansible_connection": "local", "ansible_become": False, "ansible_python_interpreter": sys.executable}
    hosts = {}
    with socket.socket() as control, contextlib.ExitStack() as servers:
        control.bind(("127.0.0.1", 0))
        control.listen()
        for name, status in (("m1", 503), ("m2", 200)):
            server = servers.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Live))
            server.status = status
            threading.Thread(target=server.serve_forever, daemon=True).start()
            servers.callback(server.shutdown)
            etc = tmp_path / name
            etc.mkdir()
            (etc / "member.yaml").write_text(f"host: 192.0.2.1\nhttp-host: 127.0.0.1\nhttp-port: {server.server_port}\n", encoding="utf-8")
            (etc / "ctl").write_text(f"#!/bin/sh\necho asked {name}\n", encoding="utf-8")
            (etc / "ctl").chmod(0o755)
            hosts[name] = {**here, "fraud_etc": str(etc), "fraud_ctl": f"{etc}/ctl", "fraud_control_port": control.getsockname()[1]}
        (tmp_path / "hosts.yml").write_text(yaml.safe_dump({"member": {"hosts": hosts}}), encoding="utf-8")
        status, output = run(tmp_path / "hosts.yml", "status.yml")
    assert status == 0 and "asked m2" in output and "asked m1" not in output, output


@pytest.mark.parametrize("up, says", [("m2", "asked m2"), (None, "m1 is down")])
def test_should_collect_what_a_member_says_that_is_up(tmp_path, up, says):
    """m1 does not answer; m2 does, or no one."""
    here = {"ansible_connection": "local", "ansible_become": False, "ansible_python_interpreter": sys.executable, "fraud_home": str(tmp_path),
            "fraud_logs": f"{tmp_path}/logs", "fraud_etc": f"{tmp_path}/etc"}
    with socket.socket() as listening, socket.socket() as closed:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        closed.bind(("127.0.0.1", 0))
        hosts = {name: {**here, "fraud_ctl": f"{tmp_path}/ctl-{name}", "fraud_results": f"{tmp_path}/results",
                        "fraud_control_port": (listening if name == up else closed).getsockname()[1]} for name in ("m1", "m2")}
        for name in hosts:
            (tmp_path / "results" / name).mkdir(parents=True)
            text = f"echo asked {name}" if name == up else f"echo {name} is down >&2; exit 1"
            (tmp_path / f"ctl-{name}").write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            (tmp_path / f"ctl-{name}").chmod(0o755)
        groups = {"member": {"hosts": hosts}, "source": {"hosts": {}}, "monitor": {"hosts": {}}}
        (tmp_path / "hosts.yml").write_text(yaml.safe_dump(groups), encoding="utf-8")
        status, output = run(tmp_path / "hosts.yml", "collect.yml")
    assert status == 0 and says in (tmp_path / "results" / "status.txt").read_text(encoding="utf-8"), output
    # A host without a member has its versions all the same.
    assert (tmp_path / "results" / "m1" / "versions.txt").exists()


def test_should_remove_releases_that_are_neither_kept_nor_open(tmp_path):
    for release in ("kept", "open", "old"):
        (tmp_path / "releases" / release).mkdir(parents=True)
        (tmp_path / "releases" / release / "fraud.jar").write_text(release, encoding="utf-8")
    with open(tmp_path / "releases" / "open" / "fraud.jar", encoding="utf-8"):
        status, output = run("localhost,", "testing/prune.yml", "-c", "local", "-e", f"kept=kept fraud_home={tmp_path}",
                             "-e", f"ansible_python_interpreter={sys.executable}")
    assert status == 0 and {file.name for file in (tmp_path / "releases").iterdir()} == {"kept", "open"}, output


def test_should_remove_old_releases_wherever_one_is_rolled_out():
    changing = [one for name, one in plays() if name == "rollout.yml" and one["hosts"] in ("member", "source") and "current" in str(one["tasks"])]
    pruning = [one["hosts"] for one in changing if includes(one, "tasks/prune_releases.yml")]
    assert pruning == ["member", "source"]
    for one in changing:
        steps = [task for task in tasks_of(one) if "tasks/prune_releases.yml" in str(task.get("ansible.builtin.include_tasks"))]
        assert all(task["vars"]["prune_kept"] == ["{{ host_release }}", "{{ rollout_before.stdout | basename }}"] for task in steps)
