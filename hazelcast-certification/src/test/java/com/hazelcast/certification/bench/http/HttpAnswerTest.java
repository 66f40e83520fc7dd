package com.hazelcast.certification.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.CorruptedFrameException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAnswerTest {
    private static final String BODY = "{\"id\":\"tx_1\",\"n\":1,\"n\":2}";
    private static final String WHOLE = "HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\ncontent-length: "
            + BODY.length() + "\r\n\r\n" + BODY;

    private final HttpAnswer answer = new HttpAnswer();

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void shouldReadAnAnswerThatAnotherOneFollows() {
        byte[] two = ascii(WHOLE + "HTTP/1.1 500 ");

        assertThat(answer.read(two, two.length)).isTrue();
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.isGood()).isTrue();
        assertThat(answer.sizeBytes()).isEqualTo(WHOLE.length());
        assertThat(answer.body()).isEqualTo(BODY);
        assertThat(answer.textAfter(ascii("\"id\":\""))).isEqualTo("tx_1");
        assertThat(answer.count(ascii("\"n\":"))).isEqualTo(2);
        assertThat(answer.has(ascii("500"))).isFalse();
    }

    @Test
    void shouldWaitForEachByteOfAnAnswer() {
        byte[] bytes = ascii(WHOLE);

        for (int count = 0; count < bytes.length; count++) {
            assertThat(answer.read(bytes, count)).as("bytes=%d", count).isFalse();
        }
        assertThat(answer.read(bytes, bytes.length)).isTrue();
    }

    @Test
    void shouldReadAnAnswerWithoutABody() {
        byte[] empty = ascii("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n");

        assertThat(answer.read(empty, empty.length)).isTrue();
        assertThat(answer.isGood()).isFalse();
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
                "HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1\r\n\r\n"
            })
    void shouldRejectAnAnswerOfUnknownLengthOrStatus(String text) {
        byte[] bytes = ascii(text);

        assertThatThrownBy(() -> answer.read(bytes, bytes.length)).isInstanceOf(CorruptedFrameException.class);
    }
}
