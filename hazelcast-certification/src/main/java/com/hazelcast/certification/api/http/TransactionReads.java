package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.DecisionDesk;
import com.hazelcast.certification.api.decisions.DecisionJson;
import com.hazelcast.certification.api.decisions.MemberQueue;
import com.hazelcast.certification.api.decisions.Submission;
import com.hazelcast.certification.api.decisions.TransactionJson;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.api.reads.KeptAnswer;
import com.hazelcast.certification.client.Reference;
import io.vertx.core.http.HttpServerRequest;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers for transactions that were submitted before. Each member keeps those of what it took; another asks it, so a caller behind a balancer
 * need not find it. Used on an event loop.
 */
final class TransactionReads {
    /** While another member has no decision yet, it is asked again after so long, and after twice as long each time. */
    private static final long FIRST_PAUSE_MS = 5;

    private static final long PAUSE_MAX_MS = 80;
    private static final String WAIT = "wait";
    private static final String PATH = "/v1/transactions/";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String RECORDED =
            "ask POST /v1/decisions with the same transaction: its recorded decision is the answer";

    private final ApiLoop loop;

    TransactionReads(ApiLoop loop) {
        this.loop = loop;
    }

    /**
     * How long the caller waits for a decision. To be called before anything is taken: what is wrong with it must not be said of a transaction that
     * is on its way.
     */
    static int waitMs(HttpServerRequest request) {
        String wait = RequestDispatch.parameter(request, WAIT);
        if (wait == null) {
            return 0;
        }
        String digits = wait.endsWith("ms") ? wait.substring(0, wait.length() - 2) : wait;
        return digits.equals("0") ? 0 : TransactionJson.deadlineMs(digits, WAIT);
    }

    /** Where a transaction is read later. A client's own reference may have any printable characters. */
    static String location(String name) {
        StringBuilder path = new StringBuilder(PATH);
        for (int i = 0; i < name.length(); i++) {
            char next = name.charAt(i);
            if (RequestDispatch.isPlain(next) || next == '.' || next == '~') {
                path.append(next);
            } else {
                path.append('%').append(HEX.toHexDigits((byte) next));
            }
        }
        return path.toString();
    }

    /** The client's transaction with that id or reference; null: this member keeps none for it. */
    @Nullable
    Submission find(String client, String name) {
        return find(loop.parts().desk(), client, name);
    }

    /**
     * Whether no other member can have another answer. What was rejected here has not taken its reference, so the right transaction may have
     * been put at another member since.
     */
    static boolean isOnlyHere(Submission kept, String name) {
        Decision decision = kept.decision();
        return isId(name) || decision == null || decision.rejection() == null;
    }

    private static @Nullable Submission find(DecisionDesk desk, String client, String name) {
        if (!isId(name)) {
            return desk.findReference(referenceKey(client, name));
        }
        Submission found = desk.findId(name).submission();
        return found != null && found.isBy(client) ? found : null;
    }

    private static boolean isId(String name) {
        return name.startsWith(DecisionDesk.ID_PREFIX);
    }

    /** References are each client's own. */
    private static String referenceKey(String client, String reference) {
        return referenceKey(client, reference, Reference.hash(reference));
    }

    /** @param hash of the reference, where it was made already: it is a SHA-256 */
    static String referenceKey(String client, String reference, long hash) {
        return client + " " + hash + " " + reference;
    }

    /** What a member answers at once from what it keeps itself; {@link KeptAnswer#UNKNOWN}: nothing. From any thread. */
    static KeptAnswer answer(ApiParts parts, String client, String name) {
        Submission kept = find(parts.desk(), client, name);
        Decision decision = kept == null ? null : kept.decision();
        if (kept != null) {
            return decision == null ? new KeptAnswer(200, DecisionJson.pending(kept), "", 0) : decided(kept, decision);
        }
        if (!isId(name)) {
            if (parts.desk().hasExpired(referenceKey(client, name))) {
                return answer(expired().with(DecisionCalls.REFERENCE, name));
            }
            return answer(new Problem(
                            KeptAnswer.UNKNOWN,
                            "unknown_transaction",
                            "no member keeps a transaction under that reference",
                            "put the transaction again: its recorded decision is the answer")
                    .with(DecisionCalls.REFERENCE, name));
        }
        Optional<String> tag = DecisionDesk.tagOf(name);
        if (parts.desk().findId(name).known() == DecisionDesk.Known.EXPIRED) {
            return answer(expired().with("id", name));
        }
        return answer(
                tag.isPresent() && parts.others().hasLeft(tag.get())
                        ? new Problem(
                                        410,
                                        "answer_lost",
                                        "the member that kept the answer is not in the cluster any more",
                                        RECORDED)
                                .with("id", name)
                        : new Problem(
                                        KeptAnswer.UNKNOWN,
                                        "unknown_transaction",
                                        "no member has given this client such an id",
                                        "read the ids that POST /v1/transactions gives")
                                .with("id", name));
    }

    private static Problem expired() {
        return new Problem(410, "answer_expired", "the answer is kept no longer", RECORDED);
    }

    private static KeptAnswer decided(Submission kept, Decision decision) {
        Problem problem = Problem.ofRejected(decision, kept.transaction());
        if (problem != null) {
            return answer(problem);
        }
        String action = Objects.requireNonNull(decision.action()).label();
        return new KeptAnswer(200, DecisionJson.of(kept, decision, 0), action, 0);
    }

    private static KeptAnswer answer(Problem problem) {
        return new KeptAnswer(problem.status(), problem.json(), problem.code(), problem.retryAfterS());
    }

    /**
     * Answers the decision when it comes within what the caller waits, and what is pending otherwise.
     *
     * @param waiting its place in the queue for as long; null: the transaction that it has just submitted has one, or it does not wait
     */
    void await(
            Exchange exchange,
            Submission submission,
            int pendingStatus,
            int waitMs,
            MemberQueue.@Nullable Place waiting) {
        long waitNs = TimeUnit.MILLISECONDS.toNanos(waitMs);
        Decision known = waiting == null ? submission.decision() : null;
        if (known != null) {
            DecisionCalls.answer(exchange, submission, known);
        } else if (waitNs == 0) {
            exchange.answer(pendingStatus, DecisionJson.pending(submission), null);
        } else {
            Runnable begin = () -> submission.await(
                    waitNs,
                    decision -> loop.answer(exchange, () -> {
                        if (waiting != null) {
                            waiting.leave();
                        }
                        if (decision == null) {
                            exchange.answer(pendingStatus, DecisionJson.pending(submission), null);
                        } else {
                            DecisionCalls.answer(exchange, submission, decision);
                        }
                    }));
            if (waiting == null) {
                begin.run();
            } else {
                waiting.during(begin);
            }
        }
    }

    /** Answers a transaction of which this member keeps nothing, or a rejection under a reference, by what the others keep. */
    void elsewhere(Exchange exchange, String name, int waitMs) {
        new Asking(exchange, name, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs)).ask(FIRST_PAUSE_MS);
    }

    /**
     * What other members are asked, again and again while the decision is pending and the caller waits. From its first pause until it is over it
     * has one place in the queue.
     */
    private final class Asking {
        private final Exchange exchange;
        private final String name;
        private final long untilNs;
        private final Optional<String> tag;
        private MemberQueue.@Nullable Place place;

        Asking(Exchange exchange, String name, long untilNs) {
            this.exchange = exchange;
            this.name = name;
            this.untilNs = untilNs;
            this.tag = DecisionDesk.tagOf(name);
        }

        void ask(long pauseMs) {
            String client = exchange.client().name();
            KeptAnswer own = TransactionReads.answer(loop.parts(), client, name);
            boolean isOnlyHere = isId(name) ? own.status() != KeptAnswer.UNKNOWN || tag.isEmpty() : !own.isProblem();
            if (isOnlyHere) {
                end();
                exchange.answer(own);
                return;
            }
            var unused = loop.parts()
                    .others()
                    .read(client, name, tag)
                    .whenCompleteAsync(
                            (found, failure) -> loop.answer(
                                    exchange,
                                    () -> step(() -> {
                                        if (failure == null) {
                                            answered(own.orBetter(found), pauseMs);
                                        } else {
                                            unanswered();
                                        }
                                    })),
                            Runnable::run);
        }

        private void unanswered() {
            end();
            exchange.answer(new Problem(
                    503,
                    "member_silent",
                    "a member that may keep the answer does not answer",
                    "",
                    null,
                    "ask again",
                    1));
        }

        private void answered(KeptAnswer answer, long pauseMs) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(untilNs - System.nanoTime());
            if (!answer.isPending() || leftMs < 1 || exchange.isOver()) {
                end();
                exchange.answer(answer);
            } else {
                loop.call(exchange, ignored -> askLater(Math.min(pauseMs, leftMs)));
            }
        }

        private void askLater(long pauseMs) throws TurnedAway {
            if (place == null) {
                place = loop.parts().desk().queue().enterWait(exchange.client().submitter());
            }
            step(() -> {
                long unused = loop.later(pauseMs, () -> askAgain(Math.min(2 * pauseMs, PAUSE_MAX_MS)));
            });
        }

        private void askAgain(long pauseMs) {
            if (exchange.isOver()) {
                // Its client has gone.
                end();
            } else {
                loop.call(exchange, ignored -> step(() -> ask(pauseMs)));
            }
        }

        /** Gives the place back when the step fails, because none follows it. */
        private void step(Runnable step) {
            MemberQueue.Place taken = place;
            if (taken == null) {
                step.run();
            } else {
                taken.during(step);
            }
        }

        private void end() {
            MemberQueue.Place taken = place;
            if (taken != null) {
                taken.leave();
            }
        }
    }
}
