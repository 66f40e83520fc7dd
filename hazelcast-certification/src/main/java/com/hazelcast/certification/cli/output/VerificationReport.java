package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.audit.Verification;
import java.util.Locale;

/** A comparison of all copies, for people and for scripts. */
public final class VerificationReport {
    private static final int PROBLEMS_SHOWN = 20;

    private VerificationReport() {}

    /** Lines: the first problems, and what was compared. */
    public static String text(Verification verification) {
        StringBuilder text = new StringBuilder();
        verification.problems().stream()
                .limit(PROBLEMS_SHOWN)
                .forEach(problem -> text.append("  ").append(problem).append('\n'));
        return text.append(String.format(
                        Locale.ROOT,
                        "verify: %s: %d shards, %d backup(s) each, %,d cards, %,d transactions, %d problem(s)%n",
                        verification.isGood() ? "good" : "NOT GOOD",
                        verification.shardCount(),
                        verification.backupsRequired(),
                        verification.cards(),
                        verification.transactionsHeld(),
                        verification.problems().size()))
                .toString();
    }

    /** The object that {@code docs/reference/json.md} describes. */
    public static ObjectNode json(Verification verification) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("good", verification.isGood())
                .put("shardCount", verification.shardCount())
                .put("backups", verification.backupsRequired())
                .put("cards", verification.cards())
                .put("transactionsHeld", verification.transactionsHeld());
        var problems = json.putArray("problems");
        verification.problems().forEach(problems::add);
        return json;
    }
}
