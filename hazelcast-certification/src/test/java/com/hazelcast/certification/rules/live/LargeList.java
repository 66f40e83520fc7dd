package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.lists.CsvReader;
import java.util.Map;

/** A set with a list that is as long as the language allows: cards with their expiry. */
public final class LargeList {
    /** The list's name in the set. */
    public static final String NAME = "cards.csv";

    private static final String RULES =
            "set large\nlist cards of card from 'cards.csv'\nrule listed decline when tx.card in @cards\n";

    private LargeList() {}

    /** The set. */
    public static RuleSetText set() {
        return new RuleSetText(RULES, Map.of(NAME, content(CsvReader.ENTRIES_MAX)));
    }

    /** So many entries of 28 characters. */
    public static String content(int entries) {
        StringBuilder content = new StringBuilder(28 * entries);
        for (int i = 0; i < entries; i++) {
            content.append(4_000_000_000_000_000L + i).append(",2036-12-31\n");
        }
        return content.toString();
    }
}
