package com.hazelcast.certification.systemtests.traffic;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A defect planted in what was read from a cluster, to see that the audit finds it: the last copy of some shard is changed
 * in one transaction that was sent and answered.
 */
public enum Plant {
    /** No defect. */
    NOTHING {
        @Override
        void write(byte[] transaction, ByteArrayOutputStream to) {
            to.writeBytes(transaction);
        }
    },
    /** The copy does not hold it. */
    LOSS {
        @Override
        void write(byte[] transaction, ByteArrayOutputStream to) {
            // That is the defect.
        }
    },
    /** The copy holds it twice. */
    DOUBLE {
        @Override
        void write(byte[] transaction, ByteArrayOutputStream to) {
            to.writeBytes(transaction);
            to.writeBytes(transaction);
        }
    },
    /** The copy holds it with another verdict. */
    DIFFERENCE {
        @Override
        void write(byte[] transaction, ByteArrayOutputStream to) {
            byte[] differing = new byte[transaction.length];
            TransactionLayout.put(
                    differing,
                    0,
                    TransactionLayout.cardAt(transaction, 0),
                    TransactionLayout.timesAt(transaction, 0),
                    TransactionLayout.paymentAt(transaction, 0),
                    TransactionLayout.outcomeAt(transaction, 0));
            TransactionLayout.putVerdict(differing, 0, TransactionLayout.verdictAt(transaction, 0) == 0 ? 1 : 0);
            to.writeBytes(differing);
        }
    };

    /** Writes what the copy holds in place of the transaction. */
    abstract void write(byte[] transaction, ByteArrayOutputStream to);

    /**
     * The copies with the defect.
     *
     * @param shards the copies of each shard, the owner's first
     * @param sentFromMs what is at least that new was sent by the driver, and answered
     */
    public List<List<byte[]>> in(List<List<byte[]>> shards, long sentFromMs) {
        List<List<byte[]>> planted = new ArrayList<>(shards);
        for (int shard = 0; shard < shards.size(); shard++) {
            List<byte[]> copies = new ArrayList<>(shards.get(shard));
            byte[] last = copies.get(copies.size() - 1);
            int offset = offsetOfSent(last, sentFromMs);
            if (offset < last.length) {
                copies.set(copies.size() - 1, changed(last, offset));
                planted.set(shard, copies);
                return planted;
            }
        }
        throw new IllegalStateException("no copy holds anything that was sent: sentFromMs=" + sentFromMs);
    }

    private static int offsetOfSent(byte[] copy, long sentFromMs) {
        int offset = 0;
        while (offset < copy.length && TransactionLayout.timeMs(TransactionLayout.timesAt(copy, offset)) < sentFromMs) {
            offset += TransactionLayout.TRANSACTION_SIZE_BYTES;
        }
        return offset;
    }

    private byte[] changed(byte[] copy, int offset) {
        int end = offset + TransactionLayout.TRANSACTION_SIZE_BYTES;
        ByteArrayOutputStream changed = new ByteArrayOutputStream(copy.length + end - offset);
        changed.write(copy, 0, offset);
        write(Arrays.copyOfRange(copy, offset, end), changed);
        changed.write(copy, end, copy.length - end);
        return changed.toByteArray();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
