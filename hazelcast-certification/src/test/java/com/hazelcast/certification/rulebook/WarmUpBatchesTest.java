package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What sets are warmed up on. */
class WarmUpBatchesTest {
    private static final int TRANSACTIONS = 4_096;
    private static final int BURST = 4;
    private static final int BATCHES = 16;

    private static RuleSet set() throws Exception {
        return RuleSet.of(
                2,
                0,
                new RuleSetText("set tried\nrule third decline when count(last 90d) = 2\n", Map.of()),
                code -> code);
    }

    private static void score(WarmUpBatches batches) {
        for (int i = 0; i < BATCHES; i++) {
            batches.scoreNext();
        }
    }

    /** Of one card, in their order. */
    private static List<Long> timesMs() {
        return IntStream.range(0, TRANSACTIONS)
                .filter(number -> WarmUpBatches.card(number) == WarmUpBatches.card(0))
                .mapToObj(WarmUpBatches::timeMs)
                .toList();
    }

    @Test
    void shouldLetACardPayInBurstsAndOverWeeks() {
        List<Long> timesMs = timesMs();
        assertThat(timesMs).hasSizeGreaterThan(60).isSorted().doesNotHaveDuplicates();
        // Of 60 that are kept.
        assertThat(timesMs.get(59) - timesMs.get(0)).isGreaterThan(40 * HistoryLimits.DAY_MS);
        assertThat(IntStream.range(BURST, timesMs.size())
                        .filter(i -> timesMs.get(i) - timesMs.get(i - BURST) < HistoryLimits.DAY_MS)
                        .count())
                .isGreaterThan(10);
    }

    /** As duplicates they would run no rule. */
    @Test
    void shouldDecideTheSameCopiesAgainAndAgain() throws Exception {
        ResidentHistories resident =
                ResidentHistories.of(List.of(ResidentHistoriesTest.slice(ResidentHistoriesTest.CARD, 40)));
        WarmUpBatches batches = new WarmUpBatches(List.of(set()), resident);

        score(batches);

        assertThat(batches.scored()).isEqualTo(BATCHES * WarmUpBatches.SIZE);
        assertThat(batches.failed()).isZero();
    }

    @Test
    void shouldDecideMadeUpTransactionsBySetsInTurnsWhereThereAreNoCopies() throws Exception {
        RuleSet set = set();
        WarmUpBatches batches =
                new WarmUpBatches(Stream.generate(set::compiledAgain).limit(3).toList(), ResidentHistories.NONE);

        score(batches);

        assertThat(batches.scored()).isEqualTo(BATCHES * WarmUpBatches.SIZE);
        assertThat(batches.failed()).isZero();
    }

    /** Otherwise a draft that is submitted then would be cold for eight seconds more. */
    @Test
    void shouldEndALongerWarmUpWhenItIsNotToGoOn() throws Exception {
        RuleSet set = set();
        AtomicInteger asked = new AtomicInteger();

        RuleWarmUp.runLonger(set, ResidentHistories.NONE, () -> asked.incrementAndGet() < 3);

        assertThat(asked).hasValue(3);
    }

    @Test
    void shouldHaveNoSecondStageWhereTheJvmIsSoCalled() {
        boolean isSoCalled = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .anyMatch(argument -> argument.matches("-XX:TieredStopAtLevel=[0-3]"));

        assertThat(RuleWarmUp.hasSecondStage()).isEqualTo(!isSoCalled);
    }
}
