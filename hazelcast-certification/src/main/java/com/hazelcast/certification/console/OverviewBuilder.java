package com.hazelcast.certification.console;

import com.hazelcast.certification.console.Overview.Gone;
import com.hazelcast.certification.console.Overview.MapFigures;
import com.hazelcast.certification.console.Overview.MemberRow;
import com.hazelcast.certification.console.Overview.Totals;
import com.hazelcast.certification.metrics.Books;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Adds members up to an {@link Overview}. Pure; one use. */
final class OverviewBuilder {
    private static final String STARTING = "STARTING";

    private final List<MemberView> members;
    private final List<MemberSample> samples;
    private final Map<String, String> consoles;
    private final List<Gone> gone;
    private final int shardCount;
    private final int backups;

    OverviewBuilder(
            List<MemberView> members, Map<String, String> consoles, List<Gone> gone, int shardCount, int backups) {
        this.members = members;
        this.samples = members.stream()
                .map(MemberView::sample)
                .filter(Objects::nonNull)
                .toList();
        this.consoles = consoles;
        this.gone = gone;
        this.shardCount = shardCount;
        this.backups = backups;
    }

    Overview build(long atMs, String self, int migrationsRunning, long migrationsDone) {
        Books books = samples.stream().map(MemberSample::books).reduce(Books.NONE, Books::plus);
        long verdicts = samples.stream().mapToLong(MemberSample::verdicts).sum();
        long flagged = samples.stream().mapToLong(MemberSample::flagged).sum();
        Totals totals = new Totals(
                books.received(), books.scored(), books.duplicate(), books.refused(), flagged, books.unaccounted());
        MapFigures map = map(migrationsRunning, migrationsDone);
        return new Overview(
                atMs,
                self,
                sumOfKnown(MemberSample::tps),
                sumIfAllKnown(MemberSample::dataTps),
                samples.isEmpty() ? null : (Long) books.inFlight(),
                LatencyFigures.of(
                        samples.stream().map(MemberSample::recentTimes).toList()),
                totals,
                refused(),
                verdicts == 0 ? null : (Double) Rounded.millionth((double) flagged / verdicts),
                members.stream().map(this::row).toList(),
                gone,
                map,
                new ProblemFinder(members, map, totals, gone).find());
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

    private Map<String, Long> refused() {
        Map<String, Long> sum = new TreeMap<>();
        samples.forEach(sample -> sample.refused().forEach((reason, count) -> sum.merge(reason, count, Long::sum)));
        return sum;
    }

    private MapFigures map(int migrationsRunning, long migrationsDone) {
        Long loaded = longSumIfAllKnown(sample -> sample.shardsLoaded() == null
                ? null
                : (Long) sample.shardsLoaded().longValue());
        Long cards = longSumIfAllKnown(OverviewBuilder::cards);
        Long sizeBytes = longSumIfAllKnown(
                sample -> sample.held() == null ? null : (Long) sample.held().sizeBytes());
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
                samples.stream().mapToLong(MemberSample::entryProcessors).sum(),
                samples.stream().mapToLong(MemberSample::backupsApplied).sum(),
                migrationsRunning,
                migrationsDone);
    }

    private long backupsHeld() {
        return samples.stream().mapToLong(MemberSample::backupsHeld).sum();
    }

    /** Of missing copies it is known how many there are, not of which shard: at most so many shards lack one. */
    private @Nullable Long withoutBackup(@Nullable Long loaded) {
        if (backups == 0) {
            return 0L;
        }
        return loaded == null ? null : (Long) Math.min(loaded, Math.max(0, loaded * backups - backupsHeld()));
    }

    private static @Nullable Long cards(MemberSample sample) {
        return sample.held() == null ? null : (Long) sample.held().cards();
    }

    private static @Nullable Long transactionsHeld(MemberSample sample) {
        return sample.held() == null ? null : (Long) sample.held().held();
    }

    private MemberRow row(MemberView member) {
        MemberSample sample = member.sample();
        String console = consoles.get(member.address());
        if (sample == null) {
            return new MemberRow(
                    member.address(),
                    console,
                    STARTING,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null);
        }
        Long without = withoutBackup(sample);
        Integer loaded = sample.shardsLoaded();
        return new MemberRow(
                member.address(),
                console,
                sample.state(),
                sample.sinceMs(),
                sample.tps(),
                sample.zone(),
                sample.shardsOwned(),
                without == null || loaded == null ? null : (Long) (loaded - without),
                without,
                cards(sample),
                transactionsHeld(sample),
                sample.heapUsedBytes(),
                sample.heapMaxBytes(),
                sample.historyBytes(),
                sample.historyLimitBytes(),
                sample.memoryKind(),
                sample.cpuLoad(),
                sample.load());
    }

    /**
     * Of the shards of one member. Hazelcast tells how many backups a member holds and not of which shards, so it is known
     * when none is missing, when nobody else could hold one, and of two members, each of which holds the other's.
     */
    private @Nullable Long withoutBackup(MemberSample sample) {
        Integer loaded = sample.shardsLoaded();
        Long all = map(0, 0).shardsWithoutBackup();
        if (loaded == null || all == null) {
            return null;
        }
        if (all == 0 || members.size() == 1) {
            return all;
        }
        if (members.size() == 2 && samples.size() == 2) {
            return Math.max(0, loaded - (backupsHeld() - sample.backupsHeld()));
        }
        return null;
    }
}
