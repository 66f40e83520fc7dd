package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.planted.Place;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Exceptions inside members, each at a {@link Place} and for some cards: while transactions are scored, while batches travel, and
 * on backups. Fails unless each place has fired and each of its transactions is answered in time, those that cannot be
 * scored with the reason {@code unprocessable}. All members are on the loopback address, and run with the agent.
 */
public final class PlantedExceptions implements Fault, Hosts {
    /** A batch that no backup acknowledges is halved in steps of a second, at most thirty, and copies are made meanwhile. */
    private static final long ANSWER_SECONDS_MAX = 120;

    private final Path folder;
    private final Path agent;

    /** @param folder for the agent's jar and what has fired */
    public PlantedExceptions(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder.resolve("planted")).toAbsolutePath();
        this.agent = folder.resolve("planted.jar").toAbsolutePath();
        AgentJar.write(agent);
    }

    private record Sent(Place place, CompletionStage<Verdict> answer) {}

    @Override
    public String name() {
        return "exceptions in rules, card table, serialization, backup";
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
        List<Long> before = fired();
        List<Sent> sent = new ArrayList<>();
        try (FraudClient client = SystemCluster.client(cluster.gateways(random.nextInt(cluster.size())))) {
            for (Place place : Place.values()) {
                for (int i = 0; i < Place.CARDS; i++) {
                    sent.add(new Sent(place, client.send(transaction(place.card(i), random))));
                }
            }
            for (Sent one : sent) {
                check(one.place, one.answer);
            }
        }
        List<Long> after = fired();
        for (Place place : Place.values()) {
            long firings = after.get(place.ordinal()) - before.get(place.ordinal());
            System.out.println("planted exceptions raised: place=" + place + " firings=" + firings);
            if (firings == 0) {
                throw new IllegalStateException("a planted exception was not raised: place=" + place);
            }
        }
    }

    private static Transaction transaction(long card, SplittableRandom random) {
        return new Transaction(
                CardNumber.text(card),
                System.currentTimeMillis(),
                107,
                0,
                random.nextInt(50_000),
                107,
                random.nextInt(500),
                9_691,
                Place.CODE);
    }

    private static void check(Place place, CompletionStage<Verdict> answer) throws InterruptedException {
        Verdict verdict;
        try {
            verdict = answer.toCompletableFuture().get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a transaction was not answered: place=" + place, e);
        }
        boolean isRejected = verdict.status() == Verdict.Status.REJECTED;
        boolean isUnprocessable = verdict.reason().equals(Optional.of(RejectionReason.UNPROCESSABLE));
        if (isRejected != isUnprocessable || (place.isAlwaysRejected() && !isRejected)) {
            throw new IllegalStateException("not what was to be answered: place=" + place + " verdict=" + verdict);
        }
    }

    /** How often each place has fired, in all members. */
    private List<Long> fired() throws IOException {
        List<Long> counts = new ArrayList<>();
        for (Place place : Place.values()) {
            long sum = 0;
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, place + "-*")) {
                for (Path file : files) {
                    sum += Files.size(file);
                }
            }
            counts.add(sum);
        }
        return counts;
    }

    @Override
    public String address(int index) {
        return Hosts.LOOPBACK.address(index);
    }

    @Override
    public List<String> prefix(int index) {
        String further = System.getenv().getOrDefault("FRAUD_JVM_OPTS", "");
        return List.of("env", "FRAUD_JVM_OPTS=" + further + " -javaagent:" + agent + "=" + folder);
    }

    @Override
    public int freePort() throws IOException {
        return Hosts.LOOPBACK.freePort();
    }
}
