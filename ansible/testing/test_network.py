"""The rounds and the table of netcheck.yml."""
import csv
import itertools
import json
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import network  # noqa: E402 # pylint: disable=wrong-import-position


@pytest.mark.parametrize("count", range(2, 20))
def test_should_take_each_pair_once_and_no_host_twice_in_a_round(count):
    hosts = [f"m{number}" for number in range(count)]
    rounds = network.rounds(hosts)
    assert len(rounds) == count - 1 + count % 2
    for pairs in rounds:
        in_use = [host for pair in pairs.items() for host in pair]
        assert len(in_use) == len(set(in_use)) == count - count % 2
    assert sorted(tuple(sorted(pair)) for pairs in rounds for pair in pairs.items()) == sorted(tuple(sorted(pair)) for pair in itertools.combinations(hosts, 2))


def stream(bits=0, packets=0, lost=0):
    both = {"seconds": 2.0, "packets": packets, "lost_packets": lost, "bits_per_second": bits}
    return {"end": {"sum": both, "sum_received": {"bits_per_second": bits}}}


def write_pair(folder, ping="rtt min/avg/max/mdev = 0.100/0.200/0.900/0.020 ms\n", lost_back=0):
    (folder / "m1--m2.json").write_text(json.dumps({
        "asks": "m1", "answers": "m2", "ping": ping, "bytes_there": stream(bits=9_412_000_000), "bytes_back": stream(bits=4_000_000_000),
        "packets_there": stream(packets=400_000, lost=100_000), "packets_back": stream(packets=500_000, lost=lost_back)}), encoding="utf-8")


def run(*arguments):
    return subprocess.run([sys.executable, HERE.parent / "network.py", *arguments], capture_output=True, text=True, check=False)


def test_should_write_a_row_for_each_direction_and_say_what_plan_takes(tmp_path):
    write_pair(tmp_path)
    done = run("table", tmp_path)
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "network.csv", newline="", encoding="utf-8") as source:
        rows = list(csv.reader(source))
    assert rows == [network.COLUMNS, ["m1", "m2", "9.412", "150000", "25.0", "0.1", "0.2", "0.9"], ["m2", "m1", "4.0", "250000", "0.0", "0.1", "0.2", "0.9"]]
    assert "least: 4.0 Gbit/s, 150,000 packets/s; longest mean round trip: 0.2 ms" in done.stdout
    assert done.stdout.endswith(" --packets 150000 --gbit 4.0 --round-trip-ms 0.2\n")


def test_should_say_who_does_not_answer(tmp_path):
    write_pair(tmp_path, ping="20 packets transmitted, 0 received, 100% packet loss\n")
    done = run("table", tmp_path)
    assert done.returncode != 0 and "no answer to ping: 20 packets transmitted" in done.stderr


def test_should_give_plan_no_figure_of_a_way_over_which_nothing_arrived(tmp_path):
    write_pair(tmp_path, lost_back=500_000)
    done = run("table", tmp_path)
    assert done.returncode != 0 and "arrived from m2 to m1; look for a rule" in done.stderr
    # plan would take 0 for what was not measured.
    assert "least: 4.0 Gbit/s, 0 packets/s" in done.stdout and "./fraud plan" not in done.stdout
    assert (tmp_path / "network.csv").read_text(encoding="utf-8").count("\n") == 3
