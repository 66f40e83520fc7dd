package com.hazelcast.certification.bench.storage;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Gauges of a member on this machine, as its metrics say. Used by one thread. */
final class MemberGauge {
    private static final Duration SCRAPE_MAX = Duration.ofSeconds(10);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(SCRAPE_MAX).build();
    private final int httpPort;

    /** Of the member with that HTTP port. */
    MemberGauge(int httpPort) {
        this.httpPort = httpPort;
    }

    /** The greatest value that any of the members has of any of the gauges. */
    static int greatest(List<MemberGauge> members, String... names) throws IOException, InterruptedException {
        double greatest = 0;
        for (MemberGauge member : members) {
            String metrics = member.scrape();
            for (String name : names) {
                greatest = Math.max(greatest, value(metrics, name));
            }
        }
        return (int) greatest;
    }

    /** What the gauge of that name, which has no labels, shows now. */
    double value(String name) throws IOException, InterruptedException {
        return value(scrape(), name);
    }

    private String scrape() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + "/metrics"))
                .timeout(SCRAPE_MAX)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** In metrics as Prometheus reads them. */
    static double value(String metrics, String name) throws IOException {
        String prefix = name + " ";
        return metrics.lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(prefix.length())))
                .findFirst()
                .orElseThrow(() -> new IOException("a member's metrics lack " + name));
    }
}
