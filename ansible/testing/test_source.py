"""That each source sends transactions of its own: a seed for each host, by the role as it is. The program makes the seed of a connection from that
of its host: TransactionSourceTest sends from several hosts and connections, and no transaction twice, when each host has a seed of its own."""
import re
import sys

import playing
import yaml

# Writes the command of the process, in place of a unit.
SERVICE = [{"name": "Write the command", "ansible.builtin.copy": {
    "content": "{{ service_command }}", "dest": "{{ playbook_dir }}/{{ inventory_hostname }}.command", "mode": "0600"}}]


def commands(folder, hosts):
    (folder / "roles" / "service" / "tasks").mkdir(parents=True, exist_ok=True)
    (folder / "roles" / "service" / "tasks" / "main.yml").write_text(yaml.safe_dump(SERVICE), encoding="utf-8")
    book = [{"hosts": "source", "gather_facts": False, "roles": ["fraud", "source"]}]
    (folder / "book.yml").write_text(yaml.safe_dump(book), encoding="utf-8")
    here = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    groups = {"source": {"hosts": {name: {**here, "private_ip": f"192.0.2.{number}"} for number, name in enumerate(hosts, 21)}},
              "member": {"hosts": {"m1": here}}}
    (folder / "hosts.yml").write_text(yaml.safe_dump(groups, sort_keys=False), encoding="utf-8")
    done = playing.play("-i", folder / "hosts.yml", folder / "book.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    return [(folder / f"{name}.command").read_text(encoding="utf-8") for name in hosts]


def seeds(folder, *hosts):
    found = [re.findall(r"--seed (\d+)", command) for command in commands(folder, hosts)]
    assert all(len(of_host) == 1 for of_host in found), found
    return [int(of_host[0]) for of_host in found]


def test_should_give_each_source_a_seed_of_its_own(tmp_path):
    assert seeds(tmp_path, "s1", "s2", "s3") == [1, 2, 3]


def test_should_keep_the_seeds_of_others_when_a_host_is_added_at_the_end(tmp_path):
    assert seeds(tmp_path, "b", "a") == [1, 2]
    assert seeds(tmp_path, "b", "a", "c") == [1, 2, 3]
