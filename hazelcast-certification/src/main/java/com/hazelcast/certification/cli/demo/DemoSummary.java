package com.hazelcast.certification.cli.demo;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cli.output.VerificationReport;
import com.hazelcast.certification.cluster.ClusterAudit;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.metrics.Accounting;
import java.util.List;
import java.util.Locale;

/** What the demo's histories hold in the end, held against what was loaded and scored. */
public final class DemoSummary {
    private DemoSummary() {}

    /** In the data, card by card: not by the counts that the status has. */
    public static ShardSurvey survey(ClusterControl cluster) {
        return cluster.audit().survey().values().stream()
                .map(ClusterAudit.SurveyAt::survey)
                .reduce(ShardSurvey.NONE, ShardSurvey::plus);
    }

    /**
     * Counts, compares all copies, and prints what was found.
     *
     * @param before what the histories held before anything was scored
     * @return whether everything adds up
     */
    public static boolean print(ClusterControl cluster, long before) {
        List<MemberStatus> statuses = cluster.statuses();
        Verification verification = cluster.audit().verify();
        Accounting accounting =
                statuses.stream().map(MemberStatus::accounting).reduce(Accounting.NONE, Accounting::plus);
        ShardSurvey survey = survey(cluster);
        long flagged = statuses.stream().mapToLong(MemberStatus::flagged).sum();
        System.out.printf(
                Locale.ROOT,
                "scored %,d transactions in all; %.2f %% flagged%n",
                accounting.scored(),
                percent(flagged, accounting.scored()));
        System.out.printf(
                Locale.ROOT,
                "conservation: received %,d = scored %,d + duplicate %,d + rejected %,d + in flight %,d: %s%n",
                accounting.received(),
                accounting.scored(),
                accounting.duplicate(),
                accounting.rejected(),
                accounting.inFlight(),
                accounting.unaccounted() == 0 ? "good" : "NOT GOOD, unaccounted " + accounting.unaccounted());
        long expected = before + accounting.scored();
        boolean isHeld = survey.everInserted() == expected;
        System.out.printf(
                Locale.ROOT,
                "histories: loaded %,d + scored %,d = held %,d + older than 90 days %,d + dropped %,d: %s%n",
                before,
                accounting.scored(),
                survey.held(),
                survey.expired(),
                survey.droppedByBound() + survey.droppedByMemory(),
                isHeld ? "good" : "NOT GOOD");
        if (survey.droppedByMemory() > 0) {
            System.out.printf(
                    Locale.ROOT,
                    "the memory for histories was full: %,d of the oldest transactions were dropped; fewer --cards or"
                            + " a shorter --duration keep all%n",
                    survey.droppedByMemory());
        }
        System.out.print(VerificationReport.text(verification));
        System.out.printf(
                Locale.ROOT,
                "memory: %.0f bytes a card at %.1f transactions a card%n",
                survey.sizeBytes() / (double) Math.max(1, survey.cards()),
                survey.held() / (double) Math.max(1, survey.cards()));
        return verification.isGood() && accounting.unaccounted() == 0 && isHeld;
    }

    private static double percent(long part, long whole) {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }
}
