package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BookCompilerTest {
    private static final RuleSetText SMALL =
            new RuleSetText("set small\nrule small decline when tx.amount <= 10\n", Map.of());

    private static RuleBook change(RuleBook book, Kind kind, int set) {
        return change(book, kind, set, 0);
    }

    private static RuleBook change(RuleBook book, Kind kind, int set, int share) {
        return book.after(new RuleChange(kind, set, share, 0, "Ana", "a test", null), Optional.empty(), 1);
    }

    /** As on a member that has started since: it has compiled the set before to know its codes. */
    @Test
    void shouldWarmUpASetThatDecidesAgain() throws Exception {
        RuleBook first = RuleBook.first(RuleSet.shipped());
        RuleSet set = RuleSet.of(2, 0, SMALL, code -> code);
        RuleBook submitted =
                first.after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", SMALL), Optional.of(set), 1);
        RuleBook active = change(change(submitted, Kind.ACTIVATE, 2), Kind.ACTIVATE, 1);
        List<Integer> warm = new ArrayList<>();
        BookCompiler started = new BookCompiler(RuleSet.shipped(), code -> code, made -> warm.add(made.number()));
        started.compile(active);
        assertThat(warm).as("set 2 does not decide").doesNotContain(2);

        started.compile(change(active, Kind.ROLLBACK, 0));

        assertThat(warm).contains(2);
    }

    @Test
    void shouldNotCompileADraftAgainThatIsToDecide() throws Exception {
        BookCompiler compiler = new BookCompiler(RuleSet.shipped(), code -> code, made -> {});
        RuleBook submitted = submitted(RuleBook.first(RuleSet.shipped()));
        RecordedSet draft = compiler.coldDrafts(submitted).get(0);
        RuleSet ready = RuleSet.of(draft, code -> code);
        compiler.addDraft(ready);
        assertThat(compiler.coldDrafts(submitted)).isEmpty();

        RuleSet active = compiler.compile(change(submitted, Kind.ACTIVATE, draft.number()))
                .active();

        assertThat(active.definition()).isSameAs(ready.definition());
        assertThat(active.firstCode())
                .as("behind the codes of the first set")
                .isEqualTo(RuleSet.shipped().codeCount());
        assertThat(active.codeCount()).isEqualTo(ready.codeCount());
    }

    @Test
    void shouldMakeTheNewestDraftsReadyAndForgetTheOthers() throws Exception {
        BookCompiler compiler = new BookCompiler(RuleSet.shipped(), code -> code, made -> {});
        RuleBook book = submitted(RuleBook.first(RuleSet.shipped()));
        RecordedSet oldest = compiler.coldDrafts(book).get(0);
        compiler.addDraft(RuleSet.of(oldest, code -> code));
        for (int i = 0; i < 4; i++) {
            book = submitted(book);
        }

        assertThat(compiler.coldDrafts(book)).extracting(RecordedSet::number).containsExactly(3, 4, 5, 6);
        assertThat(compiler.compile(change(book, Kind.ACTIVATE, oldest.number()))
                        .active()
                        .number())
                .isEqualTo(oldest.number());
    }

    /** A book that was written when sums had no codes, and gave those behind to the next set. */
    @Test
    void shouldGiveTheSetOfTheConfigurationTheCodesThatTheBookHasOfIt() throws Exception {
        RuleSetText text = new RuleSetText("""
                set sums points review at 10
                rule a points 10 when tx.amount > 1
                rule b points 20 when tx.amount > 2
                """, Map.of());
        RuleSet configured = RuleSet.of(1, 0, text, code -> code);
        assertThat(configured.codeOf(0, Action.REVIEW, 30)).isGreaterThan(configured.codeOf(0, Action.DECLINE));
        RecordedSet recorded = new RecordedSet(
                1, 0, 1 + 2 + 3, "sums", "configuration", text, RecordedSet.Stage.ACTIVE, null, RecordedSet.Rest.NONE);
        RuleBook old = new RuleBook(1, List.of(recorded), 1, 0, 0, 0, BreakerLimits.NONE, false, List.of());
        RuleBook book = change(submitted(old), Kind.CANARY, 2, 100);

        DecidingRules rules = new BookCompiler(configured, code -> code, made -> {}).compile(book);

        RuleSet active = rules.active();
        assertThat(active.codeOf(0, Action.REVIEW, 30)).isEqualTo(active.codeOf(0, Action.REVIEW));
        assertThat(active.codeCount()).isEqualTo(book.set(2).orElseThrow().firstCode());
        assertThat(active.definition()).as("not compiled again").isSameAs(configured.definition());
    }

    private static RuleBook submitted(RuleBook book) throws Exception {
        RuleSet set = RuleSet.of(book.nextNumber(), 0, SMALL, code -> code);
        return book.after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", SMALL), Optional.of(set), 1);
    }
}
