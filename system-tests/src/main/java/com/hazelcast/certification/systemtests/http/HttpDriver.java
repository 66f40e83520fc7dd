package com.hazelcast.certification.systemtests.http;

import com.hazelcast.certification.systemtests.http.HttpMember.Call;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks members for decisions until each question is answered, as a client with a list of members does. It asks the member whose turn it is, and
 * the next one when that turns the question away or its connection breaks. A member that refuses connections is left alone until it states that
 * it is ready. A member that was killed may keep its connections for some tenths of a second: what a member owes that has answered nothing for
 * a while goes to another one as well, and the first answer counts. A transaction that comes twice is scored once, so all of that is safe.
 *
 * <p>A question for which no member has room waits; one that has been asked before goes first. Each question ends: with its first answer, or as
 * failed. Runs on one event loop, on which all methods are called but those that say otherwise.
 */
final class HttpDriver implements AutoCloseable {
    private static final long LOOK_MS = 10;
    private static final long SELDOM_NS = TimeUnit.MILLISECONDS.toNanos(5 * LOOK_MS);
    private static final long PROBE_MS = 50;
    private static final long PROBE_TIMEOUT_MS = 1_000;
    private static final long PAUSE_MS = 5;
    private static final long PAUSE_MS_MAX = 80;
    private static final long STATE_SECONDS = 5;
    private static final int KEEP_ALIVE_SECONDS = 30;

    /** So many calls at a time a member takes on a connection of HTTP/2. */
    private static final int HTTP2_CALLS = 100;

    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;

    private final HttpLimits limits;
    private final List<HttpMember> members = new ArrayList<>();
    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setUseDaemonThread(true));
    private final Context loop = vertx.getOrCreateContext();
    private final HttpClient http;
    private final Deque<HttpQuestion> waiting = new ArrayDeque<>();
    private final Set<HttpQuestion> open = new LinkedHashSet<>();
    private final AtomicLong unfinished = new AtomicLong();
    private final Map<String, Long> repeatedByReason = new TreeMap<>();
    private final LoopStalls stalls = new LoopStalls(System.nanoTime());
    private int pausing;
    private long askedElsewhere;
    private long lookedNs = System.nanoTime();

    private record Reply(int status, String body) {}

    /** Of these members, by that version of the protocol. */
    HttpDriver(List<InetSocketAddress> addresses, HttpVersion version, HttpLimits limits) {
        this.limits = limits;
        for (InetSocketAddress address : addresses) {
            members.add(new HttpMember(members.size(), address, limits));
        }
        this.http = vertx.createHttpClient(
                new HttpClientOptions()
                        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                        .setHttp2KeepAliveTimeout(KEEP_ALIVE_SECONDS)
                        .setProtocolVersion(version)
                        .setHttp2ClearTextUpgrade(false),
                new PoolOptions()
                        .setHttp1MaxSize(limits.calls())
                        .setHttp2MaxSize((limits.calls() - 1) / HTTP2_CALLS + 1));
        run(() -> {
            every(1, () -> stalls.look(System.nanoTime()));
            every(LOOK_MS, this::look);
        });
    }

    /** Runs a task on the loop. Called on any thread. */
    void run(Runnable task) {
        loop.runOnContext(ignored -> task.run());
    }

    /** Runs a task again and again. */
    void every(long ms, Runnable task) {
        long unused = vertx.setPeriodic(ms, ignored -> task.run());
    }

    int memberCount() {
        return members.size();
    }

    void ask(HttpQuestion question) {
        question.beganAt(stalledNs());
        unfinished.incrementAndGet();
        boolean unused = open.add(question);
        dispatch(question, false);
    }

    /** Sends it, or has it wait for room. */
    private void dispatch(HttpQuestion question, boolean isAgain) {
        if (question.isOver()) {
            return;
        }
        HttpMember member = memberFor(question);
        if (member != null) {
            send(question, member);
        } else if (question.isOfOne()) {
            pause(question);
        } else if (waiting.size() >= limits.waiting()) {
            fail(question, "too many wait for room at a member");
        } else if (isAgain) {
            waiting.addFirst(question);
        } else {
            waiting.addLast(question);
        }
    }

    /** The member whose turn it is or the next one that can be asked now, a silent one only when no other can; null: none can. */
    private @Nullable HttpMember memberFor(HttpQuestion question) {
        if (question.isOfOne()) {
            HttpMember only = members.get(question.member());
            return only.hasRoom() ? only : null;
        }
        HttpMember silent = null;
        long nowNs = System.nanoTime();
        for (int i = 0; i < members.size(); i++) {
            HttpMember member = members.get((question.member() + i) % members.size());
            if (member.hasRoom()) {
                if (!member.isSilent(nowNs)) {
                    return member;
                }
                silent = silent == null ? member : silent;
            }
        }
        return silent;
    }

    private void send(HttpQuestion question, HttpMember member) {
        question.turnTo(member.index());
        Call call = member.begin(question);
        unfinished.incrementAndGet();
        long forMemberMs = question.forMemberMs(call.sentNs());
        var unused = http.request(
                        member.request(HttpMethod.POST, "/v1/decisions", question.deadlineMs() + limits.hangsMs()))
                .compose(request -> request.putHeader("X-Deadline-Ms", Long.toString(forMemberMs))
                        .send(question.body()))
                .compose(response -> response.body().map(body -> new Reply(response.statusCode(), body.toString())))
                .onComplete(result -> {
                    try {
                        ended(call, result);
                    } finally {
                        unfinished.decrementAndGet();
                    }
                });
    }

    private void ended(Call call, AsyncResult<Reply> result) {
        if (result.succeeded()) {
            call.member().answered(call);
            replied(call, result.result());
        } else {
            call.member().lost(call);
            if (result.cause() instanceof ConnectException) {
                leaveAlone(call.member());
            }
            askAgain(call.question(), result.cause().getClass().getSimpleName());
        }
        serveWaiting();
    }

    private void replied(Call call, Reply reply) {
        HttpQuestion question = call.question();
        if (reply.status == OK) {
            answered(question, call.member(), reply.body);
        } else if (reply.status == UNAVAILABLE || reply.status == TOO_MANY) {
            askAgain(question, HttpAnswer.code(reply.body));
        } else {
            fail(question, "it was answered " + reply.status + ": " + reply.body);
        }
    }

    private void answered(HttpQuestion question, HttpMember member, String body) {
        HttpAnswer answer;
        try {
            answer = HttpAnswer.of(body);
        } catch (IOException e) {
            fail(question, "its answer is no decision: " + body);
            return;
        }
        boolean isFirst = !question.isOver();
        try {
            question.asker().answered(question, member.index(), answer, isFirst);
        } catch (RuntimeException e) {
            question.asker().failed(question, "its answer could not be entered: " + e);
        } finally {
            end(question);
        }
    }

    private void fail(HttpQuestion question, String why) {
        if (!question.isOver()) {
            try {
                question.asker().failed(question, why);
            } finally {
                end(question);
            }
        }
    }

    private void end(HttpQuestion question) {
        if (open.remove(question)) {
            question.end();
            unfinished.decrementAndGet();
        }
    }

    /** Asks the next member; after a round of all of them not without a pause. */
    private void askAgain(HttpQuestion question, String reason) {
        if (question.isOver()) {
            return;
        }
        long unused = repeatedByReason.merge(reason, 1L, Long::sum);
        if (isGivenUp(question)) {
            fail(question, "no member has decided it for " + limits.givenUpMs() + " ms, the last one for " + reason);
            return;
        }
        if (!question.isOfOne()) {
            question.turnTo((question.member() + 1) % members.size());
        }
        int tries = question.triedAgain();
        if (question.isOfOne() || tries % members.size() == 0) {
            pause(question);
        } else {
            dispatch(question, true);
        }
    }

    private boolean isGivenUp(HttpQuestion question) {
        return question.ageNs(System.nanoTime()) > TimeUnit.MILLISECONDS.toNanos(limits.givenUpMs());
    }

    private void pause(HttpQuestion question) {
        pausing++;
        long ageMs = TimeUnit.NANOSECONDS.toMillis(question.ageNs(System.nanoTime()));
        long pauseMs = Math.max(PAUSE_MS, Math.min(PAUSE_MS_MAX, ageMs / 10));
        long unused = vertx.setTimer(pauseMs, ignored -> {
            pausing--;
            if (isGivenUp(question)) {
                fail(question, "no member has taken it for " + limits.givenUpMs() + " ms");
            } else {
                dispatch(question, true);
            }
        });
    }

    private void serveWaiting() {
        HttpQuestion first = waiting.peekFirst();
        while (first != null) {
            HttpMember member = memberFor(first);
            if (member == null && !first.isOver()) {
                return;
            }
            HttpQuestion unused = waiting.removeFirst();
            if (member != null && !first.isOver()) {
                send(first, member);
            }
            first = waiting.peekFirst();
        }
    }

    /** A member refuses connections: asks it whether it is ready, and for nothing else until it is. */
    private void leaveAlone(HttpMember member) {
        if (!member.isDown()) {
            member.down();
            probeLater(member);
        }
    }

    private void probeLater(HttpMember member) {
        long unused = vertx.setTimer(PROBE_MS, ignored -> probe(member));
    }

    private void probe(HttpMember member) {
        var unused = http.request(member.request(HttpMethod.GET, "/readyz", PROBE_TIMEOUT_MS))
                .compose(request -> request.send())
                .compose(response -> response.body().map(body -> response.statusCode()))
                .onComplete(result -> {
                    if (result.succeeded() && result.result() == OK) {
                        member.up();
                        serveWaiting();
                    } else {
                        probeLater(member);
                    }
                });
    }

    private void look() {
        long nowNs = System.nanoTime();
        // After a time in which the driver stood still, it is not the members that were silent.
        boolean hasStoodStill = nowNs - lookedNs > SELDOM_NS;
        lookedNs = nowNs;
        for (HttpMember member : members) {
            if (!hasStoodStill && member.isSilent(nowNs)) {
                askElsewhere(member, nowNs);
            }
        }
        HttpQuestion oldest = waiting.peekFirst();
        while (oldest != null && isGivenUp(oldest)) {
            HttpQuestion unused = waiting.removeFirst();
            fail(oldest, "no member has taken it for " + limits.givenUpMs() + " ms");
            oldest = waiting.peekFirst();
        }
    }

    /** Asks others for what a silent member owes. */
    private void askElsewhere(HttpMember silent, long nowNs) {
        for (Call call : List.copyOf(silent.calls())) {
            if (nowNs - call.sentNs() <= silent.silentNs()) {
                return;
            }
            HttpQuestion question = call.question();
            if (!call.isAskedElsewhere() && !question.isOver() && !question.isOfOne()) {
                HttpMember other = memberFor(question);
                if (other == null || other.isSilent(nowNs)) {
                    return;
                }
                call.askedElsewhere();
                askedElsewhere++;
                send(question, other);
            }
        }
    }

    /** How long this loop has stood still in all. */
    long stalledNs() {
        return stalls.inAllNs(System.nanoTime());
    }

    /** Calls that a member has not answered, but for those before it was ready after it had refused connections. */
    long lostCalls(int member) {
        return members.get(member).lostCalls();
    }

    /** Whether every question is answered or has failed, and no call is out. Called on any thread. */
    boolean isIdle() {
        return unfinished.get() == 0;
    }

    /** What it waits for, in words. Called on any other thread. */
    String state() {
        return onLoop(() -> {
            long oldestMs = open.isEmpty()
                    ? 0
                    : TimeUnit.NANOSECONDS.toMillis(open.iterator().next().ageNs(System.nanoTime()));
            return "unanswered=" + open.size() + " waiting=" + waiting.size() + " pausing=" + pausing + " inFlight="
                    + members.stream().map(member -> member.calls().size()).toList() + " refusing="
                    + members.stream()
                            .filter(HttpMember::isDown)
                            .map(HttpMember::index)
                            .toList()
                    + " oldestMs=" + oldestMs;
        });
    }

    /** What it has done so far, in words. Called on any other thread. */
    String summary() {
        return onLoop(() -> "asked again of another member " + repeatedByReason + ", asked of another one beside a"
                + " silent member " + askedElsewhere + "; " + stalls);
    }

    private String onLoop(Supplier<String> words) {
        CompletableFuture<String> given = new CompletableFuture<>();
        run(() -> {
            boolean unused = given.complete(words.get());
        });
        try {
            return given.get(STATE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return "the driver's event loop has not answered for " + STATE_SECONDS + " s";
        } catch (ExecutionException e) {
            return "the driver cannot say: " + e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /** Ends all calls; what is not answered stays so. Called on any thread. */
    @Override
    public void close() {
        var unused = vertx.close();
    }
}
