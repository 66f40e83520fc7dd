package com.hazelcast.certification.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/**
 * What members have done since they started, added up, as their metrics say.
 *
 * @param cpuSeconds processor time of their processes
 * @param batches that they have scored, each on one shard
 * @param messages that they have sent each other with batches
 */
record MemberWork(double cpuSeconds, double batches, double messages) {
    private static final Duration SCRAPE_MAX = Duration.ofSeconds(10);

    /** Reads the metrics of the members with these HTTP ports on this machine. */
    static MemberWork read(List<Integer> httpPorts) throws IOException, InterruptedException {
        MemberWork sum = new MemberWork(0, 0, 0);
        HttpClient client = HttpClient.newBuilder().connectTimeout(SCRAPE_MAX).build();
        for (int port : httpPorts) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                    .timeout(SCRAPE_MAX)
                    .build();
            String metrics =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            sum = sum.plus(of(metrics));
        }
        return sum;
    }

    /** From one member's metrics, as Prometheus reads them. */
    static MemberWork of(String metrics) throws IOException {
        return new MemberWork(
                value(metrics, "process_cpu_seconds_total"),
                value(metrics, "fraud_batches_total"),
                value(metrics, "fraud_messages_total"));
    }

    private static double value(String metrics, String name) throws IOException {
        String prefix = name + " ";
        String line = metrics.lines()
                .filter(each -> each.startsWith(prefix))
                .findFirst()
                .orElseThrow(() -> new IOException("a member's metrics lack " + name));
        return Double.parseDouble(line.substring(prefix.length()));
    }

    private MemberWork plus(MemberWork other) {
        return new MemberWork(cpuSeconds + other.cpuSeconds, batches + other.batches, messages + other.messages);
    }

    /** What has been done since then. */
    MemberWork since(MemberWork then) {
        return new MemberWork(cpuSeconds - then.cpuSeconds, batches - then.batches, messages - then.messages);
    }
}
