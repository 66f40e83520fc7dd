"""Each alert has its page in docs/runbooks, its row in docs/reference/metrics.md, its test for promtool and the labels that route it."""
import pathlib
import re
import shutil
import subprocess

import pytest
import yaml

HERE = pathlib.Path(__file__).parent
PAGES = HERE.parent / "docs" / "runbooks"
TESTS = sorted(HERE.glob("*rules-test.yml"))
ALERTS = [rule
          for file in sorted(HERE.glob("*-rules.yml"))
          for group in yaml.safe_load(file.read_text(encoding="utf-8"))["groups"]
          for rule in group["rules"] if "alert" in rule]
NAMES = [alert["alert"] for alert in ALERTS]
NEEDS_PROMTOOL = pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not on the path; Debian's package prometheus has it")


@pytest.mark.parametrize("alert", ALERTS, ids=NAMES)
def test_should_link_to_its_page(alert):
    assert alert["annotations"]["runbook_url"] == f"docs/runbooks/{alert['alert']}.md"
    page = (PAGES / f"{alert['alert']}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {alert['alert']}\n")
    assert re.findall("^## (.*)$", page, re.MULTILINE) == ["Look", "Do", "It ends when"]


@pytest.mark.parametrize("alert", ALERTS, ids=NAMES)
def test_should_keep_the_cluster_of_its_series(alert):
    aggregated = re.findall(r"\b(?:sum|max|min|avg|count|group|without)\b(?: by)? ?\(([^)]*)", alert["expr"])
    assert all("cluster" in labels.split(", ") for labels in aggregated), alert["expr"]
    assert alert["labels"]["severity"] in (("none",) if alert["alert"] == "FraudHeartbeat" else ("critical", "warning"))


def test_should_have_an_alert_for_every_page_and_name_each_in_the_index():
    assert len(NAMES) == len(set(NAMES))
    assert sorted(page.stem for page in PAGES.glob("Fraud*.md")) == sorted(NAMES)
    rows = re.findall(r"^\| \[(\w+)\]\((\w+)\.md\) \| (\w+) \|", (PAGES / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted((alert["alert"], alert["alert"], alert["labels"]["severity"]) for alert in ALERTS)


def test_should_ask_a_deployed_member_whether_it_is_ready_where_it_listens():
    asking = {page.name: text for page in PAGES.glob("*.md") if "/readyz" in (text := page.read_text(encoding="utf-8"))}
    assert len(asking) >= 4
    # 127.0.0.1 is the address of a member without a certificate; a deployed one has TLS, and listens inside the mesh.
    deployed = "curl -sk \"https://$(sed -n 's/^http-host: //p' /etc/fraud/member.yaml):7777/readyz\"\n"
    assert all(text.count(deployed) == 1 and "sudo /opt/fraud/ctl status\n" in text for text in asking.values()), asking.keys()
    template = HERE.parent / "ansible" / "roles" / "member" / "templates" / "member.yaml.j2"
    assert "\n{{ line('http-host', fraud_http_host) -}}\n" in template.read_text(encoding="utf-8")


def test_should_say_what_to_do_for_each_job_that_is_not_scraped():
    template = HERE.parent / "ansible" / "roles" / "prometheus" / "templates" / "prometheus.yml.j2"
    # Members have an alert of their own.
    jobs = set(re.findall(r"job_name: ([a-z-]+)$", template.read_text(encoding="utf-8"), re.MULTILINE)) - {"fraud"}
    todo = (PAGES / "FraudExporterDown.md").read_text(encoding="utf-8").split("\n## Do\n")[1]
    assert jobs == set(re.findall(r'job="([a-z-]+)"', todo)) == {"prometheus", "alertmanager", "fraud-jmx", "node"}


def test_should_have_working_links_between_pages():
    for page in PAGES.glob("*.md"):
        for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert (PAGES / link).exists(), f"{page.name} links to {link}"


@pytest.mark.parametrize("name", NAMES)
def test_should_be_described_and_tested(name):
    reference = (HERE.parent / "docs/reference/metrics.md").read_text(encoding="utf-8")
    assert f"`{name}`" in reference.split("\n## Alerts\n")[1]
    assert any(re.search(rf'alertname="{name}"', file.read_text(encoding="utf-8")) for file in TESTS)


def seconds(time):
    return sum(int(number) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[unit] for number, unit in re.findall(r"(\d+)([smhd])", time))


def looks_at(expression, name):
    """Whether what promtool evaluates would have this alert among its samples if it fired."""
    selector = re.search(r"ALERTS(?:\{([^}]*)\})?", expression)
    if selector is None or 'alertstate="pending"' in expression:
        return False
    matches = {"=": lambda value: value == name, "!=": lambda value: value != name,
               "=~": lambda value: re.fullmatch(value, name), "!~": lambda value: not re.fullmatch(value, name)}
    return all(matches[how](value) for how, value in re.findall(r'alertname(=~|!~|!=|=)"([^"]*)"', selector[1] or ""))


def ends_of_alerts():
    """Names of alerts that fire in a case of promtool, and do not any more at a later moment of the same case."""
    found = set()
    for file in TESTS:
        for case in yaml.safe_load(file.read_text(encoding="utf-8"))["tests"]:
            steps = sorted(((seconds(step["eval_time"]), step) for step in case.get("promql_expr_test", [])), key=lambda step: step[0])
            for name in NAMES:
                firing = set()
                for _, step in steps:
                    if not looks_at(step["expr"], name):
                        continue
                    samples = {one["labels"] for one in step.get("exp_samples", []) if f'alertname="{name}"' in one["labels"]}
                    # One of several series may end, when both are written in the same way.
                    if firing and (not samples or len(samples & firing) == len(samples) < len(firing)):
                        found.add(name)
                    if samples and 'alertstate="firing"' in step["expr"] + "".join(samples):
                        firing |= samples
    return found


# A page says when its alert ends, and what does not end pages somebody for ever. What begins only is half a test.
def test_should_see_each_alert_begin_and_end():
    assert set(NAMES) - ends_of_alerts() == set()


def promtool(*arguments):
    done = subprocess.run(["promtool", *arguments], cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@NEEDS_PROMTOOL
def test_should_pass_promtool():
    promtool("test", "rules", *(file.name for file in TESTS))


@NEEDS_PROMTOOL
def test_should_have_queries_on_the_pages_that_prometheus_reads(tmp_path):
    queries = [line
               for page in sorted(PAGES.glob("*.md"))
               for block in re.findall(r"^```promql\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
               for line in block.splitlines()]
    assert len(queries) >= len(NAMES)
    rules = [{"record": f"query{number}", "expr": query} for number, query in enumerate(queries)]
    (tmp_path / "queries.yml").write_text(yaml.safe_dump({"groups": [{"name": "pages", "rules": rules}]}), encoding="utf-8")
    promtool("check", "rules", str(tmp_path / "queries.yml"))
