"""What lab does with AWS: images that stay, changes that are shown first, machines that are not lost, variables kept apart. A program in
place of the command aws answers what it is told and writes down what it was asked. Needs cloudlab and pytest."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
import yaml

HERE = pathlib.Path(__file__).resolve().parent
OWN = "203.0.113.7/32"
CARDS = {"trial": None, "certification": 30_000_000, "large": 300_000_000}
ALIAS = "/aws/service/canonical/ubuntu/server/24.04/stable/current/arm64/hvm/ebs-gp3/ami-id"
# Without site packages and what the environment has for a Python: it is started hundreds of times.
ANSWERS = """#!{python} -IS
import json, os, sys
folder = os.path.dirname(__file__)
words = sys.argv[1:]
with open(folder + "/asked", "a") as asked:
    print(json.dumps(words), file=asked)
with open(folder + "/answers.json") as file:
    answers = json.load(file)
answer = answers.get(" ".join(words[:2]), dict())
if isinstance(answer, str):
    sys.exit(answer)
print(json.dumps(answer))
"""


class Aws:
    """The program in place of aws."""

    def __init__(self, folder):
        self.folder = folder
        self.answers = {}
        (folder / "aws").write_text(ANSWERS.format(python=sys.executable))
        (folder / "aws").chmod(0o755)

    def lab(self, *arguments, typed=""):
        (self.folder / "answers.json").write_text(json.dumps(self.answers))
        (self.folder / "asked").write_text("")
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        command = [sys.executable, HERE / "lab", *arguments]
        return subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)

    def asked(self):
        return [json.loads(line) for line in (self.folder / "asked").read_text().splitlines()]

    def verbs(self):
        return [words[1] for words in self.asked()]


def stack(config):
    outputs = []
    for subnet in config["subnets"]:
        for group in subnet["servers"]:
            for suffix in group["private_ip_suffixes"]:
                private = f"{subnet['cidr'].rsplit('.', 1)[0]}.{suffix}"
                reached = "198.51.100.31" if subnet.get("public") else private
                outputs.append({"OutputKey": f"Instance{subnet['az'].upper()}{suffix}Attributes", "OutputValue": f"{reached}|{private}"})
    return {"Stacks": [{"StackStatus": "CREATE_COMPLETE", "Outputs": outputs}]}


def config_of(size):
    return yaml.safe_load((HERE / size / "cloudlab_config.yaml").read_text())


def trial_answers():
    done = {"ResourceType": "AWS::CloudFormation::Stack", "ResourceStatus": "CREATE_COMPLETE", "EventId": "1", "LogicalResourceId": "x", "Timestamp": "1"}
    return {
        "ssm get-parameters": {"Parameters": [{"Name": ALIAS, "Value": "ami-0123456789abcdef0"}]},
        "ec2 create-key-pair": {"KeyMaterial": "a key"},
        "cloudformation describe-stack-events": {"StackEvents": [done]},
        "cloudformation describe-stacks": stack(config_of("trial")),
        "cloudformation describe-change-set": {"Status": "CREATE_COMPLETE", "Changes": []},
    }


@pytest.fixture
def aws(tmp_path):
    double = Aws(tmp_path)
    double.answers = trial_answers()
    return double


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """An environment as it was made, and what was asked for it: cloudlab takes its time."""
    kept = tmp_path_factory.mktemp("first")
    double = Aws(tmp_path_factory.mktemp("aws"))
    double.answers = trial_answers()
    folder = HERE / "trial" / "lab-test"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        done = double.lab("trial", "mkenv", "lab-test", "--from", OWN)
        assert done.returncode == 0, done.stderr
        shutil.copytree(folder, kept / "lab-test")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return kept / "lab-test", double.asked()


@pytest.fixture
def made(first):
    folder = HERE / "trial" / "lab-test"
    shutil.copytree(first[0], folder)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def update(aws, *options):
    return aws.lab("trial", "update", "lab-test", "--from", OWN, *options)


def change(action, name, kind="AWS::EC2::Instance", replacement=None, cause="ImageId"):
    details = [{"Target": {"Attribute": "Properties", "Name": cause}}] if action == "Modify" else []
    entry = {"Action": action, "LogicalResourceId": name, "ResourceType": kind, "Details": details}
    return {"Type": "Resource", "ResourceChange": {**entry, **({"Replacement": replacement} if replacement else {})}}


def images_in(template):
    return set(re.findall(r"ImageId: (\S+)", template.read_text()))


def test_images_are_asked_for_once_and_stay_when_there_is_a_newer_one(aws, first, made):
    assert json.loads((made / "images.json").read_text()) == {role: "ami-0123456789abcdef0" for role in ("member", "source", "monitor")}
    assert images_in(made / "cf.yaml") == {"ami-0123456789abcdef0"}
    assert [words[1] for words in first[1]].count("get-parameters") == 1
    aws.answers["ssm get-parameters"]["Parameters"][0]["Value"] = "ami-newer"
    assert update(aws).returncode == 0
    assert images_in(made / "cf.yaml") == {"ami-0123456789abcdef0"}
    assert "get-parameters" not in aws.verbs()


def test_one_machine_can_have_a_newer_image_while_the_others_stay(aws, made):
    images = json.loads((made / "images.json").read_text())
    (made / "images.json").write_text(json.dumps({**images, "InstanceB101": "newest"}))
    aws.answers["ssm get-parameters"]["Parameters"][0]["Value"] = "ami-newer"
    assert update(aws, "--no-provision").returncode == 0
    assert images_in(made / "cf.yaml") == {"ami-0123456789abcdef0"}
    assert update(aws).returncode == 0
    own = re.split(r"\bInstanceB101:\s", (made / "cf.yaml").read_text())[1]
    assert re.search(r"ImageId: (\S+)", own)[1] == "ami-newer"
    assert images_in(made / "cf.yaml") == {"ami-0123456789abcdef0", "ami-newer"}
    # The id stays from then on.
    assert json.loads((made / "images.json").read_text()) == {**images, "InstanceB101": "ami-newer"}
    aws.answers["ssm get-parameters"]["Parameters"][0]["Value"] = "ami-newest"
    assert update(aws).returncode == 0
    assert images_in(made / "cf.yaml") == {"ami-0123456789abcdef0", "ami-newer"}


def test_an_update_is_a_change_set_that_is_shown_and_then_carried_out(aws, made):
    aws.answers["cloudformation describe-change-set"]["Changes"] = [
        change("Add", "InstanceB102"), change("Modify", "InstanceA101", replacement="False", cause="Tags"),
        change("Modify", "SSHIngressRule", kind="AWS::EC2::SecurityGroupIngress", replacement="True", cause="CidrIp"),
    ]
    done = update(aws)
    assert done.returncode == 0, done.stderr
    assert "Add InstanceB102" in done.stdout and "SSHIngressRule replacement=True" in done.stdout
    assert aws.verbs() == ["create-change-set", "wait", "describe-change-set", "execute-change-set", "wait", "describe-stacks"]
    created = aws.asked()[0]
    assert created[created.index("--template-body") + 1] == f"file://{made / 'cf.yaml'}"
    assert created[created.index("--change-set-name") + 1] in aws.asked()[3]


@pytest.mark.parametrize(("lost", "says"), [
    (change("Modify", "InstanceA101", replacement="True"), "InstanceA101 is replaced (True) because of ImageId"),
    (change("Modify", "InstanceA101", replacement="Conditional", cause="InstanceType"), "InstanceA101 is replaced (Conditional) because of InstanceType"),
    (change("Remove", "InstanceA101"), "InstanceA101 is removed"),
])
def test_an_update_that_would_lose_a_machine_is_refused_unless_it_was_named(aws, made, lost, says):
    aws.answers["cloudformation describe-change-set"]["Changes"] = [change("Add", "InstanceB102"), lost]
    before = (made / "inventory.yaml").read_text()
    done = update(aws, "--allow", "InstanceB101")
    assert done.returncode != 0 and "nothing was changed" in done.stderr and says in done.stderr
    assert aws.verbs() == ["create-change-set", "wait", "describe-change-set", "delete-change-set"]
    assert (made / "inventory.yaml").read_text() == before
    assert update(aws, "--allow", "InstanceA101").returncode == 0
    assert "execute-change-set" in aws.verbs()


def test_nothing_to_change_is_no_failure(aws, made):
    aws.answers["cloudformation wait"] = "Waiter ChangeSetCreateComplete failed"
    aws.answers["cloudformation describe-change-set"] = {
        "Status": "FAILED", "StatusReason": "The submitted information didn't contain changes. Submit different information to create a change set.",
    }
    done = update(aws)
    assert done.returncode == 0 and "as the configuration says" in done.stdout
    assert "execute-change-set" not in aws.verbs() and "delete-change-set" in aws.verbs()


def test_a_change_set_that_failed_is_a_failure(aws, made):
    aws.answers["cloudformation describe-change-set"] = {"Status": "FAILED", "StatusReason": "no such template"}
    done = update(aws)
    assert done.returncode != 0 and "no such template" in done.stderr
    assert "execute-change-set" not in aws.verbs()


def test_variables_of_the_user_and_of_a_plan_stay_through_an_update(aws, made, tmp_path):
    own = made / "group_vars" / "all.yml"
    assert yaml.safe_load(own.read_text()) is None
    own.write_text("fraud_gateway_port: 9511\n")
    kind = {"kind": "r7g.large", "machines": 3, "shards": 211, "minMembers": 2, "heapGib": 2, "nativeGib": 10}
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps({"cards": 7_000_000, "backups": 1, "kinds": [kind]}))
    assert update(aws, "--plan", plan).returncode == 0
    with_plan = yaml.safe_load((made / "inventory.yaml").read_text())
    assert with_plan["all"]["vars"]["fraud_cards"] == 7_000_000
    assert update(aws).returncode == 0
    assert yaml.safe_load((made / "inventory.yaml").read_text()) == with_plan
    assert own.read_text() == "fraud_gateway_port: 9511\n"
    shown = subprocess.run(
        [pathlib.Path(sys.executable).with_name("ansible-inventory"), "-i", made / "inventory.yaml", "--host", "10.42.1.101"],
        capture_output=True, text=True, check=True,
    )
    variables = json.loads(shown.stdout)
    assert variables["fraud_gateway_port"] == 9511 and variables["fraud_cards"] == 7_000_000 and variables["zone"] == "eu-central-1a"


def test_hosts_have_private_names_and_are_reached_by_way_of_the_monitor(made):
    inventory = yaml.safe_load((made / "inventory.yaml").read_text())
    assert set(inventory["member"]["hosts"]) == {"10.42.1.101", "10.42.2.101", "10.42.3.101"}
    assert inventory["monitor"]["hosts"] == {"10.42.9.251": {"private_ip": "10.42.9.251", "zone": "eu-central-1a", "ansible_host": "198.51.100.31"}}
    assert "ansible_ssh_common_args" not in inventory["monitor"]["vars"]
    for group in ("member", "source"):
        assert not any("ansible_host" in host for host in inventory[group]["hosts"].values())
        way = inventory[group]["vars"]["ansible_ssh_common_args"]
        assert "-W %h:%p ubuntu@{{ hostvars[groups['monitor'][0]].ansible_host }}" in way and "lab-test.pem" in way
    assert all(path.stat().st_mode & 0o077 == 0 for path in made.rglob("*"))


def test_an_environment_without_images_is_not_updated(aws, made):
    (made / "images.json").unlink()
    done = update(aws)
    assert done.returncode != 0 and "make another one" in done.stderr
    assert aws.asked() == []


@pytest.mark.parametrize("typed, goes", [("", False), ("yes\n", False), ("lab-test\n", True)])
def test_machines_are_removed_by_who_types_their_environments_name(aws, made, typed, goes):
    done = aws.lab("trial", "rmenv", "lab-test", typed=typed)
    assert (done.returncode == 0) == goes == ("delete-stack" in aws.verbs()) != made.exists(), done.stderr
    assert goes or "nothing was removed" in done.stderr


def test_a_stack_that_was_not_made_here_is_not_removed(aws):
    done = aws.lab("trial", "rmenv", "lab-of-another", "--yes")
    assert done.returncode != 0 and "may be another one's" in done.stderr and aws.asked() == []


@pytest.mark.usefixtures("made")
def test_rights_cover_what_is_asked(aws, first):
    asked = first[1]
    update(aws)
    asked = asked + aws.asked()
    aws.lab("trial", "rmenv", "lab-test", "--yes")
    asked = asked + aws.asked()
    allowed = {action for statement in json.loads((HERE / "iam-policy.json").read_text())["Statement"] for action in statement["Action"]}
    actions = {f"{words[0]}:{''.join(part.capitalize() for part in words[1].split('-'))}" for words in asked if words[1] != "wait"}
    assert {"cloudformation:ExecuteChangeSet", "cloudformation:DeleteStack", "ssm:GetParameters"} <= actions
    assert actions <= allowed, actions - allowed


def module():
    load = importlib.machinery.SourceFileLoader("lab", str(HERE / "lab"))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader("lab", load))
    load.exec_module(found)
    return found


@pytest.mark.parametrize("size", CARDS)
def test_the_inventory_gets_the_cards_that_a_size_is_made_for(size):
    config = config_of(size)
    found = module().inventory(config, "x", stack(config)["Stacks"][0], {})
    assert found["all"]["vars"].get("fraud_cards") == CARDS[size]


def plan_file(folder, **changes):
    kind = {"kind": "r7g.2xlarge", "machines": 3, "shards": 211, "minMembers": 2, "heapGib": 8, "nativeGib": 40, **changes}
    file = folder / "plan.json"
    file.write_text(json.dumps({"cards": 30_000_000, "backups": 1, "kinds": [kind]}))
    return file


def test_a_plan_gives_the_variables_of_the_playbooks(tmp_path):
    assert module().planned(plan_file(tmp_path), config_of("certification")) == {
        "fraud_cards": 30_000_000,
        "fraud_backups": 1,
        "fraud_shards": 211,
        "fraud_min_members": 2,
        "fraud_memory": "native",
        "fraud_heap_mib": 8192,
        "fraud_native_mib": 40960,
    }


@pytest.mark.parametrize("changes", [{"machines": 4}, {"kind": "r7g.4xlarge"}])
def test_a_plan_of_other_members_is_refused(aws, tmp_path, changes):
    done = aws.lab("certification", "mkenv", "never", "--from", OWN, "--plan", plan_file(tmp_path, **changes), "--no-provision")
    assert done.returncode != 0 and "the size has 3 members of r7g.2xlarge" in done.stderr
    assert not (HERE / "certification" / "never").exists()


def test_a_file_that_is_no_plan_is_refused(aws, tmp_path):
    (tmp_path / "plan.json").write_text("{}")
    assert "--plan takes what" in aws.lab("trial", "mkenv", "never", "--from", OWN, "--plan", tmp_path / "plan.json", "--no-provision").stderr


@pytest.mark.parametrize("role", ["member", "monitor"])
def test_a_member_with_a_public_address_and_a_monitor_without_one_are_refused(role):
    config = config_of("trial")
    for subnet in config["subnets"]:
        if role in [group["role"] for group in subnet["servers"]]:
            subnet["public"] = role == "member"
    with pytest.raises(SystemExit, match=f"role={role}"):
        module().check(config, "a file")
