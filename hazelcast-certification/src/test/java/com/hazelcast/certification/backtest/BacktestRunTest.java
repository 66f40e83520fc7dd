package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Backtests of a shard, beside what the same set decided when the transactions came one after the other. */
class BacktestRunTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final int CARDS = 400;
    private static final int TRANSACTIONS = 20_000;
    private static final long END_MS = START_MS + 60 * HistoryLimits.DAY_MS;
    private static final long FROM_MS = START_MS + 10 * HistoryLimits.DAY_MS;

    /** Aggregates of each kind: kept, of all, with a walk, with a filter, calendar days, places, ladders. */
    private static final RuleSetText RULES = set("""
            set tried
            points review at 50
            rule above decline when count(last 90d where merchant = tx.merchant) >= 3
              and tx.amount > 2 * avg(amount, last 90d where merchant = tx.merchant)
            rule month review when sum(amount, last 60d including this) > 6_000 and count(last 70d) > 20
            rule greatest challenge when count(last 90d) > 60 and tx.amount > max(amount, last 90d)
            rule quick decline when count(last 1h including this) >= 3
            rule often decline when count(last 20d) > 30
            rule terminals review when distinct(terminal, last 3d including this) >= 4
            rule abroad decline when tx.country != card.home_country and card.since_last < 12h
            rule two_days challenge when sum(amount, last 2 calendar days at 'Europe/Berlin') > 900
            rule rungs review when sum(amount, ladder 8h including this) > 700
            rule fresh points 30 when first_seen(terminal, last 90d)
            rule much points 30 when tx.amount > 60
            """);

    private static final RuleSetText OTHER = set("rule large review when tx.amount > 150");

    private static HistoryShard shard;

    private static RuleSetText set(String text) {
        return new RuleSetText(text, Map.of());
    }

    /** Records the verdict of the other set, as a number. */
    @BeforeAll
    static void fillShard() {
        shard = newShard();
        for (byte[] transaction : transactions()) {
            record(
                    shard,
                    transaction,
                    TransactionLayout.amountUnits(TransactionLayout.paymentAt(transaction, 0)) > 150 ? 7 : 0);
        }
    }

    private static HistoryShard newShard() {
        return new HistoryShard(
                HistoryMemory.unbounded(MemoryKind.HEAP), HistoryLimits.ENTRIES_PER_CARD_DEFAULT, CARDS);
    }

    private static List<byte[]> transactions() {
        RecordGenerator generator = new GeneratedStream(Traffic.NATURAL, CARDS, 5).generator(LabelSink.NONE);
        List<byte[]> transactions = new ArrayList<>();
        byte[] record = new byte[WireRecord.SIZE_BYTES];
        for (int i = 0; i < TRANSACTIONS; i++) {
            generator.fill(record, 0, 1, START_MS + i * (END_MS - START_MS) / TRANSACTIONS);
            byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
            assertThat(RecordParser.parse(record, 0, transaction, 0)).isEqualTo(RecordParser.OK);
            transactions.add(transaction);
        }
        return transactions;
    }

    private static void record(HistoryShard into, byte[] transaction, int verdict) {
        CardHistory history = into.open(TransactionLayout.cardAt(transaction, 0));
        long times = TransactionLayout.timesAt(transaction, 0);
        long payment = TransactionLayout.paymentAt(transaction, 0);
        int outcome = TransactionLayout.outcomeAt(transaction, 0);
        if (history.place(times, payment, outcome, 0) == Placement.FRESH) {
            history.record(times, payment, outcome, verdict, 0, HistoryFlags.of(payment), true);
        }
    }

    /** Set 1 has rules that decline, and codes from 0 on. */
    private static final List<Decider> RECORDED = IntStream.rangeClosed(0, CertificationRules.LAST_ID)
            .mapToObj(rule -> new Decider(1, rule, "recorded_" + rule, rule == 0 ? Action.APPROVE : Action.DECLINE))
            .toList();

    private static BacktestPlan plan(@Nullable RuleSetText against, double sample, long seed) {
        return plan(RULES, against, FROM_MS, END_MS, sample, seed);
    }

    private static BacktestPlan plan(
            RuleSetText rules, @Nullable RuleSetText against, long fromMs, long toMs, double sample, long seed) {
        List<Decider> recorded = against == null ? RECORDED : List.of();
        return new BacktestPlan(1, rules, against, recorded, fromMs, toMs, sample, seed);
    }

    private static BacktestTally tally(BacktestPlan plan) throws RuleLanguageException {
        return tally(new BacktestRun(plan, SetCost.BUDGET_NS), Long.MAX_VALUE);
    }

    /** @param cardsMax of a slice */
    private static BacktestTally tally(BacktestRun run, long cardsMax) {
        return tally(run, shard, cardsMax);
    }

    private static BacktestTally tally(BacktestRun run, HistoryShard of, long cardsMax) {
        BacktestTally sum = run.newTally();
        long position = 0;
        while (position < CardHash.POSITIONS) {
            long[] answer = run.slice(of, position);
            assertThat(answer[0]).isGreaterThan(position);
            position = answer[0];
            BacktestTally part = run.tallyOf(Arrays.copyOfRange(answer, 1, answer.length));
            assertThat(part.cards()).isLessThanOrEqualTo(cardsMax);
            sum.add(part);
        }
        return sum;
    }

    /** What was decided when each transaction came, by rule. */
    private static Map<Integer, Long> decidedLive() throws RuleLanguageException {
        HistoryShard live = newShard();
        RuleEvaluator evaluator = CompiledRules.of(RULES.read()).newEvaluator();
        Map<Integer, Long> decided = new HashMap<>();
        for (byte[] transaction : transactions()) {
            CardHistory history = live.open(TransactionLayout.cardAt(transaction, 0));
            long times = TransactionLayout.timesAt(transaction, 0);
            long payment = TransactionLayout.paymentAt(transaction, 0);
            int outcome = TransactionLayout.outcomeAt(transaction, 0);
            if (history.place(times, payment, outcome, 0) != Placement.FRESH) {
                continue;
            }
            int rule = evaluator.decide(TransactionLayout.cardAt(transaction, 0), times, payment, outcome, history);
            if (TransactionLayout.timeMs(times) >= FROM_MS && (rule > 0 || evaluator.action() != Action.APPROVE)) {
                decided.merge(rule, 1L, Long::sum);
            }
            history.record(times, payment, outcome, 0, 0, HistoryFlags.of(payment), true);
        }
        return decided;
    }

    @Test
    void shouldDecideEachTransactionAsWhenItCame() throws RuleLanguageException {
        BacktestTally tally = tally(plan(null, 1, 1));
        Map<Integer, Long> expected = decidedLive();

        Map<Integer, Long> decided = new HashMap<>();
        for (int rule = 0; rule <= RULES.read().rules().size(); rule++) {
            if (tally.decided(false, rule) > 0) {
                decided.put(rule, tally.decided(false, rule));
            }
        }
        assertThat(decided).isEqualTo(expected);
        List<Integer> deciding = RULES.read().rules().stream()
                .filter(rule -> rule.points() == 0)
                .map(RuleDefinition::number)
                .toList();
        assertThat(decided.keySet())
                .as("every rule is tried")
                .containsAll(deciding)
                .contains(0);
        assertThat(tally.decided(true, 7)).as("recorded").isPositive();
    }

    @Test
    void shouldCompareWithAnotherSetAsWithTheVerdictsThatItRecorded() throws RuleLanguageException {
        BacktestTally recorded = tally(plan(null, 1, 1));
        BacktestTally other = tally(plan(OTHER, 1, 1));

        assertThat(other.decided(true, 1)).isEqualTo(recorded.decided(true, 7));
        assertThat(other.moved(Action.REVIEW, Action.APPROVE))
                .isEqualTo(recorded.moved(Action.DECLINE, Action.APPROVE));
        assertThat(other.transactions()).isEqualTo(recorded.transactions());
        long moved = 0;
        long changed = 0;
        for (Action before : Action.values()) {
            for (Action after : Action.values()) {
                moved += other.moved(before, after);
                changed += before == after ? 0 : other.moved(before, after);
            }
        }
        assertThat(moved).isEqualTo(other.transactions());
        assertThat(changed).isEqualTo(other.changed()).isPositive();
        assertThat(other.cardsChanged()).isPositive().isLessThanOrEqualTo(other.cards());
    }

    @Test
    void shouldComeToTheSameBitByBit() throws RuleLanguageException {
        BacktestTally first = tally(plan(OTHER, 0.5, 3));
        assertThat(tally(plan(OTHER, 0.5, 3))).isEqualTo(first);
        assertThat(tally(plan(OTHER, 0.5, 4))).isNotEqualTo(first);
        assertThat(first.examples()).isNotEmpty();
    }

    /** Of 20 samples, one is expected to lie outside of its bound. */
    @Test
    void shouldBoundWhatASampleShows() throws RuleLanguageException {
        BacktestTally all = tally(plan(OTHER, 1, 1));
        double share = (double) all.changed() / all.transactions();
        double ofUnits = (double) all.changedUnits() / all.units();
        double ofCards = (double) all.cardsChanged() / all.cards();
        assertThat(all.changedBound(1)).isZero();
        int outside = 0;
        for (int seed = 0; seed < 20; seed++) {
            BacktestTally some = tally(plan(OTHER, 0.3, seed));
            assertThat((double) some.cards() / all.cards()).isBetween(0.2, 0.4);
            outside += isOutside((double) some.changed() / some.transactions() - share, some.changedBound(0.3));
            outside += isOutside((double) some.changedUnits() / some.units() - ofUnits, some.changedUnitsBound(0.3));
            outside += isOutside((double) some.cardsChanged() / some.cards() - ofCards, some.cardsChangedBound(0.3));
        }
        assertThat(outside).as("of 60").isBetween(0, 9);
    }

    private static int isOutside(double difference, double bound) {
        assertThat(bound).isBetween(0.0, 0.2);
        return Math.abs(difference) > bound ? 1 : 0;
    }

    @Test
    void shouldCountOnlyTheDaysOfThePlan() throws RuleLanguageException {
        BacktestTally all = tally(plan(null, 1, 1));
        BacktestTally first = tally(plan(RULES, null, FROM_MS, END_MS - HistoryLimits.DAY_MS, 1, 1));
        BacktestTally last = tally(plan(RULES, null, END_MS - HistoryLimits.DAY_MS, END_MS, 1, 1));
        assertThat(first.transactions() + last.transactions()).isEqualTo(all.transactions());
        assertThat(first.units() + last.units()).isEqualTo(all.units());
        IntStream.rangeClosed(0, 9)
                .forEach(rule -> assertThat(first.decided(false, rule) + last.decided(false, rule))
                        .isEqualTo(all.decided(false, rule)));
        assertThat(last.transactions()).isPositive();
    }

    @Test
    void shouldRefuseASetThatMayCostMoreThanMembersAllow() {
        StringBuilder text = new StringBuilder("set costly points review at 50\n");
        for (int i = 1; i <= 500; i++) {
            text.append("rule r").append(i).append(" points 1 when exists(last 90d where amount = ");
            text.append(i).append(")\n");
        }
        RuleSetText expensive = set(text.toString());
        for (BacktestPlan plan :
                List.of(plan(expensive, OTHER, FROM_MS, END_MS, 1, 1), plan(OTHER, expensive, FROM_MS, END_MS, 1, 1))) {
            assertThatThrownBy(() -> new BacktestRun(plan, SetCost.BUDGET_NS))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the set costs too much")
                    .hasMessageContaining("r5 (");
        }
    }

    /** Where members have a card key, a set decides by lists of cards: what it would change is to be known before it does. */
    @Test
    void shouldFindTheCardsOfAListWhereHistoriesHaveKeyedIdentifiers() throws RuleLanguageException {
        CardKey key = new CardKey(new byte[16]);
        byte[] transaction = transactions().get(TRANSACTIONS - 1);
        long number = TransactionLayout.cardAt(transaction, 0);
        TransactionLayout.put(
                transaction,
                0,
                key.identify(number),
                TransactionLayout.timesAt(transaction, 0),
                TransactionLayout.paymentAt(transaction, 0),
                TransactionLayout.outcomeAt(transaction, 0));
        HistoryShard keyed = newShard();
        record(keyed, transaction, 0);
        RuleSetText listed = new RuleSetText(
                "list blocked of card from 'blocked.csv'\nrule blocked decline when tx.card in @blocked",
                Map.of("blocked.csv", CardNumber.text(number) + "\n"));
        BacktestPlan plan =
                plan(listed, set("rule none decline when tx.amount > 2_000_000_000"), FROM_MS, END_MS, 1, 1);

        BacktestTally found =
                tally(new BacktestRun(plan, text -> SetCost.BUDGET_NS, key::identify), keyed, Long.MAX_VALUE);

        assertThat(found.transactions()).isEqualTo(1);
        assertThat(found.moved(Action.APPROVE, Action.DECLINE)).isEqualTo(1);
    }

    @Test
    void shouldRefuseABinWhereHistoriesHaveKeyedIdentifiers() {
        CardKey key = new CardKey(new byte[16]);
        BacktestPlan plan = plan(set("rule prepaid review when tx.bin = 400022"), OTHER, FROM_MS, END_MS, 1, 1);
        assertThatThrownBy(() -> new BacktestRun(plan, text -> SetCost.BUDGET_NS, key::identify))
                .isInstanceOf(RuleLanguageException.class)
                .hasMessageContaining("there is no BIN");
    }

    @Test
    void shouldLookAtTheTimeAfterEachCard() throws RuleLanguageException {
        for (double sample : new double[] {1, 0.3}) {
            AtomicLong nowNs = new AtomicLong();
            BacktestPlan plan = plan(OTHER, sample, 1);
            BacktestRun run = new BacktestRun(plan, SetCost.BUDGET_NS, () -> nowNs.addAndGet(1_000_000));
            assertThat(tally(run, 1)).isEqualTo(tally(plan));
        }
    }

    @Test
    void shouldEndASliceWithTheCardThatItIsAtWhenItIsCancelled() throws RuleLanguageException {
        BacktestRun run = new BacktestRun(plan(OTHER, 1, 1), SetCost.BUDGET_NS, () -> 0);
        run.cancel();
        long[] answer = run.slice(shard, 0);
        assertThat(answer[0]).isPositive().isLessThan(CardHash.POSITIONS / CARDS * 2);
        assertThat(run.tallyOf(Arrays.copyOfRange(answer, 1, answer.length)).cards())
                .isLessThanOrEqualTo(1);
    }

    @Test
    void shouldRunTheShippedSets() throws IOException, RuleLanguageException {
        String certification = Files.readString(Path.of("../rules/certification.rules"));
        BacktestTally tally = tally(plan(set(certification), null, FROM_MS, END_MS, 1, 1));
        assertThat(tally.decided(false, 36)).isPositive();
    }
}
