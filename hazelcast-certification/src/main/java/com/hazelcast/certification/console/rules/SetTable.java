package com.hazelcast.certification.console.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.rules.live.BookRoom;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleCodes;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sets of a cluster, the newest first, with what they have decided.
 *
 * @param version of the book; each change makes the next
 * @param active number of the set that decides
 * @param previous number of the one that a roll-back goes back to; 0: none
 * @param canary number of the set that decides for a share of the cards; 0: none
 * @param breakerPercent more declined decisions than that are too many; 0: none are
 * @param breakerTimes so many times the share of the hour before are too many; 0: none are
 * @param breakerThen what is done about it: {@code rollback} or {@code decline-nothing}
 * @param declinesNothing whether what the active set would decline is approved, because it was too much
 * @param secondPerson whether a set is activated by another person than the one who submitted it
 * @param membersBehind members whose book has another version
 * @param codes how many decisions can still be distinguished
 * @param room how much of what it may the book takes
 */
record SetTable(
        long version,
        int active,
        int previous,
        int canary,
        double canarySharePercent,
        int breakerPercent,
        double breakerTimes,
        int breakerSeconds,
        String breakerThen,
        boolean declinesNothing,
        boolean secondPerson,
        long membersBehind,
        RuleCodes.Figures codes,
        BookRoom.Figures room,
        List<Row> sets) {
    private static final double PERCENT = 100;

    /** The newest lines of the record are looked at; an older change of a set is not shown in the table. */
    private static final int LINES_MAX = 2_000;

    /**
     * A set.
     *
     * @param removed whether its text and lists were removed
     * @param decisions how many different ones it can make
     * @param codes where the codes of its decisions are: {@code none}, {@code deciding}, {@code held}, {@code out}
     * @param codesBackMs when they may go to another set; 0: not as long as it may decide
     * @param files lists and tables
     * @param made decisions by action, on all members, each since its start
     * @param lastChange null: it is not among the newest
     */
    record Row(
            int number,
            String name,
            String author,
            String stage,
            boolean removed,
            int decisions,
            String codes,
            long codesBackMs,
            int files,
            Map<String, Long> made,
            @Nullable JsonNode lastChange) {}

    static SetTable of(RuleBook book, BreakerLimits breaker, boolean secondPerson, List<SetFigures> members) {
        Map<Integer, JsonNode> changes = lastChanges(book);
        List<Row> rows = new ArrayList<>();
        for (int i = book.sets().size() - 1; i >= 0; i--) {
            RecordedSet set = book.sets().get(i);
            rows.add(new Row(
                    set.number(),
                    set.name(),
                    set.author(),
                    set.stage().label(),
                    set.isRemoved(),
                    set.codeCount(),
                    RuleCodes.stateOf(set).label(),
                    RuleCodes.backMs(set),
                    set.text().files().size(),
                    made(set.number(), members),
                    changes.get(set.number())));
        }
        return new SetTable(
                book.version(),
                book.active(),
                book.previous(),
                book.canary(),
                book.canaryShare() / PERCENT,
                breaker.percent(),
                breaker.times(),
                breaker.windowS(),
                breaker.thenLabel(),
                book.declinesNothing(),
                secondPerson,
                members.stream()
                        .filter(member -> member.version() != book.version())
                        .count(),
                RuleCodes.figures(book),
                BookRoom.figures(book),
                rows);
    }

    private static Map<String, Long> made(int number, List<SetFigures> members) {
        Map<String, Long> made = new LinkedHashMap<>();
        for (Action action : Action.values()) {
            long sum = members.stream()
                    .flatMap(member -> member.sets().stream())
                    .filter(set -> set.number() == number)
                    .mapToLong(set -> set.byAction().get(action.ordinal()))
                    .sum();
            made.put(action.label(), sum);
        }
        return made;
    }

    private static Map<Integer, JsonNode> lastChanges(RuleBook book) {
        Map<Integer, JsonNode> changes = new HashMap<>();
        List<String> lines = book.record();
        for (int i = lines.size() - 1; i >= Math.max(0, lines.size() - LINES_MAX); i--) {
            JsonNode line = RecordPage.read(lines.get(i));
            changes.putIfAbsent(line.path("set").asInt(), line);
        }
        return changes;
    }
}
