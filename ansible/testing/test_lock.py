"""One change of a cluster at a time."""
import os
import pathlib
import sys

import playing
import yaml

ANSIBLE = playing.ANSIBLE
CHANGING = ["certificates.yml", "grow.yml", "restore.yml", "rolling-restart.yml", "rollout.yml", "setup.yml", "shrink.yml"]


def play(folder, *arguments):
    here = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "fraud_home": str(folder)}
    (folder / "hosts.yml").write_text(yaml.safe_dump({"member": {"hosts": {"m1": here, "m2": here}}}), encoding="utf-8")
    done = playing.play("-i", folder / "hosts.yml", *arguments, ANSIBLE / "testing" / "lock.yml")
    return done.returncode, " ".join(done.stdout.split())


def started(process):
    text = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    return text.rpartition(") ")[2].split()[19]


def holder(folder):
    return (folder / "lock").read_text(encoding="utf-8")


def test_should_hold_the_lock_until_the_playbook_ends_and_give_it_back(tmp_path):
    status, output = play(tmp_path)
    assert status == 0 and "held playbook=lock.yml since=20" in output, output
    assert holder(tmp_path) == ""
    # Nobody can have it on a host that is not set up.
    (tmp_path / "new").mkdir()
    status, output = play(tmp_path / "new", "-e", f"fraud_home={tmp_path}/not-there", "--start-at-task", "Give it back")
    assert status == 0 and not (tmp_path / "not-there").exists(), output


def test_should_take_the_lock_of_a_playbook_of_this_controller_that_has_failed(tmp_path):
    assert play(tmp_path, "-e", "keep=true")[0] == 0
    before = holder(tmp_path)
    # A process that has its number by now is another one.
    lock = " ".join([*before.splitlines()[0].split(" ")[:-1], f"{os.getpid()}:{int(started(os.getpid())) - 1}"])
    (tmp_path / "lock").write_text(f"{lock}\n", encoding="utf-8")
    assert play(tmp_path, "-e", "keep=true")[0] == 0
    (tmp_path / "lock").write_text(before, encoding="utf-8")
    status, output = play(tmp_path, "-e", "keep=true")
    assert status == 0 and before and holder(tmp_path).splitlines()[0] != before.splitlines()[0], output


def test_should_refuse_a_second_change_and_name_who_makes_the_first(tmp_path):
    assert play(tmp_path, "-e", "keep=true")[0] == 0
    words = holder(tmp_path).splitlines()[0].split(" ")
    own = f"{os.getpid()}:{started(os.getpid())}"
    # The process of this test runs on, and nobody on this controller knows the processes of another one.
    for lock in (" ".join([*words[:-1], own]), " ".join(["anna@elsewhere", *words[1:]])):
        text = f"{lock}\nplaybook=rollout.yml since=2026-11-30T00:00:00Z\n"
        (tmp_path / "lock").write_text(text, encoding="utf-8")
        status, output = play(tmp_path)
        assert status != 0 and "playbook=rollout.yml since=2026-11-30T00:00:00Z by=" + lock.split(" ", maxsplit=1)[0] in output, output
        assert holder(tmp_path) == text
    status, output = play(tmp_path, "-e", "lock_taken_over=true")
    assert status == 0 and holder(tmp_path) == "", output


def files_of(tasks):
    return [task.get("ansible.builtin.include_tasks") for task in tasks]


def test_should_change_members_under_the_lock_alone():
    for file in sorted(ANSIBLE.glob("*.yml")):
        plays = [one for one in yaml.safe_load(file.read_text(encoding="utf-8")) if "hosts" in one]
        used = [name for one in plays for name in files_of([*one.get("pre_tasks", []), *one.get("tasks", [])])]
        assert (file.name in CHANGING) == ("tasks/lock.yml" in used) == ("tasks/unlock.yml" in used), file.name
        if file.name in CHANGING:
            assert used.count("tasks/lock.yml") == used.count("tasks/unlock.yml") == 1
            assert "tasks/unlock.yml" not in used[:used.index("tasks/lock.yml")]


def read(name):
    return yaml.safe_load((ANSIBLE / name).read_text(encoding="utf-8"))


def test_should_hold_the_lock_of_a_growth_from_the_beginning_of_its_set_up():
    first, *plays, last = read("setup.yml")
    taking, = (task for task in first["tasks"] if task.get("ansible.builtin.include_tasks") == "tasks/lock.yml")
    # Behind what waits for the hosts, and whatever part of the set-up is run.
    assert taking is first["tasks"][-1] and taking["vars"] == {"lock_by": "{{ setup_by | default('setup.yml') }}"}
    assert first["tags"] == last["tags"] == ["always"] and first["hosts"] == last["hosts"] == "member:source:monitor" and plays
    assert last["tasks"][-1]["when"].startswith("setup_by is not defined and ")
    assert [one.get("vars") for one in read("grow.yml") if one.get("ansible.builtin.import_playbook") == "setup.yml"] == [{"setup_by": "grow.yml"}]


def test_should_keep_the_lock_of_a_set_up_that_goes_on_without_a_host(tmp_path):
    """The first and the last play of the set-up, with one between in which a host fails, or none does."""
    first, *_, last = read("setup.yml")
    here = {"ansible_connection": "local", "ansible_become": False, "ansible_python_interpreter": sys.executable, "fraud_home": str(tmp_path)}
    between = {"hosts": "member", "gather_facts": False, "tasks": [{"ansible.builtin.fail": None, "when": "inventory_hostname == failing"}]}
    (tmp_path / "tasks").symlink_to(ANSIBLE / "tasks")
    (tmp_path / "book.yml").write_text(yaml.safe_dump([{**first, "tasks": first["tasks"][-1:]}, between, last]), encoding="utf-8")
    (tmp_path / "hosts.yml").write_text(yaml.safe_dump({"member": {"hosts": {"m1": here, "m2": here}}, "source": {"hosts": {}}, "monitor": {"hosts": {}}}),
                                        encoding="utf-8")
    for failing in ("m2", "none"):
        done = playing.play("-i", tmp_path / "hosts.yml", "-e", f"failing={failing}", tmp_path / "book.yml")
        assert (done.returncode == 0) == (failing == "none") and ("playbook=setup.yml" in holder(tmp_path)) == (failing == "m2"), done.stdout
