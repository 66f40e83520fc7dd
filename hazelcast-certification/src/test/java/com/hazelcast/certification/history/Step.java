package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * One step of a random sequence: a transaction of a card, its time relative to what the card's history holds then.
 *
 * @param distanceMs how far the time moves; each move takes of it what it needs
 * @param pick chooses a held entry, for the moves that repeat one
 * @param content the transaction's fields; few values, so that the same content comes again
 * @param isInserted false when the transaction is placed and then forgotten
 */
record Step(long card, Move move, long distanceMs, int pick, int content, int verdict, int flags, boolean isInserted) {

    /** Early, so that many jumps fit below the greatest time. */
    private static final long START_MS = 100 * HistoryLimits.DAY_MS;

    /** Ticks, see {@link CardSlot}, begin anew after 199 days. */
    enum Move {
        NEWER,
        NEWEST_MS,
        LATE,
        HELD_MS,
        REPEAT,
        TOO_OLD,
        EDGE_OF_TOO_OLD,
        EDGE_OF_EXPIRY,
        EDGE_OF_EXPIRY_OF_ALL,
        JUMP,
        JUMP_PAST_THE_LAST_TICK
    }

    /** Sequences over so many cards in which histories grow long: seldom does a jump drop all. */
    static Arbitrary<List<Step>> growing(int cards, int size) {
        return sequences(
                cards,
                size,
                Arbitraries.frequency(
                        Tuple.of(60, Move.NEWER),
                        Tuple.of(6, Move.NEWEST_MS),
                        Tuple.of(25, Move.LATE),
                        Tuple.of(5, Move.HELD_MS),
                        Tuple.of(5, Move.REPEAT),
                        Tuple.of(2, Move.TOO_OLD),
                        Tuple.of(2, Move.EDGE_OF_TOO_OLD),
                        Tuple.of(1, Move.EDGE_OF_EXPIRY)));
    }

    /** Sequences over so many cards in which every move is as likely as any other. */
    static Arbitrary<List<Step>> erratic(int cards, int size) {
        return sequences(cards, size, Arbitraries.of(Move.values()));
    }

    private static Arbitrary<List<Step>> sequences(int cards, int size, Arbitrary<Move> moves) {
        return Combinators.combine(
                        Arbitraries.longs().between(0, cards - 1),
                        moves,
                        Arbitraries.longs()
                                .between(0, 1000 * HistoryLimits.DAY_MS)
                                .withoutEdgeCases(),
                        Arbitraries.integers().between(0, 1000),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(0, 255),
                        Arbitraries.integers().between(0, CardSlot.FLAGS_MASK),
                        Arbitraries.frequency(Tuple.of(9, true), Tuple.of(1, false)))
                .as(Step::new)
                .list()
                .ofSize(size);
    }

    /** The transaction of this step, for a card with that history. */
    Entry entry(List<Entry> newestFirst) {
        if (newestFirst.isEmpty()) {
            return entryAt(START_MS);
        }
        Entry held = newestFirst.get(pick % newestFirst.size());
        if (move == Move.REPEAT) {
            return held.answered(verdict % 100);
        }
        return entryAt(timeMs(newestFirst.get(0).timeMs(), held.timeMs()));
    }

    private long timeMs(long newestMs, long heldMs) {
        long edgeMs = distanceMs % 3 - 1;
        return switch (move) {
            case NEWER -> newestMs + 1 + distanceMs % HistoryLimits.DAY_MS;
            case NEWEST_MS -> newestMs;
            case LATE -> newestMs - distanceMs % HistoryLimits.HORIZON_MS;
            case HELD_MS, REPEAT -> heldMs;
            case TOO_OLD -> newestMs - HistoryLimits.HORIZON_MS - distanceMs;
            case EDGE_OF_TOO_OLD -> newestMs - HistoryLimits.HORIZON_MS + edgeMs;
            case EDGE_OF_EXPIRY -> heldMs + HistoryLimits.HORIZON_MS + edgeMs;
            case EDGE_OF_EXPIRY_OF_ALL -> newestMs + HistoryLimits.HORIZON_MS + edgeMs;
            case JUMP -> newestMs + distanceMs;
            case JUMP_PAST_THE_LAST_TICK ->
                newestMs + 100 * HistoryLimits.DAY_MS + distanceMs % (200 * HistoryLimits.DAY_MS);
        };
    }

    private Entry entryAt(long timeMs) {
        return Entry.of(Math.max(0, Math.min(TransactionLayout.TIME_MS_MAX, timeMs)), content, verdict)
                .withFlags(flags);
    }
}
