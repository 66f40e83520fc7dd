package com.hazelcast.certification.api.decisions;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.transaction.Rejection;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest submissions of one store, by number, and by the references under which clients have put them. When it is full the oldest goes.
 * Thread-safe; two short locks a submission.
 *
 * <p>A decided submission is kept as {@value #WORDS} words in one array and not as objects: those would outlive each young collection, which
 * would copy all that were decided since the one before, and every answer would wait for that.
 */
final class KeptSubmissions {
    private static final int WORDS = 10;
    private static final int NUMBER = 0;
    private static final int CARD = 1;
    private static final int TIMES = 2;
    private static final int PAYMENT = 3;
    private static final int REFERENCE_HASH = 4;
    private static final int OUTCOME_AND_RULE = 5;
    private static final int ARRIVED_NS = 6;
    private static final int TOOK_NS = 7;
    private static final int FLAGS = 8;

    /** What the sum of points reached, and in the lower half the sum. */
    private static final int SCORE = 9;

    private static final long NOBODY = -1;

    /** So many slots are looked at in one go where all are. */
    private static final int PART = 4_096;

    /** Of each enumeration a byte of {@link #FLAGS}: 0 for null, else one more than the ordinal. */
    private static final int ACTION_SHIFT = 0;

    private static final int REJECTION_SHIFT = 8;
    private static final int STAND_IN_SHIFT = 16;
    private static final int ENUM_MASK = 0xff;
    private static final long REPLAYED = 1L << 24;
    private static final long IS_STAND_IN = 1L << 25;

    private static final Action[] ACTIONS = Action.values();
    private static final Rejection[] REJECTIONS = Rejection.values();

    private final int max;
    private final long keptNs;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Submission[] undecided;

    /** What has been decided, {@value #WORDS} words a slot. */
    @GuardedBy("lock")
    private final long[] decided;

    @GuardedBy("lock")
    private final RuleSet[] sets;

    @GuardedBy("lock")
    private final Submitter[] submitters;

    @GuardedBy("lock")
    private final String[] keys;

    @GuardedBy("lock")
    private final Map<String, Long> numbersByReference = new HashMap<>();

    /** @param max most that are kept; takes about {@code 100 * max} bytes at once */
    KeptSubmissions(int max, Duration keptFor) {
        this.max = max;
        this.keptNs = keptFor.toNanos();
        this.undecided = new Submission[max];
        this.decided = new long[Math.multiplyExact(max, WORDS)];
        this.sets = new RuleSet[max];
        this.submitters = new Submitter[max];
        this.keys = new String[max];
        Arrays.fill(decided, NOBODY);
    }

    /**
     * Keeps one that is not decided yet. It has the reference from now on, unless another one that is kept has it; then it gets it when it is
     * decided before that one, or that one is rejected first.
     *
     * @param nowNs not since when it has been there: the time of that other one may have passed while its body came
     */
    void add(Submission submission, @Nullable String referenceKey, long nowNs) {
        synchronized (lock) {
            int slot = slotOf(submission.number());
            String oldKey = keys[slot];
            if (oldKey != null) {
                boolean unused = numbersByReference.remove(oldKey, numberIn(slot));
            }
            undecided[slot] = submission;
            keys[slot] = referenceKey;
            if (referenceKey != null && isFree(referenceKey, nowNs, false)) {
                numbersByReference.put(referenceKey, submission.number());
            }
        }
    }

    /**
     * Whether no submission has the reference, or the one that has it may lose it.
     *
     * @param yieldsWhileOpen whether one that is not decided yet may lose it
     */
    @GuardedBy("lock")
    private boolean isFree(String referenceKey, long nowNs, boolean yieldsWhileOpen) {
        Long holder = numbersByReference.get(referenceKey);
        if (holder == null) {
            return true;
        }
        int slot = slotOf(holder);
        if (undecided[slot] != null) {
            return yieldsWhileOpen;
        }
        int at = slot * WORDS;
        return valueOf(REJECTIONS, decided[at + FLAGS], REJECTION_SHIFT) != null
                || nowNs - decided[at + ARRIVED_NS] > keptNs;
    }

    /**
     * Gives the reference of one that has just been decided to whom it is. Several may have been submitted under it at once, by two event loops,
     * and only their shard says which of them has it.
     */
    @GuardedBy("lock")
    private void settleReference(int slot, Submission submission, Decision decision) {
        String key = keys[slot];
        if (key == null) {
            return;
        }
        if (decision.rejection() == Rejection.REFERENCE_REUSED) {
            // The reference is another transaction's.
            boolean unused = numbersByReference.remove(key, submission.number());
            keys[slot] = null;
        } else if (decision.rejection() == null && isFree(key, submission.arrivedNs() + decision.tookNs(), true)) {
            numbersByReference.put(key, submission.number());
        }
    }

    /** One that it keeps has its decision, which is the last. Does nothing when it is not kept any longer. */
    void decided(Submission submission, Decision decision) {
        synchronized (lock) {
            int slot = slotOf(submission.number());
            if (undecided[slot] != submission) {
                return;
            }
            undecided[slot] = null;
            RequestedTransaction transaction = submission.transaction();
            int at = slot * WORDS;
            decided[at + NUMBER] = submission.number();
            decided[at + CARD] = submission.card();
            decided[at + TIMES] = transaction.times();
            decided[at + PAYMENT] = transaction.payment();
            decided[at + REFERENCE_HASH] = transaction.referenceHash();
            decided[at + OUTCOME_AND_RULE] = (long) transaction.outcome() << Integer.SIZE | decision.rule();
            decided[at + ARRIVED_NS] = submission.arrivedNs();
            decided[at + TOOK_NS] = decision.tookNs();
            decided[at + FLAGS] = flags(decision);
            decided[at + SCORE] = (long) decision.score().atLeast() << Integer.SIZE
                    | decision.score().exact();
            // Each write of a reference costs the collector a look; nearly all are those of the submission before.
            if (sets[slot] != decision.ruleSet()) {
                sets[slot] = decision.ruleSet();
            }
            if (submitters[slot] != submission.submitter()) {
                submitters[slot] = submission.submitter();
            }
            settleReference(slot, submission, decision);
        }
    }

    /** Keeps no longer, and overwrites, what has been decided of that card. Looks at all slots, some at a time. */
    void forget(long card) {
        for (int from = 0; from < max; from += PART) {
            synchronized (lock) {
                for (int slot = from; slot < Math.min(max, from + PART); slot++) {
                    if (decided[slot * WORDS + CARD] == card) {
                        forgetDecided(slot);
                    }
                }
            }
        }
    }

    @GuardedBy("lock")
    private void forgetDecided(int slot) {
        int at = slot * WORDS;
        String key = keys[slot];
        // Of one that is not decided yet the words are those of the one before it.
        if (undecided[slot] == null && key != null) {
            boolean unused = numbersByReference.remove(key, decided[at + NUMBER]);
            keys[slot] = null;
        }
        Arrays.fill(decided, at, at + WORDS, NOBODY);
    }

    /** The one with that number; null when it is not kept any longer. */
    @Nullable
    Submission find(DecisionDesk desk, long number, long nowNs) {
        synchronized (lock) {
            int slot = slotOf(number);
            return numberIn(slot) == number ? unlessOld(desk, slot, nowNs) : null;
        }
    }

    /** The one under that reference; null when there is none, or it is not kept any longer. */
    @Nullable
    Submission find(DecisionDesk desk, String referenceKey, long nowNs) {
        synchronized (lock) {
            Long number = numbersByReference.get(referenceKey);
            return number == null ? null : find(desk, number, nowNs);
        }
    }

    /** Whether there was one under that reference whose time is over, and none has taken its place. */
    boolean hasExpired(DecisionDesk desk, String referenceKey, long nowNs) {
        synchronized (lock) {
            return numbersByReference.containsKey(referenceKey) && find(desk, referenceKey, nowNs) == null;
        }
    }

    @GuardedBy("lock")
    private long numberIn(int slot) {
        Submission open = undecided[slot];
        return open == null ? decided[slot * WORDS + NUMBER] : open.number();
    }

    @GuardedBy("lock")
    private @Nullable Submission unlessOld(DecisionDesk desk, int slot, long nowNs) {
        Submission open = undecided[slot];
        if (open != null) {
            return open;
        }
        int at = slot * WORDS;
        long arrivedNs = decided[at + ARRIVED_NS];
        if (nowNs - arrivedNs > keptNs) {
            return null;
        }
        int outcome = (int) (decided[at + OUTCOME_AND_RULE] >>> Integer.SIZE);
        RequestedTransaction transaction = new RequestedTransaction(
                decided[at + CARD],
                decided[at + TIMES],
                decided[at + PAYMENT],
                outcome,
                null,
                decided[at + REFERENCE_HASH],
                0);
        return new Submission(desk, submitters[slot], decided[at + NUMBER], transaction, arrivedNs, decision(slot));
    }

    private static long flags(Decision decision) {
        return (long) codeOf(decision.action()) << ACTION_SHIFT
                | (long) codeOf(decision.rejection()) << REJECTION_SHIFT
                | (long) codeOf(decision.standIn()) << STAND_IN_SHIFT
                | (decision.replayed() ? REPLAYED : 0)
                | (decision.isStandIn() ? IS_STAND_IN : 0);
    }

    @GuardedBy("lock")
    private Decision decision(int slot) {
        int at = slot * WORDS;
        long flags = decided[at + FLAGS];
        long score = decided[at + SCORE];
        return new Decision(
                valueOf(ACTIONS, flags, ACTION_SHIFT),
                (int) decided[at + OUTCOME_AND_RULE],
                new Score((int) (score >>> Integer.SIZE), (int) score),
                sets[slot],
                (flags & REPLAYED) != 0,
                (flags & IS_STAND_IN) != 0,
                valueOf(REJECTIONS, flags, REJECTION_SHIFT),
                valueOf(ACTIONS, flags, STAND_IN_SHIFT),
                decided[at + TOOK_NS]);
    }

    private static int codeOf(@Nullable Enum<?> value) {
        return value == null ? 0 : value.ordinal() + 1;
    }

    private static <E> @Nullable E valueOf(E[] values, long flags, int shift) {
        int code = (int) (flags >>> shift) & ENUM_MASK;
        return code == 0 ? null : values[code - 1];
    }

    private int slotOf(long number) {
        return (int) (number / SubmissionStores.STORES % max);
    }
}
