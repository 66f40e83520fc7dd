package com.hazelcast.certification.rules.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.KeptWindows;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.model.Decision;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.shard.HistoryMerge;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/** Compiled sets against the interpreter: random rules on random histories, late transactions and merges included. */
class CompiledRulesPropertyTest {
    private static final Map<String, String> FILES = Map.of(
            "odd.csv", "1,2026-06-16\n3\n",
            "risk.csv", "0,0.1\n2,0.3\n",
            "banks.csv", "000040,0.2\n400012,0.9\n",
            "map.csv", "0,52.52,13.405\n1,48.8566,2.3522\n3,-33.8688,151.2093\n",
            // Nothing is known of the digits of currency 1, so its rate exchanges nothing.
            "rates.csv", "EUR,1\nJPY,0.006143\nKWD,2.987654\n1,7\n",
            "yen.csv", "JPY,1\nKWD,486.123457\n",
            "dinar.csv", "KWD,1\nEUR,0.334713\nJPY,0.002057\n");
    private static final RuleFiles RULE_FILES = name -> new BufferedReader(new StringReader(FILES.get(name)));
    private static final int ENTRIES_FEW = 20;
    private static final AtomicInteger COMPARED = new AtomicInteger();
    private static final AtomicInteger HELD = new AtomicInteger();

    static Optional<RuleSetDefinition> randomSet(Random random) {
        try {
            return Optional.of(new RuleLanguage().read(new RandomRules(random).set(), RULE_FILES));
        } catch (RuleLanguageException e) {
            boolean isTolerated = e.problems().stream()
                    .allMatch(problem -> problem.message().contains("always comes to the same")
                            || problem.message().contains("never missing"));
            assertThat(isTolerated).as(e.getMessage()).isTrue();
            return Optional.empty();
        }
    }

    @Property(tries = 400)
    void shouldDecideAsTheInterpreterDoes(@ForAll long seed) {
        Random random = new Random(seed);
        RuleSetDefinition set = randomSet(random).orElse(null);
        if (set == null) {
            return;
        }
        RuleEvaluator evaluator = CompiledRules.of(set).newEvaluator();
        RuleInterpreter interpreter = new RuleInterpreter(set);
        RandomCards cards = new RandomCards(random);
        for (int i = 0; i < 6; i++) {
            TransactionText t = cards.scored();
            compare(evaluator, interpreter, t, new ListHistory(cards.history(t), t.timeMs()));
        }
    }

    /** With the windows that a shard keeps beside the card. */
    @Property(tries = 100)
    void shouldDecideAsTheInterpreterDoesOnTheHistoriesOfAShard(@ForAll long seed) {
        Random random = new Random(seed);
        RuleSetDefinition set = randomSet(random).orElse(null);
        if (set == null) {
            return;
        }
        RuleEvaluator evaluator = CompiledRules.of(set).newEvaluator();
        RuleInterpreter interpreter = new RuleInterpreter(set);
        RandomCards cards = new RandomCards(random);
        HistoryShard shard = shard(HistoryLimits.ENTRIES_PER_CARD_DEFAULT);
        long timeMs = cards.scored().timeMs();
        for (int i = 0; i < 60; i++) {
            timeMs += step(random);
            compareAndRecord(evaluator, interpreter, next(cards, random, timeMs), shard);
        }
    }

    /** And on what two sides of a split hold when they have found each other again. */
    @Property(tries = 100)
    void shouldDecideAsTheInterpreterDoesOnUnitedHistories(@ForAll long seed) {
        Random random = new Random(seed);
        RuleSetDefinition set = randomSet(random).orElse(null);
        if (set == null) {
            return;
        }
        RuleEvaluator evaluator = CompiledRules.of(set).newEvaluator();
        RuleInterpreter interpreter = new RuleInterpreter(set);
        RandomCards cards = new RandomCards(random);
        // With the smaller bound a card drops entries for room, on one side or both.
        int entriesMax = random.nextInt(3) == 0 ? ENTRIES_FEW : HistoryLimits.ENTRIES_PER_CARD_DEFAULT;
        HistoryShard one = shard(entriesMax);
        HistoryShard other = shard(entriesMax);
        long timeMs = cards.scored().timeMs();
        for (int i = 0; i < 40; i++) {
            timeMs += step(random);
            TransactionText t = next(cards, random, timeMs);
            int sides = random.nextInt(3);
            if (sides != 1) {
                compareAndRecord(evaluator, interpreter, t, one);
            }
            if (sides != 0) {
                compareAndRecord(evaluator, interpreter, t, other);
            }
        }
        (random.nextBoolean() ? one : other).epoch().learn(2);
        HistoryShard united = HistoryMerge.unite(one, other).shard();
        KeptWindows.assertAgree(united);
        for (int i = 0; i < 20; i++) {
            timeMs += step(random);
            compareAndRecord(evaluator, interpreter, next(cards, random, timeMs), united);
        }
    }

    private static HistoryShard shard(int entriesMax) {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), entriesMax, 1);
        shard.install();
        return shard;
    }

    private static long step(Random random) {
        return random.nextInt(3) == 0 ? random.nextLong(9 * HistoryLimits.DAY_MS) : random.nextLong(7_200_000);
    }

    /** Now or, now and then, late. */
    private static TransactionText next(RandomCards cards, Random random, long timeMs) {
        boolean isLate = random.nextInt(8) == 0;
        return cards.at(isLate ? timeMs - random.nextLong(80 * HistoryLimits.DAY_MS) : timeMs);
    }

    private static void compareAndRecord(
            RuleEvaluator evaluator, RuleInterpreter interpreter, TransactionText t, HistoryShard shard) {
        CardHistory history = shard.open(t.card());
        if (history.place(t.times(), t.payment(), t.outcome(), 0) == Placement.FRESH) {
            compare(evaluator, interpreter, t, history);
            history.record(t.times(), t.payment(), t.outcome(), 0, 0, CertificationRuleSet.flagsOf(t.payment()), true);
        }
    }

    private static void compare(
            RuleEvaluator evaluator, RuleInterpreter interpreter, TransactionText t, HistoryCursor history) {
        Decision expected = interpreter.decide(t.card(), t.times(), t.payment(), t.outcome(), history);
        int rule = evaluator.decide(t.card(), t.times(), t.payment(), t.outcome(), history);
        assertThat(new Decision(evaluator.action(), rule, evaluator.points())).isEqualTo(expected);
        List<Integer> matches = interpreter.matches(t.card(), t.times(), t.payment(), t.outcome(), history).stream()
                .map(match -> match.rule().number())
                .toList();
        assertThat(rule == 0 || matches.contains(rule)).isTrue();
        for (int number : matches) {
            assertThat(evaluator.holds(number, t.card(), t.times(), t.payment(), t.outcome(), history))
                    .isTrue();
        }
        COMPARED.incrementAndGet();
        HELD.addAndGet(matches.size());
    }

    @AfterContainer
    static void shouldHaveComparedRulesThatHold() {
        assertThat(COMPARED.get()).isGreaterThan(1_000);
        assertThat(HELD.get()).isGreaterThan(1_000);
    }
}
