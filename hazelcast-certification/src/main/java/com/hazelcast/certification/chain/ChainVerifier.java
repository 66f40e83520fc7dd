package com.hazelcast.certification.chain;

import java.util.Optional;

/**
 * Looks at the lines of a chain one after the other and finds the first that does not fit. Not thread-safe. Keeps one hash, however many
 * lines there are.
 *
 * <p>What it cannot find: lines missing at the end, and a chain that was written anew from some line on. Compare {@link #lastHash()} with
 * one that was kept elsewhere.
 */
public final class ChainVerifier {
    private long lines;
    private Optional<String> lastHash;
    private Optional<Broken> broken = Optional.empty();

    /**
     * Why a line does not fit.
     *
     * @param line its number, from 1
     * @param why a sentence
     */
    public record Broken(long line, String why) {}

    private ChainVerifier(Optional<String> lastHash) {
        this.lastHash = lastHash;
    }

    /** Of a whole chain: its first line must be the first of all. */
    public static ChainVerifier fromStart() {
        return new ChainVerifier(Optional.of(HashChain.START));
    }

    /** Of a part of a chain, such as one of several files: its first line may follow any other. */
    public static ChainVerifier ofPart() {
        return new ChainVerifier(Optional.empty());
    }

    /**
     * Looks at the next line. After one that does not fit, further lines are counted and not looked at.
     *
     * @param text without its line break
     * @return the first line that does not fit, if there was one so far
     */
    public Optional<Broken> accept(String text) {
        lines++;
        if (broken.isEmpty()) {
            broken = look(text).map(why -> new Broken(lines, why));
        }
        return broken;
    }

    /**
     * Whether that may be the beginning of the next line, whose writer has ended meanwhile or still writes; also of no text. To be asked of what is
     * behind the last line break; it is not counted.
     */
    public boolean isBegin(String text) {
        return ChainedLine.isBegin(text, lastHash);
    }

    private Optional<String> look(String text) {
        ChainedLine line;
        try {
            line = ChainedLine.parse(text);
        } catch (IllegalArgumentException e) {
            return Optional.of("it is no line of a chain: " + e.getMessage());
        }
        if (!HashChain.next(line.previous(), line.content()).equals(line.hash())) {
            return Optional.of("it was changed: its hash is not that of its content: hash=" + line.hash());
        }
        if (lastHash.isPresent() && !lastHash.get().equals(line.previous())) {
            return Optional.of("it does not follow the line before; lines were removed, added or moved here: previous="
                    + line.previous() + " expected=" + lastHash.get());
        }
        lastHash = Optional.of(line.hash());
        return Optional.empty();
    }

    /** The first line that does not fit; empty when all fit. */
    public Optional<Broken> broken() {
        return broken;
    }

    /** How many lines it was given. */
    public long lines() {
        return lines;
    }

    /** The hash of the last line that fits; of no line, what the first one must follow, if that is known. */
    public Optional<String> lastHash() {
        return lastHash;
    }
}
