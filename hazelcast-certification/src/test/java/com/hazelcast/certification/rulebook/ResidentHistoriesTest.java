package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies of a member's histories. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ResidentHistoriesTest {
    static final long CARD = 4_000_000_000_000_001L;
    private static final long START_MS = 1_767_225_600_000L;

    /** A slice of one card, whose entries are a minute apart and stand newest first, as a shard gives them. */
    static long[] slice(long card, int entries) {
        List<Long> words = new ArrayList<>(List.of(7L, card, (long) entries));
        for (int i = entries - 1; i >= 0; i--) {
            words.add(TransactionLayout.times(START_MS + i * 60_000L, 276, 978));
            words.add(TransactionLayout.payment(1_000 + i, 1, 5_411));
            words.add((long) TransactionLayout.outcome(1, 0));
        }
        return words.stream().mapToLong(Long::longValue).toArray();
    }

    @Test
    void shouldCopyWhatAMemberHoldsAndChangeNothing() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            assertThat(entries(whole(member))).as("nothing is loaded").isEmpty();
            cluster.load();

            Map<Long, List<Long>> copied = entries(whole(member));

            assertThat(copied).hasSizeBetween(ResidentHistories.CARDS_MAX / 2, ResidentHistories.CARDS_MAX * 3 / 2);
            assertThat(copied.values())
                    .allSatisfy(times ->
                            assertThat(times).as("oldest first").isNotEmpty().isSorted());
            assertThat(entries(whole(member))).as("the same again").isEqualTo(copied);
        }
    }

    /** A draft waits for it, and the drafts behind that one. */
    @Test
    void shouldTakeWhatItHasReadWhenThatTakesLong() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.load();
            Map<Long, List<Long>> all = entries(whole(member));
            AtomicLong seconds = new AtomicLong();

            Map<Long, List<Long>> few = entries(ResidentHistories.read(
                    member.hazelcast(), () -> TimeUnit.SECONDS.toNanos(seconds.getAndIncrement())));

            assertThat(few).as("of two shards").isNotEmpty().hasSizeLessThan(all.size());
            assertThat(all).containsAllEntriesOf(few);
        }
    }

    /** However long it takes. */
    private static ResidentHistories whole(FraudMember member) {
        return ResidentHistories.read(member.hazelcast(), () -> 0);
    }

    private static Map<Long, List<Long>> entries(ResidentHistories resident) {
        Map<Long, List<Long>> times = new HashMap<>();
        resident.forEach((card, each, payment, outcome) ->
                times.computeIfAbsent(card, ignored -> new ArrayList<>()).add(TransactionLayout.timeMs(each)));
        return times;
    }

    @Test
    void shouldVisitTheCardsOfASliceInTurnsAndOfEachTheOldestEntryFirst() {
        long[] two = LongStream.concat(
                        LongStream.of(slice(CARD, 3)),
                        LongStream.of(slice(CARD + 1, 1)).skip(1))
                .toArray();
        List<String> visited = new ArrayList<>();

        ResidentHistories.of(List.of(two, slice(CARD + 2, 0)))
                .forEach((card, times, payment, outcome) -> visited.add(
                        card - CARD + " of minute " + (TransactionLayout.timeMs(times) - START_MS) / 60_000));

        assertThat(visited).containsExactly("0 of minute 0", "1 of minute 0", "0 of minute 1", "0 of minute 2");
    }

    /** Otherwise it would be compiled and warmed up twice a second without an end, and the drafts behind it never. */
    @Test
    void shouldBeWarmAllTheSameWhenAHistoryIsTorn() throws Exception {
        RuleSet small = RuleSet.of(
                2, 0, new RuleSetText("set tried\nrule small decline when tx.amount <= 10\n", Map.of()), code -> code);
        ResidentHistories torn = ResidentHistories.of(List.of(new long[] {7, CARD, 5}));
        List<RuleSet> sets = List.of(small);
        assertThatThrownBy(() -> new WarmUpBatches(sets, torn)).isInstanceOf(ArrayIndexOutOfBoundsException.class);

        assertThatCode(() -> RuleWarmUp.runBeside(small, torn)).doesNotThrowAnyException();
    }
}
