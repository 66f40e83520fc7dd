package com.hazelcast.certification.console.members;

/** What a member's console asks every member. Answers are JSON, but for the first. */
public enum ConsoleQuestion {
    /** Where the member serves the API, as it stands. */
    URL,
    /** {@code MemberSample}; the member looks more closely at itself for a few seconds. */
    SAMPLE,
    /** {@code Overview}, for a control client: what the member's own console shows. */
    OVERVIEW,
    /** {@code MemberThroughput}: of as many seconds as the argument says; without one of ten minutes. */
    THROUGHPUT,
    /** {@code RuleFigures}. */
    RULES,
    /** {@code SetFigures}: what the sets have decided on the member. */
    SETS,
    /** An array of {@code Flagged}, of which the argument is the greatest length. */
    FLAGGED,
    /** {@code Explanation} of the flagged transaction with the id that is the argument; nothing when it is not kept here. */
    EXPLAIN;

    /** The question with its argument. */
    public String of(Object argument) {
        return name() + " " + argument;
    }
}
