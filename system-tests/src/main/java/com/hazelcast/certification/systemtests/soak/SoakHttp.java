package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.http.HttpAnswer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Asks for decisions by HTTP at a rate, of members in turn, of cards that stay. */
final class SoakHttp implements AutoCloseable {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    /** One in so many requests gets a decision of the rules at least: an API that turns all away, or stands in for them, is no way in. */
    private static final int DECIDED_PART = 10;

    /** Of fewer requests nothing is said. */
    private static final int JUDGED_MIN = 100;

    private final List<InetSocketAddress> members;
    private final SoakCards cards;
    private final Clock clock;
    private final SoakAnswers answers;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "soak-http"));
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong decided = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final ScheduledFuture<?> asking;
    private int next;

    /** Begins. */
    SoakHttp(List<InetSocketAddress> members, SoakCards cards, Clock clock, long rate, SoakAnswers answers) {
        this.members = List.copyOf(members);
        this.cards = cards;
        this.clock = clock;
        this.answers = answers;
        this.asking = timer.scheduleAtFixedRate(this::ask, 0, 1_000_000_000L / rate, TimeUnit.NANOSECONDS);
    }

    private void ask() {
        InetSocketAddress member = members.get(next++ % members.size());
        URI uri = URI.create("http://" + member.getHostString() + ":" + member.getPort() + "/v1/decisions");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.ofString(HttpAnswer.request(cards.staying(clock.millis()))))
                .build();
        asked.incrementAndGet();
        unanswered.incrementAndGet();
        var unused = http.sendAsync(request, BodyHandlers.ofString()).whenComplete((response, problem) -> {
            unanswered.decrementAndGet();
            if (problem == null) {
                add(response);
            } else {
                answers.wrong("not answered by HTTP: " + problem);
            }
        });
    }

    private void add(HttpResponse<String> response) {
        if (response.statusCode() == UNAVAILABLE) {
            answers.count("turned away by HTTP");
            return;
        }
        if (response.statusCode() != OK) {
            answers.wrong("answered by HTTP with " + response.statusCode() + ": " + response.body());
            return;
        }
        try {
            if (HttpAnswer.of(response.body()).isStandIn()) {
                answers.count("a stand-in's by HTTP");
            } else {
                decided.incrementAndGet();
                answers.decided();
            }
        } catch (IOException e) {
            answers.wrong("answered by HTTP with what is no JSON: " + response.body());
        }
    }

    /** @throws IllegalStateException when it asks no more, and has not been closed; called before close */
    void requireRunning() {
        if (asking.isDone()) {
            throw new IllegalStateException("the driver by HTTP has ended before its time");
        }
    }

    @Override
    public void close() {
        boolean hasFailed = asking.isDone();
        timer.shutdown();
        SystemCluster.await("all answered by HTTP", () -> unanswered.get() == 0);
        if (asked.get() >= JUDGED_MIN && DECIDED_PART * decided.get() < asked.get()) {
            answers.wrong("hardly a decision of the rules came by HTTP: requests=" + asked + " decided=" + decided);
        }
        if (hasFailed) {
            throw new IllegalStateException("the driver by HTTP has ended before its time");
        }
    }
}
