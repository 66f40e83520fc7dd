package com.hazelcast.certification.systemtests.http;

import java.util.concurrent.TimeUnit;

/** A transaction that members are asked for until it is answered. Its deadline counts from when it is asked. Used on the driver's loop. */
final class HttpQuestion {
    /** What the client keeps of its deadline for itself: the answer has to come back, and another member may have to be asked. */
    private static final long MARGIN_MS = 50;

    private final int number;
    private final String body;
    private final int deadlineMs;
    private final boolean isOfOne;
    private final Asker asker;
    private final long dueNs;
    private final long sinceNs = System.nanoTime();
    private int member;
    private int tries;
    private boolean isOver;
    private long stalledBeforeNs;

    /** Takes what comes of questions, on the driver's loop. */
    interface Asker {
        /**
         * An answer has come.
         *
         * @param member that has answered
         * @param isFirst whether the question had no answer before; a silent member may answer after another one
         */
        void answered(HttpQuestion question, int member, HttpAnswer answer, boolean isFirst);

        /** There is none, and no other member is asked. */
        void failed(HttpQuestion question, String why);
    }

    /**
     * About the transaction with that number.
     *
     * @param body of the request
     * @param member that is asked first
     * @param isOfOne whether no other one is asked
     * @param dueNs when it was to be asked, by {@code System.nanoTime()}
     */
    HttpQuestion(int number, String body, int deadlineMs, int member, boolean isOfOne, long dueNs, Asker asker) {
        this.number = number;
        this.body = body;
        this.deadlineMs = deadlineMs;
        this.member = member;
        this.isOfOne = isOfOne;
        this.dueNs = dueNs;
        this.asker = asker;
    }

    int number() {
        return number;
    }

    String body() {
        return body;
    }

    boolean isOfOne() {
        return isOfOne;
    }

    Asker asker() {
        return asker;
    }

    long dueNs() {
        return dueNs;
    }

    long ageNs(long nowNs) {
        return nowNs - sinceNs;
    }

    int deadlineMs() {
        return deadlineMs;
    }

    /** What a member that is asked now is given of the deadline. */
    long forMemberMs(long nowNs) {
        return Math.max(1, deadlineMs - MARGIN_MS - TimeUnit.NANOSECONDS.toMillis(ageNs(nowNs)));
    }

    /** Whose turn it is. */
    int member() {
        return member;
    }

    void turnTo(int next) {
        member = next;
    }

    /** It was not answered, and is asked again; returns how often that was so. */
    int triedAgain() {
        return ++tries;
    }

    boolean isOver() {
        return isOver;
    }

    /** It is answered, or given up. */
    void end() {
        isOver = true;
    }

    /** How long the driver had stood still when it was asked. */
    void beganAt(long stalledNs) {
        stalledBeforeNs = stalledNs;
    }

    /** How long the driver itself stood still since it was asked, when it has so in all. */
    long stalledNs(long stalledInAllNs) {
        return stalledInAllNs - stalledBeforeNs;
    }
}
