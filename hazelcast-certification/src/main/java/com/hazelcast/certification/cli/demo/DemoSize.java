package com.hazelcast.certification.cli.demo;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.process.JvmHost;
import com.hazelcast.certification.traffic.StreamCalendar;
import java.time.Duration;
import java.util.Locale;

/**
 * How large a demo is: the days that it shows, and the memory of its members. Immutable.
 *
 * @param cards one or more
 * @param history transactions to load a card
 * @param members one or more
 * @param duration for which transactions are scored
 * @param cores of the machine
 * @param machineMib memory of the machine
 */
public record DemoSize(int cards, int history, int members, Duration duration, int cores, long machineMib) {
    private static final int MIB_PER_GIB = 1_024;

    /** What a member takes beside its histories. */
    private static final int HEAP_BASE_MIB = 512;

    /** Bytes of a card without transactions, its place in the table included, and of each of these, as {@code TEST_RESULTS.md} has them. */
    private static final long BYTES_PER_CARD = 80;

    private static final long BYTES_PER_TRANSACTION = 22;

    /**
     * Heap for a byte of history: 2.2 with two members, up to 2.9 with four, for shards that move and those of a lost member, see
     * {@code docs/decisions/0018-a-card-that-dropped-remembers-up-to-when.md}.
     */
    private static final double HEAP_PER_HISTORY = 3;

    /** More than two cores have scored in this demo, and more than one source sends. */
    private static final long TPS_PER_CORE_MAX = 1_000_000;

    /** No machine has scored as many a second. */
    private static final long TPS_MAX = 4_000_000;

    /** Payments of so many days are shown, at least and at most. */
    private static final long DAYS_MIN = 1;

    /** Histories hold no longer. */
    private static final long DAYS_MAX = 90;

    /** Of a card that has no history. */
    private static final double PAYMENTS_A_DAY = 2;

    /** On this machine. */
    public static DemoSize here(int cards, int history, int members, Duration duration) {
        return new DemoSize(
                cards,
                history,
                members,
                duration,
                Runtime.getRuntime().availableProcessors(),
                JvmHost.memoryHereBytes() >> 20);
    }

    /** Of each shard. */
    public int backups() {
        return members > 1 ? 1 : 0;
    }

    /** As often as the card has paid before. */
    public double paymentsADay() {
        return history == 0 ? PAYMENTS_A_DAY : (double) history / HistoryLimits.HORIZON_DAYS;
    }

    /** The days whose payments are shown in fast motion: as many as may be scored. */
    public Duration shown() {
        long days = Duration.ofMillis(passedMs(scoredMax())).toDays();
        return Duration.ofDays(Math.max(DAYS_MIN, Math.min(DAYS_MAX, days)));
    }

    /** The time in which all cards together pay so often, in milliseconds. */
    public long passedMs(long payments) {
        return StreamCalendar.passedMs(payments, cards, paymentsADay());
    }

    /** Heap of a member: for all that may be scored, but not more than half of the machine's memory unless it must be. */
    public int heapMib() {
        long scoredPerCard = Math.min(HistoryLimits.ENTRIES_PER_CARD_DEFAULT, scoredMax() / cards);
        long halfMib = machineMib / 2 / members;
        return (int) Math.max(heapMib(history), Math.min(heapMib(history + scoredPerCard), halfMib));
    }

    /**
     * Refuses more than the machine has room for.
     *
     * @throws IllegalArgumentException when its memory is too small
     */
    public void requireMemory() {
        long neededMib = heapMib(history) * members + MIB_PER_GIB;
        if (neededMib > machineMib) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "this machine has %d MiB and %d cards on %d members need about %d MiB; choose fewer --cards:"
                            + " cards=%d",
                    machineMib,
                    cards,
                    members,
                    neededMib,
                    cards));
        }
    }

    private long scoredMax() {
        return Math.min(TPS_MAX, cores * TPS_PER_CORE_MAX) * duration.toSeconds();
    }

    private long heapMib(long transactionsPerCard) {
        long copies = backups() + 1L;
        double historyBytes =
                (double) cards * copies * (BYTES_PER_CARD + BYTES_PER_TRANSACTION * transactionsPerCard) / members;
        return Math.max(2 * HEAP_BASE_MIB, HEAP_BASE_MIB + ((long) (historyBytes * HEAP_PER_HISTORY) >> 20));
    }
}
