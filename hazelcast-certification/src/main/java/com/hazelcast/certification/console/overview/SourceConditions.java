package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.source.SourceFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds sources that are disconnected or bring nothing; a source that several members miss is said once. Pure. */
final class SourceConditions {
    /** A reader tries again after two seconds at most. */
    private static final long DISCONNECTED_MS = 3_000;

    private static final long QUIET_MS = 10_000;

    private SourceConditions() {}

    /** Where a source is missed, and since when at the least. */
    private record Missed(List<MemberView> members, long quietMs) {}

    static void find(List<MemberView> members, long nowMs, List<Problem> found) {
        Map<String, Missed> disconnected = new TreeMap<>();
        Map<String, Missed> quiet = new TreeMap<>();
        for (MemberView member : members) {
            MemberSample sample = member.heardSample();
            if (sample == null) {
                continue;
            }
            for (SourceFigures source : sample.vitals().sources()) {
                if (source.connected() == 0 && source.quietMs() >= DISCONNECTED_MS) {
                    add(disconnected, member, source);
                } else if (source.connected() > 0 && source.quietMs() >= QUIET_MS) {
                    add(quiet, member, source);
                }
            }
        }
        disconnected.forEach((address, missed) -> found.add(Condition.SOURCE_DISCONNECTED.problem(
                "the source " + address + " is not connected: nothing comes from it to "
                        + ClusterConditions.names(missed.members),
                "Check that it runs and that this address is right. The members try again every two seconds.",
                nowMs - missed.quietMs)));
        quiet.forEach((address, missed) -> found.add(Condition.SOURCE_QUIET.problem(
                "the source " + address + " is connected and brings nothing to "
                        + ClusterConditions.names(missed.members),
                "Look at the source, unless it has nothing to send; if readers wait, the cluster is too slow for it.",
                nowMs - missed.quietMs)));
    }

    private static void add(Map<String, Missed> missed, MemberView member, SourceFigures source) {
        Missed all = missed.computeIfAbsent(source.address(), ignored -> new Missed(new ArrayList<>(), Long.MAX_VALUE));
        all.members.add(member);
        missed.put(source.address(), new Missed(all.members, Math.min(all.quietMs, source.quietMs())));
    }
}
