package com.hazelcast.certification.rules.cases;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads one case from a line of a file. */
final class RuleCaseReader {
    private static final Set<String> KEYS =
            Set.of("name", "transaction", "history", "action", "rule", "matches", "points");
    private static final String NO_RULE = "none";

    private final ObjectMapper mapper = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    private final Set<String> ruleNames;

    RuleCaseReader(RuleSetDefinition set) {
        ruleNames = set.rules().stream().map(RuleDefinition::name).collect(Collectors.toSet());
    }

    RuleCase read(int line, String text) throws RuleCaseException {
        JsonNode node = object(line, text);
        for (Iterator<String> keys = node.fieldNames(); keys.hasNext(); ) {
            String key = keys.next();
            if (!KEYS.contains(key)) {
                throw problem(
                        line,
                        "a case has no such key; it has "
                                + KEYS.stream().sorted().toList() + ": key=" + key);
            }
        }
        TransactionText transaction = transaction(line, "transaction", node.path("transaction"));
        Optional<List<String>> matches = node.has("matches") ? Optional.of(names(line, node)) : Optional.empty();
        RuleCase read = new RuleCase(
                line,
                node.path("name").asText(""),
                transaction,
                history(line, node, transaction.card()),
                action(line, node),
                rule(line, node),
                matches,
                node.has("points") ? Optional.of(points(line, node)) : Optional.empty());
        if (read.action().isEmpty()
                && read.rule().isEmpty()
                && matches.isEmpty()
                && read.points().isEmpty()) {
            throw problem(line, "a case expects something: an action, a rule, matches or points");
        }
        return read;
    }

    private static List<TransactionText> history(int line, JsonNode node, long card) throws RuleCaseException {
        List<TransactionText> history = new ArrayList<>();
        JsonNode list = list(line, node, "history");
        if (list.size() > HistoryLimits.ENTRIES_PER_CARD_CEILING) {
            throw problem(
                    line,
                    "a card has at most " + HistoryLimits.ENTRIES_PER_CARD_CEILING + " transactions: key=history size="
                            + list.size());
        }
        for (JsonNode read : list) {
            String key = "history[" + history.size() + "]";
            TransactionText entry = transaction(line, key, read);
            if (entry.card() != card) {
                throw problem(line, key + ": it is of another card than the transaction");
            }
            history.add(entry);
        }
        return history;
    }

    /** What a key has; nothing, when it is not there. */
    private static JsonNode list(int line, JsonNode node, String key) throws RuleCaseException {
        JsonNode found = node.path(key);
        if (!found.isMissingNode() && !found.isArray()) {
            throw problem(line, "expected a list, in [ ]: key=" + key);
        }
        return found;
    }

    private JsonNode object(int line, String text) throws RuleCaseException {
        try {
            JsonNode node = mapper.readTree(text);
            if (node.isObject()) {
                return node;
            }
        } catch (JsonProcessingException e) {
            // Jackson's message quotes the line, and with it the card.
        }
        throw problem(line, "not a JSON object that is alone in its line and has each key once");
    }

    private static RuleCaseException problem(int line, String message) {
        return new RuleCaseException("line " + line + ": " + message);
    }

    private static TransactionText transaction(int line, String key, JsonNode node) throws RuleCaseException {
        if (!node.isTextual()) {
            throw problem(line, "expected a record of nine fields with commas between them: key=" + key);
        }
        try {
            return TransactionText.parse(node.textValue());
        } catch (IllegalArgumentException e) {
            throw problem(line, key + ": " + e.getMessage());
        }
    }

    private static Optional<String> action(int line, JsonNode node) throws RuleCaseException {
        if (!node.has("action")) {
            return Optional.empty();
        }
        String action = node.path("action").asText();
        List<String> actions = Arrays.stream(Action.values()).map(Action::label).toList();
        if (!actions.contains(action)) {
            throw problem(line, "the action must be one of " + actions + ": action=" + action);
        }
        return Optional.of(action);
    }

    private Optional<String> rule(int line, JsonNode node) throws RuleCaseException {
        if (!node.has("rule")) {
            return Optional.empty();
        }
        String rule = node.path("rule").asText();
        if (!rule.equals(NO_RULE)) {
            requireRule(line, rule);
        }
        return Optional.of(rule);
    }

    private void requireRule(int line, String name) throws RuleCaseException {
        if (!ruleNames.contains(name)) {
            throw problem(line, "the set has no rule of this name: rule=" + name);
        }
    }

    private List<String> names(int line, JsonNode node) throws RuleCaseException {
        List<String> names = new ArrayList<>();
        for (JsonNode name : list(line, node, "matches")) {
            requireRule(line, name.asText());
            names.add(name.asText());
        }
        return names;
    }

    private static int points(int line, JsonNode node) throws RuleCaseException {
        if (!node.path("points").isInt()) {
            throw problem(line, "points are a whole number");
        }
        return node.path("points").intValue();
    }
}
