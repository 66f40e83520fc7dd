package com.hazelcast.certification.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.certification.rules.live.ShadowFigures.ShadowExample;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The newest transactions that a set in the shadow would have moved from one action to another, so many of each move; the oldest give way.
 * Thread-safe; adding copies four words under a lock, at most once a batch and move, and allocates nothing.
 */
final class ShadowMoves {
    private static final Action[] ACTIONS = Action.values();
    private static final int MOVES = ACTIONS.length * ACTIONS.length;
    private static final int STEP = 4;

    /** Instead of a card: no card is this. */
    private static final long FORGOTTEN = -1;

    /** Of each move so many examples: rule, card, times, payment. */
    @GuardedBy("this")
    private final long[] kept = new long[MOVES * ShadowFigures.EXAMPLES * STEP];

    @GuardedBy("this")
    private final long[] added = new long[MOVES];

    synchronized void add(Action taken, Action shadow, int rule, long card, long times, long payment) {
        int move = taken.ordinal() * ACTIONS.length + shadow.ordinal();
        int index = index(move, added[move]++);
        kept[index] = rule;
        kept[index + 1] = card;
        kept[index + 2] = times;
        kept[index + 3] = payment;
    }

    /** Leaves out those of that card. */
    synchronized void forget(long card) {
        for (int index = 0; index < kept.length; index += STEP) {
            if (kept[index + 1] == card) {
                Arrays.fill(kept, index, index + STEP, 0);
                kept[index + 1] = FORGOTTEN;
            }
        }
    }

    private static int index(int move, long number) {
        return (move * ShadowFigures.EXAMPLES + (int) (number % ShadowFigures.EXAMPLES)) * STEP;
    }

    synchronized List<ShadowExample> examples() {
        List<ShadowExample> examples = new ArrayList<>();
        for (int move = 0; move < MOVES; move++) {
            for (long number = added[move] - 1; number >= Math.max(0, added[move] - ShadowFigures.EXAMPLES); number--) {
                int index = index(move, number);
                if (kept[index + 1] == FORGOTTEN) {
                    continue;
                }
                examples.add(ShadowExample.of(
                        ACTIONS[move / ACTIONS.length],
                        ACTIONS[move % ACTIONS.length],
                        (int) kept[index],
                        kept[index + 1],
                        kept[index + 2],
                        kept[index + 3]));
            }
        }
        return examples;
    }
}
