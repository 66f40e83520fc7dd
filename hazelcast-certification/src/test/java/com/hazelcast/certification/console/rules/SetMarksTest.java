package com.hazelcast.certification.console.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.throughput.Mark;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which changes of the record are marked, and in which words. */
class SetMarksTest {
    private RuleBook book;
    private long nowMs;

    @BeforeEach
    void submitTwoSets() throws Exception {
        book = RuleBook.first(RuleSet.shipped());
        for (String name : List.of("two", "three")) {
            RuleSetText text = new RuleSetText("set " + name + " rule r decline when tx.amount > 5", Map.of());
            RuleSet set = RuleSet.of(book.nextNumber(), 0, text, card -> card);
            make(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", text), Optional.of(set));
        }
    }

    private void make(RuleChange change, Optional<RuleSet> submitted) {
        nowMs += 1_000;
        book = book.after(change, submitted, nowMs);
    }

    private void make(Kind kind, int set, int share, String by, boolean verified) {
        make(new RuleChange(kind, set, share, BreakerLimits.NONE, by, "a test", null, verified, 0), Optional.empty());
    }

    private List<String> marks() {
        return SetMarks.since(book, 0).stream()
                .map(mark -> mark.atMs() + " " + mark.kind().label() + " " + mark.text())
                .toList();
    }

    private String shipped() {
        return "set 1 " + book.set(1).orElseThrow().name();
    }

    @Test
    void shouldMarkNoSubmission() {
        assertThat(marks()).isEmpty();
    }

    @Test
    void shouldMarkWhichSetsDecide() {
        make(Kind.CANARY, 2, 1_250, "Otto", true);
        make(Kind.ACTIVATE, 2, 0, "Otto", true);
        make(Kind.ROLLBACK, 0, 0, "Otto", true);
        assertThat(marks())
                .containsExactly(
                        "3000 set_canary set 2 two canary for 12.5 % of the cards",
                        "4000 set_activated set 2 two activated",
                        "5000 set_rolled_back set 2 two rolled back, " + shipped() + " decides");
    }

    @Test
    void shouldMarkTheEndOfACanary() {
        make(Kind.CANARY, 2, 1_000, "Otto", true);
        make(Kind.ROLLBACK, 0, 0, "Otto", true);
        make(Kind.CANARY, 3, 1_000, "Otto", true);
        make(Kind.RETIRE, 3, 0, "Otto", true);
        assertThat(marks())
                .contains(
                        "4000 set_rolled_back set 2 two rolled back as canary",
                        "6000 set_rolled_back set 3 three retired as canary");
    }

    @Test
    void shouldSayWhatTheBreakerHasTakenBackAndNotWhoCallsHimselfSo() {
        make(Kind.ACTIVATE, 2, 0, "Otto", true);
        make(Kind.ROLLBACK, 2, 0, "breaker", false);
        make(Kind.ACTIVATE, 3, 0, "Otto", true);
        make(Kind.DECLINE_NOTHING, 3, 0, "breaker", false);
        make(Kind.ACTIVATE, 2, 0, "Otto", true);
        make(Kind.ROLLBACK, 2, 0, "breaker", true);
        assertThat(marks())
                .contains(
                        "4000 set_taken_back set 2 two taken back by the breaker, " + shipped() + " decides",
                        "6000 set_taken_back set 3 three stopped by the breaker: nothing is declined any more",
                        "8000 set_rolled_back set 2 two rolled back, set 3 three decides");
    }

    @Test
    void shouldMarkOnlyWhatIsNewEnough() {
        make(Kind.ACTIVATE, 2, 0, "Otto", true);
        make(Kind.ACTIVATE, 3, 0, "Otto", true);
        assertThat(SetMarks.since(book, nowMs)).extracting(Mark::text).containsExactly("set 3 three activated");
    }
}
