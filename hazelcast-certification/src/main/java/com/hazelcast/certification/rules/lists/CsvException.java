package com.hazelcast.certification.rules.lists;

/** A line of a list or a table is not what it should be; the message is for the person who wrote it. */
public final class CsvException extends Exception {
    private static final long serialVersionUID = 1L;

    CsvException(int line, String message) {
        super("line " + line + ": " + message);
    }
}
