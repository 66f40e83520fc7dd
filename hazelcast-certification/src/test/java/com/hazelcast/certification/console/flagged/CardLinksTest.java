package com.hazelcast.certification.console.flagged;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.members.ConsoleCluster;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CardLinksTest {
    private static final long CARD = 40_002_223_337_531L;

    private final CardLinks links = withKey(1);

    private static CardLinks withKey(int filler) {
        byte[] key = new byte[ConsoleCluster.CARD_LINK_KEY_SIZE_BYTES];
        Arrays.fill(key, (byte) filler);
        return new CardLinks(() -> key, () -> Optional.of(key));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, CARD, 99_999_999_999_999L, -1, Long.MIN_VALUE})
    void shouldLeadToTheCardOnEveryMember(long card) {
        assertThat(withKey(1).cardOf(links.linkOf(card))).hasValue(card);
    }

    @Test
    void shouldDifferEachTimeAndNotHoldTheNumber() {
        String link = links.linkOf(CARD);
        assertThat(links.linkOf(CARD)).isNotEqualTo(link);
        assertThat(link).matches("[A-Za-z0-9_-]{48}");
        assertThat(new String(Base64.getUrlDecoder().decode(link), StandardCharsets.ISO_8859_1))
                .doesNotContain("40002223337531");
    }

    @Test
    void shouldLeadNowhereWhenItIsNotOfThisCluster() {
        String link = links.linkOf(CARD);
        assertThat(withKey(2).cardOf(link)).isEmpty();
        CardLinks without = new CardLinks(() -> new byte[0], Optional::empty);
        assertThat(without.cardOf(link)).isEmpty();
        byte[] bytes = Base64.getUrlDecoder().decode(link);
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            assertThat(links.cardOf(Base64.getUrlEncoder().withoutPadding().encodeToString(changed)))
                    .as("byte " + i)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "40002223337531", "….", "AAAA", "../../x"})
    void shouldTakeNothingElse(String text) {
        assertThat(links.cardOf(text)).isEmpty();
    }
}
