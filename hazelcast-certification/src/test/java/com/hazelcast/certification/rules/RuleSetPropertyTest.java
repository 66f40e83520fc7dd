package com.hazelcast.certification.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.history.HistoryCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The rule set against {@link PlainRules}, on transactions and histories that favour what the rules name. */
class RuleSetPropertyTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long NOON = 1_781_524_800_000L;
    private static final long MARCH_25 = 1_774_396_800_000L;

    private static final long[] CARDS = {
        4000222100L,
        4000222333L,
        4000222333L,
        CardNumber.of("000112340000444422"),
        CardNumber.of("000112340000444444"),
        CardNumber.of("003300030044442211")
    };
    private static final int[] COUNTRIES = {0, 1, 2, 2, 111, 121, 122, 122, 200, 201, 221, 444};
    private static final int[] MERCHANTS = {1, 11, 11, 22, 22, 33, 33, 101, 2000, 2200, 2222, 2222};
    private static final int[] CODES = {0, 1, 1, 5, 6, 1000, 1001, 2222, 3333, 3333, 3344, 3344};
    private static final int[] AMOUNTS = {
        0, 1, 100, 101, 1_000, 1_001, 9_999, 10_000, 10_001, 20_001, 50_001, 100_001, 200_001, 500_000, 1_000_000
    };
    private static final int[] AMOUNT_BOUNDS = {3, 30, 120, 2_000, 40_000, 3_000_000, Integer.MAX_VALUE};
    private static final int[] COUNTS = {0, 1, 2, 9, 30, 98, 99, 100, 130, 298, 299, 300, 398, 399, 400, 450};

    /** Spans of time over which a history is spread. */
    private static final long[] SPANS = {
        5, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 2 * DAY, 14 * DAY, 65 * DAY, 75 * DAY, 90 * DAY, 100 * DAY
    };

    private final CertificationRuleSet rules = new CertificationRuleSet();

    @Property(tries = 8_000)
    void shouldAgreeWithThePlainReading(@ForAll long seed) {
        Random random = new Random(seed);
        Habit habit = new Habit(random);
        Entry t = habit.entry(random.nextInt(8) == 0 ? MARCH_25 + random.nextLong(DAY) : NOON + random.nextLong(DAY));
        List<Entry> others = habit.history(t);
        List<Integer> expected = new PlainRules(t, others).matches();

        ListHistory history = new ListHistory(others.stream().map(Entry::packed).toList(), t.time());
        assertAgrees(t, history, expected);
        assertAgrees(t, new StaleFlagsHistory(history, HistoryFlags.CODE_3333_AT_2222), expected);
    }

    private void assertAgrees(Entry t, HistoryCursor history, List<Integer> expected) {
        TransactionText packed = t.packed();
        int verdict = rules.verdict(packed.card(), packed.times(), packed.payment(), packed.outcome(), history);
        List<RuleMatch> matches =
                rules.explain(packed.card(), packed.times(), packed.payment(), packed.outcome(), history);
        assertThat(matches).extracting(match -> match.rule().id()).isEqualTo(expected);
        assertThat(verdict).isEqualTo(expected.isEmpty() ? 0 : expected.get(0));
    }

    /** How one card of the test spends: what values it favours and how much it spends at most. */
    private static final class Habit {
        private final Random random;
        private final long card;
        private final int amountMax;
        private final boolean isSpecial;
        private final boolean isUniform;

        Habit(Random random) {
            this.random = random;
            card = random.nextInt(3) == 0 ? CARDS[random.nextInt(CARDS.length)] : random.nextInt(30_000_000);
            amountMax = AMOUNT_BOUNDS[random.nextInt(AMOUNT_BOUNDS.length)];
            isSpecial = random.nextInt(4) != 0;
            isUniform = random.nextBoolean();
        }

        Entry entry(long time) {
            return new Entry(
                    card,
                    time,
                    favoured(COUNTRIES, 999),
                    random.nextInt(3) == 0 ? 5 : 0,
                    amount(),
                    random.nextBoolean() ? 11 : favoured(new int[] {11, 22}, 999),
                    favoured(MERCHANTS, 9_999),
                    random.nextInt(100_000),
                    favoured(CODES, 99_999));
        }

        private int favoured(int[] values, int max) {
            return isSpecial && random.nextInt(4) != 0
                    ? values[random.nextInt(values.length)]
                    : random.nextInt(max + 1);
        }

        private int amount() {
            int special = AMOUNTS[random.nextInt(AMOUNTS.length)];
            return random.nextInt(3) == 0 && special <= amountMax ? special : random.nextInt(amountMax);
        }

        /** Newest first; entries of one millisecond keep the order in which the history has them. */
        List<Entry> history(Entry t) {
            List<Entry> others = new ArrayList<>();
            int count = COUNTS[random.nextInt(COUNTS.length)];
            long span = SPANS[random.nextInt(SPANS.length)];
            int newer = random.nextInt(3) == 0 ? random.nextInt(5) : 0;
            Entry repeated = entry(t.time());
            for (int i = 0; i < count; i++) {
                long age = i < newer ? -1 - random.nextLong(span) : age(span);
                Entry other = isUniform && random.nextInt(8) != 0 ? repeated : entry(t.time());
                others.add(other.at(t.time() - age));
            }
            others.sort(Comparator.comparingLong(Entry::time).reversed());
            return others;
        }

        /** Now and then a whole number of hours or days, give or take a millisecond. */
        private long age(long span) {
            if (random.nextInt(4) != 0) {
                return random.nextLong(span);
            }
            long unit = random.nextBoolean() ? HOUR : DAY;
            return Math.max(0, random.nextLong(span / unit + 1) * unit + random.nextInt(3) - 1);
        }
    }
}
