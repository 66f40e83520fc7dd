package com.hazelcast.certification.sending;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendCallTest {
    private static final String CARD = "4000220000112333";
    private static final String NAME = "shard-00000.histories";

    private static SendCall.Slice slice(byte[] content) {
        return new SendCall.Slice(-7, NAME, 21, ByteBuffer.wrap(content));
    }

    @Test
    void shouldReadWhatWasWritten() {
        SendCall.Begin begin = new SendCall.Begin(-7, Long.MIN_VALUE, List.of(1L, 5_000_000_000L));
        assertThat(SendCall.readBegin(SendCall.text(begin))).isEqualTo(begin);

        SendCall.Slice slice = slice(new byte[] {0, -1, 7});
        assertThat(SendCall.readSlice(SendCall.text(slice))).isEqualTo(slice);
    }

    @Test
    void shouldRefuseASliceThatWasDamagedOnItsWay() {
        String text = SendCall.text(slice(CARD.getBytes(US_ASCII)));
        String content = Base64.getEncoder().encodeToString(CARD.getBytes(US_ASCII));
        String damaged = Base64.getEncoder().encodeToString("4000220000112334".getBytes(US_ASCII));
        assertThat(text).endsWith(content);

        Throwable refused = catchThrowable(() -> SendCall.readSlice(text.replace(content, damaged)));

        assertThat(refused)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("file=" + NAME + " offset=21 bytes=16");
        assertThat(refused.getMessage()).doesNotContain("400022");
    }

    @Test
    void shouldRefuseASliceThatIsTooLong() {
        String text = SendCall.text(slice(new byte[SendCall.SLICE_BYTES_MAX + 1]));

        assertThatThrownBy(() -> SendCall.readSlice(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longer than 262144 bytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "send-slice " + CARD,
                "send-slice 1 " + NAME + " 0 0 " + CARD + "!",
                "send-slice x " + NAME + " 0 0 " + CARD,
                "send-slice 1 " + NAME + " " + CARD + CARD + " 0 AAAA",
                "send-slice 1 2 3 4 5 6 " + CARD
            })
    void shouldRepeatNothingOfASliceThatItCannotRead(String text) {
        Throwable refused = catchThrowable(() -> SendCall.readSlice(text));

        assertThat(refused)
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageContaining("characters=" + text.length());
        assertThat(refused.getMessage()).doesNotContain(CARD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "send-begin 1 2",
                "send-begin 1 2 3",
                "send-begin 1 2 3 0",
                "send-begin 1 2 3 -1",
                "send-begin 1 2 3 9223372036854775807",
                "send-begin 1 2 3 x"
            })
    void shouldRefuseWhatIsNoFolder(String text) {
        assertThatThrownBy(() -> SendCall.readBegin(text)).isInstanceOf(IllegalArgumentException.class);
        assertThat(SendCall.shown(text)).isEqualTo("send-begin");
    }

    @Test
    void shouldShowOfASendHowMuchItIsAndNothingOfItsContent() {
        String begin = SendCall.text(new SendCall.Begin(1, 0xabc, List.of(100L, 23L)));
        String slice = SendCall.text(slice(CARD.getBytes(US_ASCII)));

        assertThat(SendCall.shown(begin)).isEqualTo("send-begin import=abc files=2 bytes=123");
        assertThat(SendCall.shown(slice)).isEqualTo("send-slice");
        assertThat(SendCall.shown("{\"cards\":1}")).isEqualTo("{\"cards\":1}");
        assertThat(SendCall.is("{\"cards\":1}")).isFalse();
    }
}
