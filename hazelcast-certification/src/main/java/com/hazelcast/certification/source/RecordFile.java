package com.hazelcast.certification.source;

import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.transaction.RecordEncoder;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of wire records, written once and replayed over and over with the time set anew: that costs less than making
 * records. Mapped into memory once for all connections. Thread-safe.
 */
public final class RecordFile {
    /** Most records that are replayed: what one mapping holds. Those behind are not sent. */
    public static final int RECORDS_MAX = Integer.MAX_VALUE / WireRecord.SIZE_BYTES;

    private static final int BLOCK_RECORDS = 2_048;
    private static final int GOLDEN_GAMMA = 0x9e3779b9;

    private final ByteBuffer records;
    private final int recordCount;

    private RecordFile(ByteBuffer records) {
        this.records = records;
        this.recordCount = records.capacity() / WireRecord.SIZE_BYTES;
    }

    /**
     * Opens a file and checks every record that will be replayed.
     *
     * @throws IOException when it cannot be read, or holds anything but legal records with a 14-digit card
     */
    public static RecordFile open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long sizeBytes = channel.size();
            if (sizeBytes == 0 || sizeBytes % WireRecord.SIZE_BYTES != 0) {
                throw new IOException("not a file of 100-byte records: sizeBytes=" + sizeBytes);
            }
            long mappedBytes = Math.min(sizeBytes, (long) RECORDS_MAX * WireRecord.SIZE_BYTES);
            RecordFile opened = new RecordFile(channel.map(FileChannel.MapMode.READ_ONLY, 0, mappedBytes));
            opened.check();
            return opened;
        }
    }

    private void check() throws IOException {
        byte[] record = new byte[WireRecord.SIZE_BYTES];
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < recordCount; i++) {
            records.get(i * WireRecord.SIZE_BYTES, record);
            int parsed = RecordParser.parse(record, 0, transaction, 0);
            if (parsed != RecordParser.OK) {
                throw new IOException(Rejection.of(parsed).description() + ": record=" + i);
            }
            if (record[WireRecord.TIME_INDEX - 1] != WireRecord.SEPARATOR
                    || record[WireRecord.TIME_INDEX + WireRecord.TIME_DIGITS] != WireRecord.SEPARATOR) {
                throw new IOException("the card must have 14 digits and the time 13: record=" + i);
            }
        }
    }

    /**
     * Writes a file of generated records, over what it held before.
     *
     * @param times from the first record's to the last one's, evenly
     * @throws IOException when it cannot be written
     */
    public static void write(Path file, GeneratedStream stream, long count, Times times) throws IOException {
        write(file, stream.generator(LabelSink.NONE), count, times, () -> {});
    }

    /**
     * The same with a label for each record, of connection 0.
     *
     * @throws IOException when one of the two cannot be written
     */
    public static void write(Path file, GeneratedStream stream, long count, Times times, LabelFile labels)
            throws IOException {
        LabelFile.Part part = labels.part(0);
        write(file, stream.generator(part), count, times, part::write);
    }

    private static void write(Path file, RecordGenerator generator, long count, Times times, AfterBlock after)
            throws IOException {
        byte[] block = new byte[BLOCK_RECORDS * WireRecord.SIZE_BYTES];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long written = 0; written < count; written += BLOCK_RECORDS) {
                int blockRecords = (int) Math.min(BLOCK_RECORDS, count - written);
                int filled = 0;
                while (filled < blockRecords) {
                    long timeMs = times.of(written + filled, count);
                    int run = times.isOne() ? blockRecords - filled : 1;
                    generator.fill(block, filled * WireRecord.SIZE_BYTES, run, timeMs);
                    filled += run;
                }
                out.write(block, 0, blockRecords * WireRecord.SIZE_BYTES);
                after.run();
            }
        }
    }

    private interface AfterBlock {
        void run() throws IOException;
    }

    /**
     * The times of the records of a file.
     *
     * @param firstMs of the first one, ms since 1970
     * @param lastMs of the last one
     */
    public record Times(long firstMs, long lastMs) {
        /** @throws IllegalArgumentException when the last one is before the first */
        public Times {
            if (lastMs < firstMs) {
                throw new IllegalArgumentException(
                        "the last time must not be before the first: firstMs=" + firstMs + " lastMs=" + lastMs);
            }
        }

        /** All of one time. */
        public static Times all(long timeMs) {
            return new Times(timeMs, timeMs);
        }

        private boolean isOne() {
            return firstMs == lastMs;
        }

        private long of(long record, long count) {
            return count == 1 ? lastMs : firstMs + (long) ((double) (lastMs - firstMs) * record / (count - 1));
        }
    }

    /** Records that are replayed. */
    public int recordCount() {
        return recordCount;
    }

    /** A replay for a connection, from 0 in the order of arrival; each begins at a place of its own. */
    RecordBlocks replay(int connection) {
        return new Replay(Integer.remainderUnsigned(connection * GOLDEN_GAMMA, recordCount));
    }

    private final class Replay implements RecordBlocks {
        private final byte[] time = new byte[WireRecord.TIME_DIGITS];
        private int next;

        Replay(int first) {
            this.next = first;
        }

        @Override
        public void fill(byte[] target, int count, long timeMs) {
            int filled = 0;
            while (filled < count) {
                int run = Math.min(count - filled, recordCount - next);
                records.get(
                        next * WireRecord.SIZE_BYTES,
                        target,
                        filled * WireRecord.SIZE_BYTES,
                        run * WireRecord.SIZE_BYTES);
                next = (next + run) % recordCount;
                filled += run;
            }
            RecordEncoder.putTime(timeMs, time, 0);
            for (int i = 0; i < count; i++) {
                System.arraycopy(time, 0, target, i * WireRecord.SIZE_BYTES + WireRecord.TIME_INDEX, time.length);
            }
        }
    }
}
