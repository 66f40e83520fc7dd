package com.hazelcast.certification.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What members have done since they started, added up, as their metrics say.
 *
 * @param cpuSeconds processor time of their processes
 * @param batches that they have scored, each on one shard
 * @param messages that they have sent to each other, each with batches; not a number where members do not count them
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
                find(metrics, "fraud_messages_total").orElse(Double.NaN));
    }

    private static double value(String metrics, String name) throws IOException {
        return find(metrics, name).orElseThrow(() -> new IOException("a member's metrics lack " + name));
    }

    private static OptionalDouble find(String metrics, String name) {
        String prefix = name + " ";
        return metrics.lines()
                .filter(each -> each.startsWith(prefix))
                .mapToDouble(each -> Double.parseDouble(each.substring(prefix.length())))
                .findFirst();
    }

    private MemberWork plus(MemberWork other) {
        return new MemberWork(cpuSeconds + other.cpuSeconds, batches + other.batches, messages + other.messages);
    }

    /** What has been done since then. */
    MemberWork since(MemberWork then) {
        return new MemberWork(cpuSeconds - then.cpuSeconds, batches - then.batches, messages - then.messages);
    }
}
