package com.hazelcast.certification.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpTemplateTest {
    private final HttpTemplate.Head head = new HttpTemplate.Head("member", Optional.of("secret"));

    @Test
    void shouldSetDigitsBehindWhatHasBeenWrittenBefore() {
        HttpTemplate template = HttpTemplate.withBody("PUT /t/<3>", head, "{\"card\":\"<5>\"}");
        ByteBuf out = Unpooled.buffer();
        ByteBuf unused = out.writeByte('x');

        int begin = template.write(out);
        template.set(out, begin, 0, 7);
        template.set(out, begin, 1, 1_234_567);

        assertThat(out.toString(StandardCharsets.US_ASCII))
                .isEqualTo("xPUT /t/007 HTTP/1.1\r\nHost: member\r\nAuthorization: Bearer secret\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"card\":\"34567\"}");
    }

    @Test
    void shouldEndARequestWithoutABodyByOneEmptyLine() {
        assertThat(new String(head.afterPath("?wait=25ms"), StandardCharsets.US_ASCII))
                .isEqualTo("?wait=25ms HTTP/1.1\r\nHost: member\r\nAuthorization: Bearer secret\r\n\r\n");
    }

    @Test
    void shouldMakeAnotherTransactionOfEachNumber() {
        HttpTemplate template = HttpTemplate.withBody("POST /v1/decisions", head, TransactionBody.JSON);
        ByteBuf first = Unpooled.buffer();
        ByteBuf second = Unpooled.buffer();

        TransactionBody.set(
                template, first, template.write(first), 0, 4_000_220_000_000_001L, 8_999, 1_798_967_585_307L);
        TransactionBody.set(
                template, second, template.write(second), 0, 4_000_220_000_000_001L, 9_000, 1_798_967_585_308L);

        assertThat(first.toString(StandardCharsets.US_ASCII))
                .contains(
                        "\"card\":\"4000220000000001\"",
                        "\"time\":1798967585307",
                        "\"amountMinor\":9999",
                        "\"terminal\":10000");
        assertThat(second.toString(StandardCharsets.US_ASCII)).contains("\"amountMinor\":1000", "\"terminal\":10001");
    }
}
