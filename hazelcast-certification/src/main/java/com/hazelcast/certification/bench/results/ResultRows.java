package com.hazelcast.certification.bench.results;

import com.hazelcast.certification.bench.results.ResultRow.Figure;
import java.util.List;

/**
 * The rows of {@code TEST_RESULTS.md} that {@code bench all} makes one by one; {@link ResultTable} has whole tables. A row more is a line
 * here, and nothing else.
 */
public final class ResultRows {
    private static final String THROUGHPUT = "throughput";
    private static final String LATENCY = "latency";
    private static final String MEMORY = "memory";
    private static final String HTTP = "http";
    private static final String RULES = "rules";
    private static final String STORAGE = "storage";

    private static final String KERNEL = "bench kernel --heap 4g";
    private static final String KERNEL_AGED = KERNEL + " --traffic clean --cards 150000 --history ";
    private static final String ONE_HEAP = "bench end-to-end --duration 12s";

    /**
     * A member compiles what it runs for half a minute under full load. With the real time each card would be paid 90 times within these seconds;
     * by this clock, ninety days pass in the warm-up.
     */
    private static final String ONE_LATER = "bench end-to-end --clock-speed 172800 --warm-up 45s --duration 12s";

    /**
     * By its clock each card is paid every 36 hours, and ninety days pass in five minutes: histories grow from 20 entries to 60 until then, and
     * expire as they grow from then on. They take some 6 GB.
     */
    private static final String TEN_MINUTES =
            "bench end-to-end --cards 4000000 --member-heap 10g --rate 800000 --clock-speed 25920 --warm-up 1m --duration 10m";

    private static final String ONE_NATIVE = "bench end-to-end --memory native --member-heap 2g --member-native 6g";
    private static final String LARGE_HEAP = "bench end-to-end --cards 30000000 --member-heap 17g --warm-up 15s";
    private static final String LARGE_NATIVE =
            "bench end-to-end --cards 30000000 --memory native --member-heap 3g --member-native 17g --warm-up 8s";
    private static final String TWO = "bench end-to-end --members 2 --backups 1 --readers 1";

    /**
     * As many million cards as two members hold here beside what else runs: four fifths of a heap of 10 GiB are for histories, and a card takes
     * 579 bytes in the long run. With a backup each member holds all of them.
     */
    private static final String TWO_FULL = TWO + " --cards 14000000 --member-heap 10g --warm-up 15s";

    private static final String CHALLENGE = " --traffic challenge";
    private static final String CLEAN = " --traffic clean";
    private static final String MEMORY_ONLY = " --durability memory";
    private static final String WRITTEN = " --durability written";
    private static final String SYNCED = " --durability synced";

    /** What is asked of answers at a rate is asked of members that have run for three minutes: until then the compiler takes their processor. */
    private static final String LONG_WARM_UP = " --warm-up 3m";

    /** By the clock of the records, of each card; by the real one, cards would be paid up to a hundred times while members warm up. */
    private static final long SECONDS_BETWEEN_PAYMENTS = 36L * 60 * 60;

    private static final long CARDS = 1_000_000;

    private static final String TWO_HTTP = " --members 2 --backups 1";
    private static final String TLS = " --tls";
    private static final String TRANSFERS = "bench http --workload transfers";
    private static final String KEY_VALUE = "bench http --workload key-value";

    /** To a member more connections than the share of one client in its queue, so that it turns away and nothing waits for a connection. */
    private static final String BEYOND = KEY_VALUE + " --rate 100000,150000 --connections 3072";

    private static final String DECISIONS = "bench http --workload busy --rate 16667,30000,0";

    /** Terminals with frauds are in a table that is made anew each day from the labels known then, as a team would. */
    private static final String EVALUATE =
            "rules evaluate rules/starter.rules --labelled terminal-risk.csv=terminal --seed ";

    private static final String SAMPLE_50 = " --rules rules/sample-50.rules";
    private static final String SWITCH = "bench rules-switch";
    private static final String BACKTEST = "bench rules-backtest --cards 30000000 --member-heap 18g";

    /** As long a log as a member keeps with so many histories: a quarter of their snapshots. */
    private static final String RESTART = "bench restart --cards 30000000 --member-heap 18g --log 2900m --duration 6m";

    private static final String ENCRYPTED = " --encrypted";

    private static final List<ResultRow> ALL = List.of(
            row(THROUGHPUT, "one member, no backup, 1 M cards, heap", Figure.TPS, 5, ONE_HEAP),
            row(
                    THROUGHPUT,
                    "one member, no backup, 1 M cards, heap, after 45 s under full load in which 90 days pass",
                    Figure.TPS,
                    5,
                    ONE_LATER),
            row(THROUGHPUT, "one member, no backup, 1 M cards, native memory", Figure.TPS, 3, ONE_NATIVE),
            row(THROUGHPUT, "the kernel alone: no cluster, no socket", Figure.TPS, 5, KERNEL),
            row(THROUGHPUT, "the kernel alone, challenge", Figure.TPS, 3, KERNEL + CHALLENGE),
            row(THROUGHPUT, "the kernel alone, small amounts, 1 M cards × 20", Figure.TPS, 3, KERNEL + CLEAN),
            row(THROUGHPUT, "the kernel alone, small amounts, 150,000 cards × 20", Figure.TPS, 3, KERNEL_AGED + "20"),
            row(THROUGHPUT, "the kernel alone, small amounts, 150,000 cards × 200", Figure.TPS, 3, KERNEL_AGED + "200"),
            row(
                    THROUGHPUT,
                    "the kernel alone, small amounts, 150,000 cards × 200, entries leave windows as others come",
                    Figure.TPS,
                    3,
                    KERNEL_AGED + "200 --clock-speed 400000"),
            row(
                    THROUGHPUT,
                    "ten minutes at 800,000 TPS, one member, 4 M cards that are paid every 36 hours: the last minute beside the first",
                    Figure.LAST_MINUTE,
                    1,
                    TEN_MINUTES),
            row(THROUGHPUT, "one member, no backup, 30 M cards × 20, heap", Figure.TPS, 3, LARGE_HEAP),
            row(THROUGHPUT, "one member, no backup, 30 M cards × 20, native memory", Figure.TPS, 3, LARGE_NATIVE),
            row(THROUGHPUT, "two members, one synchronous backup, 1 M cards", Figure.TPS, 3, TWO),
            row(THROUGHPUT, "one member, no backup, 1 M cards, heap, challenge", Figure.TPS, 3, ONE_HEAP + CHALLENGE),
            row(
                    THROUGHPUT,
                    "two members, one synchronous backup, 1 M cards, challenge",
                    Figure.TPS,
                    3,
                    TWO + CHALLENGE),
            row(THROUGHPUT, "one member, no backup, small amounts, 1 M cards × 20", Figure.TPS, 3, ONE_HEAP + CLEAN),
            row(
                    THROUGHPUT,
                    "one member, no backup, small amounts, 300 k cards × 60",
                    Figure.TPS,
                    3,
                    ONE_HEAP + CLEAN + " --cards 300000 --history 60"),
            row(THROUGHPUT, "one member, answers wait for no disk", Figure.TPS, 3, ONE_HEAP + MEMORY_ONLY),
            row(THROUGHPUT, "one member, answers wait until written", Figure.TPS, 3, ONE_HEAP + WRITTEN),
            row(THROUGHPUT, "one member, answers wait until synced", Figure.TPS, 3, ONE_HEAP + SYNCED),
            latency("30,000 TPS offered, two members, one synchronous backup", 30_000, LONG_WARM_UP),
            latency(
                    "30,000 TPS offered, two members, one synchronous backup, answers wait until synced",
                    30_000,
                    LONG_WARM_UP + SYNCED),
            latency("300,000 TPS offered, two members, one synchronous backup", 300_000, LONG_WARM_UP),
            latency("800,000 TPS offered, two members, one synchronous backup", 800_000, LONG_WARM_UP),
            atFullLoad("one member, no backup", ONE_HEAP),
            atFullLoad("one member, no backup, challenge", ONE_HEAP + CHALLENGE),
            atFullLoad("two members, one synchronous backup", TWO),
            atFullLoad("two members, one synchronous backup, challenge", TWO + CHALLENGE),
            row(MEMORY, "bytes a card at 20 transactions, 1 M cards", Figure.BYTES_PER_CARD, 5, KERNEL),
            row(MEMORY, "loading 30 M cards × 20, one member, heap", Figure.LOAD_TIME, 3, LARGE_HEAP),
            row(MEMORY, "loading 30 M cards × 20, one member, native memory", Figure.LOAD_TIME, 3, LARGE_NATIVE),
            row(
                    MEMORY,
                    "the most cards that fit two members here, with a backup, natural traffic",
                    Figure.CARDS_HELD,
                    1,
                    TWO_FULL),
            http("transfers, one member", TRANSFERS),
            http("transfers, two members, a backup", TRANSFERS + " --rate 10000" + TWO_HTTP),
            http("transfers, one member, TLS", TRANSFERS + " --rate 10000" + TLS),
            http("key-value, one member", KEY_VALUE),
            http("key-value, two members, a backup", KEY_VALUE + TWO_HTTP),
            http("key-value, one member, TLS", KEY_VALUE + TLS),
            http("key-value beyond the ceiling, one member", BEYOND),
            http("decisions, one member", DECISIONS),
            http("decisions, two members, a backup", DECISIONS + TWO_HTTP),
            http("decisions, one member, TLS", DECISIONS + TLS),
            http("decisions, two members, a backup, TLS", DECISIONS + TWO_HTTP + TLS),
            row(STORAGE, "30 M cards × 20: ready after a stop in order, written", Figure.READY_AFTER_STOP, 1, RESTART),
            row(STORAGE, "30 M cards × 20: ready after kill -9, written", Figure.READY_AFTER_KILL, 1, RESTART),
            row(STORAGE, "30 M cards × 20: disk, log included", Figure.DISK_USE, 1, RESTART),
            row(STORAGE, "30 M cards × 20: ready after kill -9, synced", Figure.READY_AFTER_KILL, 1, RESTART + SYNCED),
            row(
                    STORAGE,
                    "30 M cards × 20: ready after kill -9, written, encrypted",
                    Figure.READY_AFTER_KILL,
                    1,
                    RESTART + ENCRYPTED),
            row(
                    STORAGE,
                    "one member, answers wait until written, encrypted",
                    Figure.TPS,
                    3,
                    ONE_HEAP + WRITTEN + ENCRYPTED),
            row(
                    STORAGE,
                    "load of 600 M rows (30 M cards × 20) of Parquet",
                    Figure.IMPORT_TIME,
                    1,
                    "bench load --cards 30000000 --member-heap 17g"),
            row(
                    STORAGE,
                    "load of 20 M rows (1 M cards × 20) of PostgreSQL",
                    Figure.IMPORT_TIME,
                    1,
                    "bench load --from postgresql"),
            row(RULES, "starter set, labelled natural traffic of 28 days, seed 7", Figure.EVALUATION, 1, EVALUATE + 7),
            row(RULES, "starter set, labelled natural traffic of 28 days, seed 8", Figure.EVALUATION, 1, EVALUATE + 8),
            row(RULES, "its card precision at 100, seed 7", Figure.CARD_PRECISION, 1, EVALUATE + 7),
            row(RULES, "its card precision at 100, seed 8", Figure.CARD_PRECISION, 1, EVALUATE + 8),
            row(
                    RULES,
                    "sample set of 50 rules with 30 aggregates, the kernel alone, 1 M cards × 20",
                    Figure.TPS,
                    3,
                    KERNEL + SAMPLE_50),
            row(
                    RULES,
                    "sample set of 50 rules with 30 aggregates, the kernel alone, each card pays every three days",
                    Figure.TPS,
                    3,
                    KERNEL + SAMPLE_50 + " --clock-speed 280000"),
            row(
                    RULES,
                    "sample set of 50 rules with 30 aggregates, one member, 1 M cards × 20",
                    Figure.TPS,
                    3,
                    ONE_HEAP + SAMPLE_50),
            row(RULES, "activation of a set, three members, one backup, 30,000 TPS", Figure.SWITCH_TIME, 1, SWITCH),
            row(RULES, "what that adds to p99.9 of its second", Figure.SWITCH_ANSWERS, 1, SWITCH),
            row(
                    RULES,
                    "backtest of a percent of 30 M cards × 20, one member",
                    Figure.BACKTEST_SAMPLE_TIME,
                    1,
                    BACKTEST),
            row(RULES, "backtest of 30 M cards × 20 (600 M), one member", Figure.BACKTEST_TIME, 1, BACKTEST),
            row(
                    RULES,
                    "answers at half of the full load beside a backtest of all cards, one member",
                    Figure.BACKTEST_ANSWERS,
                    3,
                    "bench rules-backtest --rate 400000 --sample 1 --member-heap 4g"));

    private ResultRows() {}

    private static ResultRow row(String table, String what, Figure figure, int runs, String command) {
        return new ResultRow(table, what, figure, runs, List.of(command.split(" ")));
    }

    private static ResultRow latency(String what, int rate, String more) {
        String clock = " --clock-speed " + rate * SECONDS_BETWEEN_PAYMENTS / CARDS;
        return row(LATENCY, what, Figure.ANSWER_TIME, 3, TWO + " --rate " + rate + clock + more);
    }

    /** Nothing is due where nothing is offered at a rate: these times count from arrival. */
    private static ResultRow atFullLoad(String what, String command) {
        return row(LATENCY, "as fast as members read, from arrival: " + what, Figure.ANSWER_TIME, 3, command);
    }

    private static ResultRow http(String what, String command) {
        return row(HTTP, what, Figure.HTTP_STEPS, 1, command);
    }

    /** All rows, in the order in which they are made. */
    public static List<ResultRow> all() {
        return ALL;
    }

    /** The same rows with few cards, for two seconds, once: to see that they can be made. */
    public static List<ResultRow> quick(List<ResultRow> rows) {
        return rows.stream().map(ResultRow::quick).toList();
    }
}
