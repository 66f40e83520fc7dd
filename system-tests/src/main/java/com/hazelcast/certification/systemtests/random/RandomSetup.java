package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.history.MemoryNeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The cluster and the traffic of a random run, as a seed decides them.
 *
 * @param members at the beginning
 * @param backups of each shard
 * @param memory {@code heap} or {@code native}
 * @param isMemoryShort the histories nearly fill their memory when they are loaded
 * @param entriesPerCard bound on a card's entries
 * @param minMembers fewer score nothing
 * @param hasSplits members are cut off and stand still for long; only where {@code minMembers} is a majority of all places
 * @param hasFurther a further member joins and leaves
 * @param isCareful copies are complete again before a process ends whose end could take the last one
 * @param degradedAfter the member's option
 * @param isQuick members give a silent one up after 6 s instead of 20, and merge sooner
 * @param settledMs until members have given a silent one up, have waited for {@code degradedAfter}, and have made copies
 * @param shards of the cluster
 * @param cards that are loaded
 * @param history transactions loaded a card
 * @param ratePerSecond transactions sent, each at two gateways
 * @param actionsMs how long members are acted on, about
 * @param pauseMaxMs the longest pause between two actions
 */
record RandomSetup(
        int members,
        int backups,
        String memory,
        boolean isMemoryShort,
        int entriesPerCard,
        int minMembers,
        boolean hasSplits,
        boolean hasFurther,
        boolean isCareful,
        String degradedAfter,
        boolean isQuick,
        int settledMs,
        int shards,
        int cards,
        int history,
        int ratePerSecond,
        int actionsMs,
        int pauseMaxMs) {
    private static final int SETTLED_MS = 60_000;
    private static final int SETTLED_QUICK_MS = 40_000;
    private static final int ENTRIES_MANY = 4_095;
    private static final int ENTRIES_FEW = 40;
    private static final int SHORT_MEMORY_CARDS = 2_100;

    /** The usual sizes of a run. */
    static RandomSetup usual(SplittableRandom random) {
        boolean hasSplits = random.nextInt(10) < 6;
        return of(
                random,
                oneOf(random, 2, 3, 3, 3, 4, 4, 5),
                oneOf(random, 200, 200, 200, 200, 500, 2_000),
                hasSplits ? 70_000 : 45_000,
                30_000,
                hasSplits);
    }

    /** Short runs of two or three members, without cuts of the network, which not every machine can make. */
    static RandomSetup brief(SplittableRandom random) {
        return of(random, oneOf(random, 2, 3, 3), 1_000, 9_000, 1_500, false);
    }

    /** As {@link #brief}, of three members that are cut off from each other for long enough to give each other up. */
    static RandomSetup briefWithCuts(SplittableRandom random) {
        return of(random, 3, 1_000, 25_000, 1_500, true);
    }

    private static RandomSetup of(
            SplittableRandom random, int members, int rate, int actionsMs, int pauseMaxMs, boolean hasSplits) {
        int backups = members > 2 && random.nextInt(3) == 0 ? 2 : 1;
        boolean hasFurther = random.nextInt(3) == 0;
        int places = members + (hasFurther ? 1 : 0);
        boolean isMajority = hasSplits || random.nextInt(3) > 0;
        int shards = oneOf(random, 7, 13, 31);
        boolean isMemoryShort = random.nextInt(4) == 0;
        boolean isQuick = hasSplits && random.nextInt(3) > 0;
        return new RandomSetup(
                members,
                backups,
                random.nextInt(3) == 0 ? "native" : "heap",
                isMemoryShort,
                random.nextInt(4) == 0 ? ENTRIES_FEW : ENTRIES_MANY,
                isMajority && places > 2 ? places / 2 + 1 : hasSplits ? 2 : 1,
                hasSplits,
                hasFurther,
                random.nextInt(4) > 0,
                oneOf(random, "10s", "2s", "never"),
                isQuick,
                isQuick ? SETTLED_QUICK_MS : SETTLED_MS,
                shards,
                isMemoryShort ? shards * SHORT_MEMORY_CARDS : oneOf(random, 500, 5_000, 30_000),
                isMemoryShort ? 20 : 10,
                rate,
                actionsMs,
                pauseMaxMs);
    }

    @SafeVarargs
    private static <T> T oneOf(SplittableRandom random, T... values) {
        return values[random.nextInt(values.length)];
    }

    /** Copies of a shard, the owner's included. */
    int copies() {
        return backups + 1;
    }

    /** Places for members. */
    int places() {
        return members + (hasFurther ? 1 : 0);
    }

    /** Whether members may drop and reject for lack of room. */
    boolean mayDrop() {
        return isMemoryShort || entriesPerCard == ENTRIES_FEW;
    }

    /** The members' options that differ from those of other runs. */
    List<String> options() {
        List<String> options = new ArrayList<>(List.of(
                "--cards=" + cards,
                "--history=" + history,
                "--traffic=challenge",
                "--shards=" + shards,
                "--backups=" + backups,
                "--memory=" + memory,
                "--heap=" + (isNative() ? "256m" : "384m"),
                "--entries-per-card=" + entriesPerCard,
                "--min-members=" + minMembers,
                "--degraded-after=" + degradedAfter));
        if (isNative()) {
            options.add("--native-size=192m");
        }
        if (isMemoryShort) {
            options.add("--history-memory=" + shortMemoryMib() + "m");
        }
        return options;
    }

    /**
     * A page of 1 MiB for each copy of a shard when all members are there, and one more; on the heap the tables of cards, too. What is
     * loaded fits, and little else.
     */
    private int shortMemoryMib() {
        int shardsHeld = copies() * ((shards + members - 1) / members);
        int pages = Math.max(shardsHeld, (shards * copies() - 1) / members + 2);
        long tableBytes = MemoryNeed.of(cards / shards, history, entriesPerCard)
                .times(shardsHeld)
                .tableBytes();
        return pages + (isNative() ? 0 : (int) (tableBytes >> 20) + 1);
    }

    private boolean isNative() {
        return memory.equals("native");
    }

    /** The group of configurations that this one is counted in. */
    String group() {
        return members + " members, " + backups + (backups == 1 ? " backup, " : " backups, ") + memory
                + (mayDrop() ? ", nearly full" : "");
    }

    /** In a line. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "members=%d%s backups=%d memory=%s%s entries=%d min-members=%d%s degraded-after=%s%s %s shards=%d"
                        + " cards=%d history=%d rate=%d",
                members,
                hasFurther ? "+1" : "",
                backups,
                memory,
                isMemoryShort ? "-short" : "",
                entriesPerCard,
                minMembers,
                hasSplits ? " splits" : "",
                degradedAfter,
                isQuick ? " quick" : "",
                isCareful ? "careful" : "careless",
                shards,
                cards,
                history,
                ratePerSecond);
    }
}
