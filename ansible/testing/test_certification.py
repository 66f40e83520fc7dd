"""The results page of certify.yml, and which steps the playbook takes up."""
import csv
import json
import pathlib
import sys

import playing
import pytest
import yaml

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import certification  # noqa: E402 # pylint: disable=wrong-import-position

CONDITIONS = {"cards": 20_000, "history": 20, "rate": 300, "warm_up_s": 5, "run_s": 20}
BEGIN, END = 1_000, 1_020


def write_series(step, name, **columns):
    """A value every 5 s from 995 s to 1025 s; what is before BEGIN and after END must not count."""
    lines = ["time_s," + ",".join(columns)]
    for index, at in enumerate(range(995, 1_030, 5)):
        lines.append(f"{at}.0," + ",".join(str(values[index]) for values in columns.values()))
    (step / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_step(folder, members, scored=(0, 100, 200, 300, 200, 100, 0), answering=None):
    step = folder / f"step-{members}"
    write_series(step_of(step, members), "throughput", all=scored, a=scored)
    write_series(step, "latency", **{"p50": ["", 0.001, 0.002, 0.003, 0.001, 0.002, 9], "p99": [9, 0.01, 0.01, 0.02, 0.01, 0.01, 9],
                                     "p99.9": [9, 0.05, 0.05, 0.05, 0.4, 0.05, 9]})
    write_series(step, "processor", all=[9, 1, 1, 2, 1, 1, 9], a=[9, 1, 1, 1, 1, 1, 9])
    write_series(step, "heap", a=[9e9, 1e6, 1e6, 1e6, 1e6, 1e6, 9e9], b=[0, 0, 300 * 1024**2, 0, 0, 0, 0])
    write_series(step, "collections", a=[1, 0.01, 0.01, 0.01, 0.01, 0.01, 1], b=[1, 0.02, 0.02, 0.02, 0.02, 0.02, 1])
    write_series(step, "network", **{"a in": [9e9] + [2e6] * 5 + [9e9], "a out": [9e9] + [1e6] * 5 + [9e9], "b in": [1e6] * 7, "b out": [3e6] * 7})
    write_series(step, "packets", **{"a in": [20] * 7, "a out": [10] * 7})
    write_series(step, "map-calls", **{"entry processors": [900, 30, 40, 50, 40, 30, 900], "gets": [0] * 7, "puts": [900, 29, 39, 49, 39, 29, 900]})
    (step / "status.json").write_text(json.dumps({"members": [{}] * (answering or members)}), encoding="utf-8")
    (step / "verify.json").write_text(json.dumps({"good": True, "backups": 1, "cards": 20_000, "transactionsHeld": 400_900}), encoding="utf-8")


def step_of(step, members):
    for number in range(members + 1):
        host = step / f"host-{number}"
        host.mkdir(parents=True)
        (host / "versions.txt").write_text("release: r\nprogram: fraud 1.0, \"x\" \nsystem: Debian\nmachine: x86_64, 8 cores, 31000 MiB\n", encoding="utf-8")
        # The last one is the source.
        if number < members:
            (host / "member.yaml").write_text("", encoding="utf-8")
    return step


def add(folder, members):
    write_step(folder, members)
    return certification.add_row(folder, members, BEGIN, END, CONDITIONS)


def test_should_measure_the_run_alone(tmp_path):
    row = add(tmp_path, 2)
    assert (row["tps"], row["tps_min"], row["cores"], row["tps_per_core"]) == (180, 100, 16, 11)
    assert (row["p50_ms"], row["p99_ms"], row["p999_ms"], row["p999_ms_max"]) == (2.0, 10.0, 50.0, 400.0)
    assert (row["cores_busy"], row["heap_mib_max"], row["collections_percent"]) == (1.2, 300, 2.0)
    assert (row["in_mb_s"], row["out_mb_s"], row["in_packets_s"], row["out_packets_s"], row["map_calls_s"]) == (2.0, 3.0, 20, 10, 38)
    assert (row["verified"], row["transactions_held"], row["machine"]) == ("good", 400_900, "2 x x86_64, 8 cores, 31000 MiB")


def test_should_keep_one_row_a_step_in_ascending_order(tmp_path):
    for members in (18, 2):
        add(tmp_path, members)
    certification.add_row(tmp_path, 18, BEGIN, END, CONDITIONS)
    with open(tmp_path / "results.csv", newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    assert [row["members"] for row in rows] == ["2", "18"]
    assert [row["release"] for row in rows] == ['fraud 1.0, "x"'] * 2
    table = [line.count("|") for line in (tmp_path / "results.md").read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert table == [len(certification.COLUMNS) + 1] * 4


def test_should_keep_rows_that_were_written_without_a_column_that_came_later(tmp_path):
    add(tmp_path, 2)
    with open(tmp_path / "results.csv", newline="", encoding="utf-8") as source:
        before, = list(csv.DictReader(source))
    del before["map_calls_s"]
    with open(tmp_path / "results.csv", "w", newline="", encoding="utf-8") as target:
        writer = csv.DictWriter(target, before)
        writer.writeheader()
        writer.writerow(before)
    add(tmp_path, 3)
    with open(tmp_path / "results.csv", newline="", encoding="utf-8") as source:
        assert [(row["members"], row["map_calls_s"]) for row in csv.DictReader(source)] == [("2", ""), ("3", "38")]


def test_should_have_published_figures_only_where_they_are_published_as_text(tmp_path):
    for members in (2, 16, 18):
        add(tmp_path, members)
    with open(tmp_path / "results.csv", newline="", encoding="utf-8") as source:
        published = [(row["published_early_tps"], row["published_last_tps"]) for row in csv.DictReader(source)]
    assert published == [("", ""), ("130000", ""), ("", "670000")]
    text = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert "| 2 | 180 | 100 | – | – |" in text and "| 18 | 180 | 100 | – | 670,000 |" in text
    assert "No figure is read off a picture" in text and "300 transactions a second" in text


def test_should_leave_out_steps_that_have_a_row(tmp_path):
    assert certification.pending(tmp_path, [12, 6, 6], CONDITIONS) == [6, 12]
    add(tmp_path, 6)
    assert certification.pending(tmp_path, [6, 12], CONDITIONS) == [12]


def test_should_fail_when_verify_is_not_good_and_repeat_the_step(tmp_path, monkeypatch):
    write_step(tmp_path, 2)
    (tmp_path / "step-2" / "verify.json").write_text(json.dumps({"good": False, "backups": 1, "cards": 1, "transactionsHeld": 1}), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["certification.py", "row", str(tmp_path), "2", str(BEGIN), str(END), json.dumps(CONDITIONS)])
    with pytest.raises(SystemExit, match="ctl verify was not good.*step-2/verify.txt"):
        certification.main()
    # What was found stays to be seen until then.
    assert "NOT GOOD" in (tmp_path / "results.md").read_text(encoding="utf-8")
    assert certification.pending(tmp_path, [2, 3], CONDITIONS) == [2, 3]


def test_should_refuse_rows_of_other_conditions(tmp_path):
    add(tmp_path, 2)
    with pytest.raises(ValueError, match="other conditions.*move the folder"):
        certification.pending(tmp_path, [2, 3], {**CONDITIONS, "cards": 30_000_000})


@pytest.mark.parametrize("wrong, says", [
    ({"scored": [900, 0, 0, 0, 0, 0, 900]}, "nothing was scored"),
    ({"answering": 1}, "another number of members"),
])
def test_should_write_no_row_of_a_run_that_does_not_count(tmp_path, wrong, says):
    write_step(tmp_path, 2, **wrong)
    with pytest.raises(ValueError, match=says):
        certification.add_row(tmp_path, 2, BEGIN, END, CONDITIONS)
    assert not (tmp_path / "results.csv").exists()


BOOK = yaml.safe_load((HERE.parent / "certify.yml").read_text(encoding="utf-8"))


def test_should_have_places_that_differ_by_their_number_alone():
    first, *places = BOOK
    assert "hosts" in first and len(places) == 4
    for number, place in enumerate(places):
        assert {**place, "name": ""} == {
            "name": "", "ansible.builtin.import_playbook": "certify-step.yml", "when": "certify_members | int > 0",
            "vars": {"certify_members": f"{{{{ hostvars['localhost'].certify_places[{number}] }}}}"}}


def certify(tmp_path, steps):
    """Runs the playbook with three hosts that cannot be reached. Of its places it has the last one, which is used first: each takes seconds to read."""
    step = {**BOOK[-1], "ansible.builtin.import_playbook": str(HERE.parent / "certify-step.yml")}
    book = tmp_path / "certify.yml"
    book.write_text(yaml.safe_dump([BOOK[0], step], sort_keys=False), encoding="utf-8")
    (tmp_path / "certification.py").symlink_to(HERE.parent / "certification.py")
    inventory = tmp_path / "inventory.yml"
    inventory.write_text(json.dumps({
        "all": {"vars": {"fraud_results": str(tmp_path), "fraud_cards": 20_000, "fraud_rate": 300, "fraud_boot_s": 1, "certify_warm_up_s": 5, "certify_run_s": 20,
                         "ansible_ssh_common_args": "-o ConnectTimeout=1"}},
        "members": {"hosts": {f"192.0.2.{number}": {} for number in (1, 2, 3)}},
        "source": {"hosts": {"192.0.2.4": {}}},
        "monitor": {"hosts": {"192.0.2.5": {}}},
    }), encoding="utf-8")
    return playing.play("-i", inventory, "-e", f"steps={steps}", book)


def test_should_run_the_step_without_a_row_with_the_first_hosts(tmp_path):
    add(tmp_path / "certification", 3)
    done = certify(tmp_path, "2,3")
    assert done.returncode != 0 and "steps to run: [2]" in done.stdout, done.stdout + done.stderr
    # It begins with the host that stands by, which is not reached here.
    assert [line.split()[0] for line in done.stdout.splitlines() if "unreachable=1" in line] == ["192.0.2.3"], done.stdout


@pytest.mark.parametrize("steps, says", [
    ("2,4", "add hosts to the inventory's group members, or leave the step out: steps=2,4 hosts=3"),
    ("two", "name numbers of members, as -e steps=6,12,18"),
])
def test_should_refuse_steps_that_cannot_be_run(tmp_path, steps, says):
    done = certify(tmp_path, steps)
    # However the message is broken into lines.
    assert done.returncode != 0 and says in " ".join(done.stdout.split()), done.stdout + done.stderr
