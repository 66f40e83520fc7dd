package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.console.overview.Overview.Dropped;
import com.hazelcast.certification.console.overview.Overview.LeftMember;
import com.hazelcast.certification.console.overview.Overview.MapFigures;
import com.hazelcast.certification.console.overview.Overview.MemberRow;
import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Reset;
import com.hazelcast.certification.console.overview.Overview.ResetCause;
import com.hazelcast.certification.console.overview.Overview.RowMemory;
import com.hazelcast.certification.console.overview.Overview.RowShards;
import com.hazelcast.certification.console.overview.Overview.Totals;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.traffic.FlaggedNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Adds members up to an {@link Overview}. Pure; one use. */
final class OverviewBuilder {
    private final List<MemberView> members;
    private final List<MemberSample> samples;
    private final Map<String, String> consoles;
    private final List<LeftMember> leftMembers;
    private final List<Reset> resets;
    private final int shardCount;
    private final int backups;

    OverviewBuilder(
            List<MemberView> members,
            Map<String, String> consoles,
            List<LeftMember> leftMembers,
            List<Reset> resets,
            int shardCount,
            int backups) {
        this.members = members;
        this.samples = members.stream()
                .map(MemberView::heardSample)
                .filter(Objects::nonNull)
                .toList();
        this.consoles = consoles;
        this.leftMembers = leftMembers;
        this.resets = resets;
        this.shardCount = shardCount;
        this.backups = backups;
    }

    /** @param activeSet name of the set of rules that decides */
    Overview build(long atMs, String self, String activeSet, int migrationsRunning, long migrationsDone) {
        Accounting accounting = samples.stream()
                .map(sample -> sample.counters().accounting())
                .reduce(Accounting.NONE, Accounting::plus);
        long flagged = samples.stream()
                .mapToLong(sample -> sample.counters().flagged())
                .sum();
        Totals totals = Totals.of(accounting, flagged);
        MapFigures map = map(migrationsRunning, migrationsDone);
        ClusterConditions.Shards shards =
                new ClusterConditions.Shards(map.shardCount(), map.shardsLoaded(), map.shardsWithoutBackup());
        ClusterConditions conditions = new ClusterConditions(members, shards, totals, leftMembers, atMs);
        List<Problem> problems = conditions.problems();
        ClusterState state = conditions.state(problems);
        Double fraudRate =
                accounting.scored() == 0 ? null : (Double) Rounded.millionth((double) flagged / accounting.scored());
        return new Overview(
                atMs,
                self,
                state,
                state.words(),
                sumOfKnown(MemberSample::tps),
                sumIfAllKnown(sample -> sample.shards().dataTps()),
                samples.isEmpty() ? null : (Long) accounting.inFlight(),
                latency(state),
                totals,
                rejected(),
                fraudRate,
                fraudRate == null ? null : FlaggedNote.of(activeSet, fraudRate).orElse(null),
                members.stream().map(this::row).toList(),
                leftMembers,
                resets(),
                map,
                problems);
    }

    /** Of the last seconds; what was answered before answers stopped says nothing of now. */
    private LatencyFigures latency(ClusterState state) {
        boolean isScoring = state == ClusterState.SCORING || state == ClusterState.SCORING_WITH_ALARMS;
        return LatencyFigures.of(
                isScoring ? samples.stream().map(MemberSample::recentTimes).toList() : List.of());
    }

    /** With the members whose counters are left out for now. */
    private List<Reset> resets() {
        List<Reset> all = new ArrayList<>();
        for (MemberView member : members) {
            if (member.silentSinceMs() != null) {
                all.add(new Reset(member.address(), member.silentSinceMs(), ResetCause.SILENT));
            }
        }
        resets.stream().filter(reset -> !isBack(reset)).forEach(all::add);
        return all;
    }

    /** Whether a member came back as the process that it was, as from the other side of a split: its counters went on. */
    private boolean isBack(Reset reset) {
        return members.stream()
                .filter(member -> member.address().equals(reset.address()))
                .map(MemberView::heardSample)
                .anyMatch(sample -> sample != null && sample.startedMs() != 0 && sample.startedMs() < reset.atMs());
    }

    private @Nullable Double sumOfKnown(Function<MemberSample, @Nullable Double> figure) {
        List<Double> known =
                samples.stream().map(figure).filter(Objects::nonNull).toList();
        return known.isEmpty()
                ? null
                : (Double) Rounded.tenth(
                        known.stream().mapToDouble(Double::doubleValue).sum());
    }

    private @Nullable Double sumIfAllKnown(Function<MemberSample, @Nullable Double> figure) {
        return samples.stream().map(figure).anyMatch(Objects::isNull) ? null : sumOfKnown(figure);
    }

    private @Nullable Long longSumIfAllKnown(Function<MemberSample, @Nullable Long> figure) {
        if (members.stream().anyMatch(MemberView::isSilent)) {
            return null;
        }
        long sum = 0;
        for (MemberSample sample : samples) {
            Long value = figure.apply(sample);
            if (value == null) {
                return null;
            }
            sum += value;
        }
        return samples.isEmpty() ? null : (Long) sum;
    }

    private Map<String, Long> rejected() {
        Map<String, Long> sum = new TreeMap<>();
        samples.forEach(
                sample -> sample.counters().rejected().forEach((reason, count) -> sum.merge(reason, count, Long::sum)));
        return sum;
    }

    private MapFigures map(int migrationsRunning, long migrationsDone) {
        Long loaded = longSumIfAllKnown(OverviewBuilder::loaded);
        Long cards = longSumIfAllKnown(OverviewBuilder::cards);
        Long sizeBytes = longSumIfAllKnown(sample -> inShards(sample, ShardSurvey::sizeBytes));
        return new MapFigures(
                shardCount,
                loaded == null ? null : (Integer) Math.toIntExact(loaded),
                withoutBackup(loaded),
                backups,
                cards,
                longSumIfAllKnown(OverviewBuilder::transactionsHeld),
                cards == null || sizeBytes == null || cards == 0
                        ? null
                        : (Double) Rounded.tenth((double) sizeBytes / cards),
                dropped(),
                samples.stream().mapToLong(sample -> sample.shards().mapCalls()).sum(),
                samples.stream()
                        .mapToLong(sample -> sample.counters().backupsApplied())
                        .sum(),
                migrationsRunning,
                migrationsDone);
    }

    private @Nullable Dropped dropped() {
        Long expired = longSumIfAllKnown(sample -> inShards(sample, ShardSurvey::expired));
        Long byBound = longSumIfAllKnown(sample -> inShards(sample, ShardSurvey::droppedByBound));
        Long byMemory = longSumIfAllKnown(sample -> inShards(sample, ShardSurvey::droppedByMemory));
        return expired == null || byBound == null || byMemory == null ? null : new Dropped(expired, byBound, byMemory);
    }

    private long backupsHeld() {
        return samples.stream().mapToLong(sample -> sample.shards().backups()).sum();
    }

    /** Of missing copies it is known how many there are, not of which shard: at most so many shards lack one. */
    private @Nullable Long withoutBackup(@Nullable Long loaded) {
        if (backups == 0) {
            return 0L;
        }
        return loaded == null ? null : (Long) Math.min(loaded, Math.max(0, loaded * backups - backupsHeld()));
    }

    private static @Nullable Long loaded(MemberSample sample) {
        Integer loaded = sample.shards().loadedIfKnown();
        return loaded == null ? null : (Long) loaded.longValue();
    }

    private static @Nullable Long inShards(MemberSample sample, ToLongFunction<ShardSurvey> figure) {
        ShardSurvey held = sample.shards().sumIfKnown();
        return held == null ? null : (Long) figure.applyAsLong(held);
    }

    private static @Nullable Long cards(MemberSample sample) {
        return inShards(sample, ShardSurvey::cards);
    }

    private static @Nullable Long transactionsHeld(MemberSample sample) {
        return inShards(sample, ShardSurvey::held);
    }

    private MemberRow row(MemberView member) {
        MemberSample sample = member.heardSample();
        String console = consoles.get(member.address());
        if (sample == null) {
            return MemberRow.withoutFigures(member.address(), console, member.state(), member.silentSinceMs());
        }
        return new MemberRow(
                member.address(),
                console,
                member.state(),
                sample.sinceMs(),
                sample.tps(),
                sample.zone(),
                sample.life(),
                shards(sample),
                RowMemory.of(sample.memory()),
                sample.cpuLoad(),
                sample.load(),
                sample.entrances());
    }

    private RowShards shards(MemberSample sample) {
        Integer loaded = sample.shards().loadedIfKnown();
        Long without = withoutBackup(sample);
        return new RowShards(
                sample.shards().owned(),
                loaded,
                without == null || loaded == null ? null : (Long) (loaded - without),
                without,
                cards(sample),
                transactionsHeld(sample));
    }

    /**
     * Of the shards of one member. Hazelcast reports how many backups a member holds and not of which shards, so it is known
     * when none is missing, when nobody else could hold one, and of two members, each of which holds the other's.
     */
    private @Nullable Long withoutBackup(MemberSample sample) {
        Integer loaded = sample.shards().loadedIfKnown();
        Long all = map(0, 0).shardsWithoutBackup();
        if (loaded == null || all == null) {
            return null;
        }
        if (all == 0 || members.size() == 1) {
            return all;
        }
        if (members.size() == 2 && samples.size() == 2) {
            return Math.max(0, loaded - (backupsHeld() - sample.shards().backups()));
        }
        return null;
    }
}
