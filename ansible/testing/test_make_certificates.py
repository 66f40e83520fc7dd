"""make-certificates issues by an authority that stays: each host its own, again in time, also where another one signs."""
import os
import pathlib
import shutil
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).parents[1] / "make-certificates"
HOSTS = ("m1.example", "10.0.0.11", "fd00::11")


def make(*arguments, status=0, **environment):
    environment = {name: str(value) for name, value in environment.items()}
    done = subprocess.run([SCRIPT, *arguments], env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def openssl(*arguments, text=None):
    done = subprocess.run(["openssl", *arguments], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def verify(folder, certificate, purpose, *options):
    openssl("verify", "-x509_strict", "-purpose", purpose, "-CAfile", str(folder / "authority.pem"), *options, str(certificate))


@pytest.fixture(name="authority", scope="module")
def an_authority(tmp_path_factory):
    folder = tmp_path_factory.mktemp("authority") / "kept"
    make(folder, "authority")
    return folder


@pytest.fixture
def folder(authority, tmp_path):
    return shutil.copytree(authority, tmp_path / "kept")


def test_should_issue_each_host_its_own_by_the_authority_that_stays(folder):
    authority = (folder / "authority.pem").read_bytes()
    for name in ("m1/console", "m1/gateway", "m2/gateway"):
        assert make(folder, "server", name, *HOSTS).startswith("issued: ")
        verify(folder, folder / f"{name}.pem", "sslserver")
        assert (folder / f"{name}.key").read_text().startswith("-----BEGIN PRIVATE KEY-----")
    assert len({(folder / f"{name}.key").read_bytes() for name in ("m1/console", "m1/gateway", "m2/gateway")}) == 3
    assert (folder / "authority.pem").read_bytes() == authority
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.rglob("*"))


def test_should_name_all_hosts(folder):
    make(folder, "server", "m1/gateway", *HOSTS)
    text = openssl("x509", "-noout", "-text", "-in", str(folder / "m1/gateway.pem"))
    for host in ("DNS:m1.example", "IP Address:10.0.0.11", "IP Address:FD00:0:0:0:0:0:0:11", "CA:FALSE", "TLS Web Server Authentication"):
        assert host in text
    assert "TLS Web Client Authentication" not in text


def test_should_make_clients_that_are_no_servers(folder):
    make(folder, "client", "clients/shop")
    verify(folder, folder / "clients/shop.pem", "sslclient")
    with pytest.raises(AssertionError, match="unsuitable|unsupported|purpose"):
        verify(folder, folder / "clients/shop.pem", "sslserver")


def test_should_keep_what_is_good(folder):
    make(folder, "server", "m1/gateway", *HOSTS)
    before = (folder / "m1/gateway.pem").read_bytes()
    assert make(folder, "server", "m1/gateway", *reversed(HOSTS)).startswith("kept: ")
    assert (folder / "m1/gateway.pem").read_bytes() == before


def again_for_hosts(folder):
    return make(folder, "server", "m1/gateway", "m1.example", "10.0.0.12")


def again_before_the_end(folder):
    return make(folder, "server", "m1/gateway", *HOSTS, FRAUD_CERTIFICATE_DAYS=500, FRAUD_CERTIFICATE_RENEW_DAYS=365)


def again_because_of_the_key(folder):
    (folder / "m1/gateway.key").write_bytes((folder / "authority.key").read_bytes())
    return make(folder, "server", "m1/gateway", *HOSTS)


def again_by_another_authority(folder):
    (folder / "authority.pem").rename(folder / "before.pem")
    (folder / "authority.key").rename(folder / "before.key")
    make(folder, "authority")
    return make(folder, "server", "m1/gateway", *HOSTS)


def again_on_request(folder):
    return make("--again", folder, "server", "m1/gateway", *HOSTS)


@pytest.mark.parametrize(("change", "says"), [
    (again_for_hosts, "other hosts"), (again_before_the_end, "ends within 365 days"), (again_because_of_the_key, "does not fit its key"),
    (again_by_another_authority, "not of the authority"), (again_on_request, "asked for again"),
])
def test_should_issue_again_what_is_not_good(folder, change, says):
    make(folder, "server", "m1/gateway", *HOSTS)
    key = (folder / "m1/gateway.key").read_bytes()
    said = change(folder)
    assert said.startswith("issued: ") and says in said, said
    assert (folder / "m1/gateway.key").read_bytes() != key
    verify(folder, folder / "m1/gateway.pem", "sslserver")


def test_should_go_on_with_a_renewal_where_it_was_interrupted(folder):
    for name in ("m1/gateway", "m2/gateway"):
        make(folder, "server", name, *HOSTS)
    renewal = folder / "renewal"
    renewal.touch()
    assert "asked for again" in make("--older-than", renewal, folder, "server", "m1/gateway", *HOSTS)
    assert make("--older-than", renewal, folder, "server", "m1/gateway", *HOSTS).startswith("kept: ")
    assert "asked for again" in make("--older-than", renewal, folder, "server", "m2/gateway", *HOSTS)
    assert "--older-than" in make("--older-than", folder / "none", folder, "server", "m1/gateway", *HOSTS, status=2)


def test_should_never_make_an_authority_over_the_one_that_is_there(folder):
    before = (folder / "authority.pem").read_bytes()
    assert "it stays" in make("--again", folder, "authority", status=1)
    assert (folder / "authority.pem").read_bytes() == before


def test_should_issue_nothing_that_outlives_the_authority(folder):
    for arguments in (("server", "m1/gateway", *HOSTS), ("client", "clients/shop")):
        said = make(folder, *arguments, status=1, FRAUD_CERTIFICATE_DAYS=3651)
        assert "the authority ends before the certificate would, in 3651 days" in said and "how to begin another one" in said, said
    assert sorted(path.name for path in folder.iterdir()) == ["authority.key", "authority.pem"]
    # As is issued until there is another one.
    assert make(folder, "server", "m1/gateway", *HOSTS, FRAUD_CERTIFICATE_DAYS=3649).startswith("issued: ")


def test_should_encrypt_the_key_of_the_authority_by_a_passphrase(tmp_path):
    secret = "a-passphrase-of-a-test"
    make(tmp_path, "authority", FRAUD_AUTHORITY_PASSPHRASE=secret)
    assert (tmp_path / "authority.key").read_text().startswith("-----BEGIN ENCRYPTED PRIVATE KEY-----")
    assert "give FRAUD_AUTHORITY_PASSPHRASE" in make(tmp_path, "server", "m1/gateway", *HOSTS, status=1)
    make(tmp_path, "server", "m1/gateway", *HOSTS, FRAUD_AUTHORITY_PASSPHRASE="another-passphrase", status=1)
    assert not (tmp_path / "m1").exists()
    make(tmp_path, "server", "m1/gateway", *HOSTS, FRAUD_AUTHORITY_PASSPHRASE=secret)
    verify(tmp_path, tmp_path / "m1/gateway.pem", "sslserver")


def test_should_take_the_key_of_the_authority_from_elsewhere(folder, tmp_path):
    (folder / "authority.key").rename(tmp_path / "stick.key")
    assert "bring it back" in make(folder, "server", "m1/gateway", *HOSTS, status=1)
    make(folder, "server", "m1/gateway", *HOSTS, FRAUD_AUTHORITY_KEY=tmp_path / "stick.key")
    # What is good needs no key.
    assert make(folder, "server", "m1/gateway", *HOSTS).startswith("kept: ")


@pytest.fixture(name="elsewhere", scope="module")
def an_authority_elsewhere(tmp_path_factory):
    """A root, and one below it that signs what a command hands to it, and adds a name of its own."""
    there = tmp_path_factory.mktemp("elsewhere")
    ca = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n"
    (there / "openssl.cnf").write_text(f"[req]\ndistinguished_name=name\n[name]\n[root]\n{ca}[below]\n{ca}authorityKeyIdentifier=keyid\n")
    for name, signer in (("root", "root"), ("below", "root")):
        key, request = str(there / f"{name}.key"), str(there / f"{name}.csr")
        openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-config", str(there / "openssl.cnf"), "-subj", f"/CN={name}",
                "-keyout", key, "-out", request)
        by = ["-signkey", key] if name == signer else ["-CA", str(there / "root.pem"), "-CAkey", str(there / "root.key"), "-set_serial", "7"]
        openssl("x509", "-req", "-in", request, *by, "-days", "900", "-extfile", str(there / "openssl.cnf"), "-extensions", name,
                "-out", str(there / f"{name}.pem"))
    command = there / "sign"
    command.write_text("""#!/bin/bash
set -eu
cd "$(dirname "$0")"
cat >request.csr
names=$(openssl req -in request.csr -noout -text | grep -A1 'Subject Alternative Name' | tail -1 | sed 's/IP Address:/IP:/g; s/ //g')
printf 'subjectAltName=%s\\nextendedKeyUsage=%sAuth\\nauthorityKeyIdentifier=keyid\\n' "${names:-DNS:none.example},DNS:added.example" \\
  "$FRAUD_CERTIFICATE_PURPOSE" >extensions
openssl x509 -req -in request.csr -CA below.pem -CAkey below.key -set_serial "0x$(openssl rand -hex 8)" -days "$FRAUD_CERTIFICATE_DAYS" \\
  -extfile extensions 2>/dev/null
cat below.pem
""")
    command.chmod(0o700)
    folder = there / "kept"
    folder.mkdir()
    (folder / "authority.pem").write_bytes((there / "root.pem").read_bytes())
    return there


@pytest.fixture
def company(elsewhere, tmp_path):
    """The folder of a company that has an authority elsewhere, and its command that signs."""
    shutil.copytree(elsewhere, tmp_path, dirs_exist_ok=True)
    return tmp_path / "kept", tmp_path / "sign"


def test_should_let_a_command_sign_and_keep_its_chain(company):
    folder, command = company
    assert make(folder, "server", "m1/gateway", *HOSTS, FRAUD_CERTIFICATE_COMMAND=command).startswith("issued: ")
    pem = folder / "m1/gateway.pem"
    assert pem.read_text().count("BEGIN CERTIFICATE") == 2
    verify(folder, pem, "sslserver", "-untrusted", str(pem))
    assert make(folder, "server", "m1/gateway", *HOSTS, FRAUD_CERTIFICATE_COMMAND=command).startswith("kept: ")


@pytest.mark.parametrize(("spoilt", "says"), [
    ("cat {folder}/authority.pem", "does not fit its key"),
    ("sed s/CERTIFICATE/X/", "no certificate in PEM"),
    ("false", "FRAUD_CERTIFICATE_COMMAND failed"),
    ("FRAUD_CERTIFICATE_PURPOSE=client {command}", "not for a server"),
    ("FRAUD_CERTIFICATE_DAYS=10 {command}", "ends within 60 days"),
])
def test_should_refuse_what_a_command_has_signed_wrong_and_leave_what_is_there(company, spoilt, says):
    folder, command = company
    make(folder, "server", "m1/gateway", *HOSTS, FRAUD_CERTIFICATE_COMMAND=command)
    before = (folder / "m1/gateway.pem").read_bytes()
    spoilt = spoilt.format(folder=folder, command=command)
    assert says in make("--again", folder, "server", "m1/gateway", *HOSTS, FRAUD_CERTIFICATE_COMMAND=spoilt, status=1)
    assert (folder / "m1/gateway.pem").read_bytes() == before


@pytest.mark.parametrize("arguments", [
    ("server", "../m1", "m1"), ("server", "m1", "m1,DNS:all.example"), ("server", "m1"), ("client", "c", "m1"), ("all", "m1"), ("client",),
])
def test_should_refuse_what_it_cannot_issue(folder, arguments):
    before = sorted(folder.rglob("*"))
    make(folder, *arguments, status=2)
    assert sorted(folder.rglob("*")) == before


def test_should_name_no_option_that_only_one_of_the_two_programs_has():
    text = SCRIPT.read_text(encoding="utf-8")
    for option in ("-noenc", "-addext", "-ext ", "-copy_extensions", "-checkhost", "-iter"):
        assert option not in text
