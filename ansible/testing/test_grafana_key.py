"""Which key of Grafana's packages a host believes: the one that is named, whatever else the address gives."""
import pathlib
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).parents[1] / "roles" / "grafana" / "files" / "one-key"


@pytest.fixture(name="keys", scope="module")
def two_keys(tmp_path_factory):
    """Two keys, and the file that has both."""
    home = tmp_path_factory.mktemp("gpg")
    home.chmod(0o700)

    def gpg(*arguments):
        return subprocess.run(["gpg", "--homedir", home, "--batch", "--quiet", *arguments], check=True, capture_output=True, text=True).stdout

    for name in ("a", "b"):
        gpg("--passphrase", "", "--pinentry-mode", "loopback", "--quick-generate-key", f"{name}@example.com", "ed25519", "sign", "never")
    listed = [line.split(":") for line in gpg("--with-colons", "--list-keys").splitlines()]
    fingerprints = [line[9] for line in listed if line[0] == "fpr"]
    (home / "both.asc").write_text(gpg("--armor", "--export"), encoding="utf-8")
    yield home / "both.asc", *fingerprints
    subprocess.run(["gpgconf", "--homedir", home, "--kill", "gpg-agent"], check=False)


def one_key(*arguments):
    return subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, check=False)


def fingerprints_in(keyring):
    listed = subprocess.run(["gpg", "--with-colons", "--show-keys", keyring], check=True, capture_output=True, text=True).stdout
    return [line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr:")]


def test_should_believe_the_named_key_alone(keys, tmp_path):
    file, wanted, _ = keys
    keyring = tmp_path / "keyring.asc"
    done = one_key(wanted, file, keyring)
    assert (done.returncode, done.stdout) == (0, "changed\n"), done.stderr
    assert fingerprints_in(keyring) == [wanted]
    again = one_key(wanted, file, keyring)
    assert (again.returncode, again.stdout) == (0, ""), again.stderr


@pytest.mark.parametrize("fingerprint", ["B53AE77BADB630A683046005963FA27710458545", "", "example.com", "A"])
def test_should_leave_the_keyring_when_the_file_does_not_have_the_key(keys, tmp_path, fingerprint):
    file, first, second = keys
    keyring = tmp_path / "keyring.asc"
    keyring.write_text("before", encoding="utf-8")
    done = one_key(fingerprint, file, keyring)
    assert done.returncode != 0 and keyring.read_text(encoding="utf-8") == "before"
    assert sorted(done.stderr.partition("found=")[2].split()) == sorted([first, second]), done.stderr


def test_should_refuse_what_is_no_key(tmp_path):
    file = tmp_path / "page.html"
    file.write_text("<html>Sign in</html>", encoding="utf-8")
    assert one_key("B53AE77BADB630A683046005963FA27710458545", file, tmp_path / "keyring.asc").returncode != 0
    assert not (tmp_path / "keyring.asc").exists()
