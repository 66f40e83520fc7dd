package com.hazelcast.certification.bench.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;

/** A transaction in two calls: it is submitted, and its decision is read by the id that came back, until it is there. */
final class TransfersWorkload implements HttpWorkload {
    private static final int SUBMIT = 0;
    private static final int READ = 1;
    private static final byte[] ID = "\"id\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PENDING = "\"status\":\"pending\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PATH = "GET /v1/transactions/".getBytes(StandardCharsets.US_ASCII);

    private final BenchCards cards;
    private final HttpTemplate submit;
    private final byte[] afterId;
    private final Clock clock;
    private final long first;

    /**
     * Transactions of all cards in turn.
     *
     * @param waitMs how long the member may hold the read back until the decision is there
     * @param clock of the transactions
     * @param first number of the first transaction; those before have been made
     */
    TransfersWorkload(BenchCards cards, long waitMs, HttpTemplate.Head head, Clock clock, long first) {
        this.cards = cards;
        this.first = first;
        this.clock = clock;
        this.submit = HttpTemplate.withBody("POST /v1/transactions", head, TransactionBody.JSON);
        this.afterId = head.afterPath("?wait=" + waitMs + "ms");
    }

    @Override
    public List<String> calls() {
        return List.of("POST /v1/transactions", "GET /v1/transactions/{id}");
    }

    @Override
    public int begin(HttpOperation operation) {
        return SUBMIT;
    }

    @Override
    public void write(HttpOperation operation, ByteBuf out) {
        if (operation.call == SUBMIT) {
            int begin = submit.write(out);
            long number = first + operation.number;
            TransactionBody.set(submit, out, begin, 0, cards.inTurn(number), number / cards.count(), clock.millis());
        } else {
            ByteBuf unusedPath = out.writeBytes(PATH);
            int unusedId = out.writeCharSequence(operation.name, StandardCharsets.US_ASCII);
            ByteBuf unused = out.writeBytes(afterId);
        }
    }

    @Override
    public int next(HttpOperation operation, HttpAnswer answer) {
        if (operation.call == SUBMIT) {
            operation.name = answer.textAfter(ID);
            return READ;
        }
        return answer.has(PENDING) ? READ : OVER;
    }
}
