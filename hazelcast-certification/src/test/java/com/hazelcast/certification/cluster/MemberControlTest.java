package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.hazelcast.certification.rules.live.RuleState;
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
}
