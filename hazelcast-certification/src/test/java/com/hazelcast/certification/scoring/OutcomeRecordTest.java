package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record of the log that is damaged is refused as such, whatever is wrong with it, and leaves nothing. */
class OutcomeRecordTest {
    private static final int COUNT = 5;
    private static final int VERSION_OFFSET = 0;
    private static final int BY_OFFSET = 1;
    private static final int SETS_OFFSET = 38;

    private final byte[] transactions = OwnerAndBackup.transactions(COUNT, 0);
    private final byte[] record = OutcomeRecords.byOwner(OwnerAndBackup.AT_MS, transactions);
    private final int sizeBytes = TransactionLayout.hasReferences(transactions, COUNT)
            ? TransactionLayout.TRANSACTION_SIZE_BYTES
            : TransactionLayout.UNREFERENCED_SIZE_BYTES;

    /** The whole of a record that is decided promptly has no bit set of that. */
    private final int referencesOffset = record.length - COUNT * sizeBytes - 1;

    private final int promptOffset = referencesOffset - 1;

    private byte[] with(int offset, int value) {
        byte[] damaged = record.clone();
        damaged[offset] = (byte) value;
        return damaged;
    }

    private static void requireDamage(byte[] damaged, String problem) {
        HistoryShard shard = OwnerAndBackup.shard();
        assertThatThrownBy(() -> OutcomeRecord.replay(shard, ByteBuffer.wrap(damaged)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(problem);
        assertThat(shard.digest()).isEqualTo(OwnerAndBackup.shard().digest());
        assertThatThrownBy(() -> OutcomeRecord.decisions(ByteBuffer.wrap(damaged), (byOwner, atMs, decided, count) -> {
                    throw new AssertionError("decisions of a damaged record: count=" + count);
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void shouldRefuseARecordThatEndsTooEarly() {
        for (int length = 0; length < record.length; length++) {
            boolean isWhole = length > referencesOffset && (length - referencesOffset - 1) % sizeBytes == 0;
            if (!isWhole) {
                requireDamage(Arrays.copyOf(record, length), "an outcome ");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1_000_000})
    void shouldRefuseABitSetThatDoesNotFit(int words) {
        byte[] damaged = record.clone();
        var unused = ByteBuffer.wrap(damaged).putInt(SETS_OFFSET, words);
        requireDamage(damaged, "words=" + words);
    }

    @Test
    void shouldRefuseACodeThatIsNone() {
        requireDamage(with(VERSION_OFFSET, 0), "version 0");
        requireDamage(with(VERSION_OFFSET, 5), "version 5");
        requireDamage(with(BY_OFFSET, 2), "by whom it is is 0 to 1: value=2");
        requireDamage(with(promptOffset, 3), "value=3");
        requireDamage(with(referencesOffset, -1), "value=-1");
    }
}
