package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.kafka.KafkaFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds members that do not read Kafka, or not fast enough. What several members wait for is said once. Pure. */
final class KafkaConditions {
    /** A restart after a failure takes less. */
    private static final long WAITING_MS = 10_000;

    private static final long BEHIND_MS = 60_000;

    private KafkaConditions() {}

    /** Members, and how long one of them has been at it. */
    private static final class Those {
        final List<MemberView> members = new ArrayList<>();
        long ms;

        void add(MemberView member, long forMs) {
            members.add(member);
            ms = Math.max(ms, forMs);
        }
    }

    static void find(List<MemberView> members, long nowMs, List<Problem> found) {
        Map<String, List<MemberView>> waiting = new TreeMap<>();
        List<MemberView> paused = new ArrayList<>();
        long waitingMs = 0;
        for (MemberView member : members) {
            KafkaFigures kafka = figures(member);
            if (kafka.waiting() > 0 && kafka.waitingMs() >= WAITING_MS) {
                kafka.waitsFor()
                        .forEach(why -> waiting.computeIfAbsent(why, ignored -> new ArrayList<>())
                                .add(member));
                waitingMs = Math.max(waitingMs, kafka.waitingMs());
            }
            if (kafka.paused() > 0) {
                paused.add(member);
            }
        }
        for (Map.Entry<String, List<MemberView>> one : waiting.entrySet()) {
            found.add(Condition.KAFKA_NOT_READ.problem(
                    "Kafka is not read by " + ClusterConditions.names(one.getValue()) + ": " + one.getKey(),
                    "Correct what is named. The members try again every five seconds.",
                    nowMs - waitingMs));
        }
        if (!paused.isEmpty()) {
            found.add(Condition.KAFKA_PAUSED.problem(
                    "reading a topic of Kafka is paused on " + ClusterConditions.names(paused)
                            + ": too many of its records are dead letters",
                    "See the header reason in the topic of dead letters; the members' log names the topic that is paused (event kafka_paused). Of payments, check kafka-format; of labels, check what they name, or raise kafka-dead-letters-max. Then: ./fraud ctl kafka resume",
                    null));
        }
        findBehind(
                members,
                nowMs,
                "records of Kafka have no verdict for more than a minute",
                Behind::ofTransactions,
                found);
        findBehind(
                members, nowMs, "labels of Kafka have not been taken for more than a minute", Behind::ofLabels, found);
    }

    /** How far a member is behind, or, where it reads nothing, its group; null: not known. */
    private record Behind(@Nullable Long ms, KafkaFigures.@Nullable Lag ofGroup) {
        static Behind ofTransactions(KafkaFigures kafka) {
            return new Behind(kafka.lagMs(), kafka.groupLag());
        }

        static Behind ofLabels(KafkaFigures kafka) {
            KafkaFigures.Labels labels = kafka.labels();
            KafkaFigures.Lag own = labels == null ? null : labels.lag();
            return new Behind(own == null ? null : own.ms(), labels == null ? null : labels.groupLag());
        }
    }

    private static void findBehind(
            List<MemberView> members, long nowMs, String what, Function<KafkaFigures, Behind> of, List<Problem> found) {
        Those reading = new Those();
        Those stopped = new Those();
        Those unread = new Those();
        long records = 0;
        for (MemberView member : members) {
            KafkaFigures kafka = figures(member);
            Behind behind = of.apply(kafka);
            Long ms = behind.ms;
            KafkaFigures.Lag ofGroup = behind.ofGroup;
            if (ms != null && ms >= BEHIND_MS) {
                reading.add(member, ms);
            } else if (ms == null && ofGroup != null && ofGroup.ms() >= BEHIND_MS) {
                (kafka.readers() == 0 ? stopped : unread).add(member, ofGroup.ms());
                records = Math.max(records, ofGroup.records());
            }
        }
        if (!reading.members.isEmpty()) {
            found.add(Condition.KAFKA_BEHIND.problem(
                    what + " on " + ClusterConditions.names(reading.members),
                    "Wait if the members catch up (fraud_kafka_lag_records falls). Else add members or partitions, or raise kafka-rate-max.",
                    nowMs - reading.ms));
        }
        if (!stopped.members.isEmpty()) {
            found.add(Condition.KAFKA_BEHIND.problem(
                    what + ", and scoring is stopped on " + ClusterConditions.names(stopped.members) + ": records="
                            + records,
                    "Start scoring: ./fraud ctl start. Records must not be older than the topic's retention then.",
                    nowMs - stopped.ms));
        }
        if (!unread.members.isEmpty()) {
            found.add(Condition.KAFKA_BEHIND.problem(
                    what + ", and " + ClusterConditions.names(unread.members)
                            + (unread.members.size() == 1 ? " does" : " do") + " not read all of them: records="
                            + records,
                    "See what the readers wait for, or why they are paused.",
                    nowMs - unread.ms));
        }
    }

    private static KafkaFigures figures(MemberView member) {
        MemberSample sample = member.heardSample();
        EntranceFigures entrances = sample == null ? null : sample.entrances();
        KafkaFigures kafka = entrances == null ? null : entrances.kafka();
        return kafka == null ? KafkaFigures.NONE : kafka;
    }
}
