package com.hazelcast.certification.api.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.api.cards.ApiAudit.By;
import com.hazelcast.certification.api.cards.ApiAudit.Result;
import com.hazelcast.certification.api.cards.Cards.Opening;
import com.hazelcast.certification.api.cards.HistoryJson;
import com.hazelcast.certification.api.cards.HistoryPage;
import com.hazelcast.certification.api.decisions.MemberQueue;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.api.decisions.Utf8;
import com.hazelcast.certification.api.labels.LabelRow;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.Fields;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.Rejection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls on cards. Used on an event loop. */
final class CardCalls {
    /** Cards of one call. */
    static final int CARDS_MAX = 1_000;

    /** Entries of one page of a history. */
    private static final int PAGE_MAX = 1_000;

    private static final int PAGE_USUAL = 100;

    /** Of {@link #PAGE_MAX}. */
    private static final int LIMIT_DIGITS_MAX = 4;

    private static final String LIMIT = "limit";
    private static final String CURSOR = "cursor";
    private static final String CARD = "card";
    private static final String CARDS = "cards";
    private static final String LABELS = "labels";

    /** As many as fit into a body, with room for references. */
    private static final int LABELS_MAX = 400;

    /** How long labels may take to owner and backups; what takes longer is answered as unconfirmed. */
    private static final Duration LABELS_WITHIN = Duration.ofSeconds(2);

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(8)
                            .maxStringLength(512)
                            .maxNumberLength(32)
                            .maxNameLength(64)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(JsonFactory.Feature.CHARSET_DETECTION)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final ApiLoop loop;

    CardCalls(ApiLoop loop) {
        this.loop = loop;
    }

    /** {@code POST /v1/cards} */
    void open(Exchange exchange) throws TurnedAway {
        JsonNode request = object(exchange, Set.of(CARD, CARDS));
        JsonNode several = request.get(CARDS);
        if (several == null == (request.get(CARD) == null)) {
            throw FieldProblem.withoutValue(
                    "missing_field", CARDS, "give one of card and cards", "give cards as a list");
        }
        ArrayNode listed = JSON.createArrayNode();
        if (several == null) {
            listed.add(request.get(CARD));
        } else if (several instanceof ArrayNode array && !array.isEmpty() && array.size() <= CARDS_MAX) {
            listed = array;
        } else {
            throw FieldProblem.withoutValue(
                    "wrong_count",
                    CARDS,
                    "the cards are no list of 1 to " + CARDS_MAX,
                    "give a list of 1 to " + CARDS_MAX + " card numbers");
        }
        long[] cards = new long[listed.size()];
        for (int i = 0; i < cards.length; i++) {
            cards[i] = loop.parts().desk().identify(card(listed.get(i)));
        }
        ArrayNode numbers = listed;
        call(
                exchange,
                () -> loop.parts().cards().open(cards),
                (openings, failure) -> answerOpened(exchange, numbers, cards, openings));
    }

    /** Makes a call to shards, which takes a place in the queue until it is over. */
    private <T> void call(
            Exchange exchange,
            Supplier<CompletableFuture<T>> calling,
            BiConsumer<@Nullable T, @Nullable Throwable> answering)
            throws TurnedAway {
        MemberQueue.Place place =
                loop.parts().desk().queue().enterCall(exchange.client().submitter());
        CompletableFuture<T> called;
        try {
            called = calling.get();
        } catch (RuntimeException e) {
            place.leave();
            throw e;
        }
        var unused = called.whenCompleteAsync(
                (result, failure) -> loop.answer(exchange, () -> {
                    place.leave();
                    answering.accept(result, failure);
                }),
                Runnable::run);
    }

    private void answerOpened(Exchange exchange, ArrayNode numbers, long[] cards, Opening @Nullable [] openings) {
        if (openings == null) {
            exchange.answer(unavailable());
            return;
        }
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode opened = answer.putArray(CARDS);
        boolean isWhole = true;
        for (int i = 0; i < cards.length; i++) {
            boolean isKnown = openings[i] == Opening.OPENED || openings[i] == Opening.KNOWN;
            isWhole &= isKnown;
            ObjectNode card = opened.addObject()
                    .put(CARD, FieldProblem.masked(numbers.get(i).asText()))
                    .put("status", openings[i].name().toLowerCase(Locale.ROOT));
            if (isKnown) {
                card.put("token", loop.parts().tokens().tokenOf(cards[i]));
            }
        }
        // Those that are open are open; the caller sends the others again.
        exchange.answer(isWhole ? 200 : 503, answer.toString(), null);
    }

    /** {@code POST /v1/labels} */
    void label(Exchange exchange) throws TurnedAway {
        JsonNode listed = object(exchange, Set.of(LABELS)).path(LABELS);
        if (!listed.isArray() || listed.isEmpty() || listed.size() > LABELS_MAX) {
            throw FieldProblem.withoutValue(
                    "wrong_count",
                    LABELS,
                    "the labels are no list of 1 to " + LABELS_MAX,
                    "give a list of 1 to " + LABELS_MAX + " labels");
        }
        List<LabelRow> rows = new ArrayList<>();
        List<LabelRequest> requests = new ArrayList<>();
        for (JsonNode node : listed) {
            LabelRow row = LabelRow.of(node);
            rows.add(row);
            LabelRequest request = row.request();
            if (request != null) {
                requests.add(request);
            }
        }
        call(
                exchange,
                () -> loop.parts().labels().add(requests, LABELS_WITHIN),
                (results, failure) -> answerLabelled(exchange, rows, results));
    }

    private static void answerLabelled(Exchange exchange, List<LabelRow> rows, LabelResult @Nullable [] results) {
        if (results == null) {
            exchange.answer(unavailable());
            return;
        }
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode shown = answer.putArray(LABELS);
        boolean isPassing = false;
        int labelled = 0;
        int next = 0;
        for (LabelRow row : rows) {
            LabelResult result = row.request() == null ? null : results[next++];
            row.writeTo(shown.addObject(), result);
            labelled += result == LabelResult.LABELLED ? 1 : 0;
            isPassing |= result != null && result.isPassing();
        }
        answer.put("labelled", labelled);
        // Those that have their labels have them; the caller sends the others again.
        exchange.answer(isPassing ? 503 : 200, answer.toString(), null);
    }

    /** {@code POST /v1/cards:history} */
    void history(Exchange exchange) throws TurnedAway {
        JsonNode request = object(exchange, Set.of(CARD, LIMIT, CURSOR));
        JsonNode number = request.get(CARD);
        if (number == null) {
            throw FieldProblem.withoutValue("missing_field", CARD, "the field is missing", "give it");
        }
        long code = card(number);
        JsonNode limit = request.get(LIMIT);
        JsonNode cursor = request.get(CURSOR);
        answerHistory(
                exchange,
                loop.parts().desk().identify(code),
                By.NUMBER,
                Pan.masked(code),
                limit == null ? null : limit.asText(),
                cursor == null ? null : cursor.asText());
    }

    /** {@code GET /v1/cards/{token}/history} */
    void historyByToken(Exchange exchange) throws TurnedAway {
        OptionalLong card = loop.parts().tokens().cardOf(exchange.parameter("token"));
        if (card.isEmpty()) {
            exchange.answer(new Problem(
                    404,
                    "unknown_card_token",
                    "the token is none of this cluster's; tokens hold until the cluster is started again",
                    "take the token that POST /v1/cards has given"));
            return;
        }
        answerHistory(
                exchange,
                card.getAsLong(),
                By.TOKEN,
                Pan.masked(card.getAsLong()),
                RequestDispatch.parameter(exchange.request(), LIMIT),
                RequestDispatch.parameter(exchange.request(), CURSOR));
    }

    private void answerHistory(
            Exchange exchange, long card, By by, String masked, @Nullable String limitText, @Nullable String cursor)
            throws TurnedAway {
        int limit = limit(limitText);
        if (cursor != null) {
            // Before the shard is asked.
            page(new byte[0], cursor, limit);
        }
        String from = exchange.remoteHost();
        call(exchange, () -> loop.parts().cards().read(card), (transactions, failure) -> {
            Result result = failure != null || transactions == null
                    ? Result.FAILED
                    : transactions.length == 0 ? Result.NOT_FOUND : Result.FOUND;
            // Before the history goes out.
            var unused = loop.parts()
                    .audit()
                    .lookedUp(exchange.client().name(), from, by, masked, result)
                    .whenCompleteAsync(
                            (written, unwritten) -> loop.answer(exchange, () -> {
                                if (unwritten != null) {
                                    exchange.answer(unaudited());
                                } else if (failure != null) {
                                    exchange.answer(unavailable());
                                } else if (transactions == null) {
                                    exchange.answer(withoutShard());
                                } else {
                                    answerHistory(exchange, transactions, page(transactions, cursor, limit), masked);
                                }
                            }),
                            Runnable::run);
        });
    }

    private void answerHistory(Exchange exchange, byte[] transactions, HistoryPage page, String masked) {
        exchange.answer(
                200, HistoryJson.of(transactions, page, masked, loop.parts().desk()::ruling), null);
    }

    private Problem withoutShard() {
        return switch (loop.parts().cards().missing()) {
            case ABSENT -> Problem.of(Rejection.NOT_LOADED);
            case LOST -> Problem.of(Rejection.SHARD_LOST);
            default -> unavailable();
        };
    }

    private static HistoryPage page(byte[] transactions, @Nullable String cursor, int limit) {
        try {
            return HistoryPage.of(transactions, cursor, limit);
        } catch (IllegalArgumentException e) {
            throw FieldProblem.withoutValue(
                    "out_of_range", CURSOR, "the cursor is none of a page", "give next of the page before", e);
        }
    }

    private static int limit(@Nullable String text) {
        if (text == null) {
            return PAGE_USUAL;
        }
        int limit = text.length() <= LIMIT_DIGITS_MAX && isDigits(text) ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > PAGE_MAX) {
            throw new FieldProblem(
                    "out_of_range",
                    LIMIT,
                    text,
                    "the limit is no whole number from 1 to " + PAGE_MAX,
                    "give for example " + PAGE_USUAL);
        }
        return limit;
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static long card(JsonNode node) {
        if (!node.isTextual()) {
            throw FieldProblem.withoutValue(
                    "wrong_type", CARD, "a card is no string", "give a string of 8 to 19 digits");
        }
        return Fields.card(node.asText());
    }

    private static JsonNode object(Exchange exchange, Set<String> fields) {
        JsonNode request;
        byte[] body = DecisionCalls.body(exchange);
        if (!Utf8.isWellFormed(body, 0, body.length)) {
            throw notJson();
        }
        try {
            request = JSON.readTree(body);
        } catch (IOException e) {
            throw notJson();
        }
        if (request == null || !request.isObject()) {
            throw notJson();
        }
        for (Iterator<String> names = request.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!fields.contains(name)) {
                throw FieldProblem.withoutValue(
                        "unknown_field", name, "there is no such field", "leave it out, or correct its name");
            }
        }
        return request;
    }

    private static FieldProblem notJson() {
        return FieldProblem.withoutValue(
                "not_json",
                "",
                "the body is no JSON object in UTF-8, or has a field twice",
                "send one JSON object, as /openapi.yaml describes it");
    }

    private static Problem unaudited() {
        return new Problem(
                503,
                "audit_log_failed",
                "the member cannot write its audit log, so histories are refused",
                "",
                null,
                "have the member's log looked at",
                1);
    }

    private static Problem unavailable() {
        return new Problem(
                503, "shard_silent", "the card's shard does not answer", "", null, "try again in a moment", 1);
    }
}
