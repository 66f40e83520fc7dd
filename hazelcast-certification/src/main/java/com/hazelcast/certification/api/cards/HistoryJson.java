package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.api.decisions.TransactionFields;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Optional;
import java.util.function.IntFunction;

/** Writes a page of a history. Pure; without a tree of nodes, which took more than the reading of the history. */
public final class HistoryJson {
    private static final int ENTRY_CHARACTERS = 224;

    private HistoryJson() {}

    /**
     * A page.
     *
     * @param transactions all entries of the card, newest first
     * @param masked the card's number; nothing in it needs to be escaped
     * @param rulings a decision by its code
     */
    public static String of(
            byte[] transactions, HistoryPage page, String masked, IntFunction<Optional<Ruling>> rulings) {
        StringBuilder json = new StringBuilder(ENTRY_CHARACTERS * (1 + page.end() - page.first()));
        json.append("{\"card\":\"").append(masked).append("\",\"transactions\":[");
        for (int i = page.first(); i < page.end(); i++) {
            if (i > page.first()) {
                json.append(',');
            }
            append(transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES, rulings, json);
        }
        json.append("],\"next\":");
        if (page.next() == null) {
            json.append("null");
        } else {
            json.append('"').append(page.next()).append('"');
        }
        return json.append('}').toString();
    }

    private static void append(
            byte[] transactions, int offset, IntFunction<Optional<Ruling>> rulings, StringBuilder json) {
        json.append('{');
        TransactionFields.append(transactions, offset, json);
        json.append(",\"label\":");
        Label.of(TransactionLayout.labelAt(transactions, offset))
                .ifPresentOrElse(label -> json.append('"').append(label.word()).append('"'), () -> json.append("null"));
        json.append(",\"decidedWithin\":");
        if (TransactionLayout.isPromptAt(transactions, offset)) {
            json.append('"').append(HistoryLimits.PROMPT_WITHIN).append('"');
        } else {
            json.append("null");
        }
        Ruling ruling =
                rulings.apply(TransactionLayout.verdictAt(transactions, offset)).orElse(null);
        if (ruling == null) {
            json.append(",\"rule\":null,\"ruleSet\":null,\"action\":null}");
            return;
        }
        json.append(",\"rule\":").append(ruling.rule());
        json.append(",\"ruleSet\":").append(ruling.set().number());
        json.append(",\"action\":\"").append(ruling.action().label()).append("\"}");
    }
}
