"""Whom the firewall of a host lets in."""
import pathlib
import sys

import jinja2
import playing
import pytest
import yaml

ANSIBLE = pathlib.Path(__file__).parent.parent
TEMPLATE = ANSIBLE / "roles" / "firewall" / "templates" / "fraud.nft.j2"
HOSTS = {"m1": "11", "m2": "12", "m3": "13", "source": "21", "monitor": "31"}


def rules(host, mesh, **variables):
    # As Ansible's module template reads it.
    environment = jinja2.Environment(trim_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
    hostvars = {name: {"private_ip": f"192.0.2.{end}", **({"fraud_inner_address": f"10.98.2.{end}"} if mesh else {})} for name, end in HOSTS.items()}
    text = environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render({
        "inventory_hostname": host, "groups": {"member": ["m1", "m2", "m3"], "source": ["source"], "monitor": ["monitor"]}, "hostvars": hostvars,
        "firewall_mesh": mesh, "fraud_wireguard_network": "10.98.0.0/16", "fraud_wireguard_port": 51820, "fraud_member_port": 5701,
        "fraud_control_port": 5801, "fraud_control_host": "127.0.0.1", "fraud_http_port": 7777, "fraud_jmx_port": 7778, "fraud_gateway_port": 0,
        "fraud_api_port": 0, "fraud_source_port": 9501, "fraud_node_port": 9100, "fraud_prometheus_port": 9090, "fraud_alertmanager_port": 9093,
        "fraud_management_center_port": 8080, **variables})
    return [line.strip() for line in text.splitlines()]


def let_in(host, mesh, port, **variables):
    """The last bytes of the addresses that reach a port; all others are dropped."""
    found = rules(host, mesh, **variables)
    accepting, = (line for line in found if line.endswith(f" dport {port} accept"))
    dropping = accepting.split()[-4] + f" dport {port} drop"
    assert found.index(dropping) == found.index(accepting) + 1, found
    return [address.split(".")[-1].strip() for address in accepting.split("{")[1].split("}")[0].split(",")]


@pytest.mark.parametrize("host, mesh, port, others", [
    ("m1", False, 5701, []), ("m1", True, 5701, []), ("source", False, 9501, []), ("m1", True, 51820, ["21", "31"]), ("monitor", True, 51820, ["21", "31"])])
def test_should_let_in_the_members_but_one_that_was_taken_out(host, mesh, port, others):
    assert let_in(host, mesh, port) == ["11", "12", "13", *others]
    assert let_in(host, mesh, port, firewall_left=["m2"]) == ["11", "13", *others]


@pytest.mark.parametrize("mesh, address", [(False, "192.0.2.12"), (True, "10.98.2.12")])
def test_should_not_look_for_a_member_that_was_taken_out(mesh, address):
    wanted = f"ip daddr {{ {address} }} tcp dport 5701 drop"
    found = rules("m1", mesh, firewall_left=["m2"])
    assert "chain output {" in found[:found.index(wanted)]
    assert wanted not in rules("m1", mesh) and wanted not in rules("source", mesh, firewall_left=["m2"])
    assert ("chain output {" in rules("m1", mesh)) == ("chain output {" in rules("source", mesh, firewall_left=["m2"])) == mesh


def test_should_shut_out_the_host_of_a_member_that_was_taken_out_before_the_lock_is_given_back():
    book = yaml.safe_load((ANSIBLE / "shrink.yml").read_text(encoding="utf-8"))
    names = [one["name"] for one in book]
    assert names[-3:] == ["Take the member out", "Close mesh and ports to its host", "Let others change the cluster"]
    closing = book[-2]
    # The peers of the mesh are the hosts of that play.
    assert closing["hosts"] == "member:source:monitor:!{{ leaving | default('leaving_is_missing') }}" and closing["roles"][-1] == "wireguard"
    assert closing["vars"] == {"wireguard_left": ["{{ leaving }}"], "firewall_left": ["{{ leaving }}"]} and closing["any_errors_fatal"] is True
    assert closing["tasks"][0]["ansible.builtin.include_role"] == {"name": "firewall"} and closing["tasks"][0]["when"] == "fraud_firewall | bool"


@pytest.mark.parametrize("source, variables, says", [
    ({"private_ip": "192.0.2.21"}, {}, None),
    ({"ansible_host": "192.0.2.21"}, {"fraud_gateway_port": 9511, "fraud_gateway_networks": ["198.51.100.0/24", "192.0.2.1"]}, None),
    ({"ansible_host": "source.example.org"}, {}, "198.51.100.0/24: source=source.example.org"),
    ({"wireguard_address": "10.98.0.21"}, {}, "198.51.100.0/24: source=source"),
    ({"private_ip": "2001:db8::21"}, {}, "198.51.100.0/24: source=2001:db8::21"),
    ({"private_ip": "192.0.2.21"}, {"fraud_api_port": 8600, "fraud_api_networks": ["office.example.org"]}, "198.51.100.0/24: network=office.example.org"),
])
def test_should_refuse_names_that_a_host_that_starts_cannot_look_up(tmp_path, source, variables, says):
    here = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    inventory = {"all": {"vars": variables}, "member": {"hosts": {"m1": {**here, "private_ip": "192.0.2.11"}}}, "source": {"hosts": {"source": source}}}
    refusing = yaml.safe_load((ANSIBLE / "roles" / "firewall" / "tasks" / "main.yml").read_text(encoding="utf-8"))[0]
    book = {"hosts": "m1", "gather_facts": False, "roles": ["fraud"], "vars_files": [str(ANSIBLE / "roles" / "firewall" / "vars" / "main.yml")],
            "tasks": [refusing]}
    (tmp_path / "hosts.yml").write_text(yaml.safe_dump(inventory), encoding="utf-8")
    (tmp_path / "book.yml").write_text(yaml.safe_dump([book]), encoding="utf-8")
    done = playing.play("-i", tmp_path / "hosts.yml", tmp_path / "book.yml")
    output = " ".join(done.stdout.split())
    assert (done.returncode == 0) == (says is None) and (says is None or says in output), output
