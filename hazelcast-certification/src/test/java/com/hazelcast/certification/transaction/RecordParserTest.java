package com.hazelcast.certification.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordParserTest {
    private static final int SIZE = TransactionLayout.TRANSACTION_SIZE_BYTES;

    private final byte[] target = new byte[SIZE];

    @Test
    void shouldParseTheExample() {
        assertThat(RecordParser.parse(Records.of(Records.EXAMPLE), 0, target, 0))
                .isEqualTo(RecordParser.OK);
        assertThat(Fields.at(target, 0))
                .isEqualTo(new Fields(17721111, 1798967585307L, 107, 0, 34209, 107, 494, 9691, 74106, 0));
    }

    @Test
    void shouldReadAndWriteNothingButTheRecordAndTheTransactionAtTheirOffsets() {
        byte[] source = new byte[7 + WireRecord.SIZE_BYTES];
        System.arraycopy(Records.of(Records.EXAMPLE), 0, source, 7, WireRecord.SIZE_BYTES);
        byte[] targets = new byte[3 * SIZE];
        Arrays.fill(targets, (byte) 0x55);
        assertThat(RecordParser.parse(source, 7, targets, SIZE)).isEqualTo(RecordParser.OK);
        assertThat(Fields.at(targets, 1).card()).isEqualTo(17721111);
        assertThat(Arrays.copyOf(targets, SIZE)).containsOnly(0x55);
        assertThat(Arrays.copyOfRange(targets, 2 * SIZE, 3 * SIZE)).containsOnly(0x55);
    }

    /** Every width that a field may have, the least and the greatest value of each. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "00000000000000,0,000,00,0,000,0000,00000,00000                | 00000000000000 0 0 0 0 0 0 0 0",
                "00000000,0,0,0,0,0,0,0,0                           | 00000000 0 0 0 0 0 0 0 0",
                "00000001,2,3,4,5,6,7,8,9                           | 00000001 2 3 4 5 6 7 8 9",
                "123456789,2,3,4,5,6,7,8,9                          | 123456789 2 3 4 5 6 7 8 9",
                "4000220000112333,2,3,4,5,6,7,8,9                   | 4000220000112333 2 3 4 5 6 7 8 9",
                "0000220000112333,2,3,4,5,6,7,8,9                   | 0000220000112333 2 3 4 5 6 7 8 9",
                "9999999999999999999,2,3,4,5,6,7,8,9                | 9999999999999999999 2 3 4 5 6 7 8 9",
                "99999999999999,1798967585307,999,99,1,999,9999,99999,99999    "
                        + "| 99999999999999 1798967585307 999 99 1 999 9999 99999 99999",
                "9223372036854775807,1,2,3,4,5,6,7,8                           | 9223372036854775807 1 2 3 4 5 6 7 8",
                "0000000000000000001,1,2,3,4,5,6,7,8                           | 0000000000000000001 1 2 3 4 5 6 7 8",
                "00000000000001,2199023255551,200,00,1,200,0001,00001,00001    "
                        + "| 00000000000001 2199023255551 200 0 1 200 1 1 1",
                "00000000000001,1798967585307,200,00,2147483647,2,0003,00004,5 "
                        + "| 00000000000001 1798967585307 200 0 2147483647 2 3 4 5",
                "00000000000001,1798967585307,200,00,9999999,200,0003,00004,00005 "
                        + "| 00000000000001 1798967585307 200 0 9999999 200 3 4 5",
                "00000000000001,1798967585307,200,00,10000000,200,0003,00004,00005 "
                        + "| 00000000000001 1798967585307 200 0 10000000 200 3 4 5",
                "00000000000001,1798967585307,200,00,0000000001,200,0003,00004,00005 "
                        + "| 00000000000001 1798967585307 200 0 1 200 3 4 5",
            })
    void shouldTakeEveryLegalWidth(String record, String expected) {
        assertThat(RecordParser.parse(Records.of(record), 0, target, 0)).isEqualTo(RecordParser.OK);
        Fields fields = Fields.at(target, 0);
        assertThat(String.join(
                        " ",
                        CardNumber.text(fields.card()),
                        Long.toString(fields.timeMs()),
                        Integer.toString(fields.country()),
                        Integer.toString(fields.response()),
                        Integer.toString(fields.amountUnits()),
                        Integer.toString(fields.currency()),
                        Integer.toString(fields.merchant()),
                        Integer.toString(fields.city()),
                        Integer.toString(fields.code())))
                .isEqualTo(expected);
    }

    /** {@code ^0} stands for a NUL, {@code ^n} for a newline. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // A newline where none should be.
                "LENGTH        | ^n",
                "LENGTH        | 00000017721111,1798967585307^n,107,00,34209,107,0494,09691,74106",
                "LENGTH        | 00000017721111,1798967585307,107,00,34209,107,0494,09691,74106^n",
                // Nothing, or too few fields.
                "MISSING_FIELD | ^0",
                "MISSING_FIELD | 00000017721111",
                "MISSING_FIELD | 00000017721111,1798967585307,107,00,34209,107,0494,09691",
                "MISSING_FIELD | 00000017721111,1798967585307,107,00,34209,107,0494^0,09691,74106",
                // Too many.
                "EXTRA_FIELD   | 00000017721111,1798967585307,107,00,34209,107,0494,09691,74106,1",
                "EXTRA_FIELD   | 00000017721111,1798967585307,107,00,34209,107,0494,09691,74106,",
                // One without a digit, each field in turn.
                "EMPTY_FIELD   | ,1798967585307,107,00,34209,107,0494,09691,74106",
                "EMPTY_FIELD   | 00000017721111,,107,00,34209,107,0494,09691,74106",
                "EMPTY_FIELD   | 00000017721111,1798967585307,,00,34209,107,0494,09691,74106",
                "EMPTY_FIELD   | 00000017721111,1798967585307,107,,34209,107,0494,09691,74106",
                "EMPTY_FIELD   | 00000017721111,1798967585307,107,00,,107,0494,09691,74106",
                "EMPTY_FIELD   | 00000017721111,1798967585307,107,00,34209,,0494,09691,74106",
                "EMPTY_FIELD   | 00000017721111,1798967585307,107,00,34209,107,,09691,74106",
                "EMPTY_FIELD   | 00000017721111,1798967585307,107,00,34209,107,0494,,74106",
                "EMPTY_FIELD   | 00000017721111,1798967585307,107,00,34209,107,0494,09691,",
                // The characters beside the digits, signs, letters and spaces.
                "NOT_A_DIGIT   | 0000001772/111,1798967585307,107,00,34209,107,0494,09691,74106",
                "NOT_A_DIGIT   | 0000001772:111,1798967585307,107,00,34209,107,0494,09691,74106",
                "NOT_A_DIGIT   | 00000017721111,179896758530x,107,00,34209,107,0494,09691,74106",
                "NOT_A_DIGIT   | 00000017721111,1798967585307,1 7,00,34209,107,0494,09691,74106",
                "NOT_A_DIGIT   | 00000017721111,1798967585307,107,-1,34209,107,0494,09691,74106",
                "NOT_A_DIGIT   | 00000017721111,1798967585307,107,00,342.9,107,0494,09691,74106",
                "NOT_A_DIGIT   | 00000017721111,1798967585307,107,00,-4209,107,0494,09691,74106",
                "NOT_A_DIGIT   | 00000017721111,1798967585307,107,00,34209,EUR,0494,09691,74106",
                "NOT_A_DIGIT   | 00000017721111,1798967585307,107,00,34209,107,04\u00b04,09691,74106",
                "NOT_A_DIGIT   | 00000017721111,1798967585307,107,00,34209,107,0494,096\u00ff1,74106",
                "NOT_A_DIGIT   | 00000017721111,1798967585307,107,00,34209,107,0494,09691,7410O",
                "NOT_A_DIGIT   | 00000017721111;1798967585307,107,00,34209,107,0494,09691,74106",
                // One digit too many, or one unit too much.
                "OUT_OF_RANGE  | 1,1798967585307,107,00,34209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 0017721,1798967585307,107,00,34209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 1000000000000000000000000,1798967585307,107,00,34209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000000000000000001,1798967585307,107,00,34209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,2199023255552,107,00,34209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,01798967585307,107,00,34209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,1798967585307,0107,00,34209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,1798967585307,107,000,34209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,1798967585307,107,00,2147483648,107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,1798967585307,107,00,00000034209,107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,1798967585307,107,00,34209,0107,0494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,1798967585307,107,00,34209,107,00494,09691,74106",
                "OUT_OF_RANGE  | 00000017721111,1798967585307,107,00,34209,107,0494,009691,74106",
                "OUT_OF_RANGE  | 00000017721111,1798967585307,107,00,34209,107,0494,09691,074106",
                // Something behind the end.
                "PADDING       | 00000017721111,1798967585307,107,00,34209,107,0494,09691,74106^01",
                "PADDING       | 00000017721111,1798967585307,107,00,34209,107,0494,09691,74106^0^0^0^0x",
                "PADDING       | 00000017721111,1798967585307,107,00,34209,107,0494,09691,74106^0,",
            })
    void shouldNameWhatIsWrong(Rejection rejection, String record) {
        byte[] bytes = Records.of(record.replace("^0", "\0").replace("^n", "\n"));
        assertThat(Rejection.of(RecordParser.parse(bytes, 0, target, 0))).isEqualTo(rejection);
    }

    @Test
    void shouldRejectARecordWithoutItsNewline() {
        byte[] bytes = Records.of(Records.EXAMPLE);
        bytes[WireRecord.NEWLINE_INDEX] = 0;
        assertThat(Rejection.of(RecordParser.parse(bytes, 0, target, 0))).isEqualTo(Rejection.LENGTH);
    }

    @Test
    void shouldFindAStrayByteAnywhereInThePadding() {
        for (int i = Records.EXAMPLE.length(); i < WireRecord.NEWLINE_INDEX; i++) {
            byte[] bytes = Records.of(Records.EXAMPLE);
            bytes[i] = ' ';
            Rejection expected = i == Records.EXAMPLE.length() ? Rejection.NOT_A_DIGIT : Rejection.PADDING;
            assertThat(Rejection.of(RecordParser.parse(bytes, 0, target, 0)))
                    .as("a space at %d", i)
                    .isEqualTo(expected);
        }
    }

    @Test
    void shouldAllocateNothing() {
        byte[][] records = {
            Records.of(Records.EXAMPLE),
            Records.of("12345678,2,3,4,5,6,7,8,9"),
            Records.of("00000017721111,1798967585307,107,00,34209,107,0494,09691"),
        };
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        parse(records, 200_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        parse(records, 1_000_000);
        long allocatedBytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocatedBytes).as("bytes allocated by a million parses").isLessThan(10_000);
    }

    private void parse(byte[][] records, int count) {
        for (int i = 0; i < count; i++) {
            RecordParser.parse(records[i % records.length], 0, target, 0);
        }
    }
}
