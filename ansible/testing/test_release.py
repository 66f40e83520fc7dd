"""A name of a release stands for one artifact."""
import sys

import pytest
import playing

ANSIBLE = playing.ANSIBLE


def copy(tmp_path, text, name):
    target = tmp_path / "target"
    target.mkdir(exist_ok=True)
    for jar in ("fraud.jar", "jmx-exporter.jar", "duckdb.jar"):
        (target / jar).write_text(text, encoding="utf-8")
    (tmp_path / "hosts.yml").write_text("{member: {hosts: {localhost: }}, source: {hosts: {}}, monitor: {hosts: {}}}", encoding="utf-8")
    done = playing.play("-i", tmp_path / "hosts.yml", "-c", "local", "-e", f"ansible_python_interpreter={sys.executable}",
                        "-e", f"fraud_home={tmp_path} fraud_project={ANSIBLE.parent} fraud_jar={target}/fraud.jar fraud_release={name}",
                        ANSIBLE / "testing" / "release.yml")
    return done.returncode, " ".join(done.stdout.split())


def jar_of(tmp_path, name):
    return (tmp_path / "releases" / name / "hazelcast-certification" / "target" / "fraud.jar").read_text(encoding="utf-8")


def test_should_refuse_another_artifact_under_the_name_of_a_release(tmp_path):
    assert copy(tmp_path, "first", "second-of-may")[0] == 0
    # The same one again is no other.
    assert copy(tmp_path, "first", "second-of-may")[0] == 0
    status, output = copy(tmp_path, "another", "second-of-may")
    assert status != 0 and "another artifact under this name" in output and "fraud_release=second-of-may" in output, output
    assert jar_of(tmp_path, "second-of-may") == "first"
    status, output = copy(tmp_path, "another", "third-of-may")
    assert status == 0 and jar_of(tmp_path, "third-of-may") == "another", output


@pytest.mark.parametrize("text", ["first", "another"])
def test_should_name_a_release_by_its_artifact_where_nobody_has_named_it(tmp_path, text):
    status, output = copy(tmp_path, text, "")
    release, = (tmp_path / "releases").iterdir()
    assert status == 0 and jar_of(tmp_path, release.name) == text and len(release.name) == 12, output
