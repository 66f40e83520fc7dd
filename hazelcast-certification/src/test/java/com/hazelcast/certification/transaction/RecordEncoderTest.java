package com.hazelcast.certification.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordEncoderTest {
    @Test
    void shouldWriteTheExample() {
        Fields example = new Fields(17721111, 1798967585307L, 107, 0, 34209, 107, 494, 9691, 74106, 0);
        assertThat(example.encode()).isEqualTo(Records.of(Records.EXAMPLE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "00000000000000      | 0",
                "99999999999999      | 9",
                "00000000            | 10",
                "123456789           | 99",
                "9999999999999       | 99",
                "100000000000000     | 100",
                "000000000000000     | 100",
                "1234567890123456    | 999",
                "999999999999999999  | 1000",
                "1000000000000000000 | 99999",
                "9223372036854775808 | 100000",
                "9999999999999999999 | 999999",
                "12345678901234      | 2147483647",
            })
    void shouldWriteAllDigitsOfTheCardAndThoseThatTheAmountNeeds(String card, int amount) {
        Fields fields = new Fields(CardNumber.of(card), 1798967585307L, 7, 1, amount, 8, 9, 10, 11, 0);
        assertThat(fields.encode())
                .isEqualTo(Records.of(card + ",1798967585307,007,01," + amount + ",008,0009,00010,00011"));
    }

    @Test
    void shouldWriteOverWhateverStoodThereAndNothingElse() {
        byte[] target = new byte[3 * WireRecord.SIZE_BYTES];
        Arrays.fill(target, (byte) 'x');
        RecordEncoder.encode(17721111, 0, 0, 0, target, WireRecord.SIZE_BYTES);
        byte[] record = Arrays.copyOfRange(target, WireRecord.SIZE_BYTES, 2 * WireRecord.SIZE_BYTES);
        assertThat(record).isEqualTo(Records.of("00000017721111,0000000000000,000,00,0,000,0000,00000,00000"));
        assertThat(Arrays.copyOf(target, WireRecord.SIZE_BYTES)).containsOnly('x');
        assertThat(Arrays.copyOfRange(target, 2 * WireRecord.SIZE_BYTES, target.length))
                .containsOnly('x');
    }

    @Test
    void shouldAllocateNothing() {
        byte[] target = new byte[WireRecord.SIZE_BYTES];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        encode(target, 200_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        encode(target, 1_000_000);
        long allocatedBytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocatedBytes).as("bytes allocated by a million records").isLessThan(10_000);
    }

    private static void encode(byte[] target, int count) {
        for (int i = 0; i < count; i++) {
            RecordEncoder.encode((long) i << 20, i, i, i & 0xffff, target, 0);
        }
    }
}
