package com.hazelcast.certification.console.overview;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.metrics.Accounting;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cluster at one moment, as {@code docs/console-api.md} describes it; null is what is not known.
 *
 * @param state what the cluster does
 * @param stateWords the same for people
 * @param fraudRate the share of the scored that is flagged
 * @param flaggedNote why that share is high, in a sentence without its end; null: nothing to explain, or the member is of an older
 *     release
 * @param resets moments of the last ten minutes at which counters left the sums, newest first
 */
public record Overview(
        long atMs,
        String member,
        ClusterState state,
        String stateWords,
        @Nullable Double tps,
        @Nullable Double dataTps,
        @Nullable Long inFlight,
        LatencyFigures latencyMs,
        Totals totals,
        Map<String, Long> rejectedByReason,
        @Nullable Double fraudRate,
        @Nullable String flaggedNote,
        List<MemberRow> members,
        List<LeftMember> leftMembers,
        List<Reset> resets,
        MapFigures map,
        List<Problem> problems) {
    /**
     * Sums over the members that are in the cluster and answer, each since its own start. All are counted where a transaction was
     * read, so they balance, and no more are flagged than scored.
     */
    public record Totals(long received, long scored, long duplicate, long rejected, long flagged, long unaccounted) {
        static Totals of(Accounting accounting, long flagged) {
            return new Totals(
                    accounting.received(),
                    accounting.scored(),
                    accounting.duplicate(),
                    accounting.rejected(),
                    flagged,
                    accounting.unaccounted());
        }
    }

    /** A member's counters are not in the sums any more, or began anew. */
    public record Reset(String address, long atMs, ResetCause why) {}

    /** Why counters are not in the sums any more, or began anew. In the API by its {@link #label}. */
    public enum ResetCause {
        /** The member does not answer. */
        SILENT,
        /** It has left the cluster. */
        LEFT,
        /** It has come back, as another process. */
        RESTARTED,
        /** A cause that a later release has and this one has not. */
        @JsonEnumDefaultValue
        OTHER;

        @JsonValue
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A member. Of one that has not answered yet, or not for some seconds, its address, its state and since when. In the API the
     * figures of its shards and of its memory stand among its others.
     */
    public record MemberRow(
            String address,
            @Nullable String console,
            MemberState state,
            @Nullable Long sinceMs,
            @Nullable Double tps,
            @Nullable String zone,
            @Nullable String life,
            @JsonUnwrapped RowShards shards,
            @JsonUnwrapped RowMemory memory,
            @Nullable Double cpuLoad,
            @Nullable LoadFigures load,
            @Nullable EntranceFigures entrances) {
        /** Of a member that does not answer. */
        static MemberRow withoutFigures(
                String address, @Nullable String console, MemberState state, @Nullable Long sinceMs) {
            return new MemberRow(
                    address,
                    console,
                    state,
                    sinceMs,
                    null,
                    null,
                    null,
                    RowShards.UNKNOWN,
                    RowMemory.UNKNOWN,
                    null,
                    null,
                    null);
        }
    }

    /** The shards that a member owns, and what they hold. */
    public record RowShards(
            @Nullable Integer shardsOwned,
            @Nullable Integer shardsLoaded,
            @Nullable Long shardsBackedUp,
            @Nullable Long shardsWithoutBackup,
            @Nullable Long cards,
            @Nullable Long transactionsHeld) {
        static final RowShards UNKNOWN = new RowShards(null, null, null, null, null, null);
    }

    /** The memory of a member, as {@link MemberSample.Memory} has it. */
    public record RowMemory(
            @Nullable Long heapUsedBytes,
            @Nullable Long heapMaxBytes,
            @Nullable Long historyBytes,
            @Nullable Long historyLimitBytes,
            @Nullable String memoryKind) {
        static final RowMemory UNKNOWN = new RowMemory(null, null, null, null, null);

        static RowMemory of(MemberSample.Memory memory) {
            return new RowMemory(
                    memory.heapUsedBytes(),
                    memory.heapMaxBytes(),
                    memory.historyBytes(),
                    memory.historyLimitBytes(),
                    memory.kind());
        }
    }

    /** A member that has left. */
    public record LeftMember(
            String address, long atMs, @Nullable MemberState lastState) {}

    /** What all shards hold; null: not known of all members that answer. */
    public record MapFigures(
            int shardCount,
            @Nullable Integer shardsLoaded,
            @Nullable Long shardsWithoutBackup,
            int backups,
            @Nullable Long cards,
            @Nullable Long transactionsHeld,
            @Nullable Double bytesPerCard,
            @Nullable Dropped dropped,
            long entryProcessors,
            long backupsApplied,
            int migrationsRunning,
            long migrationsDone) {}

    /** Transactions that histories have given up since they were loaded. */
    public record Dropped(long expired, long byBound, long byMemory) {}

    /**
     * Something to look at.
     *
     * @param condition which it is
     * @param what a sentence without its first letter large and without an end
     * @param action what to do; empty: nothing
     * @param severity how urgent it is
     * @param sinceMs since when; null: not known
     */
    public record Problem(
            Condition condition,
            String what,
            String action,
            Severity severity,
            @Nullable Long sinceMs) {
        @JsonIgnore
        public boolean isRed() {
            return severity == Severity.RED;
        }
    }

    /** How urgent a problem is. In the API by its {@link #label}. */
    public enum Severity {
        /** Act now. */
        RED,
        /** Look at it; also what a later release says of it and this one does not have. */
        @JsonEnumDefaultValue
        YELLOW;

        @JsonValue
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
