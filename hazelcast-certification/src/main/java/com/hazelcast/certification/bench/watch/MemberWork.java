package com.hazelcast.certification.bench.watch;

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
 * @param seconds when they were asked, by {@code System.nanoTime()}, the mean of all; of a difference, how long it took. Members that are short
 *     of processors answer a second late, so the caller's clock would count work of a longer time than its own
 * @param cpuSeconds processor time of their processes
 * @param batches that they have scored, each on one shard
 * @param residentBytes memory that their processes have in use; NaN where the system does not report it
 */
public record MemberWork(double seconds, double cpuSeconds, double batches, double residentBytes) {
    private static final Duration SCRAPE_MAX = Duration.ofSeconds(10);
    private static final double NS_PER_SECOND = 1e9;
    private static final String RESIDENT = "process_resident_memory_bytes";

    /** Reads the metrics of the members with these HTTP ports on this machine. */
    public static MemberWork read(List<Integer> httpPorts) throws IOException, InterruptedException {
        MemberWork sum = new MemberWork(0, 0, 0, 0);
        HttpClient client = HttpClient.newBuilder().connectTimeout(SCRAPE_MAX).build();
        for (int port : httpPorts) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                    .timeout(SCRAPE_MAX)
                    .build();
            String metrics =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            sum = sum.plus(of(metrics, System.nanoTime() / NS_PER_SECOND));
        }
        return new MemberWork(sum.seconds / httpPorts.size(), sum.cpuSeconds, sum.batches, sum.residentBytes);
    }

    /** From one member's metrics, as Prometheus reads them. */
    static MemberWork of(String metrics, double seconds) throws IOException {
        return new MemberWork(
                seconds,
                required(metrics, "process_cpu_seconds_total"),
                required(metrics, "fraud_batches_total"),
                value(metrics, RESIDENT).orElse(Double.NaN));
    }

    private static double required(String metrics, String name) throws IOException {
        return value(metrics, name).orElseThrow(() -> new IOException("a member's metrics lack " + name));
    }

    private static OptionalDouble value(String metrics, String name) {
        String prefix = name + " ";
        return metrics.lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(prefix.length())))
                .findFirst();
    }

    private MemberWork plus(MemberWork other) {
        return new MemberWork(
                seconds + other.seconds,
                cpuSeconds + other.cpuSeconds,
                batches + other.batches,
                residentBytes + other.residentBytes);
    }

    /** What has been done since then, and the memory that is in use at the end. */
    public MemberWork since(MemberWork then) {
        return new MemberWork(
                seconds - then.seconds, cpuSeconds - then.cpuSeconds, batches - then.batches, residentBytes);
    }

    /** Of a difference: processors that they had. */
    public double cores() {
        return cpuSeconds / seconds;
    }

    /** Of a difference. */
    public double batchesPerSecond() {
        return batches / seconds;
    }
}
