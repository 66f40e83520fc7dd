package com.hazelcast.certification.source;

import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;

/**
 * Cuts a stream of bytes into records and parses them, so that a wrong record never disturbs the ones around it: where a
 * newline comes early, the next record begins behind it; where it does not come, everything up to the next newline is one
 * rejected record, however long. Used by one reader's thread, for one connection after the other: {@link #end} ends each. Its
 * state is a flag.
 */
public final class RecordFramer {
    private final RejectionListener listener;
    private boolean isSkipping;
    private int consumed;

    public RecordFramer(RejectionListener listener) {
        this.listener = listener;
    }

    /**
     * Parses the records that are complete in the first bytes of the buffer.
     *
     * @param transactions receives the compact transactions, one behind the other
     * @return how many; {@link #consumed()} returns how many bytes they and the rejected ones took
     */
    public int parse(byte[] buffer, int length, byte[] transactions) {
        int count = 0;
        int index = isSkipping ? skip(buffer, 0, length) : 0;
        while (index + WireRecord.SIZE_BYTES <= length) {
            int parsed =
                    RecordParser.parse(buffer, index, transactions, count * TransactionLayout.TRANSACTION_SIZE_BYTES);
            if (parsed == RecordParser.OK) {
                count++;
                index += WireRecord.SIZE_BYTES;
            } else {
                index = reject(Rejection.of(parsed), buffer, index, length);
            }
        }
        // A record that is still to come whole has no newline yet; one that came short is not kept waiting for what
        // follows it.
        int newline = indexOfNewline(buffer, index, length);
        while (newline >= 0) {
            listener.rejected(Rejection.LENGTH, buffer, index, newline + 1 - index);
            index = newline + 1;
            newline = indexOfNewline(buffer, index, length);
        }
        consumed = index;
        return count;
    }

    /** Rejects what stands at the index; returns where the next record begins. */
    private int reject(Rejection reason, byte[] buffer, int index, int length) {
        int newline = indexOfNewline(buffer, index, index + WireRecord.SIZE_BYTES);
        if (newline < 0) {
            listener.rejected(Rejection.LENGTH, buffer, index, WireRecord.SIZE_BYTES);
            isSkipping = true;
            return skip(buffer, index + WireRecord.SIZE_BYTES, length);
        }
        int sizeBytes = newline + 1 - index;
        listener.rejected(sizeBytes < WireRecord.SIZE_BYTES ? Rejection.LENGTH : reason, buffer, index, sizeBytes);
        return newline + 1;
    }

    /** Skips to behind the next newline, or to the end of what is there. */
    private int skip(byte[] buffer, int from, int length) {
        int newline = indexOfNewline(buffer, from, length);
        isSkipping = newline < 0;
        return isSkipping ? length : newline + 1;
    }

    private static int indexOfNewline(byte[] buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == WireRecord.NEWLINE) {
                return i;
            }
        }
        return -1;
    }

    /** Bytes that the last {@link #parse} took; the rest is the beginning of a record and must be given again. */
    public int consumed() {
        return consumed;
    }

    /** The connection has ended and these bytes were left: part of a record is rejected. */
    public void end(byte[] buffer, int length) {
        if (length > 0) {
            listener.rejected(Rejection.TRUNCATED, buffer, 0, length);
        }
        isSkipping = false;
    }
}
