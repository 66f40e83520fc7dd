package com.hazelcast.certification.bench.http;

import com.hazelcast.certification.metrics.AnswerLatency;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What one event loop has counted in one run, or what all have when they are added up. Not thread-safe. */
final class HttpTally {
    private static final long HIGHEST_NS = AnswerLatency.HIGHEST_NS;
    private static final int DIGITS = 3;
    private static final int STATUS_END = 600;
    private static final byte[] STAND_IN = "\"source\":\"stand_in\"".getBytes(StandardCharsets.US_ASCII);

    private final List<String> calls;
    private final Histogram[] callNs;
    private final Histogram serviceNs = new Histogram(HIGHEST_NS, DIGITS);
    private final Histogram operationNs = new Histogram(HIGHEST_NS, DIGITS);
    private final Histogram turnedAwayNs = new Histogram(HIGHEST_NS, DIGITS);
    private final Histogram latenessNs = new Histogram(HIGHEST_NS, DIGITS);
    private final long[] statuses = new long[STATUS_END];
    private long begun;
    private long numberEnd;
    private long unsent;
    private long done;
    private long late;
    private long standIns;
    private long connectionErrors;
    private long timeOuts;
    private long unreadable;
    private String firstError = "";
    private String firstTurnedAway = "";
    private final SortedMap<Long, Long> lateBySecond = new TreeMap<>();

    HttpTally(List<String> calls) {
        this.calls = calls;
        this.callNs = Stream.generate(() -> new Histogram(HIGHEST_NS, DIGITS))
                .limit(calls.size())
                .toArray(Histogram[]::new);
    }

    /** A connection was free; the operation was sent so much later than it was due, for reasons of the load tool alone. */
    void sentLate(long ns) {
        latenessNs.recordValue(Math.max(0, Math.min(HIGHEST_NS, ns)));
    }

    void begun(long number) {
        begun++;
        numberEnd = Math.max(numberEnd, number + 1);
    }

    /** So many were due and not begun when the run ended. */
    void unsent(long count) {
        unsent += count;
    }

    /** A call was answered. */
    void answered(HttpOperation operation, HttpAnswer answer, long nowNs) {
        statuses[answer.status()]++;
        long tookNs = within(nowNs - operation.callDueNs);
        if (answer.isGood()) {
            callNs[operation.call].recordValue(tookNs);
            serviceNs.recordValue(within(nowNs - operation.sentNs));
            if (answer.has(STAND_IN)) {
                standIns++;
            }
        } else if (isTurnedAway(answer.status())) {
            turnedAwayNs.recordValue(tookNs);
            if (firstTurnedAway.isEmpty()) {
                firstTurnedAway = answer.status() + " " + answer.body();
            }
        } else if (firstError.isEmpty()) {
            firstError = answer.status() + " " + answer.body();
        }
    }

    /** An operation is over, all its calls answered well; in a run that began at that time. */
    void done(HttpOperation operation, long nowNs, long deadlineNs, long startNs) {
        done++;
        long tookNs = within(nowNs - operation.dueNs);
        operationNs.recordValue(tookNs);
        if (tookNs > deadlineNs) {
            late++;
            lateBySecond.merge(TimeUnit.NANOSECONDS.toSeconds(operation.dueNs - startNs), 1L, Long::sum);
        }
    }

    private static long within(long ns) {
        return Math.max(0, Math.min(HIGHEST_NS, ns));
    }

    /** Requests were under way on a connection that is lost. */
    void lost(int requests, HttpConnection.Loss loss) {
        switch (loss.kind()) {
            case CONNECTION -> connectionErrors += requests;
            case TIME_OUT -> timeOuts += requests;
            case UNREADABLE -> unreadable += requests;
        }
        if (firstError.isEmpty()) {
            firstError = loss.why();
        }
    }

    private static boolean isTurnedAway(int status) {
        return status == 503 || status == 429;
    }

    /** Adds another's figures of the same calls. */
    void add(HttpTally other) {
        for (int i = 0; i < callNs.length; i++) {
            callNs[i].add(other.callNs[i]);
        }
        operationNs.add(other.operationNs);
        serviceNs.add(other.serviceNs);
        turnedAwayNs.add(other.turnedAwayNs);
        latenessNs.add(other.latenessNs);
        for (int i = 0; i < STATUS_END; i++) {
            statuses[i] += other.statuses[i];
        }
        begun += other.begun;
        numberEnd = Math.max(numberEnd, other.numberEnd);
        unsent += other.unsent;
        done += other.done;
        late += other.late;
        standIns += other.standIns;
        connectionErrors += other.connectionErrors;
        timeOuts += other.timeOuts;
        unreadable += other.unreadable;
        other.lateBySecond.forEach((second, count) -> lateBySecond.merge(second, count, Long::sum));
        firstError = firstError.isEmpty() ? other.firstError : firstError;
        firstTurnedAway = firstTurnedAway.isEmpty() ? other.firstTurnedAway : firstTurnedAway;
    }

    /** The first answer that turned a request away, and the first error, which may follow from it; empty: there was none. */
    String firstFailure() {
        return Stream.of(firstTurnedAway, firstError)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    List<String> calls() {
        return calls;
    }

    /** From when a call was due to its good answer. */
    Histogram callNs(int call) {
        return callNs[call];
    }

    /** From when any call was sent to its good answer: without the wait for a free connection. */
    Histogram serviceNs() {
        return serviceNs;
    }

    /** From when an operation was due to its last good answer. */
    Histogram operationNs() {
        return operationNs;
    }

    /** From when a call was due to an answer 503 or 429. */
    Histogram turnedAwayNs() {
        return turnedAwayNs;
    }

    /** By how much the load tool sent late while a connection was free. */
    Histogram latenessNs() {
        return latenessNs;
    }

    /** Above all numbers of operations that were begun. */
    long numberEnd() {
        return numberEnd;
    }

    long begunCount() {
        return begun;
    }

    long unsentCount() {
        return unsent;
    }

    /** Operations that are over and good. */
    long doneCount() {
        return done;
    }

    /** Of these, how many passed the deadline. */
    long lateCount() {
        return late;
    }

    /** Of which seconds of the run the late ones were due, and how many of each. */
    SortedMap<Long, Long> lateBySecond() {
        return lateBySecond;
    }

    long standInCount() {
        return standIns;
    }

    /** Answers to calls, whatever their status. */
    long answerCount() {
        long sum = 0;
        for (long count : statuses) {
            sum += count;
        }
        return sum;
    }

    /** Requests that were turned away at once: 503 and 429. */
    long turnedAwayCount() {
        return turnedAwayNs.getTotalCount();
    }

    /** What went wrong otherwise, by kind; without the kinds that did not happen. */
    Map<String, Long> errors() {
        Map<String, Long> errors = new TreeMap<>();
        for (int status = 0; status < STATUS_END; status++) {
            if (status >= 300 && !isTurnedAway(status) && statuses[status] > 0) {
                errors.put("status " + status, statuses[status]);
            }
        }
        put(errors, "connection", connectionErrors);
        put(errors, "time-out", timeOuts);
        put(errors, "unreadable answer", unreadable);
        return errors;
    }

    private static void put(Map<String, Long> errors, String kind, long count) {
        if (count > 0) {
            errors.put(kind, count);
        }
    }

    /** The first thing that went wrong, in words; empty: nothing did. */
    String firstError() {
        return firstError;
    }
}
