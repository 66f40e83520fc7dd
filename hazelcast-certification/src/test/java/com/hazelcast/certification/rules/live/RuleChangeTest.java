package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.live.RuleChange.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleChangeTest {
    private static RuleChange because(String reason) {
        return new RuleChange(Kind.ACTIVATE, 2, 0, 0, "Ana", reason, null);
    }

    @ParameterizedTest
    @CsvSource({
        "card 4000220000112333 was declined, card 400022******2333 was declined",
        "card 4000 2200 0011 2333 was declined, card 4000 2*********2333 was declined",
        "card 4000-2200-0011-2333 was declined, card 4000-2*********2333 was declined",
        "card 3782 822463 10005 was declined, card 3782 8*******0005 was declined",
        "card 3782-822463-10005 was declined, card 3782-8*******0005 was declined",
        "400022000011, 400022**0011"
    })
    void shouldMaskCardNumbersInAReason(String reason, String kept) {
        assertThat(because(reason).reason()).isEqualTo(kept);
        assertThat(because(reason).summary()).endsWith("reason=" + kept);
    }

    @ParameterizedTest
    @CsvSource({
        "ticket 20261129-1234",
        "since 2026-11-29 10:15",
        "amounts above 12345678901 units",
        "rule 12 of set 1024"
    })
    void shouldLeaveOtherNumbersAsTheyAre(String reason) {
        assertThat(because(reason).reason()).isEqualTo(reason);
    }

    @Test
    void shouldKeepWhatMembersWriteAsItIs() {
        String codes = "4000 4001 4002 4003";
        assertThat(new RuleChange(Kind.CODES_OUT, 0, 0, 0, "members", codes, null).reason())
                .isEqualTo(codes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"breaker", " Breaker ", "members"})
    void shouldLetNobodyWhoHasNotSignedInSignAsWhatActsByItself(String name) {
        RuleChange change = new RuleChange(Kind.ROLLBACK, 2, 0, 0, name, "r", null);
        assertThatThrownBy(change::unverified)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give your own name with --by: by=" + name.strip());
        assertThat(change.byVerified("otto").by()).isEqualTo("otto");
    }

    @Test
    void shouldNotShowACardInWhatItRefuses() {
        assertThatThrownBy(() -> because("4000220000112333\u0007")).hasMessageContaining("reason=400022******2333");
    }
}
