package com.hazelcast.certification.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.transaction.WireRecord;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NaturalGeneratorTest {
    /** Wednesday, 17:00 UTC. */
    private static final long TIME_MS = 1_798_736_400_000L;

    private static byte[] bytes(long cards, long seed, int count, LabelSink labels) {
        byte[] bytes = new byte[count * WireRecord.SIZE_BYTES];
        new NaturalGenerator(cards, seed, labels).fill(bytes, 0, count, TIME_MS);
        return bytes;
    }

    @Test
    void shouldMakeTheSameRecordsFromTheSameSeed() {
        assertThat(bytes(10_000, 7, 5_000, LabelSink.NONE))
                .isEqualTo(bytes(10_000, 7, 5_000, LabelSink.NONE))
                .isNotEqualTo(bytes(10_000, 8, 5_000, LabelSink.NONE));
    }

    @Test
    void shouldMakeTheSameRecordsHoweverManyAreAskedForAtATime() {
        byte[] bytes = new byte[5_000 * WireRecord.SIZE_BYTES];
        NaturalGenerator generator = new NaturalGenerator(10_000, 7, LabelSink.NONE);
        for (int made = 0; made < 5_000; made += 50) {
            generator.fill(bytes, made * WireRecord.SIZE_BYTES, 50, TIME_MS);
        }
        assertThat(bytes).isEqualTo(bytes(10_000, 7, 5_000, LabelSink.NONE));
    }

    @Test
    void shouldLeaveRecordsAsTheyAreWhenTheyAreLabelled() {
        int[] frauds = {0};
        byte[] labelled = bytes(
                10_000,
                7,
                50_000,
                (card, timeMs, amountUnits, scenario) -> frauds[0] += scenario == Scenario.GENUINE ? 0 : 1);

        assertThat(frauds[0]).isPositive();
        assertThat(labelled).isEqualTo(bytes(10_000, 7, 50_000, LabelSink.NONE));
    }

    @Test
    void shouldHaveCustomersWhoPayMoreOftenThanOthers() {
        Map<Long, Integer> counts = new HashMap<>();
        Labelled.records(1_000, 1, 200_000, 1_000, TIME_MS, TIME_MS + 7 * 86_400_000L)
                .forEach(record -> counts.merge(record.fields().card(), 1, Integer::sum));

        int[] sorted =
                counts.values().stream().mapToInt(Integer::intValue).sorted().toArray();
        assertThat(sorted.length).as("cards that pay at all").isGreaterThan(950);
        assertThat(Arrays.stream(sorted, sorted.length / 2, sorted.length).sum())
                .as("payments of the half that pays more often")
                .isBetween(130_000, 170_000);
    }

    /** By the clocks of the countries that people live in, two hours earlier or later. */
    @Test
    void shouldLetFewPayAtNight() {
        List<Labelled> genuine = Labelled.records(100_000, 1, 200_000, 1_000, TIME_MS, TIME_MS + 86_400_000L).stream()
                .filter(record -> record.scenario() == Scenario.GENUINE)
                .toList();
        long atNight = genuine.stream()
                .filter(record -> {
                    int hour = localHour(record);
                    return hour >= 1 && hour < 5;
                })
                .count();
        long inTheAfternoon = genuine.stream()
                .filter(record -> {
                    int hour = localHour(record);
                    return hour >= 16 && hour < 20;
                })
                .count();
        assertThat(atNight).isPositive().isLessThan(inTheAfternoon / 5);
    }

    private static int localHour(Labelled record) {
        Customer customer = new Customer(TrafficModel.NATURAL, Places.of(100_000));
        customer.set(record.fields().card());
        int hour = Rhythm.hourOfWeek(record.fields().timeMs());
        return Rhythm.hourOfDay(hour, Places.hoursEast(customer.country()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 1_000, 30_000_000, RecordGenerator.CARDS_MAX})
    void shouldMakeLegalRecordsOfTheWholeRangeOfCards(long cards) {
        assertThat(Labelled.records(cards, 3, 20_000, 1_000, TIME_MS, TIME_MS))
                .allMatch(
                        record -> record.fields().card() >= 0 && record.fields().card() < cards)
                .allMatch(record -> record.fields().amountUnits() >= 1)
                .anyMatch(record -> record.fields().card() >= cards - 1 - cards / 100)
                .anyMatch(record -> record.fields().card() <= cards / 100);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, RecordGenerator.CARDS_MAX + 1})
    void shouldRefuseANumberOfCardsOutOfRange(long cards) {
        assertThatThrownBy(() -> new NaturalGenerator(cards, 1, LabelSink.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("cards=" + cards);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 1_000_000, RecordGenerator.CARDS_MAX})
    void shouldTakeNoMemoryThatGrowsWithTheCards(long cards) {
        byte[] bytes = new byte[1_000 * WireRecord.SIZE_BYTES];
        fill(new NaturalGenerator(1_000, 1, LabelSink.NONE), bytes, 100);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        NaturalGenerator generator = new NaturalGenerator(cards, 1, LabelSink.NONE);
        fill(generator, bytes, 1_000);
        long allocatedBytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocatedBytes)
                .as("bytes allocated by a generator and a million records")
                .isLessThan(20_000);
    }

    private static void fill(RecordGenerator generator, byte[] bytes, int times) {
        for (int i = 0; i < times; i++) {
            generator.fill(bytes, 0, 1_000, TIME_MS + i);
        }
    }
}
