package com.hazelcast.certification.importing;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Reads the file of a shard, see {@link ShardFileHeader}. Pure. */
public final class ShardFile {
    private static final int BUFFER_BYTES = 1 << 20;

    private ShardFile() {}

    /** Receives what is in the file. All of it has to be thrown away when the reading fails at its end. */
    public interface Visitor {
        /** A card, whose rows come next. */
        void card(long card);

        /** The next row of the card, none older than the one before. */
        void row(long times, long payment, int outcome, int verdict, int tag, int label);
    }

    /**
     * What a file says of itself, without a look at its rows.
     *
     * @param chunks see {@link com.hazelcast.certification.history.MemoryNeed}
     */
    public record Size(int cards, long rows, long chunks) {}

    /**
     * Reads the header.
     *
     * @throws IOException when the file is missing, broken, not as long as it says, or another shard's or import's
     */
    public static Size size(Path file, int shard, int shardCount, long importId) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ShardFileHeader header = header(channel, file, shard, shardCount, importId);
            return new Size(header.cards(), header.rows(), header.chunks());
        }
    }

    private static ShardFileHeader header(FileChannel channel, Path file, int shard, int shardCount, long importId)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(ShardFileHeader.SIZE_BYTES);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // A file may give fewer bytes at once than it has.
        }
        ShardFileHeader header;
        try {
            header = ShardFileHeader.of(bytes.flip());
        } catch (IOException e) {
            throw broken(file, String.valueOf(e.getMessage()));
        }
        if (header.shard() != shard || header.shardCount() != shardCount || header.importId() != importId) {
            throw broken(
                    file,
                    "it is of another import: shard=" + header.shard() + " shardCount=" + header.shardCount()
                            + " import=" + Long.toHexString(header.importId()));
        }
        if (channel.size() != header.fileBytes()) {
            throw broken(
                    file,
                    "it is not as long as its head has it: sizeBytes=" + channel.size() + " expected="
                            + header.fileBytes());
        }
        return header;
    }

    private static IOException broken(Path file, String what) {
        return new IOException("the file of histories cannot be used: " + what + ": file=" + file
                + "; import again, or bring back the file");
    }

    /**
     * Reads all rows.
     *
     * @throws IOException as {@link #size}, or when the checksum does not fit: what was visited is of no use then
     */
    public static void read(Path file, int shard, int shardCount, long importId, Visitor visitor) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ShardFileHeader header = header(channel, file, shard, shardCount, importId);
            Body body = new Body(channel);
            try {
                body.visit(header, visitor);
            } catch (IOException e) {
                throw broken(file, String.valueOf(e.getMessage()));
            }
            if (body.checksum() != header.checksum()) {
                throw broken(file, "its checksum does not fit what is in it");
            }
        }
    }

    private static final class Body {
        private final FileChannel channel;
        private final CRC32C checksum = new CRC32C();
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

        Body(FileChannel channel) {
            this.channel = channel;
            buffer.limit(0);
        }

        void visit(ShardFileHeader header, Visitor visitor) throws IOException {
            long left = header.rows();
            for (int i = 0; i < header.cards(); i++) {
                ensure(ShardFileHeader.CARD_BYTES);
                long card = buffer.getLong();
                int rows = buffer.getInt();
                if (rows < 1 || rows > left) {
                    throw new IOException("a card has a number of rows that cannot be: rows=" + rows);
                }
                left -= rows;
                visitor.card(card);
                for (int row = 0; row < rows; row++) {
                    ensure(ShardFileHeader.ROW_BYTES);
                    long times = buffer.getLong();
                    long payment = buffer.getLong();
                    int outcome = buffer.getInt();
                    int kept = buffer.getShort();
                    visitor.row(
                            times,
                            payment,
                            TransactionLayout.outcomeOfEntry(outcome),
                            SpilledRow.verdict(outcome, kept),
                            SpilledRow.keptTag(kept),
                            SpilledRow.keptLabel(kept));
                }
            }
            if (left != 0) {
                throw new IOException("rows are missing: rows=" + left);
            }
        }

        private void ensure(int bytes) throws IOException {
            if (buffer.remaining() >= bytes) {
                return;
            }
            buffer.compact();
            int from = buffer.position();
            while (buffer.position() < bytes) {
                if (channel.read(buffer) < 0) {
                    throw new IOException("it ends early");
                }
            }
            checksum.update(buffer.array(), from, buffer.position() - from);
            buffer.flip();
        }

        int checksum() {
            return (int) checksum.getValue();
        }
    }
}
