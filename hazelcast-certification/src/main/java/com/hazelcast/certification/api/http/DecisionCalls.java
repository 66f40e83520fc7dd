package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.cards.ApiAudit.By;
import com.hazelcast.certification.api.cards.ApiAudit.Result;
import com.hazelcast.certification.api.cards.DecisionReasons;
import com.hazelcast.certification.api.decisions.Decision;
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
import com.hazelcast.certification.mapping.Fields;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.transaction.Pan;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls on single transactions. Used on an event loop. */
final class DecisionCalls {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionCalls.class);

    /** So much of a deadline is left for the answer to be written and sent. */
    private static final long MARGIN_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final String KEY_HEADER = "Idempotency-Key";
    private static final String DEADLINE_HEADER = "X-Deadline-Ms";
    private static final String EXPLAIN = "explain";
    static final String JSON = "application/json";
    static final String REFERENCE = "reference";

    private final ApiLoop loop;
    private final DecisionDesk desk;
    private final TransactionReads reads;
    private final RequestReader reader;

    DecisionCalls(ApiLoop loop) {
        this.loop = loop;
        this.desk = loop.parts().desk();
        this.reads = new TransactionReads(loop);
        this.reader = new RequestReader(desk.settings().mapping());
    }

    /** {@code POST /v1/decisions} */
    void decide(Exchange exchange) throws TurnedAway {
        boolean isExplained = isExplained(exchange.request());
        RequestedTransaction transaction = transaction(exchange, key(exchange.request()));
        int deadlineMs = deadlineMs(exchange.request(), transaction, (int)
                desk.settings().deadline().toMillis());
        ApiClient client = exchange.client();
        if (isExplained) {
            explain(exchange, transaction, deadlineMs);
            return;
        }
        Submission submission = client.isRehearsing()
                ? desk.rehearse(transaction, client.submitter(), exchange.arrivedNs())
                : desk.ask(transaction, client.submitter(), exchange.arrivedNs());
        long waitNs = waitNs(deadlineMs, exchange.arrivedNs());
        submission.decideWithin(
                waitNs, decision -> loop.answer(exchange, () -> answer(exchange, submission, decision)));
    }

    private static boolean isExplained(HttpServerRequest request) {
        String explain = RequestDispatch.parameter(request, EXPLAIN);
        if (explain != null && !explain.equals("true") && !explain.equals("false")) {
            throw new FieldProblem(
                    "out_of_range",
                    EXPLAIN,
                    explain,
                    "it is neither true nor false",
                    "give true for the reasons, or leave it out");
        }
        return "true".equals(explain);
    }

    private void explain(Exchange exchange, RequestedTransaction transaction, int deadlineMs) throws TurnedAway {
        if (exchange.client().roles().contains(Role.READ)) {
            new Explained(exchange, transaction, deadlineMs).begin();
        } else {
            loop.parts()
                    .audit()
                    .denied(exchange.client().name(), exchange.remoteHost(), Call.DECISION.label() + "?" + EXPLAIN);
            exchange.answer(new Problem(
                    403,
                    "wrong_role",
                    "reasons have values of the card's history, which the client may not read: role="
                            + Role.READ.label(),
                    "use a token with that role as well, or leave explain out"));
        }
    }

    /**
     * A decision with the reasons of the rules that held. The card's history is read before the transaction is handed on and when its decision
     * has come, see {@link DecisionReasons}. Takes a place in the queue besides that of its transaction until all of that is over. The answer
     * comes within the deadline; without reasons when they, or their line in the audit log, are not there by then.
     */
    private final class Explained {
        private final Exchange exchange;
        private final RequestedTransaction transaction;
        private final int deadlineMs;
        private final long card;
        private final Submitter submitter;
        private final MemberQueue.Place place;

        Explained(Exchange exchange, RequestedTransaction transaction, int deadlineMs) throws TurnedAway {
            this.exchange = exchange;
            this.transaction = transaction;
            this.deadlineMs = deadlineMs;
            this.card = desk.identify(transaction.card());
            this.submitter = exchange.client().submitter();
            this.place = desk.queue().enterCall(submitter);
        }

        void begin() {
            place.during(() -> read(leftNs() / 2, before -> {
                if (exchange.isOver()) {
                    // Its client has gone: nothing is handed on.
                    place.leave();
                } else {
                    loop.call(exchange, ignored -> submit(before));
                }
            }));
        }

        private long leftNs() {
            return waitNs(deadlineMs, exchange.arrivedNs());
        }

        /** Null when it does not come in time, or its shard is not there. */
        private void read(long withinNs, Consumer<byte @Nullable []> then) {
            var unused = loop.parts()
                    .cards()
                    .read(card)
                    .copy()
                    .orTimeout(withinNs, TimeUnit.NANOSECONDS)
                    .whenCompleteAsync(
                            (history, failure) -> loop.answer(exchange, () -> place.during(() -> then.accept(history))),
                            Runnable::run);
        }

        private void submit(byte @Nullable [] before) throws TurnedAway {
            try {
                Submission submission = desk.ask(transaction, submitter, exchange.arrivedNs());
                submission.decideWithin(
                        leftNs(),
                        decision ->
                                loop.answer(exchange, () -> place.during(() -> decided(submission, decision, before))));
            } catch (TurnedAway | RuntimeException e) {
                place.leave();
                throw e;
            }
        }

        private void decided(Submission submission, Decision decision, byte @Nullable [] before) {
            long leftNs = leftNs();
            if (before == null || leftNs == 0 || !DecisionReasons.isPossible(decision)) {
                place.leave();
                answer(submission, decision, null);
            } else {
                read(leftNs, after -> explain(submission, decision, before, after));
            }
        }

        private void explain(Submission submission, Decision decision, byte[] before, byte @Nullable [] after) {
            CompletableFuture<Optional<List<Match>>> reasons = new CompletableFuture<>();
            var unusedAnswer = reasons.completeOnTimeout(Optional.empty(), leftNs(), TimeUnit.NANOSECONDS)
                    .whenCompleteAsync(
                            (found, failure) ->
                                    loop.answer(exchange, () -> answer(submission, decision, found.orElse(null))),
                            Runnable::run);
            var unused = loop.apart(() -> after == null || reasons.isDone()
                            ? Optional.<List<Match>>empty()
                            : DecisionReasons.of(transaction, card, decision, before, after))
                    .onComplete(made -> {
                        place.leave();
                        if (made.failed()) {
                            LOG.error("the reasons of a decision could not be made", made.cause());
                        }
                        audited(reasons, made.succeeded() ? made.result() : Optional.empty());
                    });
        }

        /** Reasons have values of the history, so they go out only when it is written down who has got them. */
        private void audited(CompletableFuture<Optional<List<Match>>> reasons, Optional<List<Match>> made) {
            if (made.isEmpty() || reasons.isDone()) {
                boolean unusedFirst = reasons.complete(made);
                return;
            }
            var unused = loop.parts()
                    .audit()
                    .lookedUp(
                            exchange.client().name(),
                            exchange.remoteHost(),
                            By.REASONS,
                            Pan.masked(transaction.card()),
                            Result.FOUND)
                    .whenCompleteAsync(
                            (written, unwritten) -> {
                                boolean unusedFirst = reasons.complete(unwritten == null ? made : Optional.empty());
                            },
                            Runnable::run);
        }

        private void answer(Submission submission, Decision decision, @Nullable List<Match> reasons) {
            if (decision.rejection() != null) {
                DecisionCalls.answer(exchange, submission, decision);
            } else {
                exchange.answer(200, DecisionJson.explained(submission, decision, reasons), decision);
            }
        }
    }

    /** How long the rules may take: what is left of the deadline, without what the answer itself takes. */
    static long waitNs(int deadlineMs, long arrivedNs) {
        long deadlineNs = TimeUnit.MILLISECONDS.toNanos(deadlineMs);
        long wholeNs = deadlineNs > 2 * MARGIN_NS ? deadlineNs - MARGIN_NS : deadlineNs;
        return Math.max(0, wholeNs - (System.nanoTime() - arrivedNs));
    }

    /** Of the transaction, else of the header, else the usual one. What is wrong with the header is said also when it does not count. */
    static int deadlineMs(HttpServerRequest request, @Nullable RequestedTransaction transaction, int usualMs) {
        String header = header(request, DEADLINE_HEADER);
        int withoutOwnMs = header == null ? usualMs : TransactionJson.deadlineMs(header, DEADLINE_HEADER);
        return transaction != null && transaction.deadlineMs() > 0 ? transaction.deadlineMs() : withoutOwnMs;
    }

    static @Nullable String key(HttpServerRequest request) {
        String header = header(request, KEY_HEADER);
        return header == null ? null : Fields.reference(header, KEY_HEADER);
    }

    private RequestedTransaction transaction(Exchange exchange, @Nullable String reference) {
        byte[] json = body(exchange);
        // The member itself asks by the API's schema.
        return exchange.client().isRehearsing()
                ? TransactionJson.parse(json, 0, json.length, reference)
                : reader.read(json, 0, json.length, reference);
    }

    /** Which of two counts, each program on the way decides for itself. */
    private static @Nullable String header(HttpServerRequest request, String name) {
        String first = request.getHeader(name);
        if (first != null && request.headers().getAll(name).size() > 1) {
            throw FieldProblem.withoutValue("duplicate_field", name, "the header is there twice", "give it once");
        }
        return first;
    }

    /** Bodies are not unpacked: a small one may become large. */
    static void requirePlain(HttpServerRequest request) {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new FieldProblem(
                    "wrong_content_encoding",
                    "Content-Encoding",
                    encoding,
                    "the body is packed",
                    "send it as it is, without Content-Encoding");
        }
    }

    /** The body; its type must be JSON's when it is given. */
    static byte[] body(Exchange exchange) {
        HttpServerRequest request = exchange.request();
        requirePlain(request);
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null && !isOfType(type, JSON)) {
            throw wrongType(type, "send " + JSON);
        }
        return exchange.body();
    }

    /** Whether the type is that one, whatever its parameters; others begin with the same letters. */
    static boolean isOfType(String type, String taken) {
        return type.regionMatches(true, 0, taken, 0, taken.length())
                && (type.length() == taken.length() || "; \t".indexOf(type.charAt(taken.length())) >= 0);
    }

    static FieldProblem wrongType(String type, String remedy) {
        return new FieldProblem("wrong_content_type", "Content-Type", type, "the body is of another type", remedy);
    }

    static void answer(Exchange exchange, Submission submission, Decision decision) {
        Problem problem = Problem.ofRejected(decision, submission.transaction());
        if (problem != null) {
            exchange.answer(problem);
            return;
        }
        exchange.answer(200, DecisionJson.of(submission, decision, 0), decision);
    }

    /** {@code POST /v1/transactions} */
    void submit(Exchange exchange) throws TurnedAway {
        int waitMs = TransactionReads.waitMs(exchange.request());
        // Nobody waits that long here, and no stand-in answers; a wrong one is wrong all the same.
        int unusedMs = deadlineMs(exchange.request(), null, 0);
        RequestedTransaction transaction = transaction(exchange, key(exchange.request()));
        Submission submission = desk.submit(transaction, exchange.client().submitter(), null, exchange.arrivedNs());
        accepted(exchange, submission, submission.id(), waitMs);
    }

    /** {@code PUT /v1/transactions/{reference}} */
    void put(Exchange exchange) throws TurnedAway {
        String reference = reference(exchange);
        if (reference.startsWith(DecisionDesk.ID_PREFIX)) {
            throw new FieldProblem(
                    "out_of_range",
                    REFERENCE,
                    reference,
                    "the reference begins as ids of this API do",
                    "choose a reference that does not begin with " + DecisionDesk.ID_PREFIX);
        }
        int waitMs = TransactionReads.waitMs(exchange.request());
        int unusedMs = deadlineMs(exchange.request(), null, 0);
        String header = key(exchange.request());
        if (header != null && !header.equals(reference)) {
            throw new FieldProblem(
                    "different_references", KEY_HEADER, header, "it is not the reference of the path", "leave it out");
        }
        RequestedTransaction transaction = transaction(exchange, reference);
        String key = TransactionReads.referenceKey(exchange.client().name(), reference, transaction.referenceHash());
        Submission known = desk.findReference(key);
        Decision made = known == null ? null : known.decision();
        if (known == null || made != null && made.rejection() != null || made == null && !known.isOf(transaction)) {
            // What was rejected has not taken the reference, so another payment may have it. What is on its way may
            // still be
            // rejected: their shard says whose the reference is.
            Submission submission = desk.submit(transaction, exchange.client().submitter(), key, exchange.arrivedNs());
            accepted(exchange, submission, nameOf(submission, key, reference), waitMs);
        } else if (known.isOf(transaction)) {
            again(exchange, known, reference, waitMs);
        } else {
            exchange.answer(Problem.of(com.hazelcast.certification.transaction.Rejection.REFERENCE_REUSED)
                    .with(REFERENCE, reference));
        }
    }

    /** Where it is read later: the reference, or its id while another submission has that; another event loop may have taken one meanwhile. */
    private String nameOf(Submission submission, String key, String reference) {
        Submission holder = desk.findReference(key);
        return holder == null || holder.isSameAs(submission) ? reference : submission.id();
    }

    private void again(Exchange exchange, Submission known, String reference, int waitMs) {
        Decision made = known.decision();
        if (made != null) {
            answer(exchange, known, made.again());
        } else {
            name(exchange, reference);
            // It is on its way, so it may not be answered as what is turned away, of which nothing is scored.
            MemberQueue.Place place =
                    waitMs > 0 ? desk.queue().tryEnterWait(exchange.client().submitter()) : null;
            reads.await(exchange, known, 202, place == null ? 0 : waitMs, place);
        }
    }

    private void accepted(Exchange exchange, Submission submission, String name, int waitMs) {
        submission.watchSilence();
        name(exchange, name);
        reads.await(exchange, submission, 202, waitMs, null);
    }

    /** Says where it is read later. */
    private static void name(Exchange exchange, String name) {
        exchange.request().response().putHeader(HttpHeaders.LOCATION, TransactionReads.location(name));
    }

    /** {@code GET /v1/transactions/{id}} */
    void read(Exchange exchange) throws TurnedAway {
        int waitMs = TransactionReads.waitMs(exchange.request());
        String name = reference(exchange);
        Submission kept = reads.find(exchange.client().name(), name);
        if (kept != null && TransactionReads.isOnlyHere(kept, name)) {
            boolean waits = waitMs > 0 && kept.decision() == null;
            MemberQueue.Place place =
                    waits ? desk.queue().enterWait(exchange.client().submitter()) : null;
            reads.await(exchange, kept, 200, waitMs, place);
        } else {
            reads.elsewhere(exchange, name, waitMs);
        }
    }

    private static String reference(Exchange exchange) {
        return Fields.reference(exchange.parameter(REFERENCE), REFERENCE);
    }
}
