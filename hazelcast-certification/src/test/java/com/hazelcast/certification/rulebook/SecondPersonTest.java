package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SecondPersonTest {
    private static final long NOW_MS = 1_798_967_585_307L;

    private final RuleBook book = submittedByBen(true);

    private static RuleBook submittedByBen(boolean verified) {
        RuleSetText text = new RuleSetText("set tried\nrule r decline when tx.amount = 1\n", Map.of());
        RuleBook first = RuleBook.first(RuleSet.shipped());
        RuleChange submission =
                new RuleChange(Kind.SUBMIT, 0, 0, BreakerLimits.NONE, "Ben", "a test", text, verified, 0);
        try {
            RuleSet set = RuleSet.of(first.nextNumber(), 0, text, code -> code);
            return first.after(submission, Optional.of(set), NOW_MS);
        } catch (RuleSetRefusedException e) {
            throw new AssertionError(e);
        }
    }

    private Throwable refusal(Kind kind, String by, boolean verified) {
        RuleChange change = new RuleChange(kind, 2, 100, BreakerLimits.NONE, by, "a test", null, verified, 0);
        return catchThrowable(() -> SecondPerson.require(book, change));
    }

    @ParameterizedTest
    @EnumSource(names = {"ACTIVATE", "CANARY"})
    void shouldLetASetDecideOnlyByAnotherThanItsAuthor(Kind kind) {
        assertThat(refusal(kind, "Ana", true)).isNull();
        assertThat(refusal(kind, "oidc:ana", true)).isNull();
        for (String same : new String[] {"Ben", "BEN", "oidc:ben"}) {
            assertThat(refusal(kind, same, true))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("who has submitted a set may not let it decide");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ACTIVATE", "CANARY"})
    void shouldNotTakeANameThatNobodyHasSignedInBy(Kind kind) {
        assertThat(refusal(kind, "Ana", false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rules-second-person")
                .hasMessageContaining("give --user, or sign in to the console");
    }

    @Test
    void shouldNotTakeAnAuthorWhoOnlySaysSo() {
        RuleChange change = new RuleChange(Kind.ACTIVATE, 2, 0, BreakerLimits.NONE, "Ana", "a test", null, true, 0);
        assertThat(catchThrowable(() -> SecondPerson.require(submittedByBen(false), change)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("submit it again with --user")
                .hasMessageContaining("author=Ben");
    }

    @Test
    void shouldLetTheSetOfTheConfigurationDecideAgain() {
        RuleChange change = new RuleChange(Kind.ACTIVATE, 1, 0, BreakerLimits.NONE, "Ben", "a test", null, true, 0);
        assertThat(catchThrowable(() -> SecondPerson.require(book, change))).isNull();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ACTIVATE", "CANARY"})
    void shouldAskForNobodyWhereNoNewSetIsToDecide(Kind kind) {
        assertThat(refusal(kind, "Ben", false)).isNull();
    }

    @Test
    void shouldNameASetThatThereIsNot() {
        RuleChange change = new RuleChange(Kind.ACTIVATE, 7, 0, BreakerLimits.NONE, "Ana", "a test", null, true, 0);
        assertThat(catchThrowable(() -> SecondPerson.require(book, change)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("set=7");
    }
}
