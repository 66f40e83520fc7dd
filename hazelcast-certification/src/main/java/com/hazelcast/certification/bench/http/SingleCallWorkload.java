package com.hazelcast.certification.bench.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Operations of one call each, on cards that are drawn. */
final class SingleCallWorkload implements HttpWorkload {
    private final String call;
    private final Writing writing;

    private interface Writing {
        void write(long number, ByteBuf out);
    }

    private SingleCallWorkload(String call, Writing writing) {
        this.call = call;
        this.writing = writing;
    }

    /**
     * {@code POST /v1/decisions}.
     *
     * @param firstNumber from which on numbers have not been used yet
     * @param clock of the transactions
     */
    static HttpWorkload decide(BenchCards cards, long firstNumber, HttpTemplate.Head head, Clock clock) {
        HttpTemplate template = HttpTemplate.withBody("POST /v1/decisions", head, TransactionBody.JSON);
        return new SingleCallWorkload("POST /v1/decisions", (number, out) -> {
            int begin = template.write(out);
            TransactionBody.set(template, out, begin, 0, cards.drawn(number), firstNumber + number, clock.millis());
        });
    }

    /**
     * {@code PUT /v1/transactions/{reference}}, answered when the decision is there.
     *
     * @param tag begins the references of this process
     * @param waitMs how long the member may hold the answer back until then
     */
    static HttpWorkload put(
            BenchCards cards, long firstNumber, String tag, long waitMs, HttpTemplate.Head head, Clock clock) {
        HttpTemplate template = HttpTemplate.withBody(
                "PUT /v1/transactions/" + tag + "-<12>?wait=" + waitMs + "ms", head, TransactionBody.JSON);
        return new SingleCallWorkload("PUT /v1/transactions/{reference}", (number, out) -> {
            int begin = template.write(out);
            template.set(out, begin, 0, firstNumber + number);
            TransactionBody.set(template, out, begin, 1, cards.drawn(number), firstNumber + number, clock.millis());
        });
    }

    /** {@code GET /v1/cards/{token}/history}, its newest transactions. */
    static HttpWorkload history(
            BenchCards cards, AtomicReferenceArray<String> tokens, int limit, HttpTemplate.Head head) {
        byte[] path = "GET /v1/cards/".getBytes(StandardCharsets.US_ASCII);
        byte[] afterToken = head.afterPath("/history?limit=" + limit);
        return new SingleCallWorkload("GET /v1/cards/{token}/history", (number, out) -> {
            ByteBuf unusedPath = out.writeBytes(path);
            int unusedToken = out.writeCharSequence(tokens.get(cards.drawnIndex(number)), StandardCharsets.US_ASCII);
            ByteBuf unused = out.writeBytes(afterToken);
        });
    }

    @Override
    public List<String> calls() {
        return List.of(call);
    }

    @Override
    public int begin(HttpOperation operation) {
        return 0;
    }

    @Override
    public void write(HttpOperation operation, ByteBuf out) {
        writing.write(operation.number, out);
    }

    @Override
    public int next(HttpOperation operation, HttpAnswer answer) {
        return OVER;
    }
}
