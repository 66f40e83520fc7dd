package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.StringReader;
import org.jspecify.annotations.Nullable;

/**
 * Parts of sets of rules whose cost is measured: each is a set that asks for that part and for little else, and whose rules never
 * hold, so that nothing ends it early. The last ones are whole sets, whose rules may hold.
 *
 * <p>A part may be another one and something more; what that costs each time follows from both.
 */
public enum RulePart {
    /** A switch on the country, which leaves nothing open: what is measured with all parts. */
    NOTHING("tx.country = 999", 10, null, 1, false),
    /** Tests of the transaction. */
    TESTS("tx.amount > 100000%d", 10, NOTHING, 10, false),
    /** The hour of the transaction. */
    CALENDAR("tx.hour = 1%d", 10, NOTHING, 10, false),
    /** A list that is larger than the caches. */
    LIST("tx.card in @known", 1, NOTHING, 1, false),
    /** The way between two places. */
    SPEED("speed(@places) > 1_000_000", 1, NOTHING, 1, false),
    /** A window that the card keeps. */
    KEPT("avg(amount, last 60d) > 1_000_000", 10, NOTHING, 1, false),
    /** Whether so many entries are newer. */
    NEWER("count(last 80d) > 190", 10, NOTHING, 1, true),
    /** A walk that is only counted and summed. */
    WALK("avg(amount, last 80d) > 1_000_000", 10, NOTHING, 1, true),
    /** A walk whose entries are shown to one aggregate. */
    STEP("max(amount, last 80d) > 1_000_000", 10, WALK, 1, true),
    /** A walk whose entries are shown to ten. */
    STEPS("max(amount, last 8%dd) > 1_000_000", 10, STEP, 9, true),
    /** As {@link #STEP}, with two tests of each entry. */
    FILTER("max(amount, last 80d where country = 2 and merchant = 3) > 1_000_000", 10, STEP, 2, true),
    /** As {@link #STEP}, with the hour of each entry. */
    HOURS("max(amount, last 80d where hour = 13) > 1_000_000", 10, STEP, 1, true),
    /** As {@link #WALK}, with a set of values. */
    DISTINCT("distinct(city, last 80d) * 2 = 99", 10, WALK, 1, true),
    /** As {@link #WALK}, with a condition that is counted as it goes. */
    RUNNING("exists(last 80d where running(amount > 250) > 300)", 10, WALK, 1, true),
    /** The rules of the challenge. */
    CERTIFICATION("certification"),
    /** The set of the demo. */
    STARTER("starter"),
    /** Fifty rules with thirty aggregates. */
    SAMPLE("sample-50");

    /** In place of a number of rules: the text is the name of a set. */
    private static final int WHOLE = 0;

    private static final int LISTED = 900_000;
    private static final long FIRST_LISTED = 4_000_000_000_000_000L;
    private static final int CITIES = 50;

    private final String text;
    private final int rules;
    private final @Nullable RulePart less;
    private final int times;
    private final boolean isPerEntry;

    /**
     * A part.
     *
     * @param text a condition, with {@code %d} for the number of the rule where rules differ
     * @param rules with that condition
     * @param less the part without what this one has more; null: there is none
     * @param times how often that is done
     * @param isPerEntry for each entry of the card
     */
    RulePart(String text, int rules, @Nullable RulePart less, int times, boolean isPerEntry) {
        this.text = text;
        this.rules = rules;
        this.less = less;
        this.times = times;
        this.isPerEntry = isPerEntry;
    }

    /** A set that comes with the program. */
    RulePart(String name) {
        this(name, WHOLE, null, 1, false);
    }

    /** The part without what this one has more; itself where there is none. */
    RulePart less() {
        return less == null ? this : less;
    }

    /** How often what this one has more is done in a decision. */
    int times(int entries) {
        return isPerEntry ? times * entries : times;
    }

    /** The set, checked. */
    RuleSetDefinition definition() {
        try {
            return rules == WHOLE
                    ? RuleSetText.shipped(text).orElseThrow().read()
                    : new RuleLanguage().read(header() + ruleTexts(), files());
        } catch (RuleLanguageException e) {
            throw new IllegalStateException("the benchmark's rules are wrong: part=" + this, e);
        }
    }

    private String header() {
        return switch (this) {
            case LIST -> "list known of card from 'known.csv'\n";
            case SPEED -> "table places of city to place from 'places.csv'\n";
            default -> "";
        };
    }

    private String ruleTexts() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < rules; i++) {
            String condition = text.replace("%d", Integer.toString(i));
            all.append("rule r")
                    .append(i)
                    .append(" decline when ")
                    .append(condition)
                    .append('\n');
        }
        return all.toString();
    }

    private RuleFiles files() {
        return switch (this) {
            case LIST -> name -> new BufferedReader(new StringReader(listed()));
            case SPEED -> name -> new BufferedReader(new StringReader(places()));
            default -> RuleFiles.none();
        };
    }

    private static String listed() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LISTED; i++) {
            lines.append(FIRST_LISTED + i).append('\n');
        }
        return lines.toString();
    }

    private static String places() {
        StringBuilder lines = new StringBuilder();
        for (int city = 0; city < CITIES; city++) {
            lines.append(city)
                    .append(',')
                    .append(city)
                    .append(".5,")
                    .append(2 * city)
                    .append(".25\n");
        }
        return lines.toString();
    }
}
