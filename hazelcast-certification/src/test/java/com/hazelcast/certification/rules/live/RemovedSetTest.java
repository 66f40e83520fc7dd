package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.live.RecordedSet.Stage;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sets whose text and lists were removed: what stays of them, and what they cannot any more. */
class RemovedSetTest {
    private static final String RULES = """
            set shop
            list watched of merchant from 'watched.csv'
            points challenge at 10, review at 30
            rule listed decline when tx.merchant in @watched
            rule abroad points 10 when tx.country != 276
            rule night points 30 when tx.amount > 900
            """;

    private final RuleBook first = RuleBook.first(RuleSet.shipped());

    private static RuleBook change(RuleBook book, Kind kind, int set) {
        int share = kind == Kind.CANARY ? 100 : 0;
        return book.after(new RuleChange(kind, set, share, 0, "Ana", "a test", null), Optional.empty(), 1_000);
    }

    private static RuleBook submit(RuleBook book, String list) {
        RuleSetText text = new RuleSetText(RULES, Map.of("watched.csv", list));
        try {
            RuleSet set = RuleSet.of(book.nextNumber(), 0, text, code -> code);
            return book.after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ben", "a test", text), Optional.of(set), 1_000);
        } catch (RuleSetRefusedException e) {
            throw new AssertionError(e);
        }
    }

    /** Set 2 has decided, and no roll-back leads to it: set 4 decides, set 3 did before. */
    private RuleBook four() {
        RuleBook book = first;
        for (int set = 2; set <= 4; set++) {
            book = change(submit(book, "541" + set + "\n"), Kind.ACTIVATE, set);
        }
        return book;
    }

    private static List<String> decisions(RuleBook book) throws RuleSetRefusedException {
        DecidingRules rules = DecidingRules.of(book);
        List<String> decisions = new ArrayList<>();
        for (int code = 0; code < TransactionLayout.VERDICTS; code++) {
            decisions.add(rules.ruling(code)
                    .map(ruling -> ruling.set().number() + ruling.set().name() + " " + ruling.rule() + ruling.ruleName()
                            + " " + ruling.action() + " " + ruling.score())
                    .orElse("none"));
        }
        return decisions;
    }

    @Test
    void shouldKeepTheNamesOfItsDecisionsAndNothingElseOfTheText() throws Exception {
        RuleBook before = four();

        RuleBook after = change(change(before, Kind.REMOVE, 2), Kind.REMOVE, 1);

        RecordedSet removed = after.set(2).orElseThrow();
        assertThat(removed.isRemoved()).isTrue();
        assertThat(removed.text().files()).isEmpty();
        assertThat(removed.text().text()).contains("listed", "abroad").doesNotContain("900", "watched", "276");
        assertThat(removed.withText(before.set(2).orElseThrow().text()))
                .as("all else stays")
                .isEqualTo(before.set(2).orElseThrow());
        assertThat(decisions(after)).isEqualTo(decisions(before));
        assertThat(BookRoom.figures(after).characters())
                .isLessThan(BookRoom.figures(before).characters());
        assertThat(BookRoom.figures(after).sets()).isEqualTo(2);
    }

    @Test
    void shouldRecordWhatWasRemovedAndByWhom() throws Exception {
        RuleBook after = change(four(), Kind.REMOVE, 2);

        JsonNode line =
                new ObjectMapper().readTree(after.record().get(after.record().size() - 1));
        assertThat(line.path("what").textValue()).isEqualTo("remove");
        assertThat(line.path("set").intValue()).isEqualTo(2);
        assertThat(line.path("by").textValue()).isEqualTo("Ana");
        assertThat(line.path("name").textValue()).isEqualTo("shop");
        assertThat(line.at("/text/characters").intValue()).isEqualTo(RULES.length());
        assertThat(line.path("files").path("watched.csv").path("sha256").textValue())
                .as("printf '5412\\n' | sha256sum")
                .isEqualTo(BookRecord.sha256("5412\n"));
        assertThat(BookRecord.sha256("")).isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    /** Who sees the list masked would find the digits by trying. */
    @Test
    void shouldRecordNoHashOfWhatMayNameACard() throws Exception {
        for (String list : List.of(
                "4012888888881881\n",
                "5411\n4012 8888 8888 1881,2031-01-01\n",
                "4012-8888-8888-1881\n",
                "3782-822463-10005\n",
                "12345678\n")) {
            RuleBook after = change(change(withList(first, list), Kind.RETIRE, 2), Kind.REMOVE, 2);

            JsonNode line = new ObjectMapper()
                    .readTree(after.record().get(after.record().size() - 1));
            JsonNode file = line.path("files").path("a.csv");
            assertThat(file.path("characters").intValue()).as(list).isEqualTo(list.length());
            assertThat(file.has("sha256")).as(list).isFalse();
            assertThat(line.path("text").has("sha256"))
                    .as("the text names none")
                    .isTrue();
        }
    }

    @Test
    void shouldRefuseASetThatDecidesOrMay() {
        RuleBook book = change(change(submit(submit(four(), "1\n"), "2\n"), Kind.SHADOW, 5), Kind.CANARY, 6);

        for (int set : new int[] {3, 4, 5, 6}) {
            assertThatThrownBy(() -> change(book, Kind.REMOVE, set))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("set=" + set)
                    .hasMessageContaining("retired");
        }
        RuleBook draft = submit(book, "3\n");
        assertThatThrownBy(() -> change(draft, Kind.REMOVE, 7)).hasMessageContaining("stage=draft");
        assertThat(change(change(draft, Kind.RETIRE, 7), Kind.REMOVE, 7)
                        .set(7)
                        .orElseThrow()
                        .text())
                .as("a set that has decided nothing leaves nothing")
                .isEqualTo(RuleSetText.REMOVED);
    }

    @Test
    void shouldLetItRunNoMore() throws Exception {
        RuleBook book = change(four(), Kind.REMOVE, 2);

        for (Kind kind : List.of(Kind.SHADOW, Kind.CANARY, Kind.ACTIVATE, Kind.REMOVE)) {
            assertThatThrownBy(() -> change(book, kind, 2))
                    .as(kind.label())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the text of that set was removed; submit the set again")
                    .hasMessageContaining("set=2");
        }
        RuleSetText left = book.set(2).orElseThrow().text();
        RuleSet again = RuleSet.of(5, 0, left, code -> code);
        RuleChange submission = new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ben", "a test", left);
        assertThatThrownBy(() -> book.after(submission, Optional.of(again), 1_000))
                .as("what is left is no set")
                .hasMessageContaining("set=5");
    }

    @Test
    void shouldBeRemovedOnMembersThatHaveTheTextAlready() {
        RuleBook before = four();
        RuleBook after = change(before, Kind.REMOVE, 2);

        RuleBook received = NextRules.after(before, after).on(before);

        assertThat(received).isEqualTo(after);
        assertThat(after.withoutTexts().set(2).orElseThrow().isRemoved())
                .as("who gets no texts is told")
                .isTrue();
        assertThat(after.withoutTexts().set(2).orElseThrow().stage()).isEqualTo(Stage.RETIRED);
    }

    @Test
    void shouldNameTheRemedyWhereNothingFitsAnyMore() {
        String large = "5411\n".repeat(1 << 23);
        RuleBook book = change(submit(first, "5411\n"), Kind.ACTIVATE, 2);
        RuleBook full = withList(withList(withList(book, large), large.substring(5)), large.substring(10));

        assertThatThrownBy(() -> withList(full, large.substring(15)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("134217728 characters")
                .hasMessageContaining("./fraud rules remove")
                .hasMessageContaining("none is, so retire one first");
        RuleBook retired = change(full, Kind.RETIRE, 3);
        assertThatThrownBy(() -> withList(retired, large.substring(15)))
                .hasMessageContaining("oldest of which are [3]");
        RuleBook room = change(retired, Kind.REMOVE, 3);
        assertThat(withList(room, large.substring(15)).nextNumber()).isEqualTo(7);
    }

    /** As if it had been compiled: what is in the list is no part of that. */
    private static RuleBook withList(RuleBook book, String list) {
        RuleSetText text = new RuleSetText("rule a decline when tx.amount > 1", Map.of("a.csv", list));
        try {
            RuleSet set = RuleSet.of(book.nextNumber(), 0, text, code -> code);
            return book.after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ben", "a test", text), Optional.of(set), 1_000);
        } catch (RuleSetRefusedException e) {
            throw new AssertionError(e);
        }
    }
}
