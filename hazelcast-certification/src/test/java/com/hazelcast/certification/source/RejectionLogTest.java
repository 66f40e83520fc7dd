package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.Records;
import com.hazelcast.certification.transaction.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RejectionLogTest {
    private static final String SOURCE = "10.0.0.7:9000";
    private static final byte[] RECORD = Records.of(Records.EXAMPLE);

    private final CountedAccounting accounting = new CountedAccounting();
    private final SteppedClock clock = new SteppedClock();
    private final RejectionLog log = new RejectionLog(SOURCE, accounting, clock);
    private final WrittenLog written = new WrittenLog();

    @AfterEach
    void stopListening() {
        written.close();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private void reject(byte[] bytes) {
        log.rejected(Rejection.LENGTH, bytes, 0, bytes.length);
    }

    private static String line(int count, String source, String maskedCard) {
        return "rejected " + count + " record(s) from " + source
                + "; the last one because the record is not 100 bytes long up to its newline: reason=length card="
                + maskedCard;
    }

    @Test
    void shouldCountEveryRejectionByItsReason() {
        for (Rejection reason : Rejection.values()) {
            log.rejected(reason, RECORD, 0, RECORD.length);
            log.rejected(reason, 17_721_111L);
        }
        assertThat(accounting.rejectedByReason())
                .isEqualTo(
                        Arrays.stream(Rejection.values()).collect(Collectors.toMap(Function.identity(), reason -> 2)));
        assertThat(accounting.receivedCount()).isEqualTo(2 * Rejection.values().length);
    }

    @Test
    void shouldNameTheReasonOfTheLastRejection() {
        log.rejected(Rejection.FUTURE, 17_721_111L);
        assertThat(written.rejections())
                .containsExactly("rejected 1 record(s) from " + SOURCE
                        + "; the last one because the time is too far ahead of the member's clock:"
                        + " reason=future card=000000****1111");
    }

    @Test
    void shouldWriteALineASecondThatSaysHowManyItStandsFor() {
        for (int second = 0; second < 3; second++) {
            for (int millisecond = 0; millisecond < 1_000; millisecond++) {
                reject(RECORD);
                clock.advanceMs(1);
            }
        }
        assertThat(written.rejections())
                .containsExactly(
                        line(1, SOURCE, "000000****1111"),
                        line(1_000, SOURCE, "000000****1111"),
                        line(1_000, SOURCE, "000000****1111"));
        assertThat(accounting.receivedCount()).isEqualTo(3_000);
    }

    @Test
    void shouldGoOnWritingLinesWhenTheClockIsSetBack() {
        reject(RECORD);
        clock.advanceMs(-3_600_000);
        reject(RECORD);
        reject(RECORD);
        assertThat(written.rejections())
                .containsExactly(line(1, SOURCE, "000000****1111"), line(1, SOURCE, "000000****1111"));
    }

    @Test
    void shouldCountBothKindsOfRejectionIntoTheSameLine() {
        reject(RECORD);
        log.rejected(Rejection.FUTURE, 1);
        reject(RECORD);
        clock.advanceMs(999);
        reject(RECORD);
        assertThat(written.rejections()).hasSize(1);
        clock.advanceMs(1);
        reject(RECORD);
        assertThat(written.rejections()).element(1).isEqualTo(line(4, SOURCE, "000000****1111"));
    }

    @Test
    void shouldWriteALineForEachSourceInTheSameSecond() {
        RejectionLog other = new RejectionLog("10.0.0.8:9000", accounting, clock);
        for (int i = 0; i < 5; i++) {
            reject(RECORD);
            other.rejected(Rejection.LENGTH, RECORD, 0, RECORD.length);
        }
        assertThat(written.rejections())
                .containsExactly(line(1, SOURCE, "000000****1111"), line(1, "10.0.0.8:9000", "000000****1111"));
    }

    @ParameterizedTest
    @CsvSource({
        "4000002760001111, 400000******1111",
        "4000002760003184999, 400000*********4999",
        "12345678901, 123456*8901",
        "1234567890, **********",
        "12, **",
    })
    void shouldShowNoMoreOfACardThanFirstSixAndLastFour(String card, String masked) {
        reject(Records.of(card + ",1798967585307,107,00,34209,107,0494,09691,74106"));
        assertThat(written.rejections()).containsExactly(line(1, SOURCE, masked));
    }

    @Test
    void shouldShowNoMoreThanTheDigitsOfACardWhenThereIsNoEndOfThem() {
        reject(text("1234567890123456789000000000000000"));
        assertThat(written.rejections()).containsExactly(line(1, SOURCE, "123456*********6789"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", ",,,,", "x1234567890123456", " 1234567890123456", "\u001b[2J", "\0\u00ff\r", "-1"})
    void shouldShowNothingWhenThereIsNoDigitWhereTheCardShouldBe(String garbage) {
        reject(text(garbage));
        assertThat(written.rejections()).containsExactly(line(1, SOURCE, ""));
        assertThat(written.lineCount()).isOne();
    }

    @Test
    void shouldShowNothingFromOutsideTheRejectedBytes() {
        log.rejected(Rejection.LENGTH, text("99998888777766661234567890123456"), 16, 12);
        assertThat(written.rejections()).containsExactly(line(1, SOURCE, "123456**9012"));
    }

    @Test
    void shouldShowOnlyMaskedDigitsOfRandomBytes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            reject(randomText(random));
            clock.advanceMs(1_000);
        }
        assertThat(written.rejections())
                .as("seed=" + seed)
                .hasSize(2_000)
                .allSatisfy(line -> assertThat(line).matches(".* card=(\\*{0,10}|\\d{6}\\*{1,9}\\d{4})"));
        assertThat(written.lineCount()).isEqualTo(2_000);
    }

    /** Digits, as many as there may be and more, then any bytes. */
    private static byte[] randomText(Random random) {
        byte[] bytes = new byte[random.nextInt(60)];
        random.nextBytes(bytes);
        int digits = random.nextInt(bytes.length + 1);
        for (int i = 0; i < digits; i++) {
            bytes[i] = (byte) ('0' + random.nextInt(10));
        }
        return bytes;
    }
}
