package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.overview.Overview.LeftMember;
import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Totals;
import com.hazelcast.certification.metrics.LastMinute;
import com.hazelcast.certification.metrics.Vitals;
import com.hazelcast.certification.transaction.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one place that says how the cluster is: its state, and what is wrong, in sentences. Pure; one use. A member that does not
 * answer takes no part but as such.
 */
final class ClusterConditions {
    /** Memory that is used beyond that share is nearly full. */
    private static final double NEARLY_FULL = 0.9;

    private static final double REJECTED_SHARE = 0.01;
    private static final long LATE_MS = 10_000;
    /** What has just been started may take a moment. */
    private static final long STARTED_MS = 3_000;

    private static final String WHILE_A_LOG_IS_AWAITED =
            "See to the log that cannot be written; start a member if one is missing.";

    /** Members that a sentence names; it counts the others. */
    private static final int NAMED_MAX = 3;

    private final List<MemberView> members;
    private final List<MemberSample> samples;
    private final Shards shards;
    private final Totals totals;
    private final List<LeftMember> leftMembers;
    private final long nowMs;

    /**
     * Shards of the cluster, or those that one member owns.
     *
     * @param count 0: a member has none, as when it has just joined
     * @param loaded of these; null: not known
     * @param withoutBackup of these, with fewer copies than configured; null: not known
     */
    record Shards(
            int count, @Nullable Integer loaded, @Nullable Long withoutBackup) {}

    ClusterConditions(
            List<MemberView> members, Shards shards, Totals totals, List<LeftMember> leftMembers, long nowMs) {
        this.members = members;
        this.samples = members.stream()
                .map(MemberView::heardSample)
                .filter(Objects::nonNull)
                .toList();
        this.shards = shards;
        this.totals = totals;
        this.leftMembers = leftMembers;
        this.nowMs = nowMs;
    }

    /** What the cluster does, given what is wrong with it. */
    ClusterState state(List<Problem> problems) {
        if (samples.isEmpty()) {
            return ClusterState.STARTING;
        }
        if (isAny(MemberState.HELD)) {
            return ClusterState.HELD;
        }
        if (isAny(MemberState.TOO_FEW_MEMBERS)) {
            return ClusterState.TOO_FEW_MEMBERS;
        }
        if (isAny(MemberState.SCORING)) {
            return problems.stream().anyMatch(Problem::isRed) ? ClusterState.SCORING_WITH_ALARMS : ClusterState.SCORING;
        }
        if (isAny(MemberState.LOADING)) {
            return ClusterState.LOADING;
        }
        if (isNothingLoaded()) {
            return ClusterState.NOTHING_LOADED;
        }
        return isAny(MemberState.WAITING) ? ClusterState.NOTHING_SCORED : ClusterState.STOPPED;
    }

    private boolean isAny(MemberState state) {
        return samples.stream().anyMatch(sample -> state(sample) == state);
    }

    /** Of a state that a later release has, the figures say what the member does. */
    private static MemberState state(MemberSample sample) {
        if (sample.state() != MemberState.UNKNOWN) {
            return sample.state();
        }
        if (sample.tps() != null && sample.tps() > 0) {
            return MemberState.SCORING;
        }
        return sample.vitals().isStarted() ? MemberState.WAITING : MemberState.IDLE;
    }

    private boolean isNothingLoaded() {
        return shards.count() > 0 && shards.loaded() != null && shards.loaded() == 0;
    }

    /** What is wrong, the alarms first, each in the order of {@link Condition}. */
    List<Problem> problems() {
        List<Problem> found = new ArrayList<>();
        boolean isShardMissing = shards.loaded() != null && shards.loaded() < shards.count();
        DiskConditions.find(
                members,
                isShardMissing || !those(sample -> sample.vitals().isHeld()).isEmpty(),
                found);
        findAnswers(found);
        findMembers(found);
        findInMap(found);
        SourceConditions.find(members, nowMs, found);
        KafkaConditions.find(members, nowMs, found);
        VerdictConditions.find(members, nowMs, found);
        findInCounters(found);
        findNothingScored(found);
        findMemory(found);
        // Stable: within a severity the order above stays.
        found.sort(Comparator.comparing(Problem::isRed).reversed());
        return found;
    }

    private void findAnswers(List<Problem> found) {
        String stalled = DiskConditions.stalled(members);
        String unread = DiskConditions.unread(members);
        List<MemberView> held = those(sample -> sample.vitals().isHeld());
        if (!held.isEmpty()) {
            int shards = (int) max(held, vitals -> vitals.shardsHeld());
            long copies = max(held, vitals -> vitals.copiesRequired());
            found.add(Condition.ANSWERS_HELD.problem(
                    "answers of " + shards(shards) + " are held back at " + names(held)
                            + (stalled.isEmpty() ? tooFewCopies(copies) + unread : stalled),
                    !stalled.isEmpty()
                            ? WHILE_A_LOG_IS_AWAITED
                            : "Wait while copies are being made, or a member delivers what it held on another side of a split (the logs have which); start a member if one is missing; or go on with fewer copies: ./fraud ctl expect "
                                    + members.size(),
                    nowMs - max(held, Vitals::oldestInFlightMs)));
        }
        findDegraded(found);
        List<MemberView> late =
                those(sample -> !sample.vitals().isHeld() && sample.vitals().oldestInFlightMs() >= LATE_MS);
        if (!late.isEmpty()) {
            found.add(Condition.ANSWERS_LATE.problem(
                    "the oldest transaction in flight at " + names(late) + " has no answer yet"
                            + (stalled.isEmpty() ? unread : stalled),
                    !stalled.isEmpty()
                            ? WHILE_A_LOG_IS_AWAITED
                            : "Look for a member that does not answer, for failed calls in the members' logs, and at the processors.",
                    nowMs - max(late, Vitals::oldestInFlightMs)));
        }
    }

    private String tooFewCopies(long copies) {
        return ": each needs " + copies + (copies == 1 ? " backup" : " backups") + " in place, and there "
                + (members.size() == 1 ? "is 1 member" : "are " + members.size() + " members");
    }

    private void findDegraded(List<Problem> found) {
        List<MemberView> degraded = those(sample -> sample.vitals().degradedBecause() != null);
        samples.stream()
                .map(sample -> sample.vitals().degradedBecause())
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(because -> found.add(Condition.DEGRADED.problem(
                        "answers are given with fewer copies than configured at " + names(degraded) + ": " + because,
                        "Start a member: the state ends when one joins. What is answered until then is lost if these members are lost.",
                        null)));
    }

    private List<MemberView> those(Predicate<MemberSample> holds) {
        return members.stream()
                .filter(member -> {
                    MemberSample sample = member.heardSample();
                    return sample != null && holds.test(sample);
                })
                .toList();
    }

    private static long max(List<MemberView> members, ToLongFunction<Vitals> figure) {
        return members.stream()
                .map(MemberView::heardSample)
                .filter(Objects::nonNull)
                .mapToLong(sample -> figure.applyAsLong(sample.vitals()))
                .max()
                .orElse(0);
    }

    /** The first of them, and how many more there are. */
    static String names(List<MemberView> members) {
        String first =
                members.stream().limit(NAMED_MAX).map(MemberView::address).collect(Collectors.joining(", "));
        return members.size() <= NAMED_MAX ? first : first + " and " + (members.size() - NAMED_MAX) + " more";
    }

    private void findMembers(List<Problem> found) {
        List<MemberView> few = those(sample -> sample.state() == MemberState.TOO_FEW_MEMBERS);
        List<String> awaited = few.stream()
                .map(MemberView::heardSample)
                .filter(Objects::nonNull)
                .flatMap(sample -> sample.vitals().membersAwaited().stream())
                .distinct()
                .sorted()
                .toList();
        if (!awaited.isEmpty()) {
            String addresses = String.join(", ", awaited);
            found.add(Condition.TOO_FEW_MEMBERS.problem(
                    "nothing is scored at " + names(few) + ": " + addresses
                            + " may have answered while a member that is here was cut off from "
                            + (awaited.size() == 1 ? "it" : "them"),
                    "Start " + addresses
                            + ", or heal the network. Only if they are lost for good, with what they answered last: ./fraud ctl expect "
                            + members.size(),
                    null));
        } else if (!few.isEmpty()) {
            found.add(Condition.TOO_FEW_MEMBERS.problem(
                    "nothing is scored at " + names(few) + ": there are fewer members than min-members",
                    "Start the members that are missing.",
                    null));
        }
        members.stream()
                .filter(MemberView::isSilent)
                .forEach(member -> found.add(Condition.MEMBER_SILENT.problem(
                        member.address() + " does not answer",
                        "Its figures are left out. Look at its process, its machine and the network; the others give it up after their heartbeat time-out.",
                        member.silentSinceMs())));
        leftMembers.forEach(left -> found.add(Condition.MEMBER_LEFT.problem(
                left.address() + " has left the cluster", "Start it again, unless that was the plan.", left.atMs())));
    }

    private void findInMap(List<Problem> found) {
        Integer loaded = shards.loaded();
        boolean isLoading = isAny(MemberState.LOADING);
        if (isNothingLoaded() && !isLoading) {
            boolean isStarted =
                    samples.stream().anyMatch(sample -> sample.vitals().isStarted());
            found.add(Condition.NOTHING_LOADED.problem(
                    isStarted,
                    isStarted ? "nothing is loaded: every transaction is rejected" : "nothing is loaded",
                    "Load the cards: ./fraud ctl load.",
                    null));
        } else if (loaded != null && loaded < shards.count() && !isLoading) {
            int missing = shards.count() - loaded;
            found.add(Condition.SHARDS_NOT_LOADED.problem(
                    shards(missing) + (missing == 1 ? " is" : " are")
                            + " not loaded: transactions of their cards are rejected",
                    "Load what is missing: ./fraud ctl load.",
                    null));
        }
        Long without = shards.withoutBackup();
        if (without != null && without > 0) {
            found.add(Condition.BACKUP_MISSING.problem(
                    shards(without) + (without == 1 ? " has" : " have") + " no backup",
                    "Wait while copies are being made; start a member if one is missing.",
                    null));
        }
    }

    private static String shards(long count) {
        return count == 1 ? "1 shard" : count + " shards";
    }

    private void findInCounters(List<Problem> found) {
        if (totals.unaccounted() != 0) {
            found.add(Condition.UNACCOUNTED.problem(
                    totals.unaccounted() + " transactions are not accounted for: the counters do not add up",
                    "Keep the members' logs and metrics, and report it.",
                    null));
        }
        long received = 0;
        long failures = 0;
        String lastFailure = "";
        Map<String, Long> rejected = new TreeMap<>();
        for (MemberSample sample : samples) {
            LastMinute.Figures minute = sample.lastMinute();
            received += minute.received();
            failures += minute.batchFailures();
            lastFailure = minute.lastFailure().isEmpty() ? lastFailure : minute.lastFailure();
            minute.rejected().forEach((reason, count) -> rejected.merge(reason, count, Long::sum));
        }
        long unprocessable = rejected.getOrDefault(Rejection.UNPROCESSABLE.name(), 0L);
        if (unprocessable > 0) {
            found.add(Condition.UNPROCESSABLE.problem(
                    count(unprocessable) + " could not be scored in the last minute",
                    "The members' logs have each exception with its card masked.",
                    null));
        }
        findRejections(received, rejected, found);
        if (failures > 0) {
            found.add(Condition.BATCH_FAILURES.problem(
                    failures + (failures == 1 ? " call" : " calls")
                            + " of batches failed in the last minute and were made again, the last with " + lastFailure,
                    "Expected while members join, leave or fail. If it goes on, look at the members' logs.",
                    null));
        }
    }

    private static void findRejections(long received, Map<String, Long> rejected, List<Problem> found) {
        long all = rejected.values().stream().mapToLong(Long::longValue).sum();
        if (all <= received * REJECTED_SHARE) {
            return;
        }
        String main = rejected.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        found.add(Condition.REJECTIONS.problem(
                String.format(
                        Locale.ROOT,
                        "%.1f %% of what came in the last minute was rejected, most of it because %s (%s)",
                        Math.min(100, 100.0 * all / Math.max(1, received)),
                        description(main),
                        main.toLowerCase(Locale.ROOT)),
                "Ask the sender; the members' logs show rejected records with the card masked.",
                null));
    }

    /** A reason that another version brings is said by its name. */
    private static String description(String reason) {
        return Arrays.stream(Rejection.values())
                .filter(known -> known.name().equals(reason))
                .map(Rejection::description)
                .findFirst()
                .orElse(reason);
    }

    private static String count(long transactions) {
        return transactions == 1 ? "1 transaction" : transactions + " transactions";
    }

    private void findNothingScored(List<Problem> found) {
        if (isAny(MemberState.SCORING)
                || samples.stream().allMatch(sample -> sample.vitals().sourcesConfigured() == 0)) {
            return;
        }
        OptionalLong sinceMs = samples.stream()
                .filter(sample -> sample.vitals().isStarted())
                .mapToLong(MemberSample::sinceMs)
                .min();
        if (sinceMs.isPresent() && nowMs - sinceMs.getAsLong() >= STARTED_MS) {
            found.add(Condition.NOTHING_SCORED.problem(
                    "scoring is started, and nothing is scored",
                    "See the other conditions. If there are none, no transactions are sent.",
                    sinceMs.getAsLong()));
        }
    }

    private void findMemory(List<Problem> found) {
        those(sample -> sample.memory().historyBytes() > sample.memory().historyLimitBytes() * NEARLY_FULL)
                .forEach(member -> found.add(Condition.MEMORY_NEARLY_FULL.problem(
                        member.address() + ": the memory for histories is nearly full",
                        "Add a member, or raise history-memory.",
                        null)));
    }
}
