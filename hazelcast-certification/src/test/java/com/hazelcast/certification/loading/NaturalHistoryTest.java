package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.BatchScorer;
import com.hazelcast.certification.traffic.CleanGenerator;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.NaturalGenerator;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Loaded histories and the stream are of the same customers. */
class NaturalHistoryTest {
    private static final int CARDS = 2_000;
    private static final int HISTORY = 40;
    private static final long UNTIL_MS = 1_798_761_600_000L;

    private static HistoryShard shard(Traffic traffic, long seed) {
        LoadSpec spec = new LoadSpec(CARDS, HISTORY, seed, UNTIL_MS, traffic);
        return new SyntheticShards(
                        spec,
                        1,
                        HistoryMemory.unbounded(MemoryKind.HEAP),
                        HistoryLimits.ENTRIES_PER_CARD_DEFAULT,
                        Optional.empty())
                .make(0);
    }

    /** What is known of a card from one side, its past or its present. */
    private static final class Profile {
        private final List<Integer> amounts = new ArrayList<>();
        private final Map<Integer, Integer> countries = new HashMap<>();
        private final Set<Integer> cities = new HashSet<>();

        void add(long times, long payment, int outcome) {
            amounts.add(TransactionLayout.amountUnits(payment));
            countries.merge(TransactionLayout.country(times), 1, Integer::sum);
            cities.add(TransactionLayout.city(outcome));
        }

        double mean() {
            return amounts.stream().mapToInt(Integer::intValue).average().orElseThrow();
        }

        int home() {
            return countries.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
        }
    }

    private static Map<Long, Profile> pasts(HistoryShard shard) {
        Map<Long, Profile> pasts = new HashMap<>();
        for (long card = 0; card < CARDS; card++) {
            Profile past = new Profile();
            HistoryCursor cursor = shard.open(card);
            cursor.rewind();
            while (cursor.next()) {
                assertThat(TransactionLayout.timeMs(cursor.times()))
                        .isBetween(UNTIL_MS - HistoryLimits.HORIZON_MS + 1, UNTIL_MS);
                past.add(cursor.times(), cursor.payment(), cursor.outcome());
            }
            assertThat(past.amounts).hasSize(HISTORY);
            pasts.put(card, past);
        }
        return pasts;
    }

    private static Map<Long, Profile> presents(long seed) {
        Map<Long, Profile> presents = new HashMap<>();
        RecordGenerator generator = new NaturalGenerator(CARDS, seed, LabelSink.NONE);
        byte[] record = new byte[WireRecord.SIZE_BYTES];
        byte[] parsed = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < 100 * CARDS; i++) {
            generator.fill(record, 0, 1, UNTIL_MS + i * 1_000L);
            assertThat(RecordParser.parse(record, 0, parsed, 0)).isEqualTo(RecordParser.OK);
            presents.computeIfAbsent(TransactionLayout.cardAt(parsed, 0), ignored -> new Profile())
                    .add(
                            TransactionLayout.timesAt(parsed, 0),
                            TransactionLayout.paymentAt(parsed, 0),
                            TransactionLayout.outcomeAt(parsed, 0));
        }
        return presents;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 42"})
    void shouldHaveTheSameHomePlacesAndAmountsInPastAndPresent(long seedOfHistories, long seedOfStream) {
        Map<Long, Profile> pasts = pasts(shard(Traffic.NATURAL, seedOfHistories));
        Map<Long, Profile> presents = presents(seedOfStream);

        int compared = 0;
        int sameHome = 0;
        int sharedCities = 0;
        double[] sums = new double[5];
        for (Map.Entry<Long, Profile> of : presents.entrySet()) {
            Profile present = of.getValue();
            Profile past = pasts.get(of.getKey());
            if (present.amounts.size() >= 40) {
                compared++;
                sameHome += present.home() == past.home() ? 1 : 0;
                sharedCities += past.cities.stream().anyMatch(present.cities::contains) ? 1 : 0;
                double x = Math.log(past.mean());
                double y = Math.log(present.mean());
                sums[0] += x;
                sums[1] += y;
                sums[2] += x * y;
                sums[3] += x * x;
                sums[4] += y * y;
            }
        }
        assertThat(compared).isGreaterThan(CARDS / 2);
        assertThat(sameHome).as("of %d", compared).isEqualTo(compared);
        assertThat(sharedCities).as("of %d", compared).isEqualTo(compared);
        double covariance = compared * sums[2] - sums[0] * sums[1];
        double correlation = covariance
                / Math.sqrt(compared * sums[3] - sums[0] * sums[0])
                / Math.sqrt(compared * sums[4] - sums[1] * sums[1]);
        assertThat(correlation).as("of mean amounts in past and present").isGreaterThan(0.8);
    }

    @ParameterizedTest
    @EnumSource(
            value = Traffic.class,
            names = {"NATURAL", "CLEAN"})
    void shouldMakeTheSameHistoriesFromTheSameSeed(Traffic traffic) {
        List<Integer> one = pasts(shard(traffic, 1)).get(17L).amounts;
        assertThat(one)
                .isEqualTo(pasts(shard(traffic, 1)).get(17L).amounts)
                .isNotEqualTo(pasts(shard(traffic, 2)).get(17L).amounts);
    }

    @Test
    void shouldHaveTwoFifthsOfNaturalTrafficFlaggedByTheChallengesRules() {
        assertThat(flaggedShare(Traffic.NATURAL, new NaturalGenerator(CARDS, 1, LabelSink.NONE)))
                .isBetween(0.37, 0.45);
    }

    @Test
    void shouldHaveNothingOfCleanTrafficFlagged() {
        assertThat(flaggedShare(Traffic.CLEAN, new CleanGenerator(CARDS, 1))).isZero();
    }

    private static double flaggedShare(Traffic traffic, RecordGenerator generator) {
        HistoryShard shard = shard(traffic, 1);
        BatchScorer scorer = new BatchScorer();
        int count = 20 * CARDS;
        byte[] record = new byte[WireRecord.SIZE_BYTES];
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        short[] answer = new short[1];
        int flagged = 0;
        for (int i = 0; i < count; i++) {
            generator.fill(record, 0, 1, UNTIL_MS + i * 5_000L);
            assertThat(RecordParser.parse(record, 0, transaction, 0)).isEqualTo(RecordParser.OK);
            scorer.score(shard, UNTIL_MS, transaction, 1, answer);
            assertThat(Answer.isScored(answer[0])).isTrue();
            flagged += Answer.verdict(answer[0]) == 0 ? 0 : 1;
        }
        return flagged / (double) count;
    }
}
