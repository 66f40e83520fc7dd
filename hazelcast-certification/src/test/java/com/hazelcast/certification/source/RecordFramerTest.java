package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.Records;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordFramerTest {
    private static final byte[] FIRST = Records.of(Records.EXAMPLE);
    private static final byte[] SECOND = Records.of("00000000000002,1798967585307,107,00,34209,107,0494,09691,74106");

    private static List<String> events(byte[]... parts) {
        // Byte by byte, so that accepted and rejected records come in the order of the stream.
        return FramedStream.events(Records.join(parts), List.of(1));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldParseRecordsOneBehindTheOther() {
        assertThat(events(FIRST, SECOND, FIRST)).containsExactly("card 17721111", "card 2", "card 17721111");
    }

    @Test
    void shouldRejectAShortRecordAndGoOnBehindItsNewline() {
        assertThat(events(FIRST, text("1,2,3\n"), SECOND)).containsExactly("card 17721111", "LENGTH 49", "card 2");
        assertThat(events(FIRST, text("\n\n"), SECOND))
                .containsExactly("card 17721111", "LENGTH 10", "LENGTH 10", "card 2");
    }

    @Test
    void shouldRejectAnOverlongRecordOnceHoweverLong() {
        assertThat(events(FIRST, text("x".repeat(100) + "\n"), SECOND))
                .containsExactly("card 17721111", "LENGTH 120", "card 2");
        assertThat(events(FIRST, text("x".repeat(12_345) + "\n"), SECOND))
                .containsExactly("card 17721111", "LENGTH 120", "card 2");
    }

    @Test
    void shouldRejectAWrongRecordOfTheRightLengthAlone() {
        assertThat(events(FIRST, Records.of("x"), SECOND))
                .containsExactly("card 17721111", "NOT_A_DIGIT 120", "card 2");
    }

    @Test
    void shouldRejectWhatIsLeftWhenTheStreamEnds() {
        assertThat(events(FIRST, text("1,2"))).containsExactly("card 17721111", "TRUNCATED 49");
        assertThat(events(FIRST, text("1,2\n3"))).containsExactly("card 17721111", "LENGTH 49", "TRUNCATED 51");
        assertThat(events(FIRST)).containsExactly("card 17721111");
        assertThat(events(FIRST, text("x".repeat(250)))).containsExactly("card 17721111", "LENGTH 120");
    }

    @Test
    void shouldRejectAShortRecordBeforeAnythingFollowsIt() {
        List<Rejection> rejections = new ArrayList<>();
        RecordFramer framer = new RecordFramer((reason, bytes, offset, length) -> rejections.add(reason));
        byte[] shortAndPart = text("1,2\n\n3");
        assertThat(framer.parse(shortAndPart, shortAndPart.length, new byte[TransactionLayout.TRANSACTION_SIZE_BYTES]))
                .isZero();
        assertThat(rejections).containsExactly(Rejection.LENGTH, Rejection.LENGTH);
        assertThat(framer.consumed()).isEqualTo(shortAndPart.length - 1);
    }

    @Test
    void shouldBeginANewConnectionWithAWholeRecord() {
        List<Rejection> rejections = new ArrayList<>();
        RecordFramer framer = new RecordFramer((reason, bytes, offset, length) -> rejections.add(reason));
        byte[] garbage = text("x".repeat(150));
        assertThat(framer.parse(garbage, garbage.length, new byte[TransactionLayout.TRANSACTION_SIZE_BYTES]))
                .isZero();
        framer.end(garbage, garbage.length - framer.consumed());
        assertThat(framer.parse(FIRST, FIRST.length, new byte[TransactionLayout.TRANSACTION_SIZE_BYTES]))
                .isOne();
        assertThat(rejections).containsExactly(Rejection.LENGTH);
    }
}
