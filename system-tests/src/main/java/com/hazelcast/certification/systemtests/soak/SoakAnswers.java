package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.client.Verdict;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What came of all that was sent. What was wrong fails the run; the rest is counted. Thread-safe. */
final class SoakAnswers {
    private static final int EXAMPLES_MAX = 10;

    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final Map<String, Long> others = new ConcurrentHashMap<>();
    private final Map<String, Long> examples = new ConcurrentHashMap<>();

    /** A verdict, or a rejection, which is counted by its reason. */
    void add(Verdict verdict) {
        if (verdict.status() == Verdict.Status.REJECTED) {
            rejected.incrementAndGet();
            count("rejected as "
                    + verdict.reason().map(reason -> reason.label()).orElse("unknown"));
        } else {
            answered.incrementAndGet();
        }
    }

    /** The answer to what was sent again: it must be the first one. */
    void addAgain(Verdict first, Verdict again) {
        if (again.status() != Verdict.Status.DUPLICATE || again.rule() != first.rule()) {
            wrong("answered " + first + " and then " + again);
        }
    }

    void decided() {
        answered.incrementAndGet();
    }

    /** An answer that is neither right nor wrong, such as that of a stand-in. */
    void count(String what) {
        others.merge(what, 1L, Long::sum);
    }

    void wrong(String how) {
        wrong.incrementAndGet();
        if (examples.size() < EXAMPLES_MAX) {
            examples.put(how, 1L);
        }
    }

    /** Of all reasons. */
    long rejectedCount() {
        return rejected.get();
    }

    boolean isGood() {
        return wrong.get() == 0;
    }

    @Override
    public String toString() {
        return String.format(
                "%,d answered, %d wrong %s, others %s",
                answered.get(), wrong.get(), examples.keySet(), new TreeMap<>(others));
    }
}
