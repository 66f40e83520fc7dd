package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.DecisionDesk;
import com.hazelcast.certification.api.decisions.RequestedTransaction;
import com.hazelcast.certification.api.decisions.Submission;
import com.hazelcast.certification.api.decisions.Submitter;
import com.hazelcast.certification.api.decisions.TransactionJson;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.mapping.FieldProblem;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * {@code POST /v1/decisions:batch}: lines of JSON, answered line by line in their order. Lines enter the member in slices, so that a large
 * batch keeps no other request waiting for long. Used on an event loop.
 */
final class BatchCall {
    static final int LINES_MAX = 10_000;

    /** Batches that a member reads and decides at once; each may take {@link ApiLoop#BATCH_BYTES_MAX}. */
    static final int BATCHES_MAX = 8;

    /** Of these, the batches of one client. */
    private static final int BATCHES_PER_CLIENT_MAX = BATCHES_MAX / 2;

    private static final int SLICE = 256;

    /** When neither the header nor a line says otherwise. */
    private static final int DEADLINE_MS = TransactionJson.DEADLINE_MS_MAX;

    private static final String NDJSON = "application/x-ndjson";

    private final ApiLoop loop;
    private final AtomicInteger running;

    /** @param running batches of all loops */
    BatchCall(ApiLoop loop, AtomicInteger running) {
        this.loop = loop;
        this.running = running;
    }

    /** Takes a place before the body is read: one of the member's, of the client's, and in its queue. */
    void admit(RoutingContext context) {
        Exchange exchange = Exchange.of(context);
        Submitter submitter = exchange.client().submitter();
        try {
            loop.parts().desk().enterCall(submitter);
        } catch (TurnedAway e) {
            loop.refuse(exchange, Problem.of(e.reason()));
            return;
        }
        if (!submitter.tryEnterBatch(BATCHES_PER_CLIENT_MAX)) {
            loop.parts().desk().leaveCall(submitter);
            turnAway(exchange, TurnedAway.Reason.CLIENT_FULL);
            return;
        }
        if (running.incrementAndGet() > BATCHES_MAX) {
            leave(submitter);
            turnAway(exchange, TurnedAway.Reason.MEMBER_FULL);
            return;
        }
        context.addEndHandler(ended -> leave(submitter));
        context.next();
    }

    private void leave(Submitter submitter) {
        running.decrementAndGet();
        submitter.leaveBatch();
        loop.parts().desk().leaveCall(submitter);
    }

    private void turnAway(Exchange exchange, TurnedAway.Reason reason) {
        loop.parts().desk().turnedAway(reason);
        loop.refuse(exchange, Problem.of(reason));
    }

    void decide(Exchange exchange) throws TurnedAway {
        if (!loop.parts().desk().isServing()) {
            loop.parts().desk().turnedAway(TurnedAway.Reason.NOT_SCORING);
            throw new TurnedAway(TurnedAway.Reason.NOT_SCORING);
        }
        DecisionCalls.requirePlain(exchange.request());
        byte[] bytes = exchange.body();
        List<int[]> lines = lines(bytes);
        if (lines.isEmpty() || lines.size() > LINES_MAX) {
            throw FieldProblem.withoutValue(
                    "wrong_count",
                    "",
                    "a batch has 1 to " + LINES_MAX + " lines: lines=" + lines.size(),
                    "send one JSON object a line, and several batches if need be");
        }
        int deadlineMs = DecisionCalls.deadlineMs(exchange.request(), null, DEADLINE_MS);
        // The request itself has been counted as one.
        exchange.client().rate().charge(lines.size() - 1);
        new Running(exchange, bytes, lines, deadlineMs).slice(0);
    }

    /** Where lines begin and end; empty ones at the end are none. */
    private static List<int[]> lines(byte[] bytes) {
        List<int[]> lines = new ArrayList<>();
        int begin = 0;
        while (begin < bytes.length && lines.size() <= LINES_MAX) {
            int end = begin;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            if (end > begin || end < bytes.length) {
                lines.add(new int[] {begin, end});
            }
            begin = end + 1;
        }
        return lines;
    }

    private final class Running {
        private final Exchange exchange;
        private final byte[] bytes;
        private final List<int[]> lines;
        private final int deadlineMs;
        private final AtomicReferenceArray<String> answers;
        private final AtomicInteger missing;

        Running(Exchange exchange, byte[] bytes, List<int[]> lines, int deadlineMs) {
            this.exchange = exchange;
            this.bytes = bytes;
            this.lines = lines;
            this.deadlineMs = deadlineMs;
            this.answers = new AtomicReferenceArray<>(lines.size());
            this.missing = new AtomicInteger(lines.size());
        }

        void slice(int first) {
            int count = Math.min(SLICE, lines.size() - first);
            DecisionDesk desk = loop.parts().desk();
            if (count > 0 && desk.gate().enterOrCall(count, () -> loop.run(() -> take(first, count)))) {
                take(first, count);
            }
        }

        private void take(int first, int count) {
            DecisionDesk desk = loop.parts().desk();
            int end = first + count;
            for (int i = first; i < end; i++) {
                int[] line = lines.get(i);
                try {
                    RequestedTransaction transaction = TransactionJson.parse(bytes, line[0], line[1] - line[0], null);
                    submit(desk, i, transaction);
                } catch (FieldProblem e) {
                    desk.gate().leave(1);
                    answered(i, Problem.of(e).json(i + 1));
                }
            }
            // After what else has come meanwhile.
            loop.run(() -> slice(end));
        }

        private void submit(DecisionDesk desk, int index, RequestedTransaction transaction) {
            Submitter submitter = exchange.client().submitter();
            Submission submission = desk.submitEntered(transaction, submitter, exchange.arrivedNs());
            int ownMs = transaction.deadlineMs() > 0 ? transaction.deadlineMs() : deadlineMs;
            submission.await(DecisionCalls.waitNs(ownMs, exchange.arrivedNs()), decision -> {
                Decision given = decision == null ? submission.standIn(System.nanoTime()) : decision;
                Problem problem = DecisionJson.problem(given);
                answered(
                        index,
                        problem == null ? DecisionJson.of(submission, given, index + 1) : problem.json(index + 1));
            });
        }

        private void answered(int index, String json) {
            answers.set(index, json);
            if (missing.decrementAndGet() == 0) {
                loop.run(this::answerAll);
            }
        }

        private void answerAll() {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < answers.length(); i++) {
                all.append(answers.get(i)).append('\n');
            }
            exchange.answer(200, NDJSON, all.toString(), null, 0);
        }
    }
}
