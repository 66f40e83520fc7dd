package com.hazelcast.certification.cli;

import com.hazelcast.certification.transaction.WireRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file that is sent. Reads what is there as it is: a member judges each record. Used by one thread.
 */
abstract class RecordInput {
    /** How a file holds its records. */
    enum Format {
        /** 100-byte records, one behind the other; none has a reference. */
        RECORDS,
        /** A line a record: its nine fields, and if there is a tenth, up to the end of the line, its reference. */
        CSV
    }

    /** A record of {@link WireRecord#SIZE_BYTES} and the reference of its payment, empty for none. */
    static final class Referenced {
        private final byte[] record;
        private final String reference;

        Referenced(byte[] record, String reference) {
            this.record = record;
            this.reference = reference;
        }

        byte[] record() {
            return record;
        }

        String reference() {
            return reference;
        }
    }

    static RecordInput of(InputStream in, Format format) {
        return format == Format.CSV ? new Lines(in) : new Records(in);
    }

    /** The next record, or null at the end. */
    abstract @Nullable Referenced next() throws IOException;

    /** Bytes of an incomplete record at the end; they are not sent. */
    int bytesLeft() {
        return 0;
    }

    private static final class Records extends RecordInput {
        private final InputStream in;
        private int bytesLeft;

        Records(InputStream in) {
            this.in = in;
        }

        @Override
        @Nullable
        Referenced next() throws IOException {
            byte[] record = in.readNBytes(WireRecord.SIZE_BYTES);
            if (record.length < WireRecord.SIZE_BYTES) {
                bytesLeft = record.length;
                return null;
            }
            return new Referenced(record, "");
        }

        @Override
        int bytesLeft() {
            return bytesLeft;
        }
    }

    private static final class Lines extends RecordInput {
        private final BufferedReader lines;

        Lines(InputStream in) {
            lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        }

        @Override
        @Nullable
        Referenced next() throws IOException {
            String line = lines.readLine();
            if (line == null) {
                return null;
            }
            int end = endOfFields(line);
            byte[] fields = line.substring(0, end).getBytes(StandardCharsets.UTF_8);
            byte[] record = new byte[WireRecord.SIZE_BYTES];
            System.arraycopy(fields, 0, record, 0, Math.min(fields.length, WireRecord.NEWLINE_INDEX));
            record[WireRecord.NEWLINE_INDEX] = WireRecord.NEWLINE;
            return new Referenced(record, end < line.length() ? line.substring(end + 1) : "");
        }

        /** Where the nine fields of a line end: at the ninth comma, or with the line. */
        private static int endOfFields(String line) {
            int comma = -1;
            for (int i = 0; i < WireRecord.FIELD_COUNT; i++) {
                comma = line.indexOf(WireRecord.SEPARATOR, comma + 1);
                if (comma < 0) {
                    return line.length();
                }
            }
            return comma;
        }
    }
}
