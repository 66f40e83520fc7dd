"""The dashboards are what dashboards.py writes, and each of their queries follows the cluster and the instance that are chosen."""
import json
import pathlib
import re

import dashboards
import pytest

FILES = sorted(dashboards.FOLDER.glob("*.json"))
READ = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FILES}


def test_should_be_what_the_script_writes(tmp_path):
    dashboards.main(tmp_path)
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == {
        file.name: file.read_text(encoding="utf-8") for file in FILES}


@pytest.mark.parametrize("uid", READ)
def test_should_follow_what_is_chosen(uid):
    dashboard = READ[uid]
    names = [variable["name"] for variable in dashboard["templating"]["list"]]
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    for query in queries:
        series = dashboards.SERIES.findall(query)
        assert series, query
        for name, labels in series:
            assert 'cluster=~"$cluster"' in labels, query
            assert name.startswith(("cluster:", "ALERTS")) or re.search(r'instance=~"\$(instance|exporter|host)"', labels), query
    assert sorted(set(re.findall(r'"\$(\w+)"', " ".join(queries)))) == sorted(names)


def test_should_show_each_documented_series_of_gateways_the_api_rules_labels_sweeps_and_kafka():
    reference = pathlib.Path(__file__).parents[1].joinpath("docs/reference/metrics.md").read_text(encoding="utf-8")
    table = reference[reference.index("\n| what | series |\n"):reference.index("\n`_seconds` without a quantile")]
    documented = set(re.findall(r"`(fraud_(?:api|gateway|rules?|shadow|labels|sweep|kafka)_\w+)", table))
    queries = " ".join(target["expr"] for dashboard in READ.values() for panel in dashboard["panels"] for target in panel["targets"])
    assert len(documented) > 30 and {name for name in documented if not re.search(rf"\b{name}(?:_bucket)?\b", queries)} == set()


def test_should_leave_labels_and_other_words_alone():
    assert dashboards.chosen('sum by (instance) (up{job="fraud"}) / on (cluster) cluster:fraud_scored:rate1m') == (
        'sum by (instance) (up{job="fraud",cluster=~"$cluster",instance=~"$instance"}) / on (cluster) '
        'cluster:fraud_scored:rate1m{cluster=~"$cluster"}')


def test_should_count_traffic_once_where_hosts_have_a_mesh():
    collected = pathlib.Path(__file__).parents[1].joinpath("ansible", "collect.yml").read_text(encoding="utf-8")
    queries = " ".join(target["expr"] for panel in READ["fraud-hosts"]["panels"] for target in panel["targets"])
    left_out = {text: re.findall(r"node_network_\w+\{(device[^,}]*)", text) for text in (collected, queries)}
    # What goes through the mesh goes through the card as well.
    assert set(left_out[queries]) == set(left_out[collected]) == {'device!~"lo|fraud0"'}
    assert len(left_out[queries]) == len(re.findall(r"\bnode_network_", queries)) == 6


def test_should_show_bytes_where_bytes_are_counted_only():
    """A record of a source is 100 bytes long, one of Kafka or of the API is not: their number says nothing of bytes."""
    shown = {(panel["title"], target["expr"]) for dashboard in READ.values() for panel in dashboard["panels"] for target in panel["targets"]
             if panel["fieldConfig"]["defaults"].get("unit") in ("bytes", "Bps")}
    assert len(shown) > 10 and [one for one in shown if "bytes" not in one[1]] == []


def test_should_lead_from_each_alert_to_its_page():
    tables = [panel for panel in READ["fraud-incident"]["panels"] if panel["type"] == "table"]
    assert [panel["fieldConfig"]["overrides"][0]["properties"][0]["value"][0]["url"] for panel in tables] == [
        "docs/runbooks/${__data.fields.alertname}.md"]


def test_should_have_thresholds_in_the_row_of_the_state():
    numbers = [panel for panel in READ["fraud-incident"]["panels"] if panel["type"] == "stat"]
    assert len(numbers) == 12
    for panel in numbers:
        steps = panel["fieldConfig"]["defaults"]["thresholds"]["steps"]
        assert len(steps) > 1 and steps[0]["value"] is None, panel["title"]
