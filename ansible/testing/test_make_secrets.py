"""make-secrets makes tokens, an authority that is kept, and a certificate for one client."""
import pathlib
import re
import subprocess

import pytest
import yaml

HERE = pathlib.Path(__file__).parents[1]
SCRIPT = HERE / "make-secrets"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("secrets")
    subprocess.run([SCRIPT, folder / "secrets.yml"], check=True, capture_output=True)
    return folder


def test_should_write_what_only_its_owner_reads(folder):
    made = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    assert sorted(made) == [
        "secrets.yml", "secrets/authority.key", "secrets/authority.pem", "secrets/clients/client.key", "secrets/clients/client.pem",
    ]
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.rglob("*"))


def test_should_name_the_folder_and_hold_no_key_itself(folder):
    text = (folder / "secrets.yml").read_text(encoding="utf-8")
    secrets = yaml.safe_load(text)
    assert secrets.pop("fraud_certificates") == str((folder / "secrets").resolve())
    assert len(set(secrets.values())) == 5 and all(re.fullmatch("[0-9a-f]{48}", token) for token in secrets.values())
    assert "PRIVATE KEY" not in text


@pytest.mark.parametrize("keys", [["data_key"], ["card_key"], ["data_key", "card_key"]])
def test_should_make_the_keys_that_are_named(tmp_path, keys):
    subprocess.run([SCRIPT, tmp_path / "secrets.yml", *keys], check=True, capture_output=True)
    secrets = yaml.safe_load((tmp_path / "secrets.yml").read_text(encoding="utf-8"))
    made = {name: value for name, value in secrets.items() if name in ("fraud_data_key", "fraud_card_key")}
    assert set(made) == {f"fraud_{key}" for key in keys} and len(set(made.values())) == len(keys)
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in made.values())


@pytest.mark.parametrize("arguments", [[], ["secrets.yml", "datakey"], ["secrets.yml", "data_key", "m1"], ["secrets"]])
def test_should_refuse_what_it_does_not_know(tmp_path, arguments):
    done = subprocess.run([SCRIPT, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.startswith("make-secrets: ") and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", ["secrets.yml", "secrets"])
def test_should_replace_nothing(folder, tmp_path, there):
    (tmp_path / there).mkdir()
    done = subprocess.run([SCRIPT, tmp_path / "secrets.yml"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and str(tmp_path / there) in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [there]
