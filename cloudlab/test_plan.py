"""The templates that cloudlab generates: who may reach what, and where members stand. test_lab.py has what lab does. Needs cloudlab, cfn-lint and pytest."""

import csv
import ipaddress
import pathlib
import re
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
    assert outside == {("monitorSecurityGroup", 22, 22), ("monitorSecurityGroup", 3000, 3000)}


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


def roles_of(interface):
    return {group["Ref"] for group in interface["GroupSet"]} - {"BaseSecurityGroup"}


def test_only_the_monitor_has_a_public_address(resources):
    subnets = of_type(resources, "AWS::EC2::Subnet")
    assert all(subnet["MapPublicIpOnLaunch"] in (False, "false") for subnet in subnets.values())
    public = set()
    for machine in of_type(resources, "AWS::EC2::Instance").values():
        [interface] = machine["NetworkInterfaces"]
        if interface["AssociatePublicIpAddress"] in (True, "true"):
            public |= roles_of(interface)
            assert interface["SubnetId"]["Ref"] == "SubnetPublicA"
        else:
            assert interface["SubnetId"]["Ref"] != "SubnetPublicA" and "monitorSecurityGroup" not in roles_of(interface)
    assert public == {"monitorSecurityGroup"}


def test_machines_without_a_public_address_go_out_by_the_nat_gateway_alone(resources):
    routes = {route["RouteTableId"]["Ref"]: route for route in of_type(resources, "AWS::EC2::Route").values()}
    tables = {entry["SubnetId"]["Ref"]: entry["RouteTableId"]["Ref"] for entry in of_type(resources, "AWS::EC2::SubnetRouteTableAssociation").values()}
    assert set(tables) == set(of_type(resources, "AWS::EC2::Subnet"))
    for subnet, table in tables.items():
        assert ("GatewayId" in routes[table]) == (subnet == "SubnetPublicA") == ("NatGatewayId" not in routes[table])


def test_metadata_takes_a_token_and_ends_at_the_machine(resources):
    for machine in of_type(resources, "AWS::EC2::Instance").values():
        assert machine["MetadataOptions"]["HttpTokens"] == "required" and int(machine["MetadataOptions"]["HttpPutResponseHopLimit"]) == 1


def test_what_costs_says_to_which_environment_and_role_it_belongs(resources):
    for name, entry in resources.items():
        if entry["Type"] in ("AWS::EC2::Instance", "AWS::EC2::NatGateway", "AWS::EC2::EIP", "AWS::EC2::VPC", "AWS::EC2::Subnet"):
            tags = {tag["Key"]: tag["Value"] for tag in entry["Properties"]["Tags"]}
            assert tags["fraud:environment"] == "test-env" and tags["Name"].startswith("test-env-") and tags["fraud:size"] in SIZES, name
            if entry["Type"] == "AWS::EC2::Instance":
                assert tags["fraud:role"] in ("member", "source", "monitor")
                assert entry["Properties"]["PropagateTagsToVolumeOnCreation"] in (True, "true")


def test_the_table_of_quotas_and_costs_is_that_of_the_sizes(size):
    lines = [line for line in (HERE.parent / "hazelcast-certification/src/main/resources/instance-kinds.csv").read_text().splitlines() if line[0] != "#"]
    kinds = {row[0]: (int(row[1]), float(row[4])) for row in csv.reader(lines)}
    config = yaml.safe_load((HERE / size / "cloudlab_config.yaml").read_text())
    roles = [config["roles"][group["role"]] for subnet in config["subnets"] for group in subnet["servers"] for _ in group["private_ip_suffixes"]]
    cores = sum(kinds[role["instance_type"]][0] for role in roles)
    disks_gib = sum(role["disk_gib"] for role in roles)
    machines = sum(kinds[role["instance_type"]][1] for role in roles)
    # A GiB of disk a month; the NAT gateway; two public addresses.
    together = machines + disks_gib * 0.08 / 730 + 0.045 + 2 * 0.005
    row = re.search(rf"\| `{size}` \|(.*)\|", (HERE / "README.md").read_text())[1]
    assert [text.strip() for text in row.split("|")] == [str(len(roles)), str(cores), str(disks_gib), f"{machines:.2f}", f"{together:.2f}"]
