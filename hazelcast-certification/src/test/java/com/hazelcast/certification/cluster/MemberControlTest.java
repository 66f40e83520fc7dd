package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.rules.live.LargeList;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.RuleState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberControlTest {
    @Test
    void shouldReadAStateOfALaterReleaseAsUnknown() {
        String later = MemberControl.write(MemberStatus.starting("a:1")).replace("\"STARTING\"", "\"RESTING\"");
        assertThat(later).contains("RESTING");

        assertThat(MemberControl.read(later, MemberStatus.class).state()).isEqualTo(MemberState.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"version\":\"4000220000112333x\"}",
                "4000220000112333x",
                "[4000220000112333]",
                "{\"hash\":\"4000220000112333\",\"version\":",
                "{\"4000220000112333\":1,\"version\":{}}"
            })
    void shouldRepeatNothingOfWhatItCannotRead(String json) {
        Throwable refused = catchThrowable(() -> MemberControl.read(json, RuleState.class));

        assertThat(refused)
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageContaining("not the JSON of a RuleState")
                .hasMessageContaining("of " + json.length());
        assertThat(refused.getMessage()).doesNotContain("4000220000112333");
    }

    /** A change is how a list comes to the oldest member, and a plan how it comes to all. */
    @Test
    void shouldReadASetWithAListOfAMillionCards() {
        RuleSetText text = LargeList.set();
        RuleChange change = new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", text);
        BacktestPlan plan = new BacktestPlan(1, text, text, List.of(), 0, 1, 1, 1);

        assertThat(MemberControl.read(MemberControl.write(change), RuleChange.class)
                        .equals(change))
                .isTrue();
        assertThat(MemberControl.read(MemberControl.write(plan), BacktestPlan.class)
                        .equals(plan))
                .isTrue();
    }

    @Test
    void shouldTakeAMemberOfAReleaseBeforeAsOneThatRemovesNoTexts() {
        String before = "{\"version\":3,\"hash\":\"a\",\"agreedVersion\":0,\"agreedHash\":\"\"}";

        assertThat(MemberControl.read(before, RuleState.class).readsOutlines()).isFalse();
        assertThat(MemberControl.read(
                                MemberControl.write(new RuleState(3, "a", 0, "", null, true, true)), RuleState.class)
                        .readsOutlines())
                .isTrue();
    }

    /** It uses a book as soon as all have agreed to it, without a commit. */
    @Test
    void shouldTakeWhatAMemberOfAReleaseBeforeHasAgreedToAsUsed() {
        String before =
                "{\"version\":3,\"hash\":\"a\",\"agreedVersion\":4,\"agreedHash\":\"b\",\"readsOutlines\":true}";

        assertThat(MemberControl.read(before, RuleState.class).mayBeInUse()).isTrue();
        RuleState uncommitted = new RuleState(3, "a", 4, "b", null, true, false);
        assertThat(MemberControl.read(MemberControl.write(uncommitted), RuleState.class))
                .isEqualTo(uncommitted);
        assertThat(uncommitted.mayBeInUse()).isFalse();
        assertThat(new RuleState(3, "a", 4, "b", null, true, true).mayBeInUse()).isTrue();
    }

    @Test
    void shouldSayThatATextIsTooLongWhereTextsAreShort() {
        RuleState state = new RuleState(1, "x".repeat(20_000_001), 0, "", null, true, true);

        assertThat(catchThrowable(() -> MemberControl.read(MemberControl.write(state), RuleState.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageStartingWith("a text is longer than members take in the JSON of a RuleState");
    }
}
