"""What each role says of its variables: all that it takes, of the right type, in meta/argument_specs.yml and in its README."""
import pathlib
import re

import playing
import pytest
import yaml

HERE = pathlib.Path(__file__).parent
ROLES = sorted(path for path in (HERE.parent / "roles").iterdir())
DEFAULTS = yaml.safe_load((HERE.parent / "roles" / "fraud" / "defaults" / "main.yml").read_text(encoding="utf-8"))
TYPES = {"bool": bool, "int": int, "list": list, "dict": dict, "str": (str, int), "path": str}


def options(role):
    specs = yaml.safe_load((role / "meta" / "argument_specs.yml").read_text(encoding="utf-8"))
    return specs["argument_specs"]["main"]["options"]


def taken(role):
    files = [file for folder in ("tasks", "templates", "handlers", "vars") for file in (role / folder).rglob("*")]
    return {name for file in files for name in re.findall(r"\bfraud_[a-z0-9_]+\b", file.read_text(encoding="utf-8"))} & set(DEFAULTS)


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)
def test_should_describe_each_variable_that_the_role_takes(role):
    assert taken(role) <= set(options(role))
    assert {name for name in options(role) if name.startswith("fraud_")} <= set(DEFAULTS)
    assert all(option["description"].endswith(".") for option in options(role).values())


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)
def test_should_have_the_type_and_the_choices_of_the_default(role):
    for name, option in options(role).items():
        default = DEFAULTS.get(name)
        if name not in DEFAULTS or option["type"] == "raw" or "{{" in str(default):
            continue
        assert isinstance(default, TYPES[option["type"]]) and (option["type"] == "bool") == isinstance(default, bool), name
        assert default in option.get("choices", [default]), name


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)
def test_should_name_its_variables_in_its_readme_with_an_example(role):
    text = (role / "README.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {role.name}\n")
    assert role.name == "fraud" or all(f"`{name}`" in text for name in options(role))
    assert yaml.safe_load(re.search(r"```yaml\n(.*?)```", text, re.DOTALL).group(1))


def test_should_check_every_variable_whose_default_is_a_value_in_each_play():
    fraud = HERE.parent / "roles" / "fraud"
    assert set(options(fraud)) == {name for name, default in DEFAULTS.items() if "{{" not in str(default)}


@pytest.mark.parametrize("wrong, says", [
    ("fraud_supervision=runit", "systemd, supervisor"),
    ("fraud_gateway_port=none", "fraud_gateway_port"),
    ("fraud_acks=sometimes", "strict, fast"),
])
def test_should_refuse_a_wrong_value_before_anything_is_done(tmp_path, wrong, says):
    book = tmp_path / "book.yml"
    book.write_text("- hosts: localhost\n  gather_facts: false\n  roles: [fraud]\n", encoding="utf-8")
    done = playing.play("-i", "localhost,", "-e", wrong, book)
    assert done.returncode != 0 and says in done.stdout, done.stdout
