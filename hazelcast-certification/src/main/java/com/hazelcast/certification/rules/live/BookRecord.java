package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.hazelcast.certification.chain.ChainedLine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The lines of a book's record of changes. Stateless. */
public final class BookRecord {
    private static final double PERCENT = 100;

    /** What may be a card's number, and is masked where texts and lists are shown. Rather too much than too little. */
    private static final Pattern CARD = Pattern.compile(
            "(?<!\\d)(?:\\d(?: *\\d){7,18}|\\d{4}(?:[ -]\\d{4}){2}[ -]\\d{1,7}|\\d{4}[ -]\\d{6}[ -]\\d{5})(?!\\d)");

    private BookRecord() {}

    /**
     * The line of a change.
     *
     * @param before the book that is changed
     * @param set number of the set that the change is about; 0: none
     * @param active number of the set that decides after it
     * @param canary number of the one that does for a share of the cards; 0: none
     */
    static String line(RuleBook before, RuleChange change, int set, int active, int canary, long atMs) {
        String content = "{\"at\":\"" + Instant.ofEpochMilli(atMs) + "\",\"what\":\""
                + change.kind().label()
                + "\",\"set\":" + set + ",\"share\":" + change.share() / PERCENT + ",\"by\":" + quoted(change.by())
                + ",\"verified\":" + change.verified() + ",\"reason\":" + quoted(change.reason()) + ",\"active\":"
                + active + ",\"canary\":" + canary
                + ",\"version\":" + (before.version() + 1)
                + limits(change.breaker())
                + (change.kind() == RuleChange.Kind.REMOVE ? removed(before, set) : "") + "}";
        return ChainedLine.after(before.lastHash(), content).text();
    }

    /**
     * The book that a change has just made, with a random id in the line of that change. Without it, two books that are made in one
     * millisecond, by one name and for one reason, have one hash, whatever they change: a line has no texts, nor a hash of them, because of
     * the cards that they may name. A line without an id, as releases before write it, stays as it is.
     *
     * @param made with at least one line
     */
    public static RuleBook withId(RuleBook made) {
        List<String> lines = new ArrayList<>(made.record());
        ChainedLine last = ChainedLine.parse(lines.remove(lines.size() - 1));
        String fields = last.content().substring(0, last.content().length() - 1);
        String content = fields + ",\"id\":\"" + UUID.randomUUID() + "\"}";
        lines.add(ChainedLine.after(last.previous(), content).text());
        return new RuleBook(
                made.version(),
                made.sets(),
                made.active(),
                made.previous(),
                made.canary(),
                made.canaryShare(),
                made.breaker(),
                made.declinesNothing(),
                lines);
    }

    /** What an activation lets its set decline: also that it may decline all. */
    private static String limits(BreakerLimits given) {
        return given.isAny()
                ? ",\"breakerPercent\":" + given.percent() + ",\"breakerTimes\":" + given.times()
                        + ",\"breakerSeconds\":" + given.windowS() + ",\"breakerThen\":\"" + given.thenLabel() + "\""
                : "";
    }

    /** By what a set is known again of which somebody has kept text and lists elsewhere. */
    private static String removed(RuleBook before, int number) {
        RecordedSet set = before.set(number).orElseThrow();
        RuleSetText text = set.text();
        return ",\"name\":" + quoted(set.name()) + ",\"decisions\":" + set.codeCount() + ",\"text\":"
                + contents(text.text()) + ",\"files\":{"
                + new TreeMap<>(text.files())
                        .entrySet().stream()
                                .map(file -> quoted(file.getKey()) + ":" + contents(file.getValue()))
                                .collect(Collectors.joining(","))
                + "}";
    }

    /** Of what may name cards there is no hash: who sees the rest of it would find the digits that are masked by trying. */
    private static String contents(String content) {
        String hash = CARD.matcher(content).find() ? "" : ",\"sha256\":\"" + sha256(content) + "\"";
        return "{\"characters\":" + content.length() + hash + "}";
    }

    /** As {@code sha256sum} prints it of a file with that content in UTF-8. */
    static String sha256(String content) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
