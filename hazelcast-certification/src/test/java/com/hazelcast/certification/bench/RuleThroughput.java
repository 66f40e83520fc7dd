package com.hazelcast.certification.bench;

import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.SyntheticShards;
import com.hazelcast.certification.plan.ShardPlan;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.Pan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How many transactions a second a thread scores by {@code rules/certification.rules}, compiled, and by the same rules in Java,
 * which are only among the tests. It is no test: it fails when the answers differ, and not by what it measures.
 *
 * <p>What is measured is the scoring of shards as members do it ({@link ScoringSide}): cards are looked up, histories read,
 * transactions and verdicts recorded. Nothing is parsed, and there is no cluster. Both sides have shards of their own with the
 * same histories, and score the same transactions in batches of the same sizes, round by round; which side is first takes
 * turns. The rounds before the first measured one are for the JIT compiler. It may not put the rules of a side into the code
 * that both share ({@code dontinline} in the pom), so that neither side takes the other's room there.
 *
 * <p>Transactions come at the pace of the histories: a card with 20 of them in 90 days pays every four and a half days, so
 * histories neither grow nor shrink, as in a cluster that has run for long. {@code bench kernel} has the clock's pace instead,
 * by which a card pays once a second.
 *
 * <p>The command, on two idle cores some minutes, with 5 GiB of heap; {@code -Dthroughput.java=/path/to/bin/java} takes another
 * JDK than Maven's:
 *
 * <pre>{@code mvn -o -q -P rule-throughput -pl hazelcast-certification -am process-test-classes}</pre>
 */
public final class RuleThroughput {
    private static final long BEGIN_MS = 1_767_225_600_000L;
    private static final double NS_PER_SECOND = 1e9;
    private static final int WARM_UP_ROUNDS = 2;

    private final Settings settings;
    private final ScoringSide.Rules inJava;
    private final ScoringSide.Rules compiled;

    /**
     * What to run.
     *
     * @param historyPerCard transactions a card at the beginning, 1 or more
     * @param transactionsPerRound of each side
     * @param rounds that are measured
     */
    record Settings(int cards, int historyPerCard, int transactionsPerRound, int rounds) {}

    /** How long each side took for the same transactions. */
    record Round(int transactions, long javaNs, long compiledNs) {
        /** Transactions a second by the rules in Java. */
        double javaTps() {
            return transactions * NS_PER_SECOND / javaNs;
        }

        /** Transactions a second by the compiled rules. */
        double compiledTps() {
            return transactions * NS_PER_SECOND / compiledNs;
        }

        /** The compiled rules' throughput as a share of that of the rules in Java. */
        double ratio() {
            return (double) javaNs / compiledNs;
        }
    }

    /**
     * What a run found.
     *
     * @param rounds that were measured
     * @param compared transactions that both sides have scored, those of the warm-up included
     * @param flagged of these, how many a rule has decided
     * @param difference the first one between the sides; empty: there is none
     */
    record Result(List<Round> rounds, long compared, long flagged, Optional<String> difference) {
        /** The middle one of all rounds; of an even number, the mean of both. */
        double median(ToDoubleFunction<Round> figure) {
            double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }

        /**
         * The compiled rules' throughput as a share of that of the rules in Java: the median of the rounds' shares. Histories grow from
         * round to round, so both slow down, and only what a round has measured belongs together.
         */
        double ratio() {
            return median(Round::ratio);
        }
    }

    RuleThroughput(Settings settings, ScoringSide.Rules inJava, ScoringSide.Rules compiled) {
        this.settings = settings;
        this.inJava = inJava;
        this.compiled = compiled;
    }

    /**
     * Compares and prints.
     *
     * @param arguments traffics, with commas between them; cards; transactions a card; transactions a round; rounds
     */
    public static void main(String[] arguments) throws RuleLanguageException {
        List<Traffic> traffics =
                Stream.of(arguments[0].split(",")).map(Traffic::of).toList();
        Settings settings = new Settings(
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]));
        StolenTime stolen = StolenTime.start();
        CompiledRules set = CompiledRules.of(RuleSetText.shipped().read());
        boolean hasDifference = false;
        for (Traffic traffic : traffics) {
            ScoringSide.Rules plain = new CertificationRuleSet()::verdict;
            Result result = new RuleThroughput(settings, plain, set.newEvaluator()::decide)
                    .run(
                            traffic,
                            round -> print(traffic, "round", round.javaTps(), round.compiledTps(), round.ratio()));
            if (result.difference().isEmpty()) {
                print(
                        traffic,
                        "median",
                        result.median(Round::javaTps),
                        result.median(Round::compiledTps),
                        result.ratio());
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-9s %s: %,d transactions compared, %,d decided by a rule%n",
                    traffic.label(),
                    result.difference().orElse("every answer agrees"),
                    result.compared(),
                    result.flagged());
            hasDifference |= result.difference().isPresent();
        }
        System.out.printf(
                Locale.ROOT,
                "one thread, %,d cards of %d, %,d transactions a round, %d rounds after %d; stolen %.1f %%%n",
                settings.cards(),
                settings.historyPerCard(),
                settings.transactionsPerRound(),
                settings.rounds(),
                WARM_UP_ROUNDS,
                100 * stolen.share());
        System.out.println(RunConditions.garbageCollection());
        System.out.println(RunConditions.describe(String.join(" ", arguments)));
        System.exit(hasDifference ? 1 : 0);
    }

    private static void print(Traffic traffic, String what, double javaTps, double compiledTps, double ratio) {
        System.out.printf(
                Locale.ROOT,
                "%-9s %-6s %,11.0f TPS in Java, %,11.0f TPS compiled, ratio %.3f%n",
                traffic.label(),
                what,
                javaTps,
                compiledTps,
                ratio);
    }

    /**
     * Loads, warms up, measures. Ends at the first difference.
     *
     * @param measured takes each measured round
     */
    Result run(Traffic traffic, Consumer<Round> measured) {
        LoadSpec spec = new LoadSpec(settings.cards(), settings.historyPerCard(), 1, BEGIN_MS, traffic);
        SyntheticShards synthetic = new SyntheticShards(
                spec,
                ShardPlan.shards(settings.cards(), 1),
                HistoryMemory.unbounded(MemoryKind.HEAP),
                HistoryLimits.ENTRIES_PER_CARD_DEFAULT,
                Optional.empty());
        int size = settings.transactionsPerRound();
        ScoringSide javaSide = new ScoringSide(inJava, synthetic, size);
        ScoringSide compiledSide = new ScoringSide(compiled, synthetic, size);
        RoundOfBatches batches = new RoundOfBatches(
                new GeneratedStream(traffic, settings.cards(), 1).generator(LabelSink.NONE),
                synthetic.count(),
                size,
                BEGIN_MS,
                (double) HistoryLimits.HORIZON_MS / settings.historyPerCard() / settings.cards());
        List<Round> rounds = new ArrayList<>();
        long compared = 0;
        long flagged = 0;
        for (int i = -WARM_UP_ROUNDS; i < settings.rounds(); i++) {
            batches.draw();
            Round round = score(batches, javaSide, compiledSide, i % 2 == 0);
            int difference = compiledSide.firstDifference(javaSide);
            if (difference >= 0) {
                String how = describe(batches.card(difference), difference, javaSide, compiledSide);
                return new Result(rounds, compared, flagged, Optional.of(how));
            }
            compared += compiledSide.countScored();
            flagged += compiledSide.countFlagged();
            if (i >= 0) {
                rounds.add(round);
                measured.accept(round);
            }
        }
        return new Result(rounds, compared, flagged, Optional.empty());
    }

    private static Round score(
            RoundOfBatches batches, ScoringSide javaSide, ScoringSide compiledSide, boolean isJavaFirst) {
        long firstNs = isJavaFirst ? javaSide.score(batches) : 0;
        long compiledNs = compiledSide.score(batches);
        long javaNs = isJavaFirst ? firstNs : javaSide.score(batches);
        return new Round(batches.count(), javaNs, compiledNs);
    }

    private static String describe(long card, int index, ScoringSide javaSide, ScoringSide compiledSide) {
        return String.format(
                Locale.ROOT,
                "transaction %,d of a round, card %s: in Java %s, compiled %s",
                index,
                Pan.masked(card),
                javaSide.answer(index),
                compiledSide.answer(index));
    }
}
