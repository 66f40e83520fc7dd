package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

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

    @ParameterizedTest(name = "{0} with {1} shards on each of {2} members, {3} backups: {4} % of the memory")
    @CsvSource({
        "HEAP, 7, 1, 0, 45",
        "HEAP, 7, 2, 1, 45",
        "HEAP, 13, 2, 1, 58",
        "HEAP, 9, 3, 1, 39",
        "HEAP, 9, 3, 2, 51",
        "HEAP, 199, 1, 0, 80",
        "HEAP, 140, 3, 1, 55",
        "HEAP, 140, 10, 1, 73",
        "NATIVE, 199, 1, 0, 80",
        "NATIVE, 140, 3, 1, 62",
        "NATIVE, 7, 2, 1, 73"
    })
    void shouldLeaveRoomForShardsThatMoveAndThoseOfALostMember(
            MemoryKind kind, int shards, int members, int backups, int percent) {
        HistoryBound bound = HistoryBound.leavingRoom(kind, 100 * GIB, backups);
        bound.setMembers(members);

        assertThat(bound.bytes(shards) / GIB).isEqualTo(percent);
    }

    @ParameterizedTest(name = "{0} shards, {1} members")
    @CsvSource({"2, 4", "9, 3", "13, 2", "20, 3", "140, 3", "60, 10"})
    void shouldFitOnTheHeapAfterALossWithTwoShardsMoving(int shards, int members) {
        HistoryBound bound = HistoryBound.leavingRoom(MemoryKind.HEAP, GIB, 1);
        bound.setMembers(members);
        double shardBytes = (double) bound.bytes(shards) / shards;
        double afterALoss = members > 2 ? shards * members / (members - 1.0) : shards;

        assertThat(shardBytes * (afterALoss + 2 * 3)).isLessThanOrEqualTo(0.85 * GIB);
    }

    @Test
    void shouldNotBeNothingBeforeTheFirstShard() {
        assertThat(HistoryBound.leavingRoom(MemoryKind.HEAP, GIB, 1).bytes(0)).isPositive();
    }
}
