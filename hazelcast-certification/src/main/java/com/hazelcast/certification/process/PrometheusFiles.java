package com.hazelcast.certification.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The project's configuration of Prometheus, written for a cluster on this machine. Stateless. */
final class PrometheusFiles {
    private static final String SCRAPE_INTERVAL = "_interval: 5s";

    private PrometheusFiles() {}

    /** Whether there is a {@code prometheus} on the path. */
    static boolean isInstalled() {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(File.pathSeparator, -1))
                        .filter(folder -> !folder.isEmpty())
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "prometheus")));
    }

    /**
     * Copies configuration and rules and names the targets; returns the configuration's path.
     *
     * @param from the folder {@code observability}
     */
    static Path write(Path from, Path to, int scrapeSeconds, List<Integer> httpPorts, List<Integer> jmxPorts)
            throws IOException {
        for (String name : List.of("recording-rules.yml", "alerting-rules.yml", "targets-node.yml")) {
            Files.writeString(to.resolve(name), Files.readString(from.resolve(name), UTF_8), UTF_8);
        }
        Files.writeString(to.resolve("targets-members.yml"), targets(httpPorts), UTF_8);
        Files.writeString(to.resolve("targets-jmx.yml"), targets(jmxPorts), UTF_8);
        String text = Files.readString(from.resolve("prometheus.yml"), UTF_8);
        Path configuration = to.resolve("prometheus.yml");
        Files.writeString(configuration, text.replace(SCRAPE_INTERVAL, "_interval: " + scrapeSeconds + "s"), UTF_8);
        return configuration;
    }

    private static String targets(List<Integer> ports) {
        return ports.stream()
                .map(port -> "\"127.0.0.1:" + port + "\"")
                .collect(Collectors.joining(", ", "- targets: [", "]\n"));
    }
}
