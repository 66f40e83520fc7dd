"""Whom Alertmanager sends which alert, by its own tool."""
import json
import pathlib
import shutil
import subprocess

import jinja2
import pytest
import yaml

TEMPLATE = pathlib.Path(__file__).parent.parent / "roles" / "alertmanager" / "templates" / "alertmanager.yml.j2"
SWITCH = "https://switch.example/ping/0815"
NEEDS_AMTOOL = pytest.mark.skipif(shutil.which("amtool") is None, reason="amtool is not on the path; Debian's package prometheus-alertmanager has it")


def render(folder, heartbeat_url):
    # As Ansible's module template reads it.
    environment = jinja2.Environment(trim_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(combine=lambda one, other: {**one, **other}, to_json=json.dumps)
    config = folder / "alertmanager.yml"
    config.write_text(environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render({
        "fraud_alert_critical": {"webhook_configs": [{"url": "https://page.example/"}]}, "fraud_alert_warning": {},
        "fraud_alert_heartbeat_url": heartbeat_url}), encoding="utf-8")
    return config


def amtool(*arguments):
    done = subprocess.run(["amtool", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_should_send_the_heartbeat_to_the_switch_again_and_again(tmp_path):
    read = yaml.safe_load(render(tmp_path, SWITCH).read_text(encoding="utf-8"))
    receiver, = (one for one in read["receivers"] if one["name"] == "heartbeat")
    assert receiver["webhook_configs"] == [{"url": SWITCH, "send_resolved": False}]
    route = read["route"]["routes"][0]
    assert route["receiver"] == "heartbeat" and (route["group_interval"], route["repeat_interval"]) == ("1m", "50s")


def test_should_send_the_heartbeat_to_no_one_without_a_switch(tmp_path):
    read = yaml.safe_load(render(tmp_path, "").read_text(encoding="utf-8"))
    assert {"name": "heartbeat"} in read["receivers"]


@NEEDS_AMTOOL
@pytest.mark.parametrize("heartbeat_url", ["", SWITCH])
@pytest.mark.parametrize("alert, severity, receiver", [
    ("FraudHeartbeat", "none", "heartbeat"), ("FraudDegraded", "critical", "critical"), ("FraudGcPauses", "warning", "warning")])
def test_should_lead_each_alert_to_its_receiver(tmp_path, heartbeat_url, alert, severity, receiver):
    config = render(tmp_path, heartbeat_url)
    amtool("check-config", str(config))
    route = amtool("config", "routes", "test", f"--config.file={config}", f"alertname={alert}", f"severity={severity}", "cluster=x")
    assert route.split() == [receiver]
