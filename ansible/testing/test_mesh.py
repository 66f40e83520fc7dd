"""The addresses that hosts get in the mesh, and those that are refused."""
import pathlib

import playing
import pytest
import yaml

HERE = pathlib.Path(__file__).parent


def choose(tmp_path, hosts):
    inventory = tmp_path / "inventory.yml"
    inventory.write_text(yaml.safe_dump({"all": {"hosts": hosts}}), encoding="utf-8")
    done = playing.play("-i", inventory, HERE / "mesh_addresses.yml")
    return done.returncode, done.stdout


def test_should_end_as_the_private_addresses_do(tmp_path):
    status, output = choose(tmp_path, {"a": {"private_ip": "10.0.1.11"}, "b": {"wireguard_address": "10.98.7.7"}})
    assert status == 0, output
    assert "in the mesh: 10.98.1.11" in output and "in the mesh: 10.98.7.7" in output


@pytest.mark.parametrize("address", ["member.example.org", "2001:db8::11", "10.0.0.256"])
def test_should_refuse_what_is_no_address_of_the_mesh(tmp_path, address):
    status, output = choose(tmp_path, {"a": {"private_ip": address}})
    assert status != 0 and "give the host wireguard_address" in " ".join(output.split()), output


def test_should_refuse_an_address_outside_the_network_of_the_mesh(tmp_path):
    status, output = choose(tmp_path, {"a": {"private_ip": "10.0.0.11", "wireguard_address": "10.97.0.11"}})
    assert status != 0 and "give the host wireguard_address" in " ".join(output.split()), output


def test_should_refuse_private_addresses_that_end_alike(tmp_path):
    status, output = choose(tmp_path, {"a": {"private_ip": "10.1.0.11"}, "b": {"private_ip": "10.2.0.11"}})
    assert status != 0 and "hosts=a, b" in " ".join(output.split()), output


def test_should_bring_peers_to_the_running_mesh_also_when_a_run_before_has_only_written_them():
    steps = yaml.safe_load((HERE.parent / "roles" / "wireguard" / "tasks" / "mesh.yml").read_text(encoding="utf-8"))
    sync, = (task for task in steps if "wg syncconf" in str(task.get("ansible.builtin.shell")))
    # The file is the same then.
    assert "wireguard_config" not in sync["when"] and sync["changed_when"] == "wireguard_config is changed"
