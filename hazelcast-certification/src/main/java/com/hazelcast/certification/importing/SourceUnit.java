package com.hazelcast.certification.importing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A part of a source that one reader reads in one piece; an import that is stopped goes on behind the last whole one.
 *
 * @param name of the file, or what is read of a database
 * @param from the first row of the file, or the first value of a database's range
 * @param to behind the last one; {@link #TO_THE_END}: all of them
 * @param rows how many these are; {@link #UNKNOWN}: not known before it is read
 * @param fileBytes size of the file
 * @param modifiedMs when the file was written; {@link #NO_TIME}: it is no file, or an earlier release has not noted it
 * @param rowsOfAll rows of all parts together, as a database has counted them; {@link #NOT_COUNTED}: it has not, or an earlier release has
 *     not noted it
 */
public record SourceUnit(String name, long from, long to, long rows, long fileBytes, long modifiedMs, long rowsOfAll) {
    static final long TO_THE_END = Long.MAX_VALUE;
    static final long UNKNOWN = -1;
    static final long NO_TIME = 0;
    static final long NOT_COUNTED = 0;

    /** What of a file is looked at for the length of its rows: some hundred of them. */
    private static final int SAMPLE_BYTES = 1 << 16;

    /** What is read of a database. */
    static SourceUnit ofDatabase(String name, long from, long to, long rowsOfAll) {
        return new SourceUnit(name, from, to, UNKNOWN, 0, NO_TIME, rowsOfAll);
    }

    /** How many rows these parts have together; {@link #UNKNOWN}: not known before they are read. */
    static long rowsOf(List<SourceUnit> units) {
        long counted = countedIn(units);
        if (counted != NOT_COUNTED) {
            return counted;
        }
        boolean isKnown = units.stream().allMatch(unit -> unit.rows != UNKNOWN);
        return isKnown ? units.stream().mapToLong(SourceUnit::rows).sum() : UNKNOWN;
    }

    /** How many rows a database has counted in these parts together; {@link #NOT_COUNTED}: it has not. */
    static long countedIn(List<SourceUnit> units) {
        return units.isEmpty() ? NOT_COUNTED : units.get(0).rowsOfAll;
    }

    /**
     * About how many rows these parts have together, of files of lines by their sizes and the lengths of their first lines; {@link #UNKNOWN}: one
     * is compressed, so that its size says little, or is no file. Reads {@value #SAMPLE_BYTES} bytes of each file.
     */
    static long rowsAbout(List<SourceUnit> units) {
        long all = 0;
        for (SourceUnit unit : units) {
            long about = unit.rows == UNKNOWN ? unit.linesAbout() : unit.rows;
            if (about == UNKNOWN) {
                return UNKNOWN;
            }
            all += about;
        }
        return all;
    }

    private long linesAbout() {
        if (modifiedMs == NO_TIME || FileSource.isCompressed(name)) {
            return UNKNOWN;
        }
        byte[] head;
        try (InputStream file = Files.newInputStream(Path.of(name))) {
            head = file.readNBytes(SAMPLE_BYTES);
        } catch (IOException e) {
            // Its reader says what is wrong with it.
            return UNKNOWN;
        }
        // JSON has no heading.
        int begin = head.length > 0 && head[0] == '{' ? 0 : endOfLine(head, 0);
        int end = begin;
        long lines = 0;
        for (int next = endOfLine(head, end); next > end; next = endOfLine(head, end)) {
            end = next;
            lines++;
        }
        if (head.length < SAMPLE_BYTES) {
            return lines + (end < head.length ? 1 : 0);
        }
        return lines == 0 ? UNKNOWN : Math.round((double) (fileBytes - begin) / (end - begin) * lines);
    }

    /** Behind the line that begins there; the same place when it has no end. */
    private static int endOfLine(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return from;
    }

    /** Whether the part that was planned is what is there now. */
    boolean isStill(SourceUnit found) {
        boolean isSameFile = modifiedMs == NO_TIME || modifiedMs == found.modifiedMs && fileBytes == found.fileBytes;
        return isSameFile && name.equals(found.name) && from == found.from && to == found.to && rows == found.rows;
    }
}
