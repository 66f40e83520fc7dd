package com.hazelcast.certification.bench.results;

/**
 * A row of {@code TEST_RESULTS.md}, or a command of a whole table, that could not be made. Immutable.
 *
 * @param table the table's name
 * @param what the row's first cell; of a command of a whole table, empty
 * @param command of {@code ./fraud} that makes it
 * @param reason in the words of what failed
 */
public record ResultFailure(String table, String what, String command, String reason) {
    static ResultFailure of(String table, String what, String command, Exception failure) {
        return new ResultFailure(table, what, command, reason(failure));
    }

    static String reason(Exception failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.toString() : message;
    }

    /** For people, in a line. */
    public String line() {
        return "failed: " + (what.isEmpty() ? "" : what + ": ") + reason.strip().replaceAll("\\s*\\R\\s*", "; ")
                + ": table=" + table + " command=" + command;
    }
}
