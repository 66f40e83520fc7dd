package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.kafka.verdicts.VerdictFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds members whose verdicts of all ways in wait, or were lost to their topic. What several members wait for is said once. Pure. */
final class VerdictConditions {
    /** Brokers that come back take less. */
    private static final long WAITING_MS = 10_000;

    private static final long UNACKNOWLEDGED_MS = 60_000;
    private static final long LOST_MS = 600_000;

    private VerdictConditions() {}

    static void find(List<MemberView> members, long nowMs, List<Problem> found) {
        Map<String, List<MemberView>> waiting = new TreeMap<>();
        List<MemberView> losing = new ArrayList<>();
        long waitingMs = 0;
        long lost = 0;
        for (MemberView member : members) {
            VerdictFigures verdicts = figures(member);
            if (verdicts == null) {
                continue;
            }
            long ofMemberMs = Math.max(verdicts.waitsForMs(), verdicts.waitingMs());
            if (verdicts.waitsForMs() >= WAITING_MS || verdicts.waitingMs() >= UNACKNOWLEDGED_MS) {
                waiting.computeIfAbsent(verdicts.waitsFor(), ignored -> new ArrayList<>())
                        .add(member);
                waitingMs = Math.max(waitingMs, ofMemberMs);
            }
            Long lostAgoMs = verdicts.lostAgoMs();
            if (lostAgoMs != null && lostAgoMs < LOST_MS) {
                losing.add(member);
                lost += verdicts.lost();
            }
        }
        for (Map.Entry<String, List<MemberView>> one : waiting.entrySet()) {
            found.add(Condition.KAFKA_VERDICTS_WAIT.problem(
                    "verdicts of all ways in wait on " + ClusterConditions.names(one.getValue()) + ": "
                            + (one.getKey().isEmpty()
                                    ? "the brokers have not acknowledged them for a minute"
                                    : one.getKey()),
                    "Correct what is named. Answers do not wait. What is beyond kafka-verdicts-log-max is lost to the topic.",
                    nowMs - waitingMs));
        }
        if (!losing.isEmpty()) {
            found.add(Condition.KAFKA_VERDICTS_LOST.problem(
                    "verdicts of all ways in were deleted on " + ClusterConditions.names(losing)
                            + " before they could be sent: verdicts=" + lost + " since the start",
                    "Have the topic take verdicts again, and raise kafka-verdicts-log-max. ./fraud export of a backup has what the topic lacks.",
                    null));
        }
    }

    private static @Nullable VerdictFigures figures(MemberView member) {
        MemberSample sample = member.heardSample();
        EntranceFigures entrances = sample == null ? null : sample.entrances();
        return entrances == null ? null : entrances.verdicts();
    }
}
