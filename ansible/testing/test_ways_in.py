"""What a member gets for the HTTP API, for Kafka and for users: keys, files with the modes of secrets, a port of the firewall."""
import getpass
import json
import pathlib
import re
import sys

import playing
import pytest
import yaml

HERE = pathlib.Path(__file__).parent
TOKEN = "shop score 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n"


def write(folder, **variables):
    """Runs ways_in.yml; returns status, output, and the member's configuration, with its unit and the firewall's rules as two more keys."""
    here = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "private_ip": "192.0.2.11"}
    (folder / "hosts.yml").write_text(yaml.safe_dump({"member": {"hosts": {"m1": here}}}), encoding="utf-8")
    given = {"folder": str(folder), "fraud_user": getpass.getuser(), "fraud_certificates": "certificates", "fraud_member_pid": "echo 0", **variables}
    done = playing.play("-i", folder / "hosts.yml", "-e", json.dumps(given), HERE / "ways_in.yml")
    file = folder / "written.json"
    if not file.exists():
        return done.returncode, " ".join(done.stdout.split()), None
    written = json.loads(file.read_text(encoding="utf-8"))
    configuration = written.pop("configuration")
    # A member refuses a file that has a key twice.
    keys = re.findall(r"(?m)^([a-z-]+):", configuration)
    assert len(keys) == len(set(keys)), configuration
    return done.returncode, " ".join(done.stdout.split()), {**yaml.safe_load(configuration), **written}


def of(config, way):
    return {key: value for key, value in config.items() if key.startswith(way)}


def mode(file):
    return oct(file.stat().st_mode & 0o777)


def test_should_bring_a_member_all_that_the_api_takes(tmp_path):
    (tmp_path / "table.txt").write_text("the table", encoding="utf-8")
    (tmp_path / "mapping.yaml").write_text("the mapping", encoding="utf-8")
    status, output, config = write(
        tmp_path, fraud_api_port=8600, fraud_api_tokens=TOKEN, fraud_api_stand_in=f"{tmp_path}/table.txt", fraud_api_map=f"{tmp_path}/mapping.yaml",
        fraud_api_networks=["198.51.100.0/24"], fraud_api_access_folder=f"{tmp_path}/calls", fraud_member_keys={"api-deadline": "40ms"})
    assert status == 0, output
    assert of(config, "api-") == {
        "api-host": "192.0.2.11", "api-port": 8600, "api-tls-cert": f"{tmp_path}/gateway_cert.pem", "api-tls-key": f"{tmp_path}/gateway_key.pem",
        "api-tls-client-ca": f"{tmp_path}/gateway_client_ca.pem", "api-tokens": f"{tmp_path}/api_tokens", "api-map": f"{tmp_path}/api_map.yaml",
        "api-stand-in": f"{tmp_path}/api_stand_in", "api-access-log": f"{tmp_path}/calls/api-access.jsonl", "api-deadline": "40ms"}
    files = {name: ((tmp_path / name).read_text(encoding="utf-8"), mode(tmp_path / name)) for name in ("api_tokens", "api_stand_in", "api_map.yaml")}
    assert files == {"api_tokens": (TOKEN, "0o400"), "api_stand_in": ("the table", "0o640"), "api_map.yaml": ("the mapping", "0o640")}
    assert mode(tmp_path / "calls") == "0o750" and TOKEN.split()[-1] not in output
    rules = config["rules"].splitlines()
    assert [line.strip() for line in rules if "8600" in line] == [
        "ip saddr { 198.51.100.0/24 } tcp dport 8600 accept", "tcp dport 8600 drop"]
    writable, = (line for line in config["unit"].splitlines() if line.startswith("ReadWritePaths="))
    assert f"{tmp_path}/calls" in writable


def test_should_put_a_further_key_into_the_place_of_one_that_the_playbook_has(tmp_path):
    status, output, config = write(
        tmp_path, fraud_member_keys={"acks": "fast", "join": ["192.0.2.12:5701"], "degraded-after": "30s", "http-host": "192.0.2.13"})
    assert status == 0, output
    assert (config["acks"], config["join"], config["degraded-after"], config["http-host"]) == ("fast", ["192.0.2.12:5701"], "30s", "192.0.2.13")


def test_should_let_a_member_write_to_the_folders_that_it_is_given_elsewhere(tmp_path):
    status, output, config = write(tmp_path, fraud_member_keys={"data-dir": "/srv/fraud/data"}, fraud_backup_folder="/srv/backup")
    assert status == 0, output
    lines = config["unit"].splitlines()
    assert f"ReadWritePaths=/var/lib/fraud {tmp_path}/logs -/srv/backup -/srv/fraud/data" in lines
    assert lines[-2:] == ["[Install]", "WantedBy=multi-user.target"] and f"StandardOutput=append:{tmp_path}/logs/member.log" in lines


def test_should_have_no_api_unless_it_has_a_port(tmp_path):
    status, output, config = write(tmp_path, fraud_api_tokens=TOKEN)
    assert status == 0 and of(config, "api-") == {} and not (tmp_path / "api_tokens").exists(), output
    assert "API" not in config["rules"]


def test_should_let_nobody_in_when_the_last_user_and_the_last_token_are_taken_out(tmp_path):
    status, output, _ = write(tmp_path, fraud_api_port=8600, fraud_users="anna analyst a-hash\n", fraud_api_tokens=TOKEN)
    files = [tmp_path / "users", tmp_path / "api_tokens"]
    assert status == 0 and all(file.read_text(encoding="utf-8") and mode(file) == "0o400" for file in files), output
    # A member that runs reads them again, and has the keys that name them until its next start.
    status, output, config = write(tmp_path, fraud_api_port=8600)
    assert status == 0 and [file.read_text(encoding="utf-8") for file in files] == ["", ""], output
    assert "users" not in config and "api-tokens" not in config


def test_should_let_keys_of_the_member_win(tmp_path):
    _, output, config = write(tmp_path, fraud_api_port=8600, fraud_api_access_folder="", fraud_member_keys={"api-host": "127.0.0.1"})
    assert config["api-host"] == "127.0.0.1" and config["api-access-log"] == "none" and config["api-port"] == 8600, output


@pytest.mark.parametrize("variables", [
    {"fraud_certificates": ""},
    {"fraud_certificates": "", "fraud_gateway_cert": "certificate"},
    {"fraud_api_clients_without_token": True, "fraud_api_tokens": TOKEN}])
def test_should_refuse_an_api_without_certificate_or_with_clients_that_nobody_knows(tmp_path, variables):
    status, _, config = write(tmp_path, fraud_api_port=8600, **variables)
    assert status != 0 and config is None


def test_should_show_the_client_no_authority_when_all_may_call(tmp_path):
    status, output, config = write(tmp_path, fraud_api_port=8600, fraud_api_clients_without_token=True)
    assert status == 0 and config["api-clients-without-token"] is True and "api-tls-client-ca" not in config, output


def test_should_write_keys_that_members_have():
    keys = re.findall(r"'(api-[a-z-]+)'", (HERE.parent / "roles" / "member" / "vars" / "main.yml").read_text(encoding="utf-8"))
    reference = (HERE.parent.parent / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")
    assert len(keys) == 10 and not {key for key in keys if f"\n| `{key}` | " not in reference}


def test_should_bring_a_member_the_files_that_kafka_names(tmp_path):
    files = {"map": "payments.yaml", "ssl.truststore.location": "kafka.p12", "schema.registry.ssl.truststore.location": "registry.pem"}
    for name in files.values():
        (tmp_path / name).write_text(name, encoding="utf-8")
    status, output, config = write(tmp_path, fraud_kafka={"brokers": ["b1:9093"], "in": "payments"}, fraud_kafka_properties={"security.protocol": "SSL"},
                                   fraud_kafka_files={key: f"{tmp_path}/{name}" for key, name in files.items()})
    assert status == 0, output
    paths = {"map": tmp_path / "kafka_map.yaml", "ssl.truststore.location": tmp_path / "kafka_ssl.truststore.location.p12",
             "schema.registry.ssl.truststore.location": tmp_path / "kafka_schema.registry.ssl.truststore.location.pem"}
    assert config["kafka"] == {"brokers": ["b1:9093"], "in": "payments", **{key: str(path) for key, path in paths.items()}}
    assert {key: (path.read_text(encoding="utf-8"), mode(path)) for key, path in paths.items()} == {key: (name, "0o640") for key, name in files.items()}
    assert config["kafka-config"] == f"{tmp_path}/kafka.properties" and mode(tmp_path / "kafka.properties") == "0o640"


def test_should_write_a_property_of_kafka_with_several_lines_as_one(tmp_path):
    pem = "-----BEGIN PRIVATE KEY-----\nnot-a-key=only-a-check\n-----END PRIVATE KEY-----\n"
    status, output, _config = write(tmp_path, fraud_kafka={"brokers": ["b1:9093"], "in": "payments"},
                                    fraud_kafka_properties={"ssl.keystore.key": pem, "security.protocol": "SSL", "ssl.key.password": "two\\\\backslashes\n"})
    assert status == 0, output
    assert (tmp_path / "kafka.properties").read_text(encoding="utf-8").splitlines() == [
        "security.protocol=SSL", "ssl.key.password=two\\\\backslashes", f"ssl.keystore.key={pem.strip()}".replace("\n", "\\n")]


def test_should_leave_no_password_of_an_option_that_is_gone_once_the_member_is_stopped(tmp_path):
    for name in ("table.txt", "kafka.p12", "payments.yaml"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    kafka = {"fraud_kafka": {"brokers": ["b1:9093"], "in": "payments"}}
    api = {"fraud_api_port": 8600, "fraud_api_tokens": TOKEN}
    status, output, _config = write(
        tmp_path, **kafka, **api, fraud_api_stand_in=f"{tmp_path}/table.txt", fraud_kafka_properties={"ssl.key.password": "not-a-password-only-a-check"},
        fraud_kafka_files={"map": f"{tmp_path}/payments.yaml", "ssl.truststore.location": f"{tmp_path}/kafka.p12"})
    gone = [tmp_path / name for name in ("kafka.properties", "kafka_ssl.truststore.location.p12", "api_stand_in")]
    kept = [tmp_path / name for name in ("kafka_map.yaml", "api_tokens", "kafka.p12")]
    assert status == 0 and all(file.exists() for file in gone + kept), output
    # Its clients of Kafka may begin again while it runs.
    fewer = {**kafka, **api, "fraud_kafka_files": {"map": f"{tmp_path}/payments.yaml"}}
    status, output, config = write(tmp_path, **fewer, fraud_member_pid="echo 7")
    assert status == 0 and "kafka-config" not in config and all(file.exists() for file in gone + kept), output
    status, output, _config = write(tmp_path, **fewer)
    assert status == 0 and not any(file.exists() for file in gone) and all(file.exists() for file in kept), output


def test_should_leave_no_key_of_a_certificate_that_is_gone_once_the_member_is_stopped(tmp_path):
    files = {name: tmp_path / f"{name}.pem" for name in ("http_cert", "http_key", "gateway_cert", "gateway_key", "gateway_client_ca")}
    for name, file in files.items():
        file.write_text(name, encoding="utf-8")
    status, output, _config = write(tmp_path)
    assert status == 0 and all(file.exists() for file in files.values()), output
    # A key of the member may name one of them as well.
    fewer = {"fraud_certificates": "", "fraud_gateway_cert": "a chain", "fraud_gateway_key": "its key",
             "fraud_member_keys": {"api-tls-client-ca": str(files["gateway_client_ca"])}}
    status, output, config = write(tmp_path, **fewer, fraud_member_pid="echo 7")
    assert status == 0 and "http-cert" not in config and all(file.exists() for file in files.values()), output
    status, output, _config = write(tmp_path, **fewer)
    assert status == 0 and {name for name, file in files.items() if file.exists()} == {"gateway_cert", "gateway_key", "gateway_client_ca"}, output


@pytest.mark.parametrize("variables", [
    {}, {"fraud_kafka": {"brokers": ["b1:9093"], "map": "/there.yaml"}},
    {"fraud_kafka": {"brokers": ["b1:9093"]}, "fraud_kafka_properties": {"map": "/there.yaml"}}])
def test_should_refuse_a_file_of_kafka_that_has_no_effect_or_two_places(tmp_path, variables):
    status, output, config = write(tmp_path, fraud_kafka_files={"map": "payments.yaml"}, **variables)
    assert status != 0 and config is None and "fraud_kafka_files=map" in output, output


@pytest.mark.parametrize("key", ["sasl.jaas.config", "ssl.key.password", "ssl.keystore.key", "schema.registry.basic.auth.user.info",
                                 "sasl.oauthbearer.assertion.private.key.passphrase"])
def test_should_refuse_a_secret_of_kafka_where_every_user_of_the_host_reads_it(tmp_path, key):
    status, output, config = write(tmp_path, fraud_kafka={"brokers": ["b1:9093"], key: "not-a-kafka-secret-only-a-check"})
    assert status != 0 and config is None and f"keys={key}" in output and "not-a-kafka-secret" not in output, output
