"""From where Management Center's archive is taken: never over the network without its checksum."""
import pathlib
import sys

import playing
import pytest
import yaml

ANSIBLE = pathlib.Path(__file__).parent.parent
SUM = "0123456789abcdef" * 4


def play(tmp_path, archive, checksum):
    book = tmp_path / "book.yml"
    book.write_text("""
- hosts: localhost
  gather_facts: false
  roles: [fraud]
  tasks:
    - ansible.builtin.include_role: {name: management_center}
""", encoding="utf-8")
    done = playing.play("-i", "localhost,", "-c", "local", "--check",
                        "-e", f"ansible_python_interpreter={sys.executable} fraud_inner_address=192.0.2.1 fraud_control_port=5801",
                        "-e", f"fraud_management_center_archive={archive} fraud_management_center_sha256={checksum}", book)
    return " ".join(done.stdout.split())


@pytest.mark.parametrize("archive, checksum", [
    ("https://repository.example/management-center.tar.gz", "0123"),
    ("http://repository.example/management-center.zip", SUM),
])
def test_should_refuse_an_address_without_a_checksum_or_without_tls(tmp_path, archive, checksum):
    output = play(tmp_path, archive, checksum)
    assert "an archive is fetched by https" in output and "Look at the distribution" not in output, output


def test_should_compare_what_it_fetches_before_it_is_unpacked():
    tasks = yaml.safe_load((ANSIBLE / "roles" / "management_center" / "tasks" / "main.yml").read_text(encoding="utf-8"))
    names = [task["name"] for task in tasks]
    fetch = tasks[names.index("Fetch it")]
    assert fetch["ansible.builtin.get_url"]["checksum"] == "sha256:{{ fraud_management_center_sha256 }}"
    assert names.index("Refuse an address without a checksum") == 0 and names.index("Fetch it") < names.index("Unpack it")


def test_should_compare_a_file_of_the_controller(tmp_path):
    file = tmp_path / "archive.zip"
    file.write_bytes(b"another")
    assert "the archive is missing, or is not the one" in play(tmp_path, file, SUM)


def test_should_give_the_cluster_s_name_which_has_its_secret_by_a_file_that_no_other_user_reads():
    tasks = yaml.safe_load((ANSIBLE / "roles" / "management_center" / "tasks" / "main.yml").read_text(encoding="utf-8"))
    using = [task for task in tasks if "management_center_name.stdout" in str(task)]
    assert [(task["ansible.builtin.copy"]["mode"], task["ansible.builtin.copy"]["owner"], task["no_log"]) for task in using] == [("0600", "fraud-mc", True)]
    adding, = (task["ansible.builtin.shell"]["cmd"] for task in tasks if "conf cluster add" in str(task))
    assert f"--client-config={using[0]['ansible.builtin.copy']['dest']}" in adding


def test_should_restart_when_its_process_is_described_in_another_way():
    tasks = yaml.safe_load((ANSIBLE / "roles" / "management_center" / "tasks" / "main.yml").read_text(encoding="utf-8"))
    describing, running = tasks[-2:]
    assert running["ansible.builtin.systemd_service"]["state"] == f"{{{{ 'restarted' if {describing['register']} is changed else 'started' }}}}"
