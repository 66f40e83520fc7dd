package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryBoundTest {
    private static final long GIB = 1L << 30;

    @Test
    void shouldBeTheNumberOfBytesWhateverTheShardsAndMembers() {
        HistoryBound bound = HistoryBound.fixed(7 * GIB + 1);
        bound.setMembers(3);

        assertThat(bound.bytes(0)).isEqualTo(7 * GIB + 1);
        assertThat(bound.bytes(13)).isEqualTo(7 * GIB + 1);
    }

    @ParameterizedTest(
            name = "{0} shards, {1} members, {2} backups: {3} % of the heap with {4} shards, and {5} % a shard")
    @CsvSource({
        "7, 1, 0, 46, 7, 6.5",
        "7, 2, 1, 46, 7, 6.5",
        "13, 2, 1, 58, 13, 4.5",
        "13, 3, 1, 40, 9, 4.5",
        "13, 3, 2, 58, 13, 4.5",
        "199, 1, 0, 80, 199, 0.4",
        "211, 3, 1, 55, 140, 0.4",
        "701, 10, 1, 74, 141, 0.5"
    })
    void shouldLeaveRoomOnTheHeapForShardsThatMoveAndThoseOfALostMember(
            int shards, int members, int backups, int percent, int held, double percentOfAShard) {
        HistoryBound bound = HistoryBound.onHeap(100 * GIB, shards, backups);
        bound.setMembers(members);

        assertThat(Math.round((double) bound.bytes(held) / GIB)).isEqualTo(percent);
        assertThat((double) bound.shardBytes() / GIB).isCloseTo(percentOfAShard, within(0.06));
    }

    @ParameterizedTest(name = "{0} shards, {1} members")
    @CsvSource({"2, 4", "13, 2", "13, 3", "20, 3", "211, 3", "60, 10"})
    void shouldFitOnTheHeapAfterALossWithTwoShardsMoving(int shards, int members) {
        HistoryBound bound = HistoryBound.onHeap(GIB, shards, 1);
        bound.setMembers(members);
        int rest = members - 1;
        int afterALoss = Math.min(shards, Math.min(2, rest) * ((shards + rest - 1) / rest));

        assertThat(bound.shardBytes() * (afterALoss + 2.0 * 3)).isLessThanOrEqualTo(0.85 * GIB);
    }

    /** Each of the two that are left holds all shards. */
    @Test
    void shouldNotFallWhenOneOfThreeIsLostOrAThirdJoins() {
        HistoryBound bound = HistoryBound.onHeap(GIB, 14, 1);
        bound.setMembers(3);
        long ofThree = bound.shardBytes();
        bound.setMembers(2);

        assertThat(bound.shardBytes()).isEqualTo(ofThree);
    }

    @ParameterizedTest(name = "{0} GiB native beside {1} GiB of heap, {2} shards, {3} members: {4} % of it")
    @CsvSource({"20, 2, 199, 3, 62", "20, 2, 199, 1, 80", "20, 20, 7, 2, 74", "20, 2, 13, 2, 80"})
    void shouldLeaveRoomForNativePagesThatMoveAndBoundTheirTablesOnTheHeap(
            long nativeGib, long heapGib, int shards, int members, int percent) {
        HistoryBound bound = HistoryBound.inNative(nativeGib * GIB, heapGib * GIB, shards, 1);
        bound.setMembers(members);
        int held = members == 3 ? shards * 2 / 3 : shards;

        assertThat(Math.round(bound.bytes(held) * 100.0 / (nativeGib * GIB))).isEqualTo(percent);
        assertThat(bound.ofTables().shardBytes() * (held + 6)).isLessThanOrEqualTo((long) (0.425 * heapGib * GIB));
    }

    @Test
    void shouldNotBeNothingBeforeTheFirstShard() {
        assertThat(HistoryBound.onHeap(GIB, 13, 1).bytes(0)).isPositive();
    }
}
