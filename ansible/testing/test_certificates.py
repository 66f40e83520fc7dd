"""Each host gets certificates of its own, and a change of one is a change of that one."""
import os
import pathlib
import pwd
import subprocess

import playing
import pytest

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
""", encoding="utf-8")
    return folder


def play(folder, *options):
    """Which hosts were changed."""
    done = playing.play("-i", folder / "inventory.yml", *options, HERE / "certificates_of_hosts.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "PRIVATE KEY" not in done.stdout
    recap = done.stdout.split("PLAY RECAP")[1].splitlines()
    return {line.split()[0] for line in recap if ":" in line and " changed=0 " not in line}


def hosts_of(file):
    text = subprocess.run(["openssl", "x509", "-noout", "-text", "-in", file], capture_output=True, text=True, check=True).stdout
    line = text.split("Subject Alternative Name:")[1].splitlines()[1]
    return set(line.replace(" ", "").replace("IPAddress:", "").replace("DNS:", "").split(","))


def held(folder, host):
    return {file.name: file.read_text(encoding="utf-8") for file in (folder / host / "secrets").iterdir()}


def test_should_bring_each_host_its_own_and_change_only_what_is_asked_for(folder):
    assert play(folder, "--check", "--limit", "m1") == {"m1"}
    assert not (folder / "kept" / "m1").exists()
    assert play(folder) == {"m1", "m2"}
    first = {host: held(folder, host) for host in ("m1", "m2")}
    for host, other in (("m1", "m2"), ("m2", "m1")):
        assert set(first[host]) == FILES
        assert first[host]["gateway_client_ca.pem"] == (folder / "kept" / "authority.pem").read_text(encoding="utf-8")
        own = [first[host][name] for name in FILES - {"gateway_client_ca.pem"}]
        assert len(set(own)) == 4 and not set(own) & set(first[other].values()) and (folder / "kept" / "authority.key").read_text() not in own
    assert hosts_of(folder / "m1/secrets/gateway_cert.pem") == {"m1", "198.51.100.11", "10.0.0.11", "fraud.example"}
    assert hosts_of(folder / "m1/secrets/http_cert.pem") == {"m1", "198.51.100.11", "10.0.0.11", "10.98.0.11", "localhost", "127.0.0.1", "fraud.example"}
    assert hosts_of(folder / "m2/secrets/gateway_cert.pem") == {"m2", "10.0.0.12", "fraud.example"}

    # What is good stays, here on m1.
    assert play(folder, "-e", "certificates_again=m2") == {"m2"}
    assert held(folder, "m1") == first["m1"]
    second = held(folder, "m2")
    assert all(second[name] != first["m2"][name] for name in FILES - {"gateway_client_ca.pem"})
    assert play(folder, "-e", "certificates_again=all", "--limit", "m1") == {"m1"}


def test_should_take_contents_that_are_given_before_what_was_issued(folder):
    given = {"fraud_http_cert": "a chain", "fraud_http_key": "its key"}
    play(folder, "--limit", "m1", *[text for name, value in given.items() for text in ("-e", f"{name}='{value}'")])
    held_there = held(folder, "m1")
    assert held_there["http_cert.pem"] == "a chain" and held_there["http_key.pem"] == "its key"
    assert "BEGIN CERTIFICATE" in held_there["gateway_cert.pem"]
