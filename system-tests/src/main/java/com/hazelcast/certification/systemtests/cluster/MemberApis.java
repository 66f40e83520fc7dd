package com.hazelcast.certification.systemtests.cluster;

import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

/** The HTTP APIs of the members of a cluster on the loopback address, and their metrics. A place keeps its ports. Used by one thread. */
public final class MemberApis {
    private static final String HOST = "127.0.0.1";
    private static final int OK = 200;

    private final List<Integer> apiPorts = new ArrayList<>();
    private final List<Integer> metricsPorts = new ArrayList<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** What starts the member of that place with an API. */
    List<String> options(int index) throws IOException {
        while (apiPorts.size() <= index) {
            apiPorts.add(LocalCluster.freePort());
            metricsPorts.add(LocalCluster.freePort());
        }
        return List.of(
                "--http-port=" + metricsPorts.get(index), "--api-port=" + apiPorts.get(index), "--api-access-log=none");
    }

    /** All of them, in the order of their places. */
    public List<InetSocketAddress> addresses() {
        return apiPorts.stream().map(port -> new InetSocketAddress(HOST, port)).toList();
    }

    /** Whether that member would decide what it is asked by HTTP now. */
    public boolean isReady(int index) {
        URI uri = URI.create("http://" + HOST + ":" + apiPorts.get(index) + "/readyz");
        try {
            return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                            .statusCode()
                    == OK;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The sum of a metric of that member over its labels; 0 when it has none. */
    public double metric(int index, String name) throws IOException, InterruptedException {
        return figures(index).sum(name);
    }

    /** All metrics of that member. */
    public MemberFigures figures(int index) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + HOST + ":" + metricsPorts.get(index) + "/metrics");
        return new MemberFigures(http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body());
    }
}
