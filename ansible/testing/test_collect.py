"""What collect.yml asks of Prometheus over time, held against promtool, and the pictures that become of it."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

import pytest
import yaml

ANSIBLE = pathlib.Path(__file__).parent.parent
sys.path.insert(0, str(ANSIBLE))

import series  # noqa: E402 # pylint: disable=wrong-import-position

PLAY, = (play for play in yaml.safe_load((ANSIBLE / "collect.yml").read_text(encoding="utf-8")) if "collect_series" in play.get("vars", {}))
SERIES = {one["name"]: one for one in PLAY["vars"]["collect_series"]}
NEEDS_PROMTOOL = pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not on the path; Debian's package prometheus has it")

# Two members; each counter grows by so many in 5 s.
SCRAPED = {
    'fraud_map_calls_total{instance="a:7777",job="fraud"}': "0+50x30",
    'fraud_map_calls_total{instance="b:7777",job="fraud"}': "0+100x30",
    'fraud_shards{instance="a:7777",job="fraud",role="owned"}': "7x30",
    'fraud_shards{instance="a:7777",job="fraud",role="loaded"}': "6x30",
    'fraud_shards{instance="a:7777",job="fraud",role="backup"}': "5x30",
    'fraud_history_bytes{instance="a:7777",job="fraud",memory="native"}': "1000x30",
    'fraud_history_bytes{instance="a:7777",job="fraud",memory="heap"}': "10x30",
    'fraud_history_memory_used_bytes{instance="a:7777",job="fraud",memory="native"}': "1900x30",
    'fraud_history_memory_used_bytes{instance="a:7777",job="fraud",memory="heap"}': "20x30",
}
OF_HAZELCAST = {
    'hazelcast_map_putcount_total{instance="a:7778",job="fraud-jmx",map="transaction_history"}': "0+40x30",
    'hazelcast_map_putcount_total{instance="a:7778",job="fraud-jmx",map="another"}': "0+4000x30",
    'hazelcast_map_getcount_total{instance="a:7778",job="fraud-jmx",map="transaction_history"}': "0x30",
    'hazelcast_map_getcount_total{instance="a:7778",job="fraud-jmx",map="another"}': "0+4000x30",
}
CALLS = {'{instance="entry processors"}': 30}


def found(folder, scraped, name, expected):
    """Whether the query of that name finds that two minutes after the first scrape: samples by their labels."""
    test = {"evaluation_interval": "5s", "tests": [{
        "interval": "5s",
        "input_series": [{"series": one, "values": values} for one, values in scraped.items()],
        "promql_expr_test": [{"expr": SERIES[name]["query"], "eval_time": "2m",
                              "exp_samples": [{"labels": labels, "value": value} for labels, value in expected.items()]}]}]}
    (folder / "test.yml").write_text(yaml.safe_dump(test), encoding="utf-8")
    done = subprocess.run(["promtool", "test", "rules", folder / "test.yml"], capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


@NEEDS_PROMTOOL
@pytest.mark.parametrize("name, expected", [
    ("map-calls", {**CALLS, '{instance="gets"}': 0, '{instance="puts"}': 8}),
    ("map-entries", {'fraud_shards{instance="a:7777 owned",job="fraud",role="owned"}': 7,
                     'fraud_shards{instance="a:7777 backup",job="fraud",role="backup"}': 5}),
    ("map-memory", {'{instance="a:7777 owned"}': 1_010, '{instance="a:7777 in all"}': 1_920}),
])
def test_should_ask_for_the_statistics_of_the_map_of_shards(tmp_path, name, expected):
    is_found, output = found(tmp_path, {**SCRAPED, **OF_HAZELCAST}, name, expected)
    assert is_found, output


@NEEDS_PROMTOOL
def test_should_have_calls_of_the_map_where_hazelcasts_own_figures_are_not_scraped(tmp_path):
    is_found, output = found(tmp_path, SCRAPED, "map-calls", CALLS)
    assert is_found, output


@NEEDS_PROMTOOL
def test_should_ask_for_the_times_of_each_member(tmp_path):
    times = {f'fraud_transaction_seconds_bucket{{instance="{member}:7777",job="fraud",le="{most}"}}': "0+5x30"
             for member, all_within in (("a", "100"), ("b", "200")) for most in (all_within, "+Inf")}
    is_found, output = found(tmp_path, times, "member-latency", {'{instance="a:7777"}': 99, '{instance="b:7777"}': 198})
    assert is_found, output


@NEEDS_PROMTOOL
@pytest.mark.parametrize("name", SERIES)
def test_should_ask_what_prometheus_understands(tmp_path, name):
    is_found, output = found(tmp_path, {"of_nobody": "0x30"}, name, {})
    assert is_found, output


def test_should_draw_a_line_for_each_kind_of_call(tmp_path, monkeypatch):
    values = {"entry processors": "30", "puts": "8", "gets": "0"}
    (tmp_path / "map-calls.json").write_text(json.dumps({"status": "success", "data": {"result": [
        {"metric": {"instance": name}, "values": [[1_000, value], [1_005, value]]} for name, value in values.items()]}}), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["series.py", str(tmp_path), "map-calls", SERIES["map-calls"]["unit"]])
    series.main()
    assert (tmp_path / "map-calls.csv").read_text(encoding="utf-8").splitlines() == [
        "time_s,entry processors,gets,puts", "1000,30,0,8", "1005,30,0,8"]
    drawn = xml.parse(tmp_path / "map-calls.svg").getroot()
    assert [title.text for title in drawn.iter("{http://www.w3.org/2000/svg}title")] == sorted(values)
    assert SERIES["map-calls"]["unit"] in [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]


def test_should_be_asked_for_by_the_proof_of_a_deployment():
    prove = (ANSIBLE / "prove").read_text(encoding="utf-8")
    collected, = re.findall(r"\{([a-z,-]+)\}\.\{csv,svg\}", prove)
    certified, = re.findall(r'for name in \(((?:"[a-z-]+"(?:, )?)+)\):', prove)
    assert collected.split(",") == json.loads(f"[{certified}]") == list(SERIES)
