package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.live.RecordedSet.Stage;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleBookTest {
    private static final long NOW_MS = 1_798_967_585_307L;

    /** Behind those of the set that comes with the program: of its rules and of none. */
    private static final int SECOND_CODE = CertificationRules.LAST_ID + 1;

    private final RuleBook first = RuleBook.first(RuleSet.shipped());

    private static RuleBook change(RuleBook book, Kind kind, int set) {
        return change(book, kind, set, 0);
    }

    private static RuleBook change(RuleBook book, Kind kind, int set, int share) {
        return book.after(new RuleChange(kind, set, share, 0, "Ana", "a test", null), Optional.empty(), NOW_MS);
    }

    private static RuleBook submit(RuleBook book, int rules) {
        return submit(book, "set tried points decline at 10", rules, NOW_MS);
    }

    /** The book with one more draft: of that many rules below a heading. */
    static RuleBook submit(RuleBook book, String heading, int rules, long atMs) {
        StringBuilder text = new StringBuilder(heading).append('\n');
        for (int i = 1; i <= rules; i++) {
            text.append("rule r")
                    .append(i)
                    .append(" decline when tx.amount = ")
                    .append(i)
                    .append('\n');
        }
        RuleSetText written = new RuleSetText(text.toString(), Map.of());
        try {
            RuleSet set = RuleSet.of(book.nextNumber(), 0, written, code -> code);
            return book.after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ben", "a test", written), Optional.of(set), atMs);
        } catch (RuleSetRefusedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldHoldTheShareOfACanaryExactlyOrRefuseIt() {
        for (int hundredths = 1; hundredths < DecidingRules.WHOLE_SHARE; hundredths++) {
            double percent = Double.parseDouble(hundredths / 100 + "." + hundredths / 10 % 10 + hundredths % 10);
            assertThat(DecidingRules.share(percent)).isEqualTo(hundredths);
        }
        for (double percent : new double[] {0, -1, 0.005, 0.011, 12.345, 99.995, 100, 1e300, Double.NaN}) {
            assertThatThrownBy(() -> DecidingRules.share(percent))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("0.01 to 99.99 % of the cards, with at most two decimals: share=" + percent);
        }
    }

    /** Payments in the currency of an exchange would be missing, or others than they are, and no rule about money would hold. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exchange EUR from 'rates.csv'  | USD,0.92        | false",
                "exchange EUR from 'rates.csv'  | 'EUR,0.92'      | false",
                "exchange EUR from 'rates.csv'  | 978,1           | true",
                "exchange EUR from 'rates.csv'  | EUR,1.000000    | true",
                "exchange XAU from 'rates.csv'  | USD,0.0003      | true"
            })
    void shouldTakeNoSetWhoseRatesLeaveOutTheirOwnCurrency(String header, String rates, boolean isTaken)
            throws Exception {
        RuleSetText text =
                new RuleSetText(header + "\nrule r decline when tx.amount > 5", Map.of("rates.csv", rates + "\n"));
        if (isTaken) {
            assertThat(RuleSet.submitted(2, text, code -> code, SetCost.BUDGET_NS)
                            .rules())
                    .hasSize(1);
        } else {
            assertThatThrownBy(() -> RuleSet.submitted(2, text, code -> code, SetCost.BUDGET_NS))
                    .isInstanceOf(RuleSetRefusedException.class)
                    .hasMessageContaining("add the line EUR,1 to its file: exchange=EUR line=1");
        }
        assertThat(RuleSet.of(2, 0, text, code -> code).rules())
                .as("a release before has taken it")
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "tx.day >= 1, false",
                "tx.day = 0, false",
                "tx.month < 1, false",
                "tx.weekday >= mon, false",
                "tx.weekday at 'Europe/Berlin' between mon and sun, false",
                "tx.day not between 1 and 31, false",
                "exists(last 1d where weekday < mon), false",
                "tx.day > 1, true",
                "tx.day between 1 and 7, true",
                "tx.weekday between sat and sun, true",
                "tx.month = 1, true",
                "tx.hour between 0 and 5, true"
            })
    void shouldTakeNoSetThatComparesADayOrMonthWithWhatThereIsNot(String condition, boolean isTaken) throws Exception {
        RuleSetText text = new RuleSetText("rule r decline when " + condition, Map.of());
        if (isTaken) {
            assertThat(RuleSet.submitted(2, text, code -> code, SetCost.BUDGET_NS)
                            .rules())
                    .hasSize(1);
        } else {
            assertThatThrownBy(() -> RuleSet.submitted(2, text, code -> code, SetCost.BUDGET_NS))
                    .isInstanceOf(RuleSetRefusedException.class)
                    .hasMessageContaining("this comparison always comes to the same");
        }
        assertThat(RuleSet.of(2, 0, text, code -> code).rules())
                .as("a release before has taken it")
                .hasSize(1);
    }

    /** Sets that a release before has taken are still read. */
    @Test
    void shouldTakeNoSetWithARuleThatHasTheNameOfNoRule() throws Exception {
        RuleSetText text = new RuleSetText("rule none decline when tx.amount > 5", Map.of());
        assertThatThrownBy(() -> RuleSet.submitted(2, text, code -> code, SetCost.BUDGET_NS))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("give it another one: name=none line=1");

        RuleSet taken = RuleSet.of(2, 0, text, code -> code);
        RuleBook book =
                first.after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ben", "a test", text), Optional.of(taken), NOW_MS);
        assertThat(RuleSet.of(book.set(2).orElseThrow(), code -> code).rules()).hasSize(1);
    }

    @Test
    void shouldLeadASetThroughItsLifeAndBack() {
        RuleBook book = submit(first, 3);
        assertThat(book.set(2).orElseThrow().stage()).isEqualTo(Stage.DRAFT);
        assertThat(book.active()).isEqualTo(1);

        book = change(book, Kind.SHADOW, 2);
        assertThat(book.at(Stage.SHADOW)).extracting(RecordedSet::number).containsExactly(2);
        book = change(book, Kind.CANARY, 2, 500);
        assertThat(book.canary()).isEqualTo(2);
        assertThat(book.active()).isEqualTo(1);
        book = change(book, Kind.ACTIVATE, 2);
        assertThat(book.active()).isEqualTo(2);
        assertThat(book.canary()).isZero();
        assertThat(book.set(1).orElseThrow().stage()).isEqualTo(Stage.RETIRED);

        book = change(book, Kind.ROLLBACK, 0);
        assertThat(book.active()).isEqualTo(1);
        assertThat(book.set(2).orElseThrow().stage()).isEqualTo(Stage.RETIRED);
        assertThat(book.version()).isEqualTo(6);
        RuleBook last = book;
        assertThatThrownBy(() -> change(last, Kind.ROLLBACK, 0)).hasMessageContaining("nothing to go back to");
    }

    private static RuleBook activate(RuleBook book, int set, BreakerLimits limits) {
        return book.after(
                new RuleChange(Kind.ACTIVATE, set, 0, 0, "Ana", "a test", null).with(limits), Optional.empty(), NOW_MS);
    }

    @Test
    void shouldGoBackToTheLimitsOfTheBreakerThatASetHadBefore() {
        BreakerLimits second = new BreakerLimits(30, 5, 10, true);
        RuleBook book = activate(submit(submit(first, 1), 1), 2, second);
        book = activate(book, 3, BreakerLimits.ofPercent(60));
        assertThat(book.breaker()).isEqualTo(BreakerLimits.ofPercent(60));

        RuleBook back = change(book, Kind.ROLLBACK, 0);

        assertThat(back.active()).isEqualTo(2);
        assertThat(back.breaker()).isEqualTo(second);
        RuleBook third = activate(back, 3, BreakerLimits.NONE);
        assertThat(third.breaker()).as("those of the members' keys").isEqualTo(BreakerLimits.NONE);
        RuleBook canary = change(third, Kind.CANARY, 1, 100);
        assertThat(change(canary, Kind.RETIRE, 1).breaker()).isEqualTo(third.breaker());
        assertThat(change(change(third, Kind.ROLLBACK, 0), Kind.CANARY, 1, 100).breaker())
                .isEqualTo(second);
    }

    /** Who has switched the breaker off is found by the record alone. */
    @Test
    void shouldRecordTheLimitsOfTheBreakerThatAnActivationGives() {
        RuleBook book = activate(submit(submit(first, 1), 1), 2, new BreakerLimits(30, 5, 10, true));
        book = activate(book, 3, BreakerLimits.NEVER);
        book = change(activate(book, 2, BreakerLimits.NONE), Kind.ROLLBACK, 0);

        assertThat(book.record().get(2))
                .contains(
                        "\"breakerPercent\":30,\"breakerTimes\":5.0,\"breakerSeconds\":10,\"breakerThen\":\"decline-nothing\"");
        assertThat(book.record().get(3)).contains("\"breakerPercent\":100,", "\"breakerThen\":\"rollback\"");
        assertThat(book.record().subList(4, 6)).noneMatch(line -> line.contains("breaker"));
        assertThat(broken(book.record())).isEmpty();
        assertThat(new RuleChange(Kind.ACTIVATE, 3, 0, 0, "Ana", "a test", null)
                        .with(BreakerLimits.NEVER)
                        .summary())
                .contains(" breakerPercent=100 ");
    }

    @Test
    void shouldGiveEachSetThatDecidesCodesOfItsOwn() {
        RuleBook book = change(submit(submit(first, 3), 5), Kind.ACTIVATE, 2);
        RecordedSet second = book.set(2).orElseThrow();
        assertThat(second.firstCode())
                .as("behind the rules of the first and none")
                .isEqualTo(SECOND_CODE);
        assertThat(second.codeCount())
                .as("none, three rules, an action of points")
                .isEqualTo(5);
        book = change(book, Kind.ACTIVATE, 3);
        assertThat(book.set(3).orElseThrow().firstCode()).isEqualTo(SECOND_CODE + second.codeCount());
        book = change(book, Kind.ACTIVATE, 2);
        assertThat(book.set(2).orElseThrow().firstCode()).as("active again").isEqualTo(SECOND_CODE);
    }

    @Test
    void shouldRefuseASetWhoseDecisionsHistoriesCannotTellApartAnyMore() {
        RuleBook book = first;
        for (int set = 2; set <= 5; set++) {
            book = change(submit(book, 1_000), Kind.ACTIVATE, set);
        }
        RuleBook full = submit(book, 1_000);
        assertThatThrownBy(() -> change(full, Kind.ACTIVATE, 6)).hasMessageContaining("decisions=1002");
        assertThat(change(submit(full, 10), Kind.ACTIVATE, 7).active())
                .as("a small one fits")
                .isEqualTo(7);
    }

    @Test
    void shouldKeepFiguresOfRulesOfTheNewestBacktests() {
        RuleBook book = first;
        BacktestResult found = new BacktestResult(
                1,
                0,
                1,
                1,
                1,
                1,
                1,
                0,
                1,
                1,
                1,
                1,
                0.5,
                "EUR",
                List.of(),
                7L,
                List.of(new BacktestResult.OfRule(1, "r1", 1, 1, 1, null, null, null)),
                List.of(new BacktestResult.OfTag("t", 1, 1)),
                null);
        for (int set = 2; set <= BookRoom.FIGURES_MAX + 3; set++) {
            book = submit(book, 1).after(RuleChange.backtested(set, found, "Ana", false), Optional.empty(), NOW_MS);
        }

        assertThat(book.sets().stream()
                        .map(RecordedSet::backtest)
                        .filter(kept -> kept != null && !kept.rules().isEmpty()))
                .hasSize(BookRoom.FIGURES_MAX);
        assertThat(book.set(2).orElseThrow().backtest()).isEqualTo(found.withoutRules());
        assertThat(book.set(BookRoom.FIGURES_MAX + 3).orElseThrow().backtest()).isEqualTo(found);
    }

    @Test
    void shouldRefuseWhatIsNotPossibleAndSayWhy() {
        RuleBook book = submit(first, 1);
        assertThatThrownBy(() -> change(book, Kind.ACTIVATE, 9)).hasMessageContaining("there is no such set");
        assertThatThrownBy(() -> change(book, Kind.ACTIVATE, 1)).hasMessageContaining("that set decides");
        assertThatThrownBy(() -> change(book, Kind.RETIRE, 1)).hasMessageContaining("that set decides");
        assertThatThrownBy(() -> change(book, Kind.SHADOW, 1)).hasMessageContaining("stage=active");
        assertThatThrownBy(() -> change(book, Kind.CANARY, 2, 0)).hasMessageContaining("0.01 to 99.99");
        assertThatThrownBy(() -> change(book, Kind.CANARY, 2, 10_000)).hasMessageContaining("0.01 to 99.99");
        RuleBook canary = change(submit(book, 1), Kind.CANARY, 2, 100);
        assertThatThrownBy(() -> change(canary, Kind.CANARY, 3, 100)).hasMessageContaining("canary=2");
        assertThatThrownBy(() -> new RuleChange(Kind.ROLLBACK, 0, 0, 0, " ", "why", null))
                .hasMessageContaining("by=");
        assertThatThrownBy(() -> new RuleChange(Kind.ROLLBACK, 0, 0, 0, "Ana", "two\nlines", null))
                .hasMessageContaining("reason=");
    }

    @Test
    void shouldKeepARecordWhoseLinesCannotBeChanged() {
        List<String> lines = new ArrayList<>(
                change(change(submit(first, 1), Kind.SHADOW, 2), Kind.RETIRE, 2).record());
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).contains("\"what\":\"submit\"", "\"by\":\"Ben\"", "\"set\":2", "\"active\":1");
        assertThat(broken(lines)).isEmpty();

        lines.set(1, lines.get(1).replace("Ana", "Eve"));
        assertThat(broken(lines))
                .hasValueSatisfying(found -> assertThat(found.line()).isEqualTo(2));
    }

    /** On two sides of a split, for example. Members are notified by hash which book all have agreed to. */
    @Test
    void shouldDistinguishChangesOfOneMomentPersonAndReason() {
        RuleBook one = submit(first, 1);
        RuleBook other = submit(first, 2);
        assertThat(other.lastHash()).as("as releases before made them").isEqualTo(one.lastHash());

        RuleBook made = BookRecord.withId(one);

        assertThat(made.lastHash()).isNotEqualTo(one.lastHash());
        assertThat(BookRecord.withId(other).lastHash()).isNotEqualTo(made.lastHash());
        assertThat(BookRecord.withId(one).lastHash()).as("made again").isNotEqualTo(made.lastHash());
        assertThat(made.sets()).isEqualTo(one.sets());
        assertThat(made.version()).isEqualTo(one.version());
        assertThat(broken(change(made, Kind.SHADOW, 2).record()))
                .as("behind it one without an id")
                .isEmpty();
    }

    private static Optional<ChainVerifier.Broken> broken(List<String> lines) {
        ChainVerifier verifier = ChainVerifier.fromStart();
        lines.forEach(verifier::accept);
        return verifier.broken();
    }

    @Test
    void shouldFindSetRuleAndActionByTheCodeOfADecision() throws RuleSetRefusedException {
        RuleSet set = RuleSet.of(
                2,
                SECOND_CODE,
                new RuleSetText(
                        "set tried points review at 10, decline at 20\n"
                                + "rule one challenge when tx.amount = 1\nrule two points 10 when tx.amount = 2\n",
                        Map.of()),
                code -> code);
        DecidingRules rules =
                new DecidingRules(set, Optional.empty(), 0, List.of(), false, List.of(RuleSet.shipped(), set));

        assertThat(rules.ruling(36)).hasValue(new Ruling(RuleSet.shipped(), 36, Action.DECLINE, Score.NONE));
        assertThat(rules.ruling(set.codeOf(1, Action.CHALLENGE)))
                .hasValue(new Ruling(set, 1, Action.CHALLENGE, Score.NONE));
        assertThat(rules.ruling(set.codeOf(0, Action.REVIEW)))
                .hasValue(new Ruling(set, 0, Action.REVIEW, new Score(10, 10)));
        assertThat(rules.ruling(set.codeOf(0, Action.APPROVE)))
                .hasValue(new Ruling(set, 0, Action.APPROVE, Score.NONE));
        assertThat(rules.ruling(set.codeOf(0, Action.DECLINE)).orElseThrow().ruleName())
                .isEqualTo("points");
        assertThat(rules.ruling(set.codeOf(0, Action.DECLINE)).orElseThrow().score())
                .as("its rules cannot come to it")
                .isEqualTo(new Score(20, 0));
        assertThat(rules.isFlagged(SECOND_CODE)).isFalse();
        assertThat(rules.isFlagged(SECOND_CODE + 1)).isTrue();
        assertThat(rules.ruling(SECOND_CODE + set.codeCount())).isEmpty();
    }

    @Test
    void shouldTakeTheSameCardsForACanaryAndMoreWhenItGrows() {
        DecidingRules tenth = new DecidingRules(
                RuleSet.shipped(), Optional.of(RuleSet.shipped()), 1_000, List.of(), false, List.of());
        DecidingRules half = new DecidingRules(
                RuleSet.shipped(), Optional.of(RuleSet.shipped()), 5_000, List.of(), false, List.of());
        int inTenth = 0;
        for (long card = 4_000_000_000_000_000L; card < 4_000_000_000_100_000L; card++) {
            inTenth += tenth.isCanarys(card) ? 1 : 0;
            assertThat(half.isCanarys(card) || !tenth.isCanarys(card)).isTrue();
        }
        assertThat(inTenth).isBetween(9_000, 11_000);
    }

    @Test
    void shouldRefuseAChangeWhenAnotherSetDecidesMeanwhile() {
        RuleBook book = submit(submit(first, 3), 3);
        RuleBook second = change(book, Kind.ACTIVATE, 2);
        RuleChange planned = new RuleChange(Kind.ACTIVATE, 3, 0, BreakerLimits.NONE, "Ana", "a test", null, true, 1);
        assertThat(book.after(planned, Optional.empty(), NOW_MS).active()).isEqualTo(3);
        assertThatThrownBy(() -> second.after(planned, Optional.empty(), NOW_MS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another set decides meanwhile")
                .hasMessageContaining("active=2");
    }

    @Test
    void shouldGoBackToASetThatRanInTheShadowMeanwhile() {
        RuleBook book = change(change(submit(first, 3), Kind.ACTIVATE, 2), Kind.SHADOW, 1);

        RuleBook retired = change(book, Kind.RETIRE, 1);

        assertThat(retired.previous()).isEqualTo(1);
        assertThat(change(retired, Kind.ROLLBACK, 0).active()).isEqualTo(1);
    }

    @Test
    void shouldTravelWithoutTheTextsThatMembersHave() {
        RuleBook base = submit(first, 3);
        RuleBook next = submit(base, 5);
        NextRules sent = NextRules.after(base, next);

        assertThat(sent.book().sets().subList(0, 2))
                .allMatch(set -> set.text().text().isEmpty());
        assertThat(sent.book().sets().get(2)).isEqualTo(next.sets().get(2));
        assertThat(sent.on(base)).isEqualTo(next);
        assertThatThrownBy(() -> sent.on(first))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("version=1");
        assertThat(NextRules.after(first, base).on(next))
                .as("all, for members of version 1")
                .isEqualTo(base);
    }

    @Test
    void shouldKeepAListOnceAndRefuseMoreThanAMemberShouldKeep() {
        String list = "5411\n".repeat(1 << 23);
        RuleBook book = first;
        for (int i = 0; i < 3; i++) {
            book = submitted(book, list);
        }
        assertThat(book.set(2).orElseThrow().text().files().get("a.csv"))
                .as("kept once")
                .isSameAs(book.set(4).orElseThrow().text().files().get("a.csv"));
        RuleBook full = submitted(submitted(book, list + "1"), list + "2");
        assertThatThrownBy(() -> submitted(full, list + "3"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("134217728 characters");
    }

    @Test
    void shouldSayWhatToDoWhenMembersAreStartedWithTooLongLists() throws Exception {
        String list = "5411\n".repeat((1 << 27) / 5 + 1);
        RuleSetText text = new RuleSetText("rule a decline when tx.amount > 1", Map.of("a.csv", list));
        RuleSet set = RuleSet.of(1, 0, text, code -> code);
        assertThatThrownBy(() -> RuleBook.first(set))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("134217728 characters; shorten its lists")
                .hasMessageContaining("key 'rules'")
                .hasMessageNotContaining("rules remove");
    }

    /** As if it had been compiled: what is in the list is no part of that. */
    private static RuleBook submitted(RuleBook book, String list) {
        try {
            RuleSetText text = new RuleSetText("rule a decline when tx.amount > 1", Map.of("a.csv", new String(list)));
            RuleSet set = RuleSet.of(book.nextNumber(), 0, text, code -> code);
            return book.after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ben", "a test", text), Optional.of(set), NOW_MS);
        } catch (RuleSetRefusedException e) {
            throw new AssertionError(e);
        }
    }
}
