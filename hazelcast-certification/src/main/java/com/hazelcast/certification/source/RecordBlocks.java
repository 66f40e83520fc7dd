package com.hazelcast.certification.source;

import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where a connection's records come from. One instance a connection, used by its thread. */
interface RecordBlocks {
    /** Writes so many records of that time, one behind the other, from the beginning of the target. */
    void fill(byte[] target, int count, long timeMs);

    /** Records made on the way. */
    static RecordBlocks generated(long cards, long seed) {
        TransactionGenerator generator = new TransactionGenerator(cards, seed);
        return (target, count, timeMs) -> generator.fill(target, 0, count, timeMs);
    }

    /**
     * Records of a file that was written before, over and over, with the time set anew: costs less than making them. The
     * connections begin at different places.
     *
     * @throws IOException when the file cannot be read, or does not hold whole records with a 14-digit card
     */
    static RecordBlocks replayed(Path file, int connection) throws IOException {
        ByteBuffer records;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = Math.min(channel.size(), Integer.MAX_VALUE / WireRecord.SIZE_BYTES * WireRecord.SIZE_BYTES);
            if (size == 0 || size % WireRecord.SIZE_BYTES != 0) {
                throw new IOException("not a file of 100-byte records; make one with --write: file=" + file
                        + " sizeBytes=" + channel.size());
            }
            records = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
        }
        int recordCount = records.capacity() / WireRecord.SIZE_BYTES;
        return new Replay(records, (int) (connection * 0x9e3779b9L % recordCount));
    }

    /** The replay of a file. */
    final class Replay implements RecordBlocks {
        private static final int TIME_INDEX = 15;
        private final ByteBuffer records;
        private final int recordCount;
        private int next;

        Replay(ByteBuffer records, int first) {
            this.records = records;
            this.recordCount = records.capacity() / WireRecord.SIZE_BYTES;
            this.next = first;
        }

        @Override
        public void fill(byte[] target, int count, long timeMs) {
            byte[] time = Long.toString(timeMs).getBytes(StandardCharsets.US_ASCII);
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
            for (int i = 0; i < count; i++) {
                System.arraycopy(time, 0, target, i * WireRecord.SIZE_BYTES + TIME_INDEX, time.length);
            }
        }
    }
}
