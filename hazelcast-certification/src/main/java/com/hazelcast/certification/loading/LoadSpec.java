package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.traffic.Traffic;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What to load; the same specification gives the same histories on every member and at every attempt.
 *
 * @param cards cards are numbered 0 to {@code cards - 1}
 * @param historyPerCard transactions a card, spread over the 90 days up to {@code untilMs}
 * @param seed of all random fields
 * @param untilMs end of the histories, ms since 1970: the clock of the member that received the request to load
 * @param traffic whose histories; of a specification without it, as older releases send them, the challenge's
 * @param folder of histories that were imported; empty: they are made. Then {@code cards} is how many the folder holds, {@code seed} the
 *     identity of the import, and the others are of no meaning. One that was sent to members has no path here: each has it elsewhere
 */
public record LoadSpec(int cards, int historyPerCard, long seed, long untilMs, Traffic traffic, String folder) {
    /** No path begins like that: paths are absolute. */
    private static final String SENT = "sent:";

    /** Histories that are made. */
    public LoadSpec(int cards, int historyPerCard, long seed, long untilMs, Traffic traffic) {
        this(cards, historyPerCard, seed, untilMs, traffic, "");
    }

    /** What a folder holds that {@code ./fraud import} has made. */
    public static LoadSpec of(ImportedFolder imported) {
        return of(
                imported.manifest(),
                imported.folder().toAbsolutePath().normalize().toString());
    }

    /** The same, where every member has been sent that folder. */
    public static LoadSpec ofSent(ImportedFolder imported) {
        return of(
                imported.manifest(), SENT + Long.toHexString(imported.manifest().id()));
    }

    private static LoadSpec of(ImportedFolder.Manifest manifest, String folder) {
        return new LoadSpec(
                (int) Math.min(Integer.MAX_VALUE, manifest.totals().cards()),
                0,
                manifest.id(),
                0,
                Traffic.CHALLENGE,
                folder);
    }

    /** The identity of the import that members have been sent; empty: they see its folder, or there is none. */
    public OptionalLong sentImport() {
        return folder.startsWith(SENT) ? OptionalLong.of(seed) : OptionalLong.empty();
    }

    /** Whether the histories were imported. */
    boolean isImported() {
        return !folder.isEmpty();
    }

    /** The identity of these parameters: another one for each other that is ever given. */
    long id() {
        long id = CardHash.of(cards);
        id = CardHash.of(id + historyPerCard);
        id = CardHash.of(id + seed);
        id = CardHash.of(id + untilMs);
        if (isImported()) {
            return CardHash.of(id + folder.hashCode());
        }
        // Of the challenge's histories the same as in releases that have no others.
        return traffic == Traffic.CHALLENGE ? id : CardHash.of(id + traffic.ordinal() + 1);
    }

    /** Where that part of the 90 days begins, of as many parts as a card has transactions. */
    long partBeginMs(int part) {
        // One past the horizon's edge, so that the oldest entry is inside at untilMs.
        return untilMs - HistoryLimits.HORIZON_MS + HistoryLimits.HORIZON_MS * part / historyPerCard + 1;
    }

    /** @throws IllegalArgumentException when a component is out of its range */
    public LoadSpec {
        // What a 'ctl' of a release without it sends has none.
        traffic = Objects.requireNonNullElse(traffic, Traffic.CHALLENGE);
        folder = Objects.requireNonNullElse(folder, "");
        if (cards < 0) {
            throw new IllegalArgumentException("the number of cards must not be negative: cards=" + cards);
        }
        if (historyPerCard < 0) {
            throw new IllegalArgumentException(
                    "the transactions a card must not be negative: historyPerCard=" + historyPerCard);
        }
    }
}
