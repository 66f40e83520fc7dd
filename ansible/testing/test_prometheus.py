"""What Prometheus on the monitor scrapes: each member with the token that this member has."""
import json
import pathlib
import re
import subprocess

import jinja2
import pytest
import yaml

TEMPLATE = pathlib.Path(__file__).parent.parent / "roles" / "prometheus" / "templates" / "prometheus.yml.j2"
HOSTS = {"m1": {"fraud_inner_address": "10.98.0.11"}, "m2": {"private_ip": "192.0.2.12"}, "source": {}, "monitor": {"ansible_host": "192.0.2.31"}}


def render(folder, tls, **variables):
    # As Ansible's module template reads it.
    environment = jinja2.Environment(trim_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(bool=bool, to_json=json.dumps)
    text = environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render({
        "groups": {"member": ["m1", "m2"], "source": ["source"], "monitor": ["monitor"]}, "hostvars": HOSTS, "fraud_cluster_name": "shop",
        "fraud_http_port": 7777, "fraud_jmx_port": 7778, "fraud_node_port": 9100, "fraud_prometheus_port": 9090, "fraud_alertmanager_port": 9093,
        "fraud_alertmanagers": [], "fraud_http_tls": tls, "fraud_http_cert": "", "fraud_tls_name": "fraud-member", **variables})
    config = folder / "prometheus.yml"
    config.write_text(text.replace("/etc/prometheus/", f"{folder}/"), encoding="utf-8")
    return config


def members(config):
    return [job for job in yaml.safe_load(config.read_text(encoding="utf-8"))["scrape_configs"] if job["job_name"].split("-")[0] == "fraud"
            and job["job_name"] != "fraud-jmx"]


@pytest.mark.parametrize("certificate", ["", "of one's own"])
def test_should_show_each_member_a_token_of_its_own(tmp_path, certificate):
    config = render(tmp_path, True, fraud_http_cert=certificate)
    jobs = members(config)
    assert [job["authorization"]["credentials_file"] for job in jobs] == [f"{tmp_path}/fraud-tokens/m1", f"{tmp_path}/fraud-tokens/m2"]
    assert [job["static_configs"] for job in jobs] == [
        [{"targets": [target], "labels": {"job": "fraud", "cluster": "shop"}}] for target in ("10.98.0.11:7777", "192.0.2.12:7777")]
    assert all(job["scheme"] == "https" and job["tls_config"].get("server_name") == ("fraud-member" if certificate else None) for job in jobs)


def test_should_show_no_token_to_members_without_tls(tmp_path):
    job, = members(render(tmp_path, False))
    assert "authorization" not in job and job["job_name"] == "fraud"
    assert job["static_configs"] == [{"targets": ["10.98.0.11:7777", "192.0.2.12:7777"], "labels": {"cluster": "shop"}}]


@pytest.mark.parametrize("port, others, targets", [
    (9093, [], ["127.0.0.1:9093"]), (0, ["alerts.example:9093"], ["alerts.example:9093"]),
    (9093, ["alerts.example:9093"], ["127.0.0.1:9093", "alerts.example:9093"]), (0, [], None)])
def test_should_send_alerts_to_the_alertmanagers_that_there_are(tmp_path, port, others, targets):
    config = yaml.safe_load(render(tmp_path, False, fraud_alertmanager_port=port, fraud_alertmanagers=others).read_text(encoding="utf-8"))
    found = config.get("alerting")
    assert (found and found["alertmanagers"]) == (targets and [{"static_configs": [{"targets": targets}]}])


def test_should_find_in_the_rules_what_it_writes_variables_into():
    ansible = TEMPLATE.parents[3]
    tasks = (ansible / "roles" / "prometheus" / "tasks" / "main.yml").read_text(encoding="utf-8")
    rules = (ansible.parent / "observability" / "alerting-rules.yml").read_text(encoding="utf-8")
    replaced = re.findall(r"replace\('([^']+)'", tasks)
    assert len(replaced) == 2 and all(text in rules for text in replaced), replaced
    assert rules.count("for: 10m # fraud_alert_quiet\n") == 1


@pytest.mark.parametrize("tls", [True, False])
def test_should_write_what_prometheus_takes(tmp_path, tls):
    config = render(tmp_path, tls)
    (tmp_path / "fraud-tokens").mkdir()
    for name in ("recording-rules.yml", "alerting-rules.yml", "deployment-rules.yml"):
        (tmp_path / name).write_text("groups: []\n", encoding="utf-8")
    for name in ("fraud-authority.pem", "fraud-tokens/m1", "fraud-tokens/m2"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    done = subprocess.run(["promtool", "check", "config", config], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
