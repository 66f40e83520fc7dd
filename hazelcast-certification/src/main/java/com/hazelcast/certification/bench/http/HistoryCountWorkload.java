package com.hazelcast.certification.bench.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Reads the histories of all cards by {@code POST /v1/cards:history}, and counts what they hold. */
final class HistoryCountWorkload implements HttpWorkload {
    /** A page's most, and so the most that a card may hold here. */
    static final int TRANSACTIONS_MAX = 1_000;

    private static final byte[] TRANSACTION = "\"amountMinor\":".getBytes(StandardCharsets.US_ASCII);

    private final BenchCards cards;
    private final LongAdder held;
    private final HttpTemplate template;

    /** @param held the transactions that were found are added to it */
    HistoryCountWorkload(BenchCards cards, LongAdder held, HttpTemplate.Head head) {
        this.cards = cards;
        this.held = held;
        this.template = HttpTemplate.withBody(
                "POST /v1/cards:history", head, "{\"card\":\"<16>\",\"limit\":" + TRANSACTIONS_MAX + "}");
    }

    @Override
    public List<String> calls() {
        return List.of("POST /v1/cards:history");
    }

    @Override
    public int begin(HttpOperation operation) {
        return 0;
    }

    @Override
    public void write(HttpOperation operation, ByteBuf out) {
        int begin = template.write(out);
        template.set(out, begin, 0, cards.inTurn(operation.number));
    }

    @Override
    public int next(HttpOperation operation, HttpAnswer answer) {
        held.add(answer.count(TRANSACTION));
        return OVER;
    }
}
