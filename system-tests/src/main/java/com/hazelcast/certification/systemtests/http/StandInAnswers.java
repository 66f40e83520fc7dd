package com.hazelcast.certification.systemtests.http;

import com.hazelcast.certification.systemtests.traffic.Ledger;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.IntFunction;

/**
 * What stand-ins have answered, and what the rules say to the same questions in the end: they must have decided each transaction, and the process
 * that stood in must say so, unless it has ended or has stood in too often since. Used on the driver's loop.
 */
final class StandInAnswers {
    /** A process remembers twice as many, in its own order: answers of a busy one come in another. */
    private static final long REMEMBERED = 32_768;

    /** So many are asked at once. */
    private static final int AT_ONCE = 64;

    /** The longest that the API takes. */
    private static final int DEADLINE_MS = 10_000;

    private final HttpDriver driver;
    private final Ledger ledger;
    private final IntFunction<String> bodies;
    private final Map<String, Long> byProcess = new HashMap<>();
    private final Queue<StandIn> unasked = new ArrayDeque<>();
    private long count;
    private long neverDecidedBefore;
    private long forgotten;

    /** @param place of it among those of its process */
    private record StandIn(int number, int member, HttpAnswer answer, long place) {}

    /** @param bodies requests by the numbers of transactions */
    StandInAnswers(HttpDriver driver, Ledger ledger, IntFunction<String> bodies) {
        this.driver = driver;
        this.ledger = ledger;
        this.bodies = bodies;
    }

    void add(int number, int member, HttpAnswer answer) {
        long place = byProcess.merge(answer.process(), 1L, Long::sum);
        unasked.add(new StandIn(number, member, answer, place));
        count++;
    }

    /** How many there were in all. */
    long count() {
        return count;
    }

    /** How many a process has answered. */
    long of(String process) {
        return byProcess.getOrDefault(process, 0L);
    }

    /** Begins to ask about all of them again. They are answered when the driver is idle. */
    void askAgain() {
        for (int i = 0; i < AT_ONCE; i++) {
            askNext();
        }
    }

    private void askNext() {
        StandIn one = unasked.poll();
        if (one != null) {
            driver.ask(new HttpQuestion(
                    one.number,
                    bodies.apply(one.number),
                    DEADLINE_MS,
                    one.member,
                    false,
                    System.nanoTime(),
                    new Later(one)));
        }
    }

    private final class Later implements HttpQuestion.Asker {
        private final StandIn before;

        Later(StandIn before) {
            this.before = before;
        }

        @Override
        public void answered(HttpQuestion question, int member, HttpAnswer answer, boolean isFirst) {
            if (isFirst) {
                askNext();
                enter(before, answer);
            }
        }

        @Override
        public void failed(HttpQuestion question, String why) {
            askNext();
            ledger.broken("transaction " + before.number + ", which a stand-in has answered, has no decision: " + why);
        }
    }

    private void enter(StandIn one, HttpAnswer later) {
        if (later.isStandIn()) {
            ledger.broken("transaction " + one.number + " has no decision of the rules after " + DEADLINE_MS + " ms");
            return;
        }
        ledger.answered(one.number, later.decision());
        boolean isSame = later.replayed() && later.earlier().equals(one.answer.action());
        if (later.process().equals(one.answer.process()) && !isSame) {
            if (of(one.answer.process()) - one.place < REMEMBERED) {
                ledger.broken("transaction " + one.number
                        + " was answered by a stand-in, and later as if it had not been: " + later);
            } else {
                forgotten++;
            }
        }
        if (!later.replayed()) {
            neverDecidedBefore++;
        }
    }

    /** What came of it, in words. */
    @Override
    public String toString() {
        return String.format(
                "stand-ins %,d (of these lost with their member %,d, so long ago that it has forgotten them %,d)",
                count, neverDecidedBefore, forgotten);
    }
}
