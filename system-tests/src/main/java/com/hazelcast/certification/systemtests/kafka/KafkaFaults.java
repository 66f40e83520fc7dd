package com.hazelcast.certification.systemtests.kafka;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cluster.ClusterAudit;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.storage.StorageFaults;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;

/**
 * Faults of members and brokers while three members read a topic of three brokers, where each partition has three copies and needs two.
 * Afterwards an independent reader compares the topics, and the members' histories are counted. Then an undisturbed cluster reads the same
 * topic, and verdicts and histories are compared. It writes JSON, where the other one wrote the compact form.
 */
final class KafkaFaults {
    private static final int SERVERS = 3;
    private static final String VERDICTS = "verdicts";
    private static final String UNDISTURBED = "undisturbed";
    private static final String DEAD_LETTERS = "-dead-letters";
    private static final long MOVES_WITHIN_NS = TimeUnit.MINUTES.toNanos(5);
    private static final long STEP_MS = 500;
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final KafkaSettings settings;
    private final Path folder;
    private final Random random;

    private KafkaFaults(KafkaSettings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
        this.random = new Random(settings.seed());
    }

    /** Does it, with what processes write in that folder. */
    static KafkaOutcome run(KafkaSettings settings, Path folder)
            throws IOException, InterruptedException, ExecutionException {
        return new KafkaFaults(settings, folder).run();
    }

    private KafkaOutcome run() throws IOException, InterruptedException, ExecutionException {
        try (LocalBrokers brokers = new LocalBrokers(
                SERVERS,
                LocalBrokers.classPathFile(),
                folder.resolve("brokers"),
                Map.of(
                        "min.insync.replicas", "2",
                        // A member that is killed is given up after that time; by default it takes 45 s.
                        "group.consumer.min.session.timeout.ms", "3000",
                        "group.consumer.session.timeout.ms", "8000",
                        "group.consumer.min.heartbeat.interval.ms", "500",
                        "group.consumer.heartbeat.interval.ms", "1000"))) {
            brokers.createTopics(
                    KafkaPayments.PARTITIONS,
                    List.of(
                            KafkaPayments.TOPIC,
                            VERDICTS,
                            VERDICTS + DEAD_LETTERS,
                            UNDISTURBED,
                            UNDISTURBED + DEAD_LETTERS));
            int fired;
            KafkaOutcome.Histories histories;
            try (SystemCluster cluster = started(brokers, VERDICTS, "compact")) {
                fired = sendAndFire(new KafkaFaultSet(settings, brokers, cluster, VERDICTS, random));
                histories = settled(brokers, cluster, VERDICTS);
            }
            KafkaComparison disturbed = KafkaComparison.read(brokers.addresses(), VERDICTS, VERDICTS + DEAD_LETTERS);
            System.out.println("the same payments again, undisturbed; found until now: " + disturbed);
            try (SystemCluster cluster = started(brokers, UNDISTURBED, "json")) {
                KafkaOutcome.Histories undisturbedHistories = settled(brokers, cluster, UNDISTURBED);
                KafkaComparison undisturbed =
                        KafkaComparison.read(brokers.addresses(), UNDISTURBED, UNDISTURBED + DEAD_LETTERS);
                return new KafkaOutcome(
                        settings, fired, disturbed, histories, disturbed.differing(undisturbed), undisturbedHistories);
            }
        }
    }

    /** Members without histories, so that all that they hold comes from the topic. */
    private SystemCluster started(LocalBrokers brokers, String out, String form) throws IOException {
        Path files = Files.createDirectories(folder.resolve(out));
        List<String> options = new ArrayList<>(List.of(
                SystemCluster.NO_API,
                "--http-port=0",
                "--history=0",
                "--heap=" + settings.heap(),
                "--kafka=" + brokers.addresses(),
                "--kafka-in=" + KafkaPayments.TOPIC,
                "--kafka-group=" + out,
                "--kafka-out=" + out,
                "--kafka-out-format=" + form,
                // JSON takes ten times the disk of the compact form otherwise.
                "--kafka-property=compression.type=lz4",
                "--kafka-property=max.poll.interval.ms=" + KafkaFaultSet.POLL_INTERVAL_MS));
        if (settings.count(KafkaFault.ALL) > 0) {
            options.addAll(Arrays.asList(StorageFaults.options(files, "written", SERVERS)));
        } else {
            options.add("--min-members=2");
        }
        return SystemCluster.started(files, Hosts.LOOPBACK, SERVERS, options.toArray(String[]::new));
    }

    /** Returns how many faults were fired while payments were sent. */
    private int sendAndFire(KafkaFaultSet faults) throws IOException, InterruptedException, ExecutionException {
        List<KafkaFault> order = new ArrayList<>();
        settings.faults().forEach((fault, count) -> order.addAll(Collections.nCopies(count, fault)));
        Collections.sort(order);
        Collections.shuffle(order, random);
        int fired = 0;
        try (KafkaPayments payments =
                KafkaPayments.start(faults.brokers(), settings.records(), settings.rate(), settings.seed())) {
            for (int i = 0; i < order.size(); i++) {
                payments.sendUpTo(settings.sentBefore(i));
                payments.awaitSent(settings.records() * (i + 1) / (order.size() + 1));
                boolean isUnderLoad = payments.isSending();
                long beginNs = System.nanoTime();
                faults.fire(order.get(i), payments);
                fired += isUnderLoad ? 1 : 0;
                System.out.println("fired, and all is back: " + order.get(i) + ", " + (i + 1) + " of " + order.size()
                        + ", seconds=" + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNs)
                        + " payments sent=" + payments.sent()
                        + (isUnderLoad ? "" : ": does not count, because all payments had been sent"));
            }
            payments.sendUpTo(settings.records());
            payments.awaitEnd();
        }
        return fired;
    }

    /** Waits until each payment has its position committed and all copies are equal; returns what the histories hold. */
    private KafkaOutcome.Histories settled(LocalBrokers brokers, SystemCluster cluster, String group)
            throws InterruptedException, ExecutionException {
        long before = -1;
        long movedNs = System.nanoTime();
        while (before < settings.records()) {
            long committed = committed(brokers, group);
            movedNs = committed > before ? System.nanoTime() : movedNs;
            before = committed;
            if (System.nanoTime() - movedNs > MOVES_WITHIN_NS) {
                throw new IllegalStateException("no payment got a verdict for 5 minutes: payments=" + settings.records()
                        + " positions=" + committed);
            }
            TimeUnit.MILLISECONDS.sleep(STEP_MS);
        }
        cluster.awaitSafe();
        if (!cluster.emptyPlaces().isEmpty()) {
            throw new IllegalStateException("members have ended by themselves: places=" + cluster.emptyPlaces());
        }
        try (ClusterControl control = cluster.control()) {
            long held = control.audit().survey().values().stream()
                    .map(ClusterAudit.SurveyAt::survey)
                    .mapToLong(ShardSurvey::everInserted)
                    .sum();
            long digest = 0;
            for (int shard = 0; shard < control.shardCount(); shard++) {
                digest += digest(control.audit().readShard(shard).get(0));
            }
            return new KafkaOutcome.Histories(held, digest);
        }
    }

    /** Of a shard's transactions with their verdicts, whatever their order: the sum of the FNV-1a hashes of each. */
    static long digest(byte[] transactions) {
        long sum = 0;
        for (int at = 0; at < transactions.length; at += TransactionLayout.TRANSACTION_SIZE_BYTES) {
            long hash = FNV_BASIS;
            for (int i = 0; i < TransactionLayout.TRANSACTION_SIZE_BYTES; i++) {
                hash = (hash ^ (transactions[at + i] & 0xff)) * FNV_PRIME;
            }
            sum += hash;
        }
        return sum;
    }

    private static long committed(LocalBrokers brokers, String group) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                    .mapToLong(position -> position.offset())
                    .sum();
        }
    }
}
