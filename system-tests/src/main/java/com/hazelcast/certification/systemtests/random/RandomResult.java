package com.hazelcast.certification.systemtests.random;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * What came of a random run: a line of the file of results.
 *
 * @param seed that the run follows from
 * @param commit of the sources
 * @param group of configurations that it belongs to
 * @param setup the configuration
 * @param actions that were done
 * @param sent transactions
 * @param answered of these, with a verdict
 * @param excused of these, answered when all copies could go, by what the run did
 * @param answers all answers, each way of each transaction counted
 * @param longestWaitMs for an answer
 * @param seconds that the run took
 * @param violations by kind, or {@code -}
 * @param killsInDelivery members that were killed while they delivered their shards after a merge; 0 in lines without it
 * @param date when it ended, in UTC; {@code –} in lines without it
 * @param machine that it ran on, with its JDK; {@code –} in lines without it
 */
record RandomResult(
        long seed,
        String commit,
        String group,
        String setup,
        int actions,
        int sent,
        int answered,
        int excused,
        long answers,
        long longestWaitMs,
        long seconds,
        String violations,
        int killsInDelivery,
        String date,
        String machine) {
    /** No violation. */
    static final String NONE = "-";

    /** With which the first line of a file begins, in whichever release it was written. */
    static final String HEADER_BEGIN = "seed\tcommit";

    /** The first line of a file. */
    static final String HEADER = HEADER_BEGIN
            + "\tgroup\tsetup\tactions\tsent\tanswered\texcused\tanswers\tlongest wait ms\tseconds\tviolations\tkills"
            + " in delivery\tdate\tmachine";

    private static final int FIELDS = 15;

    /** Of lines before date and machine were written, and before kills in a delivery were. */
    private static final Set<Integer> FIELDS_BEFORE = Set.of(12, 13);

    static final String UNKNOWN = "–";

    boolean isGood() {
        return violations.equals(NONE);
    }

    /** The line, fields apart by tabs. */
    String line() {
        return String.join(
                "\t",
                List.of(
                        Long.toString(seed),
                        commit,
                        group,
                        setup,
                        Integer.toString(actions),
                        Integer.toString(sent),
                        Integer.toString(answered),
                        Integer.toString(excused),
                        Long.toString(answers),
                        Long.toString(longestWaitMs),
                        Long.toString(seconds),
                        violations,
                        Integer.toString(killsInDelivery),
                        date,
                        machine));
    }

    /** Reads a line. */
    static RandomResult of(String line) throws IOException {
        String[] fields = line.split("\t", -1);
        if (fields.length != FIELDS && !FIELDS_BEFORE.contains(fields.length)) {
            throw new IOException("no line of results: fields=" + fields.length + " line=" + line);
        }
        return new RandomResult(
                Long.parseLong(fields[0]),
                fields[1],
                fields[2],
                fields[3],
                Integer.parseInt(fields[4]),
                Integer.parseInt(fields[5]),
                Integer.parseInt(fields[6]),
                Integer.parseInt(fields[7]),
                Long.parseLong(fields[8]),
                Long.parseLong(fields[9]),
                Long.parseLong(fields[10]),
                fields[11],
                fields.length > 12 ? Integer.parseInt(fields[12]) : 0,
                fields.length == FIELDS ? fields[13] : UNKNOWN,
                fields.length == FIELDS ? fields[14] : UNKNOWN);
    }
}
