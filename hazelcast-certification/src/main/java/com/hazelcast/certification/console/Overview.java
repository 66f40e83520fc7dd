package com.hazelcast.certification.console;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cluster at one moment, as {@code docs/console-api.md} describes it; null is what is not known. */
record Overview(
        long atMs,
        String member,
        @Nullable Double tps,
        @Nullable Double dataTps,
        @Nullable Long inFlight,
        LatencyFigures latencyMs,
        Totals totals,
        Map<String, Long> refusedByReason,
        @Nullable Double fraudRate,
        List<MemberRow> members,
        List<Gone> gone,
        MapFigures map,
        List<Problem> problems) {
    /** Since the start of the members that are there; the sums balance as each member's books do. */
    record Totals(long received, long scored, long duplicate, long refused, long flagged, long unaccounted) {}

    /** A member. Of one that has not answered yet, its address and state. */
    record MemberRow(
            String address,
            @Nullable String console,
            String state,
            @Nullable Long sinceMs,
            @Nullable Double tps,
            @Nullable String zone,
            @Nullable Integer shardsOwned,
            @Nullable Long shardsBackedUp,
            @Nullable Long shardsWithoutBackup,
            @Nullable Long cards,
            @Nullable Long transactionsHeld,
            @Nullable Long heapUsedBytes,
            @Nullable Long heapMaxBytes,
            @Nullable Long historyBytes,
            @Nullable Long historyLimitBytes,
            @Nullable String memoryKind,
            @Nullable Double cpuLoad,
            @Nullable LoadFigures load) {}

    /** A member that has left. */
    record Gone(String address, long atMs, @Nullable String lastState) {}

    record MapFigures(
            int shardCount,
            @Nullable Integer shardsLoaded,
            @Nullable Long shardsWithoutBackup,
            int backups,
            @Nullable Long cards,
            @Nullable Long transactionsHeld,
            @Nullable Double bytesPerCard,
            long entryProcessors,
            long backupsApplied,
            int migrationsRunning,
            long migrationsDone) {}

    /**
     * Something to look at.
     *
     * @param severity {@code red}: act now; {@code yellow}: look at it
     */
    record Problem(String what, String severity) {
        static Problem red(String what) {
            return new Problem(what, "red");
        }

        static Problem yellow(String what) {
            return new Problem(what, "yellow");
        }
    }
}
