package com.hazelcast.certification.source;

import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.Scenario;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The labels of generated records, beside them: a line of {@value #HEADER} for each, in the order of each connection. A card is a
 * keyed hash of its number; its key is made for the file and kept nowhere, so equal cards of a file have equal hashes, and no hash leads to a
 * number. A file that is to be the same again takes its key from the seed instead: whoever knows that can try all numbers. Thread-safe;
 * each connection writes through a part of its own.
 */
public final class LabelFile implements AutoCloseable {
    /** The first line. */
    public static final String HEADER = "connection,record,card,time,amount,scenario";

    private static final int KEY_SIZE_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The longest line: 10, 19, 16, 19, 10 and 1 digits, 5 commas and a newline. */
    private static final int LINE_SIZE_BYTES = 81;

    private static final byte[] HEXADECIMAL = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private static final int FIELDS = 6;

    private final Path file;
    private final OutputStream out;
    private final CardKey key;
    private @Nullable IOException failure;

    /**
     * A label as it was written.
     *
     * @param card a keyed hash
     */
    record Line(String card, long timeMs, Scenario scenario) {
        /**
         * Reads the line of a record.
         *
         * @param record its number in a file of one connection, from 0
         * @throws IllegalArgumentException when it is not that record's
         */
        static Line of(String line, Path labels, long record) {
            try {
                String[] fields = line.split(",", -1);
                if (fields.length != FIELDS) {
                    throw new IllegalArgumentException("not " + FIELDS + " fields");
                }
                if (Long.parseLong(fields[0]) != 0 || Long.parseLong(fields[1]) != record) {
                    throw new IllegalArgumentException("not of connection 0 and record " + record
                            + "; only labels of one written file can be compared with its records");
                }
                return new Line(fields[2], Long.parseLong(fields[3]), Scenario.of(Integer.parseInt(fields[5])));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "wrong label (" + e.getMessage() + "): labels=" + labels + " line=" + (record + 2), e);
            }
        }
    }

    /** @throws IllegalArgumentException when the first line of a file is not that of labels */
    static void requireHeader(@Nullable String line, Path labels) {
        if (!HEADER.equals(line)) {
            throw new IllegalArgumentException("not a file of labels, whose first line is " + HEADER
                    + "; make one with source --labels: labels=" + labels + " line=1");
        }
    }

    /**
     * Begins a file, over what it held before.
     *
     * @throws IOException when it cannot be written
     */
    public LabelFile(Path file) throws IOException {
        this(file, newKey());
    }

    /**
     * The same, with hashes that follow from a seed.
     *
     * @throws IOException when it cannot be written
     */
    public LabelFile(Path file, long seed) throws IOException {
        this(file, keyOf(seed));
    }

    private LabelFile(Path file, CardKey key) throws IOException {
        this.file = file;
        this.key = key;
        this.out = Files.newOutputStream(file);
        out.write((HEADER + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static CardKey newKey() {
        byte[] bytes = new byte[KEY_SIZE_BYTES];
        RANDOM.nextBytes(bytes);
        return new CardKey(bytes);
    }

    private static CardKey keyOf(long seed) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(("labels " + seed).getBytes(StandardCharsets.US_ASCII));
            return new CardKey(Arrays.copyOf(hash, KEY_SIZE_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Takes the labels of a connection, from 0 in the order of arrival. */
    public Part part(int connection) {
        return new Part(connection);
    }

    private synchronized void write(byte[] lines, int sizeBytes) throws IOException {
        try {
            out.write(lines, 0, sizeBytes);
        } catch (IOException e) {
            failure = new IOException(
                    "cannot write the labels (" + e.getMessage() + "); is the disk full? labels=" + file, e);
            throw failure;
        }
    }

    /**
     * Ends the file.
     *
     * @throws IOException when labels could not be written, now or before
     */
    @Override
    public synchronized void close() throws IOException {
        out.close();
        if (failure != null) {
            throw failure;
        }
    }

    /** The labels of one connection; those that have been taken are written together. Not thread-safe. */
    public final class Part implements LabelSink {
        private static final int CAPACITY = 2_048;

        private final CardIdentifier identifier = new CardIdentifier(Optional.of(key));
        private final int connection;
        private long[] cards = new long[CAPACITY];
        private long[] timesMs = new long[CAPACITY];
        private int[] amounts = new int[CAPACITY];
        private byte[] scenarios = new byte[CAPACITY];
        private byte[] lines = new byte[CAPACITY * LINE_SIZE_BYTES];
        private int count;
        private int end;
        private long record;

        private Part(int connection) {
            this.connection = connection;
        }

        @Override
        public void label(long card, long timeMs, int amountUnits, Scenario scenario) {
            if (count == cards.length) {
                grow();
            }
            cards[count] = card;
            timesMs[count] = timeMs;
            amounts[count] = amountUnits;
            scenarios[count++] = (byte) scenario.number();
        }

        private void grow() {
            cards = Arrays.copyOf(cards, 2 * count);
            timesMs = Arrays.copyOf(timesMs, 2 * count);
            amounts = Arrays.copyOf(amounts, 2 * count);
            scenarios = Arrays.copyOf(scenarios, 2 * count);
            lines = new byte[2 * count * LINE_SIZE_BYTES];
        }

        /**
         * Writes the lines of what has been taken since the last call.
         *
         * @throws IOException when the disk does not take them
         */
        public void write() throws IOException {
            identifier.identify(cards, count);
            end = 0;
            for (int i = 0; i < count; i++) {
                decimal(connection, ',');
                decimal(record++, ',');
                hexadecimal(cards[i]);
                decimal(timesMs[i], ',');
                decimal(amounts[i], ',');
                decimal(scenarios[i], '\n');
            }
            count = 0;
            LabelFile.this.write(lines, end);
        }

        private void decimal(long value, char behind) {
            int digits = 1;
            for (long rest = value / 10; rest > 0; rest /= 10) {
                digits++;
            }
            long rest = value;
            for (int i = end + digits - 1; i >= end; i--) {
                lines[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
            end += digits;
            lines[end++] = (byte) behind;
        }

        private void hexadecimal(long value) {
            for (int shift = Long.SIZE - 4; shift >= 0; shift -= 4) {
                lines[end++] = HEXADECIMAL[(int) (value >>> shift) & 15];
            }
            lines[end++] = ',';
        }
    }
}
