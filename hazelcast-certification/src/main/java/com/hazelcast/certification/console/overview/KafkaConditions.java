package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.kafka.KafkaFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds members that do not read Kafka, or not fast enough. What several members wait for is said once. Pure. */
final class KafkaConditions {
    /** A restart after a failure takes less. */
    private static final long WAITING_MS = 10_000;

    private static final long BEHIND_MS = 60_000;

    private KafkaConditions() {}

    static void find(List<MemberView> members, long nowMs, List<Problem> found) {
        Map<String, List<MemberView>> waiting = new TreeMap<>();
        List<MemberView> paused = new ArrayList<>();
        List<MemberView> behind = new ArrayList<>();
        long waitingMs = 0;
        long behindMs = 0;
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
            } else if (kafka.lagMs() >= BEHIND_MS) {
                behind.add(member);
                behindMs = Math.max(behindMs, kafka.lagMs());
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
                    "reading Kafka is paused on " + ClusterConditions.names(paused)
                            + ": too many records are dead letters",
                    "See the header reason in the topic of dead letters, and check kafka-format. Then: ./fraud ctl kafka resume",
                    null));
        }
        if (!behind.isEmpty()) {
            found.add(Condition.KAFKA_BEHIND.problem(
                    "records of Kafka have no verdict for more than a minute on " + ClusterConditions.names(behind),
                    "Wait if the members catch up (fraud_kafka_lag_records falls). Else add members or partitions, or raise kafka-rate-max.",
                    nowMs - behindMs));
        }
    }

    private static KafkaFigures figures(MemberView member) {
        MemberSample sample = member.heardSample();
        EntranceFigures entrances = sample == null ? null : sample.entrances();
        KafkaFigures kafka = entrances == null ? null : entrances.kafka();
        return kafka == null ? KafkaFigures.NONE : kafka;
    }
}
