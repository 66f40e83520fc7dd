"""Each host gets certificates of its own, and a change of one is a change of that one."""
import os
import pathlib
import pwd
import re
import shlex
import subprocess

import jinja2
import playing
import pytest
import yaml

HERE = pathlib.Path(__file__).parent
FILES = {"http_cert.pem", "http_key.pem", "gateway_cert.pem", "gateway_key.pem", "gateway_client_ca.pem"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hosts")
    subprocess.run([HERE.parent / "make-certificates", folder / "kept", "authority"], check=True, capture_output=True)
    (folder / "inventory.yml").write_text(f"""
all:
  vars:
    ansible_connection: local
    ansible_python_interpreter: "{{{{ ansible_playbook_python }}}}"
    fraud_user: {pwd.getpwuid(os.getuid()).pw_name}
    fraud_etc: {folder}/{{{{ inventory_hostname }}}}
    fraud_project: {HERE.parents[1]}
    fraud_certificates: {folder}/kept
    fraud_inner_address: 10.98.{{{{ private_ip.split('.')[2:] | join('.') }}}}
    fraud_certificate_names: [fraud.example]
member:
  hosts:
    m1: {{private_ip: 10.0.0.11, ansible_host: 198.51.100.11}}
    m2: {{private_ip: 10.0.0.12}}
    given: {{private_ip: 10.0.0.13, fraud_http_cert: a chain, fraud_http_key: its key}}
""", encoding="utf-8")
    return folder


def play(folder, *options, interrupted=False):
    """Which hosts were changed."""
    done = playing.play("-i", folder / "inventory.yml", *options, HERE / "certificates_of_hosts.yml")
    assert (done.returncode == 0) != interrupted and ("this run is interrupted" in done.stdout) == interrupted, done.stdout + done.stderr
    assert "PRIVATE KEY" not in done.stdout
    recap = done.stdout.split("PLAY RECAP")[1].splitlines()
    return {line.split()[0] for line in recap if ":" in line and " changed=0 " not in line}


def hosts_of(file):
    text = subprocess.run(["openssl", "x509", "-noout", "-text", "-in", file], capture_output=True, text=True, check=True).stdout
    line = text.split("Subject Alternative Name:")[1].splitlines()[1]
    return set(line.replace(" ", "").replace("IPAddress:", "").replace("DNS:", "").split(","))


def held(folder, host):
    return {file.name: file.read_text(encoding="utf-8") for file in (folder / host / "secrets").iterdir()}


def renewed(folder, host, before):
    """Whether all that the host has of its own is other than before."""
    now = held(folder, host)
    changed = {name for name in FILES if now[name] != before[name]}
    assert changed in (set(), FILES - {"gateway_client_ca.pem"}), changed
    return bool(changed)


@pytest.fixture(name="first", scope="module")
def first_certificates(folder):
    """What the hosts have after the first run."""
    assert play(folder, "--check", "--limit", "m1") == {"m1"}
    assert not (folder / "kept" / "m1").exists()
    assert play(folder) == {"m1", "m2", "given"}
    return {host: held(folder, host) for host in ("m1", "m2", "given")}


def test_should_bring_each_host_its_own_and_change_only_what_is_asked_for(folder, first):
    for host, other in (("m1", "m2"), ("m2", "m1")):
        assert set(first[host]) == FILES
        assert first[host]["gateway_client_ca.pem"] == (folder / "kept" / "authority.pem").read_text(encoding="utf-8")
        own = [first[host][name] for name in FILES - {"gateway_client_ca.pem"}]
        assert len(set(own)) == 4 and not set(own) & set(first[other].values()) and (folder / "kept" / "authority.key").read_text() not in own
    assert hosts_of(folder / "m1/secrets/gateway_cert.pem") == {"m1", "198.51.100.11", "10.0.0.11", "fraud.example"}
    assert hosts_of(folder / "m1/secrets/http_cert.pem") == {"m1", "198.51.100.11", "10.0.0.11", "10.98.0.11", "localhost", "127.0.0.1", "fraud.example"}
    assert hosts_of(folder / "m2/secrets/gateway_cert.pem") == {"m2", "10.0.0.12", "fraud.example"}

    # What is good stays, here on m1.
    assert play(folder, "-e", "certificates_again=m2", "--limit", "m1,m2") == {"m2"}
    assert not renewed(folder, "m1", first["m1"]) and renewed(folder, "m2", first["m2"])


def test_should_take_contents_that_are_given_before_what_was_issued(first):
    assert first["given"]["http_cert.pem"] == "a chain" and first["given"]["http_key.pem"] == "its key"
    assert "BEGIN CERTIFICATE" in first["given"]["gateway_cert.pem"]


@pytest.mark.usefixtures("first")
@pytest.mark.parametrize("later", [["-e", "certificates_again=all"], []], ids=["told again", "told nothing"])
def test_should_go_on_with_a_renewal_that_was_interrupted(folder, later):
    before = {host: held(folder, host) for host in ("m1", "m2")}
    play(folder, "-e", "renewal=true certificates_again=all interrupted=m2", "--limit", "m1,m2", interrupted=True)
    between = held(folder, "m1")
    assert renewed(folder, "m1", before["m1"]) and not renewed(folder, "m2", before["m2"])
    play(folder, "-e", "renewal=true", *later, "--limit", "m1,m2")
    assert held(folder, "m1") == between and renewed(folder, "m2", before["m2"])
    assert not list((folder / "kept").glob("*/renewal"))


def test_should_begin_a_renewal_with_the_first_play_and_end_it_when_all_have_what_was_issued():
    book = yaml.safe_load((HERE.parent / "certificates.yml").read_text(encoding="utf-8"))
    parts = {task["ansible.builtin.include_role"].get("tasks_from"): (number, one["hosts"]) for number, one in enumerate(book)
             for task in one.get("tasks", []) if task.get("ansible.builtin.include_role", {}).get("name") == "certificates"}
    assert parts == {"begin": (0, "member:source:monitor"), "end": (len(book) - 1, "member:source:monitor")}


def test_should_let_the_monitor_believe_another_authority_before_a_member_shows_its_certificates():
    book = yaml.safe_load((HERE.parent / "certificates.yml").read_text(encoding="utf-8"))
    names = [play["name"] for play in book]
    believing, = (play for play in book if "prometheus" in play["roles"])
    assert names.index(believing["name"]) < names.index("Renew the certificates of the members") and believing["any_errors_fatal"] is True


@pytest.mark.parametrize("number, waits", [("7", True), ("0", False), ("", False)])
def test_should_not_wait_for_the_ports_of_a_member_that_was_down_before(number, waits):
    book = yaml.safe_load((HERE.parent / "certificates.yml").read_text(encoding="utf-8"))
    steps = next(play["tasks"] for play in book if play["name"] == "Renew the certificates of the members")
    names = [task["name"] for task in steps]
    looking, waiting = steps[0], steps[names.index("Wait until the ports show them")]
    assert looking["ansible.builtin.command"] == "{{ fraud_member_pid }}" and names.index("Issue and write them") == 1
    environment = jinja2.Environment()
    environment.filters["bool"] = bool
    when = environment.compile_expression(waiting["when"])
    assert when(item={"is_on": True}, **{looking["register"]: {"stdout": number}}) == waits


def test_should_keep_with_what_a_member_runs_with_only_what_it_takes_while_it_runs(tmp_path):
    book = yaml.safe_load((HERE.parent / "certificates.yml").read_text(encoding="utf-8"))
    keeping, = (task for play in book for task in play.get("tasks", []) if task["name"] == "Keep them with the configuration that the member runs with")
    command = keeping["ansible.builtin.command"]["cmd"].replace("{{ fraud_secrets }}", f"{tmp_path}/secrets")
    for folder in ("secrets", "kept"):
        (tmp_path / folder).mkdir()
    for name in (*FILES, "kafka_ssl.keystore.location.pem"):
        (tmp_path / "secrets" / name).write_text(name, encoding="utf-8")
    subprocess.run(shlex.split(re.sub(r"cp -a -t \S*{{.*}}\S* {}", f"cp -a -t {tmp_path}/kept {{}}", command)), check=True)
    assert {file.name for file in (tmp_path / "kept").iterdir()} == FILES
