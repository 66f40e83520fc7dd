package com.hazelcast.certification.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.kafka.KafkaFigures;
import com.hazelcast.certification.kafka.verdicts.VerdictFigures;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.metrics.KafkaMetrics;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prometheus over a real cluster: whatever a panel or an alert asks for must be there. */
@Tag("process")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ObservabilityIT {
    private static final Path FOLDER =
            Path.of(System.getProperty("fraud.launcher")).resolveSibling("observability");
    /** What is chosen above a dashboard. */
    private static final String CHOICE = "\\$(?:cluster|instance|exporter|host)\\b";

    private static final long STEP_NS = 500_000_000L;
    private static final long DATA_WITHIN_NS = 90_000_000_000L;

    /** A series in an expression: a name that ours, the JVM's, the process's or Hazelcast's begin with, and its labels. */
    private static final Pattern SERIES =
            Pattern.compile("\\b(?:(?:fraud_|cluster:|jvm_|process_|hazelcast_)[\\w:]+|up\\b)(?:\\{[^}]*})?");

    private static final String NODE_EXPORTER = "prometheus-node-exporter";
    private static final String ALERTMANAGER = "prometheus-alertmanager";

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void requirePrometheus() {
        assumeTrue(
                LocalCluster.hasPrometheus(),
                "prometheus is not on the path; 'apt-get install prometheus' brings it and promtool");
        for (String program : List.of(NODE_EXPORTER, ALERTMANAGER)) {
            assumeTrue(
                    Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
                    program + " is not on the path; 'apt-get install " + program + "' brings it");
        }
    }

    /** The queries of all panels, by dashboard and title. */
    private static TreeMap<String, String> panelQueries() throws IOException {
        TreeMap<String, String> queries = new TreeMap<>();
        try (Stream<Path> files = Files.list(FOLDER.resolve("grafana/dashboards"))) {
            for (Path file : files.toList()) {
                JsonNode dashboard = new ObjectMapper().readTree(file.toFile());
                for (JsonNode panel : dashboard.path("panels")) {
                    for (JsonNode target : panel.path("targets")) {
                        String name =
                                file.getFileName() + ": " + panel.path("title").asText() + " "
                                        + target.path("refId").asText();
                        String query = target.path("expr")
                                .asText()
                                .replace("$__rate_interval", "20s")
                                .replaceAll(CHOICE, ".*");
                        assertThat(queries.put(name, query)).as(name).isNull();
                    }
                }
            }
        }
        return queries;
    }

    /** What alerts and recordings look at: each expression's series. */
    private static TreeMap<String, String> ruleQueries() throws IOException {
        TreeMap<String, String> queries = new TreeMap<>();
        for (String file : List.of("alerting-rules.yml", "recording-rules.yml")) {
            for (JsonNode group :
                    new YAMLMapper().readTree(FOLDER.resolve(file).toFile()).path("groups")) {
                for (JsonNode rule : group.path("rules")) {
                    String name = rule.path("alert").asText(rule.path("record").asText());
                    List<String> series = SERIES.matcher(rule.path("expr").asText())
                            .results()
                            .map(found -> found.group())
                            .toList();
                    assertThat(series).as(name).isNotEmpty();
                    series.forEach(one -> queries.put(name + ": " + one, one));
                }
            }
        }
        return queries;
    }

    private JsonNode query(int port, String expression) throws IOException, InterruptedException {
        URI address =
                URI.create("http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8));
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(expression + ": " + answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body()).path("data").path("result");
    }

    private void awaitData(int port, TreeMap<String, String> queries) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + DATA_WITHIN_NS;
        TreeMap<String, String> empty = new TreeMap<>(queries);
        while (!empty.isEmpty() && System.nanoTime() < deadlineNs) {
            for (String name : Set.copyOf(empty.keySet())) {
                if (!query(port, empty.get(name)).isEmpty()) {
                    empty.remove(name);
                }
            }
            LockSupport.parkNanos(STEP_NS);
        }
        assertThat(empty).as("queries without data").isEmpty();
    }

    /**
     * What the network's driver counts on AWS, and on this machine does not, with names as the exporter makes them of the driver's; and what
     * the playbooks let the exporter serve of certificates.
     */
    private static Path textFiles(LocalCluster processes) throws IOException {
        Path folder = Files.createDirectory(processes.file("driver"));
        String lines = Stream.of("pps", "bw_in", "bw_out", "conntrack")
                .map(limit -> "node_ethtool_" + limit + "_allowance_exceeded{device=\"ens5\"} 0\n")
                .collect(Collectors.joining());
        Files.writeString(folder.resolve("ena.prom"), lines, UTF_8);
        Files.writeString(
                folder.resolve("fraud-certificates.prom"),
                "fraud_certificate_ends_seconds{certificate=\"authority\"} 4102444800\n",
                UTF_8);
        return folder;
    }

    private static final KafkaFigures.Lag NO_LAG = new KafkaFigures.Lag(0, 0);

    /** These members read no Kafka and have no series of it: held against what a member registers that does, and taken out. */
    private static void requireKafkaSeries(TreeMap<String, String> queries) {
        FraudMetrics metrics = new FraudMetrics(Clock.systemUTC());
        KafkaMetrics kafka = metrics.openKafka();
        // What a member does not know is no series either.
        kafka.observe(() ->
                new KafkaFigures(1, 0, List.of(), 0, 0, 1, 0L, 0L, NO_LAG, new KafkaFigures.Labels(1, NO_LAG, NO_LAG)));
        // A reason that no record had is no series.
        kafka.deadLetter("malformed");
        metrics.observeVerdicts(() -> new VerdictFigures(0, 0, 0, null, 0, 0, "", 0));
        Set<String> names = metrics.registry().scrape().stream()
                .map(snapshot -> snapshot.getMetadata().getPrometheusName())
                .collect(Collectors.toSet());
        List<String> ofKafka = queries.values().stream()
                .filter(query -> query.contains("fraud_kafka_"))
                .toList();
        assertThat(ofKafka.stream()
                        .flatMap(query -> SERIES.matcher(query).results())
                        .map(found -> found.group().replaceFirst("\\{.*", "").replaceFirst("_(total|bucket)$", "")))
                .hasSizeGreaterThan(20)
                .allSatisfy(series -> assertThat(names).contains(series));
        queries.values().removeAll(ofKafka);
    }

    /**
     * What the rules of deployments name: some member has it, or the exporter of a host, or Prometheus and Alertmanager, which do not watch
     * themselves here. By name alone, because a gateway that does not fail has no series of its failures.
     */
    private void awaitDeploymentMetrics(LocalCluster processes, List<Integer> ports) throws Exception {
        int alertmanagerPort = LocalCluster.freePort();
        int prometheusPort = LocalCluster.freePort();
        Path folder = Files.createDirectory(processes.file("monitor"));
        Files.writeString(
                folder.resolve("alertmanager.yml"), "{route: {receiver: none}, receivers: [{name: none}]}\n", UTF_8);
        Files.writeString(
                folder.resolve("prometheus.yml"),
                "alerting: {alertmanagers: [{static_configs: [{targets: ['127.0.0.1:" + alertmanagerPort + "']}]}]}\n",
                UTF_8);
        List<Integer> all = new ArrayList<>(ports);
        all.addAll(List.of(alertmanagerPort, prometheusPort));
        try (FraudProcess alertmanager = FraudProcess.startCommand(
                        folder,
                        ALERTMANAGER,
                        List.of(
                                ALERTMANAGER,
                                "--config.file=" + folder.resolve("alertmanager.yml"),
                                "--storage.path=" + folder.resolve("alertmanager-data"),
                                "--web.listen-address=127.0.0.1:" + alertmanagerPort,
                                "--cluster.listen-address="));
                FraudProcess prometheus = FraudProcess.startCommand(
                        folder,
                        "prometheus",
                        List.of(
                                "prometheus",
                                "--config.file=" + folder.resolve("prometheus.yml"),
                                "--storage.tsdb.path=" + folder.resolve("prometheus-data"),
                                "--web.listen-address=127.0.0.1:" + prometheusPort))) {
            alertmanager.awaitOutput("Listening", 60);
            prometheus.awaitOutput("ready to receive web requests", 60);
            Set<String> missing = DeploymentMetrics.named(FOLDER.resolve("deployment-rules.yml"));
            assertThat(missing).hasSizeGreaterThan(10);
            long deadlineNs = System.nanoTime() + DATA_WITHIN_NS;
            while (!missing.isEmpty() && System.nanoTime() < deadlineNs) {
                for (int port : all) {
                    missing.removeAll(DeploymentMetrics.exported(http, port));
                }
                LockSupport.parkNanos(STEP_NS);
            }
            assertThat(missing)
                    .as("metrics that deployment-rules.yml names and nothing exports")
                    .isEmpty();
        }
    }

    /** A set that no member has in the shadow has no series. */
    private static void startShadow(ClusterControl cluster) {
        RuleSetText text = new RuleSetText("set big\nrule big review when tx.amount >= 1_000\n", Map.of());
        int set = change(cluster, Kind.SUBMIT, 0, text).sets().stream()
                .mapToInt(RecordedSet::number)
                .max()
                .orElseThrow();
        assertThat(change(cluster, Kind.SHADOW, set, null).at(RecordedSet.Stage.SHADOW))
                .extracting(RecordedSet::number)
                .containsExactly(set);
    }

    private static RuleBook change(ClusterControl cluster, Kind kind, int set, @Nullable RuleSetText text) {
        return cluster.rules().change(new RuleChange(kind, set, 0, 0, "Ana", "a test", text));
    }

    /** A reason for which no connection has been refused is no series. */
    private static void requireRefusal(int gatewayPort) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", gatewayPort)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
            assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
        }
    }

    /** A status that has not been answered yet is no series. */
    private void requireAnswer(int apiPort) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + apiPort + "/v1/decisions"))
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
    }

    @Test
    void shouldHaveDataForEveryPanelAndAlertWhenTransactionsFlow() throws Exception {
        int prometheusPort = LocalCluster.freePort();
        List<Integer> httpPorts = new ArrayList<>();
        List<Integer> jmxPorts = new ArrayList<>();
        List<Integer> apiPorts = new ArrayList<>();
        List<Integer> gatewayPorts = new ArrayList<>();
        try (LocalCluster processes = new LocalCluster()) {
            int sourcePort = LocalCluster.freePort();
            processes.startSource(sourcePort, List.of("--cards=20000", "--rate=10000"));
            for (int i = 0; i < 2; i++) {
                httpPorts.add(LocalCluster.freePort());
                jmxPorts.add(LocalCluster.freePort());
                apiPorts.add(LocalCluster.freePort());
                gatewayPorts.add(LocalCluster.freePort());
                List<String> options = new ArrayList<>(List.of(
                        "--source=127.0.0.1:" + sourcePort,
                        "--readers=1",
                        "--cards=20000",
                        "--heap=400m",
                        "--gateway-port=" + gatewayPorts.get(i),
                        "--gateway-plain",
                        "--api-port=" + apiPorts.get(i),
                        "--api-access-log=none",
                        "--data-dir=" + processes.file("data-" + i),
                        "--jmx-exporter=" + jmxPorts.get(i)));
                // One has a certificate, whose days are watched.
                if (i == 1) {
                    LocalCertificate own = LocalCertificate.in(Files.createDirectory(processes.file("tls")));
                    options.addAll(List.of("--api-tls-cert=" + own.certificate(), "--api-tls-key=" + own.key()));
                }
                processes.startMember(LocalCluster.freePort(), httpPorts.get(i), options);
            }
            processes.startPrometheus(prometheusPort, 1, httpPorts, jmxPorts);
            int nodePort = LocalCluster.freePort();
            Files.writeString(
                    processes.file("targets-node.yml"), "- targets: [\"127.0.0.1:" + nodePort + "\"]\n", UTF_8);
            try (ClusterControl cluster = processes.connect();
                    FraudProcess host = FraudProcess.startCommand(
                            processes.file("."),
                            NODE_EXPORTER,
                            List.of(
                                    NODE_EXPORTER,
                                    "--web.listen-address=127.0.0.1:" + nodePort,
                                    "--collector.textfile.directory=" + textFiles(processes)))) {
                host.awaitOutput("Listening on", 60);
                cluster.load(Optional.empty());
                while (cluster.statuses().stream()
                        .noneMatch(status -> status.load().isDone())) {
                    LockSupport.parkNanos(STEP_NS);
                }
                cluster.start();
                requireAnswer(apiPorts.get(0));
                requireRefusal(gatewayPorts.get(0));
                startShadow(cluster);
                TreeMap<String, String> all = panelQueries();
                assertThat(all).hasSizeGreaterThan(50);
                all.putAll(ruleQueries());
                requireKafkaSeries(all);
                List<String> ofAlerts = all.values().stream()
                        .filter(query -> query.startsWith("ALERTS"))
                        .toList();
                assertThat(ofAlerts).isNotEmpty();
                for (String alerts : ofAlerts) {
                    assertThat(query(prometheusPort, alerts)).isNotNull();
                }
                all.values().removeAll(ofAlerts);
                awaitData(prometheusPort, all);
                List<Integer> exporters = new ArrayList<>(httpPorts);
                exporters.add(nodePort);
                awaitDeploymentMetrics(processes, exporters);
                assertThat(query(prometheusPort, "fraud_transactions_unaccounted != 0"))
                        .isEmpty();
                assertThat(query(prometheusPort, "ALERTS{alertstate=\"firing\",severity=\"critical\"}"))
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check config prometheus.yml",
                "test rules rules-test.yml",
                "test rules slow-rules-test.yml",
                "check rules deployment-rules.yml",
                "test rules deployment-rules-test.yml"
            })
    void shouldSatisfyPromtool(String arguments) throws Exception {
        Process promtool = new ProcessBuilder(("promtool " + arguments).split(" ", -1))
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(promtool.getInputStream().readAllBytes(), UTF_8);
        assertThat(promtool.waitFor()).as(output).isZero();
    }
}
