package com.hazelcast.certification.systemtests.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A member that a driver asks, and what it owes. Used on the driver's loop. */
final class HttpMember {
    private final int index;
    private final InetSocketAddress address;
    private final HttpLimits limits;
    private final Set<Call> calls = new LinkedHashSet<>();
    private long answeredNs = System.nanoTime();
    private long lostCalls;
    private boolean isDown;

    /** A question that a member was asked. */
    static final class Call {
        private final HttpMember member;
        private final HttpQuestion question;
        private final long sentNs = System.nanoTime();
        private boolean isAskedElsewhere;

        private Call(HttpMember member, HttpQuestion question) {
            this.member = member;
            this.question = question;
        }

        HttpMember member() {
            return member;
        }

        HttpQuestion question() {
            return question;
        }

        long sentNs() {
            return sentNs;
        }

        boolean isAskedElsewhere() {
            return isAskedElsewhere;
        }

        void askedElsewhere() {
            isAskedElsewhere = true;
        }
    }

    HttpMember(int index, InetSocketAddress address, HttpLimits limits) {
        this.index = index;
        this.address = address;
        this.limits = limits;
    }

    int index() {
        return index;
    }

    RequestOptions request(HttpMethod method, String uri, long timeoutMs) {
        return new RequestOptions()
                .setMethod(method)
                .setHost(address.getHostString())
                .setPort(address.getPort())
                .setURI(uri)
                .setTimeout(timeoutMs);
    }

    /** It is asked a question. */
    Call begin(HttpQuestion question) {
        Call call = new Call(this, question);
        boolean unused = calls.add(call);
        return call;
    }

    /** It has answered, whatever that is. */
    void answered(Call call) {
        boolean unused = calls.remove(call);
        answeredNs = System.nanoTime();
    }

    /** The call has ended without an answer. */
    void lost(Call call) {
        boolean unused = calls.remove(call);
        lostCalls++;
    }

    /** Whether it takes connections, and one call more. */
    boolean hasRoom() {
        return !isDown && calls.size() < limits.calls();
    }

    /** Whether it has answered nothing for a while and owes an answer for as long. */
    boolean isSilent(long nowNs) {
        return nowNs - answeredNs > silentNs()
                && !calls.isEmpty()
                && nowNs - calls.iterator().next().sentNs > silentNs();
    }

    /** How long a call may wait before it is asked of another member, when this one is silent. */
    long silentNs() {
        return TimeUnit.MILLISECONDS.toNanos(limits.silentMs());
    }

    /** What it owes, oldest first. */
    Set<Call> calls() {
        return calls;
    }

    /** Calls that it has not answered since it was {@link #up}. */
    long lostCalls() {
        return lostCalls;
    }

    boolean isDown() {
        return isDown;
    }

    /** It refuses connections. */
    void down() {
        isDown = true;
    }

    /** It answers decisions, as a new process or again. */
    void up() {
        isDown = false;
        lostCalls = 0;
        answeredNs = System.nanoTime();
    }
}
