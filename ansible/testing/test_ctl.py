"""What the command ctl on a member's host calls: the program, with the cluster wherever one is reached."""
import pathlib
import subprocess

import jinja2
import pytest

TEMPLATE = pathlib.Path(__file__).parent.parent / "roles" / "member" / "templates" / "ctl.j2"
CLUSTER = ["--cluster-name", "shop", "--address", "198.51.100.11:5801"]
SECRET = ["--cluster-secret-file", "/etc/fraud/secrets/cluster_secret"]


def call(tmp_path, *arguments, secret="not-a-cluster-secret-only-a-check", java=""):
    """Returns the words that the program is called with, and its environment's two variables before them."""
    program = tmp_path / "current" / "fraud"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nprintf '%s\\n' \"$FRAUD_NO_BUILD\" \"${FRAUD_JAVA:-}\" \"$@\"\n", encoding="utf-8")
    program.chmod(0o755)
    # As Ansible's module template reads it.
    template = jinja2.Environment(trim_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined).from_string(
        TEMPLATE.read_text(encoding="utf-8"))
    ctl = tmp_path / "ctl"
    ctl.write_text(template.render(
        fraud_home=tmp_path, fraud_java=java, fraud_cluster_name="shop", fraud_control_host="198.51.100.11", fraud_control_port=5801,
        fraud_secrets="/etc/fraud/secrets", fraud_cluster_secret=secret), encoding="utf-8")
    assert "not-a-cluster-secret" not in ctl.read_text(encoding="utf-8")
    done = subprocess.run(["sh", ctl, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("arguments, called", [
    (["status", "--json"], ["ctl", *CLUSTER, *SECRET, "status", "--json"]),
    ([], ["ctl", *CLUSTER, *SECRET]),
    (["rules", "status"], ["rules", "status", *CLUSTER, *SECRET]),
    (["rules", "submit", "my set.rules", "--reason", "two words"],
     ["rules", "submit", *CLUSTER, *SECRET, "my set.rules", "--reason", "two words"]),
    (["lists", "get", "trusted"], ["lists", "get", *CLUSTER, *SECRET, "trusted"]),
    (["labels", "add", "frauds.csv"], ["labels", "add", *CLUSTER, *SECRET, "frauds.csv"]),
    (["rules", "check", "my.rules"], ["rules", "check", "my.rules"]),
    (["rules", "--help"], ["rules", "--help"]),
    (["rules"], ["rules"]),
])
def test_should_pass_the_cluster_to_what_reaches_one(tmp_path, arguments, called):
    assert call(tmp_path, *arguments) == ["1", "", *called]


def test_should_pass_no_file_of_a_secret_that_is_not_there_and_the_java_that_was_chosen(tmp_path):
    assert call(tmp_path, "rules", "log", secret="", java="/opt/java") == ["1", "/opt/java", "rules", "log", *CLUSTER]
