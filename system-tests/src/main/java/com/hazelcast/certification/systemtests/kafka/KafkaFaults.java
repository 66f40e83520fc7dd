package com.hazelcast.certification.systemtests.kafka;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cluster.ClusterAudit;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;

/**
 * {@code kill -9} of members and brokers while three members read a topic of three brokers, where each partition has three copies and
 * needs two. Afterwards an independent reader compares the topics, and the members' histories are counted. Then an undisturbed cluster
 * reads the same topic, and the verdicts are compared.
 */
final class KafkaFaults {
    private static final int SERVERS = 3;
    private static final int GONE_MS_MAX = 4_000;
    private static final String VERDICTS = "verdicts";
    private static final String UNDISTURBED = "undisturbed";
    private static final String DEAD_LETTERS = "-dead-letters";

    private final Settings settings;
    private final Path folder;
    private final Random random;

    /** What is killed at once. */
    private enum Victim {
        MEMBER(true, false),
        BROKER(false, true),
        BOTH(true, true);

        private final boolean isMember;
        private final boolean isBroker;

        Victim(boolean isMember, boolean isBroker) {
            this.isMember = isMember;
            this.isBroker = isBroker;
        }
    }

    /**
     * How much to do.
     *
     * @param records payments of the topic
     * @param rate at which they are sent, a second
     * @param members how often one is killed
     * @param brokers how often one is killed
     * @param both how often one of each is killed at once
     * @param heap of a member
     */
    record Settings(long records, long rate, int members, int brokers, int both, String heap, long seed) {}

    /**
     * What was found.
     *
     * @param fired kills of a member, of a broker, and of one of each
     * @param disturbed the verdicts that were given while members and brokers were killed
     * @param held transactions in the histories then
     * @param differing payments whose verdict of the undisturbed cluster has another rule
     * @param heldUndisturbed transactions in its histories
     */
    record Outcome(
            Settings settings, int fired, KafkaComparison disturbed, long held, long differing, long heldUndisturbed) {
        public boolean isGood() {
            return fired == settings.members + settings.brokers + settings.both
                    && disturbed.payments() == settings.records
                    && disturbed.isOneToOne()
                    && held == settings.records
                    && heldUndisturbed == settings.records
                    && differing == 0;
        }

        /** The cells of a row, from the kills on. */
        public String figures() {
            return String.format(
                    Locale.ROOT,
                    "| %d | %,d | %,d | %,d | %,d | %,d |",
                    fired,
                    disturbed.payments(),
                    disturbed.without(),
                    disturbed.twice(),
                    held - settings.records,
                    differing);
        }

        @Override
        public String toString() {
            return "kills=" + fired + " (members=" + settings.members + " brokers=" + settings.brokers + " both="
                    + settings.both + ") " + disturbed + " with a rule=" + disturbed.withRule() + " held=" + held
                    + " other rule than undisturbed=" + differing + " held undisturbed=" + heldUndisturbed;
        }
    }

    private KafkaFaults(Settings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
        this.random = new Random(settings.seed);
    }

    /** Does it, with what processes write in that folder. */
    static Outcome run(Settings settings, Path folder) throws IOException, InterruptedException, ExecutionException {
        return new KafkaFaults(settings, folder).run();
    }

    private Outcome run() throws IOException, InterruptedException, ExecutionException {
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
            long held;
            try (SystemCluster cluster = started(brokers, VERDICTS)) {
                fired = sendAndKill(brokers, cluster);
                held = settled(brokers, cluster, VERDICTS);
            }
            KafkaComparison disturbed = KafkaComparison.read(brokers.addresses(), VERDICTS, VERDICTS + DEAD_LETTERS);
            try (SystemCluster cluster = started(brokers, UNDISTURBED)) {
                long heldUndisturbed = settled(brokers, cluster, UNDISTURBED);
                KafkaComparison undisturbed =
                        KafkaComparison.read(brokers.addresses(), UNDISTURBED, UNDISTURBED + DEAD_LETTERS);
                return new Outcome(settings, fired, disturbed, held, disturbed.differing(undisturbed), heldUndisturbed);
            }
        }
    }

    /** Members without histories, so that all that they hold comes from the topic. */
    private SystemCluster started(LocalBrokers brokers, String out) throws IOException {
        return SystemCluster.started(
                Files.createDirectories(folder.resolve(out)),
                Hosts.LOOPBACK,
                SERVERS,
                SystemCluster.NO_API,
                "--http-port=0",
                "--min-members=2",
                "--history=0",
                "--heap=" + settings.heap,
                "--kafka=" + brokers.addresses(),
                "--kafka-in=" + KafkaPayments.TOPIC,
                "--kafka-group=" + out,
                "--kafka-out=" + out,
                "--kafka-out-format=compact");
    }

    private int sendAndKill(LocalBrokers brokers, SystemCluster cluster) throws IOException, InterruptedException {
        List<Victim> victims = new ArrayList<>();
        victims.addAll(Collections.nCopies(settings.members, Victim.MEMBER));
        victims.addAll(Collections.nCopies(settings.brokers, Victim.BROKER));
        victims.addAll(Collections.nCopies(settings.both, Victim.BOTH));
        Collections.shuffle(victims, random);
        int fired = 0;
        try (KafkaPayments payments = KafkaPayments.start(brokers, settings.records, settings.rate, settings.seed)) {
            for (Victim victim : victims) {
                payments.awaitSent(settings.records * (fired + 1) / (victims.size() + 1));
                kill(victim, brokers, cluster);
                fired++;
                System.out.println("killed and back: " + victim + ", " + fired + " of " + victims.size());
            }
            payments.awaitEnd();
        }
        return fired;
    }

    /** Both are back when the next are killed: without two copies of three, brokers would take nothing. */
    private void kill(Victim victim, LocalBrokers brokers, SystemCluster cluster)
            throws IOException, InterruptedException {
        int index = random.nextInt(SERVERS);
        int broker = random.nextInt(SERVERS);
        if (victim.isMember) {
            cluster.kill(index);
        }
        if (victim.isBroker) {
            brokers.kill(broker);
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(GONE_MS_MAX));
        if (victim.isBroker) {
            brokers.restart(broker);
        }
        if (victim.isMember) {
            cluster.start(index);
        }
        if (victim.isBroker) {
            brokers.awaitAnswers();
            SystemCluster.await("all copies of the topics in step", () -> isInStep(brokers));
        }
        cluster.awaitSafe();
    }

    private static boolean isInStep(LocalBrokers brokers) {
        try (Admin admin = brokers.admin()) {
            List<String> topics = List.copyOf(admin.listTopics(new ListTopicsOptions().listInternal(true))
                    .names()
                    .get());
            for (TopicDescription topic :
                    admin.describeTopics(topics).allTopicNames().get().values()) {
                if (topic.partitions().stream()
                        .anyMatch(partition ->
                                partition.isr().size() < partition.replicas().size())) {
                    return false;
                }
            }
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException) {
                // Such as a broker that was asked and is not up yet.
                return false;
            }
            throw new IllegalStateException("the brokers cannot be asked", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Waits until each payment has its position committed and all copies are equal; returns what the histories hold. */
    private long settled(LocalBrokers brokers, SystemCluster cluster, String group) {
        SystemCluster.await("each payment has a verdict", () -> committed(brokers, group) == settings.records);
        cluster.awaitSafe();
        try (ClusterControl control = cluster.control()) {
            return control.audit().survey().values().stream()
                    .map(ClusterAudit.SurveyAt::survey)
                    .mapToLong(ShardSurvey::everInserted)
                    .sum();
        }
    }

    private static long committed(LocalBrokers brokers, String group) {
        try (Admin admin = brokers.admin()) {
            return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                    .mapToLong(position -> position.offset())
                    .sum();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the group's positions cannot be read: group=" + group, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
