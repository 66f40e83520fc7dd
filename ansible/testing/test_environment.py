"""That a process gets what the inventory has, whichever characters are in it: the template as it is, read by a shell, as under the supervisor; systemd
reads what is between double quotes in the same way."""
import pathlib
import subprocess
import sys

import playing
import pytest
import yaml

TEMPLATE = pathlib.Path(__file__).parent.parent / "roles" / "service" / "templates" / "environment.j2"


def written(folder, options):
    writing = {"ansible.builtin.template": {"src": str(TEMPLATE), "dest": f"{folder}/member.env", "mode": "0600"}}
    given = {"fraud_state": "/var/lib/fraud", "fraud_java": "/opt/a jdk", "service_environment": {"FRAUD_JVM_OPTS": options, "EMPTY": ""}}
    (folder / "book.yml").write_text(yaml.safe_dump([{"hosts": "localhost", "gather_facts": False, "vars": given, "tasks": [writing]}]), encoding="utf-8")
    done = playing.play("-i", "localhost,", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}", folder / "book.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "member.env"


@pytest.mark.parametrize("options", [
    "-Xlog:gc -XX:+UseZGC", '-Da="b c" -Xlog:gc', "-Da='b c'", "-Da=$HOME/b", "-Da=`exit`", "-Da=$(exit)", r"-Da=\b\\c", '-Da="b\\"'])
def test_should_bring_options_of_the_jvm_as_they_are(tmp_path, options):
    file = written(tmp_path, options)
    read = subprocess.run(["sh", "-c", f'set -a; . {file}; exec env -0'], capture_output=True, text=True, check=True).stdout.split("\0")
    assert {f"FRAUD_JVM_OPTS={options}", "FRAUD_JAVA=/opt/a jdk", "HOME=/var/lib/fraud", "FRAUD_NO_BUILD=1"} <= set(read)
    assert not any(one.startswith("EMPTY=") for one in read)


def test_should_write_one_variable_a_line(tmp_path):
    assert written(tmp_path, "-Xmx1g").read_text(encoding="utf-8") == (
        'FRAUD_NO_BUILD="1"\nHOME="/var/lib/fraud"\nFRAUD_JAVA="/opt/a jdk"\nFRAUD_JVM_OPTS="-Xmx1g"\n')
