package com.hazelcast.certification.console;

/** What a member's console asks every member. Answers are JSON, but for the first. */
enum ConsoleQuestion {
    /** Where the member serves the API, as it stands. */
    URL,
    /** {@link MemberSample}; the member looks more closely at itself for a few seconds. */
    SAMPLE,
    /** {@link Overview}, for a control client: what the member's own console shows. */
    OVERVIEW,
    /** {@link MemberThroughput}. */
    THROUGHPUT,
    /** {@link RuleFigures}. */
    RULES,
    /** An array of {@link Flagged}, of which the argument is the greatest length. */
    FLAGGED,
    /** {@link Explanation} of the flagged transaction with the id that is the argument; nothing when it is not kept here. */
    EXPLAIN;

    /** The question with its argument. */
    String of(Object argument) {
        return name() + " " + argument;
    }
}
