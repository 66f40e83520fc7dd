package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.history.CardHash;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stand-ins have answered of late, by the transaction's identity: the answer to a later question has it beside the decision.
 * Holds the last {@value #MAX}; older ones are forgotten. Thread-safe; a short lock, and none while nothing has stood in.
 */
final class StandIns {
    static final int MAX = 65_536;

    private final Map<Long, Action> answered = new LinkedHashMap<>();
    private volatile boolean isEmpty = true;

    synchronized void add(Submission submission, Action action) {
        isEmpty = false;
        answered.put(keyOf(submission), action);
        if (answered.size() > MAX) {
            var oldest = answered.entrySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    @Nullable
    Action find(Submission submission) {
        if (isEmpty) {
            return null;
        }
        synchronized (this) {
            return answered.get(keyOf(submission));
        }
    }

    private static long keyOf(Submission submission) {
        RequestedTransaction transaction = submission.transaction();
        long key = CardHash.of(submission.card());
        key = CardHash.of(key ^ transaction.times());
        key = CardHash.of(key ^ transaction.payment());
        key = CardHash.of(key ^ transaction.city());
        return CardHash.of(key ^ transaction.referenceHash());
    }
}
