package com.hazelcast.certification.bench.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Opens cards by {@code POST /v1/cards}, one in a call or many, and keeps their tokens on request. */
final class OpenCardsWorkload implements HttpWorkload {
    private static final byte[] TOKEN = "\"token\":\"".getBytes(StandardCharsets.US_ASCII);

    private final BenchCards cards;
    private final int cardsPerCall;
    private final HttpTemplate template;
    private final @Nullable AtomicReferenceArray<String> tokens;

    /** @param tokens gets the token of each card; null: they are not kept */
    OpenCardsWorkload(
            BenchCards cards, int cardsPerCall, HttpTemplate.Head head, @Nullable AtomicReferenceArray<String> tokens) {
        this.cards = cards;
        this.cardsPerCall = cardsPerCall;
        this.tokens = tokens;
        String card = "\"<16>\"";
        this.template = HttpTemplate.withBody(
                "POST /v1/cards",
                head,
                cardsPerCall == 1
                        ? "{\"card\":" + card + "}"
                        : "{\"cards\":[" + card + ("," + card).repeat(cardsPerCall - 1) + "]}");
    }

    /** Calls until all cards are open; the last one may open some of the first ones again. */
    long callCount() {
        return (cards.count() + cardsPerCall - 1L) / cardsPerCall;
    }

    @Override
    public List<String> calls() {
        return List.of("POST /v1/cards");
    }

    @Override
    public int begin(HttpOperation operation) {
        return 0;
    }

    @Override
    public void write(HttpOperation operation, ByteBuf out) {
        int begin = template.write(out);
        for (int i = 0; i < cardsPerCall; i++) {
            template.set(out, begin, i, cards.inTurn(operation.number * cardsPerCall + i));
        }
    }

    @Override
    public int next(HttpOperation operation, HttpAnswer answer) {
        if (tokens != null) {
            List<String> given = answer.textsAfter(TOKEN);
            for (int i = 0; i < given.size(); i++) {
                tokens.set((int) ((operation.number * cardsPerCall + i) % cards.count()), given.get(i));
            }
        }
        return OVER;
    }
}
