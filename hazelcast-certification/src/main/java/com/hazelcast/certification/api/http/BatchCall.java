package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.DecisionDesk;
import com.hazelcast.certification.api.decisions.DecisionJson;
import com.hazelcast.certification.api.decisions.MemberQueue;
import com.hazelcast.certification.api.decisions.RequestReader;
import com.hazelcast.certification.api.decisions.RequestedTransaction;
import com.hazelcast.certification.api.decisions.Submission;
import com.hazelcast.certification.api.decisions.Submitter;
import com.hazelcast.certification.api.decisions.TransactionJson;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.mapping.FieldProblem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/decisions:batch}: lines of JSON, answered line by line in their order. Lines enter the member in slices, so that a large
 * batch keeps no other request waiting for long. Used on an event loop.
 */
final class BatchCall {
    /** Transactions of one batch. */
    static final int LINES_MAX = 10_000;

    /** Batches that a member reads and decides at once; each may take {@link ApiLoop#BATCH_BYTES_MAX}. */
    static final int BATCHES_MAX = 8;

    /** Of these, the batches of one client. */
    private static final int BATCHES_PER_CLIENT_MAX = BATCHES_MAX / 2;

    private static final int SLICE = 256;

    /** The lines of a slice have no more bytes together, so that long ones keep the loop no longer than many short ones. */
    private static final int SLICE_BYTES_MAX = 128 << 10;

    /** A line has no more, as the body of a single call. */
    private static final int LINE_BYTES_MAX = ApiLoop.BODY_BYTES_MAX;

    /** When neither the header nor a line says otherwise. */
    private static final int DEADLINE_MS = TransactionJson.DEADLINE_MS_MAX;

    private static final String NDJSON = "application/x-ndjson";

    private final ApiLoop loop;
    private final AtomicInteger running;
    private final RequestReader reader;
    private final Map<Exchange, Places> places = new HashMap<>();

    /** @param running batches of all loops */
    BatchCall(ApiLoop loop, AtomicInteger running) {
        this.loop = loop;
        this.running = running;
        this.reader = new RequestReader(loop.parts().desk().settings().mapping());
    }

    /** Takes a place before the body is read: one of the member's, of the client's, and in its queue. */
    void admit(RoutingContext context) {
        Exchange exchange = Exchange.of(context);
        Submitter submitter = exchange.client().submitter();
        MemberQueue.Place place;
        try {
            place = loop.parts().desk().queue().enterCall(submitter);
        } catch (TurnedAway e) {
            loop.refuse(exchange, Problem.of(e.reason()));
            return;
        }
        // The one that it takes is one of these. No client has more than are free, so that some are for others.
        int free = BATCHES_MAX - running.incrementAndGet() + 1;
        if (free < 1 || !submitter.tryEnterBatch(Math.min(BATCHES_PER_CLIENT_MAX, free))) {
            running.decrementAndGet();
            place.leave();
            turnAway(exchange, free < 1 ? TurnedAway.Reason.MEMBER_FULL : TurnedAway.Reason.CLIENT_FULL);
            return;
        }
        Places taken = new Places(exchange, place);
        places.put(exchange, taken);
        context.addEndHandler(ended -> taken.end());
        context.next();
    }

    /**
     * What a batch has taken. It is given back when its request has ended, answered or not, and no line is on its way any more: whoever closes
     * and asks again would otherwise have as many batches as they like. So would whoever asks and reads no answer, which may be megabytes: it
     * is given back when the answer has been taken.
     */
    private final class Places {
        private final Exchange exchange;
        private final MemberQueue.Place ofQueue;
        private boolean hasEnded;
        private @Nullable Running of;

        Places(Exchange exchange, MemberQueue.Place ofQueue) {
            this.exchange = exchange;
            this.ofQueue = ofQueue;
        }

        void end() {
            hasEnded = true;
            places.remove(exchange);
            Running begun = of;
            if (begun != null) {
                begun.enterNoMore();
            }
            // Afterwards: an answer that ends it is only about to be sent.
            loop.run(this::giveBackIfOver);
        }

        /** On the loop. */
        void giveBackIfOver() {
            Running begun = of;
            if (hasEnded && (begun == null || begun.isOver())) {
                hasEnded = false;
                var unused = exchange.written().onComplete(taken -> leave());
            }
        }

        private void leave() {
            running.decrementAndGet();
            exchange.client().submitter().leaveBatch();
            ofQueue.leave();
        }
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
        byte[] bytes = body(exchange);
        List<int[]> lines = lines(bytes);
        if (lines.isEmpty() || lines.size() > LINES_MAX) {
            throw FieldProblem.withoutValue(
                    "wrong_count",
                    "",
                    "a batch has 1 to " + LINES_MAX + " lines: lines=" + lines.size(),
                    "send one JSON object a line, and several batches if need be");
        }
        int deadlineMs = DecisionCalls.deadlineMs(exchange.request(), null, DEADLINE_MS);
        // Of no line; only looked at whether it is good.
        String unusedKey = DecisionCalls.key(exchange.request());
        // The request itself has been counted as one.
        exchange.client().rate().charge(lines.size() - 1);
        Places taken = places.get(exchange);
        if (taken != null) {
            Running begun = new Running(taken, bytes, lines, deadlineMs);
            taken.of = begun;
            begun.begin();
        }
    }

    /** The body; its type must be that of lines or of JSON when it is given. */
    private static byte[] body(Exchange exchange) {
        DecisionCalls.requirePlain(exchange.request());
        String type = exchange.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null
                && !DecisionCalls.isOfType(type, NDJSON)
                && !DecisionCalls.isOfType(type, DecisionCalls.JSON)) {
            throw DecisionCalls.wrongType(type, "send lines of JSON as " + NDJSON);
        }
        return exchange.body();
    }

    /** Where lines begin and end, of one too many at most. Line breaks at the end begin no line; an empty line between others is one. */
    static List<int[]> lines(byte[] bytes) {
        int size = bytes.length;
        while (size > 0 && (bytes[size - 1] == '\n' || bytes[size - 1] == '\r')) {
            size--;
        }
        List<int[]> lines = new ArrayList<>();
        int begin = 0;
        while (begin < size && lines.size() <= LINES_MAX) {
            int end = begin;
            while (end < size && bytes[end] != '\n') {
                end++;
            }
            lines.add(new int[] {begin, end});
            begin = end + 1;
        }
        return lines;
    }

    private static int length(int[] line) {
        return line[1] - line[0];
    }

    /** A batch whose lines are decided. What is not said to be of any thread is of the loop. */
    private final class Running {
        private final Places places;
        private final Exchange exchange;
        private final byte[] bytes;
        private final List<int[]> lines;
        private final int deadlineMs;
        private final AtomicReferenceArray<String> answers;

        /** Lines that have no answer yet. */
        private final AtomicInteger missing;

        /** Lines that have been handed on and have no answer yet. */
        private final AtomicInteger open = new AtomicInteger();

        /** Where the lines begin that have not entered the member's gate. */
        private volatile int next;

        private volatile boolean entersNoMore;

        /** Ends with the batch, whose bytes it would keep. */
        private volatile long deadlineTimer = ApiLoop.NO_TIMER;

        /** The slice that waits for the gate; null: none does. */
        private @Nullable Runnable waiting;

        Running(Places places, byte[] bytes, List<int[]> lines, int deadlineMs) {
            this.places = places;
            this.exchange = places.exchange;
            this.bytes = bytes;
            this.lines = lines;
            this.deadlineMs = deadlineMs;
            this.answers = new AtomicReferenceArray<>(lines.size());
            this.missing = new AtomicInteger(lines.size());
        }

        void begin() {
            slice();
            if (next < lines.size()) {
                long waitMs = TimeUnit.NANOSECONDS.toMillis(DecisionCalls.waitNs(deadlineMs, exchange.arrivedNs()));
                deadlineTimer = loop.later(
                        Math.max(1, waitMs),
                        () -> refuseTheRest(
                                waiting == null ? TurnedAway.Reason.BATCH_DEADLINE : TurnedAway.Reason.MEMBER_FULL));
            }
        }

        private void slice() {
            int count = sliceCount();
            if (count == 0 || entersNoMore) {
                return;
            }
            Runnable entered = () -> loop.answer(exchange, () -> entered(count));
            waiting = entered;
            if (loop.parts().desk().gate().enterOrCall(count, entered)) {
                entered(count);
            }
        }

        private int sliceCount() {
            int end = next;
            int bytesOf = 0;
            while (end < lines.size() && end < next + SLICE && bytesOf + bytesRead(end) <= SLICE_BYTES_MAX) {
                bytesOf += bytesRead(end);
                end++;
            }
            return end - next;
        }

        /** None of a line that is too long. */
        private int bytesRead(int index) {
            int length = length(lines.get(index));
            return length > LINE_BYTES_MAX ? 0 : length;
        }

        private void entered(int count) {
            waiting = null;
            DecisionDesk desk = loop.parts().desk();
            if (entersNoMore) {
                desk.gate().leave(count);
            } else if (!desk.isServing()) {
                // Stopped since the slice before: whoever stopped it waits until nothing is in flight.
                desk.gate().leave(count);
                refuseTheRest(TurnedAway.Reason.NOT_SCORING);
            } else {
                take(count);
            }
        }

        /** The client has closed, or the deadline has passed: lines that have not entered the gate do not enter it any more. */
        void enterNoMore() {
            entersNoMore = true;
            loop.cancel(deadlineTimer);
            Runnable stands = waiting;
            if (stands != null && loop.parts().desk().gate().withdraw(stands)) {
                waiting = null;
            }
        }

        /** Lines that have not entered, at the deadline or when the member stops, are turned away as any other transaction is. */
        private void refuseTheRest(TurnedAway.Reason reason) {
            if (entersNoMore || next == lines.size()) {
                return;
            }
            enterNoMore();
            loop.parts().desk().turnedAwayLines(reason, lines.size() - next);
            for (int i = next; i < lines.size(); i++) {
                answered(i, Problem.of(reason).json(i + 1));
            }
            next = lines.size();
        }

        /** Whether nothing of it is on its way. */
        boolean isOver() {
            return open.get() == 0 && (entersNoMore || next == lines.size());
        }

        private void take(int count) {
            int end = next + count;
            int line = next;
            // Above those that are answered at once: it is over only when all of the slice have been handed on.
            open.incrementAndGet();
            try {
                while (line < end) {
                    int index = line;
                    RequestedTransaction transaction = read(index);
                    // From here on it has its own way out of the gate.
                    line++;
                    if (transaction != null) {
                        submit(index, transaction);
                    }
                }
            } finally {
                if (line < end) {
                    // That line has failed, and the batch with it.
                    loop.parts().desk().gate().leave(end - line);
                }
                next = end;
                closed();
            }
            // After what else has come meanwhile: the loop reads its sockets in between.
            long unused = loop.later(1, () -> loop.call(exchange, ignored -> slice()));
        }

        /** The transaction of a line; null: it is none, has been answered, and has left the gate. */
        private @Nullable RequestedTransaction read(int index) {
            int[] line = lines.get(index);
            try {
                if (length(line) > LINE_BYTES_MAX) {
                    throw FieldProblem.withoutValue(
                            "line_too_long",
                            "",
                            "the line is longer than it may be: bytes=" + length(line),
                            "send at most " + LINE_BYTES_MAX + " bytes a line");
                }
                return reader.read(bytes, line[0], length(line), null);
            } catch (FieldProblem e) {
                answered(index, Problem.of(e).json(index + 1));
                loop.parts().desk().gate().leave(1);
                return null;
            }
        }

        private void submit(int index, RequestedTransaction transaction) {
            Submitter submitter = exchange.client().submitter();
            Submission submission = loop.parts().desk().submitEntered(transaction, submitter, exchange.arrivedNs());
            open.incrementAndGet();
            int ownMs = transaction.deadlineMs() > 0 ? transaction.deadlineMs() : deadlineMs;
            submission.decideWithin(DecisionCalls.waitNs(ownMs, exchange.arrivedNs()), decision -> {
                Problem problem = Problem.ofRejected(decision, transaction);
                answered(
                        index,
                        problem == null ? DecisionJson.of(submission, decision, index + 1) : problem.json(index + 1));
                closed();
            });
        }

        /** On any thread. */
        private void closed() {
            if (open.decrementAndGet() == 0) {
                loop.run(places::giveBackIfOver);
            }
        }

        /** On any thread. */
        private void answered(int index, String json) {
            answers.set(index, json);
            if (missing.decrementAndGet() == 0) {
                loop.answer(exchange, this::answerAll);
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
