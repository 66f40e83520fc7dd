"""The templates that cloudlab generates: who may reach what, and where members stand. Needs cloudlab, cfn-lint and pytest."""

import importlib.machinery
import importlib.util
import ipaddress
import json
import pathlib
import shutil
import subprocess
import sys

import pytest
import yaml
from cfnlint.decode import cfn_yaml

HERE = pathlib.Path(__file__).resolve().parent
OWN = "203.0.113.7/32"
VPC = "10.42.0.0/16"
SIZES = {"trial": 3, "certification": 3, "large": 9}
CARDS = {"trial": None, "certification": 30_000_000, "large": 300_000_000}


def lab(*arguments):
    return subprocess.run([sys.executable, HERE / "lab", *arguments], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module", params=SIZES)
def size(request):
    return request.param


@pytest.fixture(scope="module")
def template_file(size):
    environment = HERE / size / "test-env"
    shutil.rmtree(environment, ignore_errors=True)
    result = lab(size, "mkenv", "test-env", "--from", OWN, "--no-provision")
    assert result.returncode == 0, result.stderr
    yield environment / "cf.yaml"
    shutil.rmtree(environment)


@pytest.fixture(scope="module")
def resources(template_file):
    return cfn_yaml.load(str(template_file))["Resources"]


def of_type(resources, kind):
    return {name: entry["Properties"] for name, entry in resources.items() if entry["Type"] == kind}


def test_cfn_lint_finds_nothing(template_file):
    result = subprocess.run(
        [pathlib.Path(sys.executable).with_name("cfn-lint"), "--region", "eu-central-1", "--", template_file],
        capture_output=True, text=True, check=False,
    )
    assert result.returncode == 0, result.stdout


def test_ingress_comes_from_the_vpc_or_the_users_own_address(resources):
    rules = of_type(resources, "AWS::EC2::SecurityGroupIngress")
    assert {rule["CidrIp"] for rule in rules.values()} == {OWN, VPC}
    assert not any("CidrIpv6" in rule for rule in rules.values())
    groups = of_type(resources, "AWS::EC2::SecurityGroup")
    assert not any("SecurityGroupIngress" in group for group in groups.values())


def test_only_ssh_and_the_monitors_page_are_open_to_the_user(resources):
    rules = of_type(resources, "AWS::EC2::SecurityGroupIngress").values()
    outside = {(rule["GroupId"]["Ref"], rule["FromPort"], rule["ToPort"]) for rule in rules if rule["CidrIp"] == OWN}
    assert outside == {("BaseSecurityGroup", 22, 22), ("monitorSecurityGroup", 3000, 3000)}


def test_no_rule_from_outside_reaches_the_member_port(resources):
    for rule in of_type(resources, "AWS::EC2::SecurityGroupIngress").values():
        if not ipaddress.ip_network(rule["CidrIp"]).subnet_of(ipaddress.ip_network(VPC)):
            assert not rule["FromPort"] <= 5701 <= rule["ToPort"]


def test_members_spread_evenly_over_three_zones(resources, size):
    zones = {name: str(subnet["AvailabilityZone"]) for name, subnet in of_type(resources, "AWS::EC2::Subnet").items()}
    assert len(set(zones.values())) == 3
    counts = {}
    for machine in of_type(resources, "AWS::EC2::Instance").values():
        interface = machine["NetworkInterfaces"][0]
        if {"Ref": "memberSecurityGroup"} in interface["GroupSet"]:
            zone = zones[interface["SubnetId"]["Ref"]]
            counts[zone] = counts.get(zone, 0) + 1
    assert sum(counts.values()) == SIZES[size]
    assert max(counts.values()) == min(counts.values())


def test_disks_are_encrypted(resources):
    for machine in of_type(resources, "AWS::EC2::Instance").values():
        assert machine["BlockDeviceMappings"][0]["Ebs"]["Encrypted"] in (True, "true")


@pytest.mark.parametrize("address", ["0.0.0.0/0", "203.0.0.0/8", "here", "::/0"])
def test_the_world_is_not_let_in(address):
    result = lab("trial", "mkenv", "never", "--from", address, "--no-provision")
    assert result.returncode != 0
    assert f"--from={address}" in result.stderr
    assert not (HERE / "trial" / "never").exists()


def test_an_address_must_be_named():
    assert "--from 203.0.113.7/32" in lab("trial", "mkenv", "never", "--no-provision").stderr


def test_the_inventory_gets_the_cards_that_a_size_is_made_for(tmp_path, size):
    load = importlib.machinery.SourceFileLoader("lab", str(HERE / "lab"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("lab", load))
    load.exec_module(module)
    config = yaml.safe_load((HERE / size / "cloudlab_config.yaml").read_text())
    file = tmp_path / "inventory.yaml"
    file.write_text(yaml.safe_dump({"all": {"vars": {"ansible_ssh_private_key_file": "x/key.pem"}}}))
    module.finish_inventory(file, config)
    assert yaml.safe_load(file.read_text())["all"]["vars"].get("fraud_cards") == CARDS[size]


def lab_module():
    load = importlib.machinery.SourceFileLoader("lab", str(HERE / "lab"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("lab", load))
    load.exec_module(module)
    return module


def plan_file(folder, **changes):
    kind = {"kind": "r7g.2xlarge", "machines": 3, "shards": 211, "minMembers": 2, "heapGib": 8, "nativeGib": 40, **changes}
    file = folder / "plan.json"
    file.write_text(json.dumps({"cards": 30_000_000, "backups": 1, "kinds": [kind]}))
    return file


def test_the_inventory_gets_the_figures_of_a_plan(tmp_path):
    module = lab_module()
    config = yaml.safe_load((HERE / "certification" / "cloudlab_config.yaml").read_text())
    file = tmp_path / "inventory.yaml"
    file.write_text(yaml.safe_dump({"all": {"vars": {"ansible_ssh_private_key_file": "x/key.pem", "fraud_shards": 7}}}))
    module.finish_inventory(file, config, module.planned(plan_file(tmp_path), config))
    variables = yaml.safe_load(file.read_text())["all"]["vars"]
    assert {name: value for name, value in variables.items() if name.startswith("fraud_")} == {
        "fraud_cards": 30_000_000,
        "fraud_backups": 1,
        "fraud_shards": 211,
        "fraud_min_members": 2,
        "fraud_memory": "native",
        "fraud_heap_mib": 8192,
        "fraud_native_mib": 40960,
    }


@pytest.mark.parametrize("changes", [{"machines": 4}, {"kind": "r7g.4xlarge"}])
def test_a_plan_of_other_members_is_refused(tmp_path, changes):
    file = plan_file(tmp_path, **changes)
    result = lab("certification", "mkenv", "never", "--from", OWN, "--plan", file, "--no-provision")
    assert result.returncode != 0
    assert "the size has 3 members of r7g.2xlarge" in result.stderr
    assert not (HERE / "certification" / "never").exists()


def test_a_file_that_is_no_plan_is_refused(tmp_path):
    file = tmp_path / "plan.json"
    file.write_text("{}")
    assert "--plan takes what" in lab("trial", "mkenv", "never", "--from", OWN, "--plan", file, "--no-provision").stderr
