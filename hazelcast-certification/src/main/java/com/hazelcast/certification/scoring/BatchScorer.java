package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Scores batches on a shard: finds each card, runs the rules against its history, and records transaction and verdict.
 *
 * <p>One instance a thread; allocates nothing. The cards of up to {@link HistoryShard#LOCATE_MAX} transactions are looked
 * up together before they are scored, so that their cache misses overlap.
 */
public final class BatchScorer {
    /**
     * Of so many batches, one has its first transaction evaluated rule by rule, each alone, to see what rules cost: some
     * microseconds, which is well below a thousandth of the time of that many batches.
     */
    static final int BATCHES_PER_RULE_SAMPLE = 64;

    private static final int TRANSACTIONS_USUAL = 1_024;

    private final RulesInUse inUse;
    private DecidingRules deciding;
    private SetScorer active;
    private @Nullable SetScorer canary;
    private ShadowScorer[] shadows = {};
    private int batchesUntilSample = BATCHES_PER_RULE_SAMPLE;

    /** The rules are timed with the next transaction that they decide on a card with a history. */
    private boolean isSampleDue;

    private final boolean takesUnknownCards;
    private int newCardCount;
    private int flaggedCount;
    private int lastFlaggedOffset;
    private long touched;
    private final CardFailures failures = new CardFailures();
    private final BitSet recycled = new BitSet();
    private final BitSet placedOnly = new BitSet();

    /** With room for usual batches, which a copy of the set leaves to it. */
    private final BitSet prompt = new BitSet(TRANSACTIONS_USUAL);

    /** When the batch is decided. */
    private long decidedMs;

    /** Up to when a sweep before the batch may have dropped entries. */
    private long sweptUpToMs;

    /** With the rules that come with the program, for cards that are not keyed; unknown ones are taken. */
    public BatchScorer() {
        this(UnknownCards.ACCEPT);
    }

    /** With the rules that come with the program, for cards that are not keyed. */
    public BatchScorer(UnknownCards unknownCards) {
        this(new RulesInUse(RuleSet.shipped()), unknownCards);
    }

    /** With rules that may change from one batch to the next. */
    public BatchScorer(RulesInUse inUse, UnknownCards unknownCards) {
        this.inUse = inUse;
        deciding = inUse.now();
        active = new SetScorer(deciding.active(), deciding.declinesNothing());
        use(deciding);
        takesUnknownCards = unknownCards == UnknownCards.ACCEPT;
    }

    /**
     * Scores the transactions in their order.
     *
     * @param nowMs when they are decided, in ms since 1970
     * @param transactions compact transactions; each that is scored receives its verdict, a duplicate becomes the one that is held
     * @param answers receives one {@link Answer} a transaction
     */
    public void score(HistoryShard shard, long nowMs, byte[] transactions, int count, short[] answers) {
        recycled.clear();
        placedOnly.clear();
        prompt.clear();
        decidedMs = nowMs;
        // As a sweep finds its time: of no transaction before 1970, nor of one from the future.
        sweptUpToMs = Math.min(nowMs, Math.max(0, shard.newestMs())) - HistoryLimits.HORIZON_MS;
        DecidingRules now = inUse.now();
        boolean isSampled = --batchesUntilSample <= 0 && count > 0;
        // One branch for both: the JIT compiler leaves out a branch that it has never seen taken, and the first batch
        // after a switch of rules would throw the compiled code of scoring away.
        if (isSampled || now != deciding) {
            prepare(now, isSampled);
        }
        for (int first = 0; first < count; first += HistoryShard.LOCATE_MAX) {
            scoreGroup(shard, transactions, first, Math.min(HistoryShard.LOCATE_MAX, count - first), answers);
        }
    }

    private void prepare(DecidingRules now, boolean isSampled) {
        if (now != deciding) {
            use(now);
        }
        if (isSampled) {
            batchesUntilSample = BATCHES_PER_RULE_SAMPLE;
            isSampleDue = true;
        }
    }

    private void use(DecidingRules now) {
        deciding = now;
        boolean declinesNothing = now.declinesNothing();
        active = active.isOf(now.active(), declinesNothing) ? active : new SetScorer(now.active(), declinesNothing);
        canary = now.canary().map(set -> new SetScorer(set, declinesNothing)).orElse(null);
        shadows = now.shadows().stream().map(ShadowScorer::new).toArray(ShadowScorer[]::new);
    }

    private void scoreGroup(HistoryShard shard, byte[] transactions, int first, int count, short[] answers) {
        boolean isLocated = isLocated(shard, transactions, first, count);
        for (int i = 0; i < count; i++) {
            int offset = (first + i) * TransactionLayout.TRANSACTION_SIZE_BYTES;
            long expiredBefore = shard.expiredCount();
            int cardsBefore = shard.cardCount();
            try {
                if (!isLocated) {
                    touched += shard.locate(transactions, offset, 1);
                }
                answers[first + i] = scoreOne(shard, isLocated ? i : 0, transactions, first + i);
            } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
                answers[first + i] = reject(TransactionLayout.cardAt(transactions, offset), e);
                // Entries that were 90 days older have gone, or the card has been opened, as must be on the backups.
                placedOnly.set(first + i, shard.expiredCount() != expiredBefore || shard.cardCount() != cardsBefore);
            }
        }
    }

    /** Whether a group could be looked up together; if not, each is looked up alone, and the one that failed fails again. */
    boolean isLocated(HistoryShard shard, byte[] transactions, int first, int count) {
        try {
            touched += shard.locate(transactions, first * TransactionLayout.TRANSACTION_SIZE_BYTES, count);
            return true;
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            return false;
        }
    }

    private short reject(long card, Throwable failure) {
        failures.add(card, failure);
        // The evaluators may have stopped half-way.
        active.renew();
        if (canary != null) {
            canary.renew();
        }
        return Answer.rejected(Rejection.UNPROCESSABLE);
    }

    /** Measures how long each rule takes on this card, which is placed for the transaction already: rules only read it. */
    private void sampleRules(long card, long times, long payment, int outcome, CardHistory history) {
        isSampleDue = false;
        try {
            touched += active.timeRules(card, times, payment, outcome, history);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            // The transaction itself is about to be scored: if that fails too it is rejected, with the reason in the
            // log.
            active.renew();
        }
    }

    private short scoreOne(HistoryShard shard, int indexInGroup, byte[] transactions, int index) {
        int offset = index * TransactionLayout.TRANSACTION_SIZE_BYTES;
        long card = TransactionLayout.cardAt(transactions, offset);
        long received = TransactionLayout.timesAt(transactions, offset);
        long times = OutcomeLayout.withoutFlags(received);
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        long reference = TransactionLayout.referenceAt(transactions, offset);
        int tag = TransactionLayout.tag(reference);
        // Before the card is opened or anything is dropped: what is rejected changes nothing here that a backup does
        // not get.
        if (tag != 0 && shard.references().isOfAnother(card, reference, times, payment, outcome)) {
            return Answer.rejected(Rejection.REFERENCE_REUSED);
        }
        CardHistory history = shard.openKnown(indexInGroup, card);
        boolean isFirst = history == null;
        boolean isNewCard = false;
        if (history == null) {
            // A card that was opened without a history is known.
            isNewCard = !shard.holds(card);
            if (isNewCard && !takesUnknownCards) {
                return Answer.rejected(Rejection.UNKNOWN_CARD);
            }
            if (isNewCard && OutcomeLayout.isKnownOnly(received)) {
                return Answer.rejected(Rejection.NEW_CARD_QUOTA);
            }
            history = shard.openNew(indexInGroup, card);
            if (history == null) {
                return Answer.rejected(Rejection.MEMORY_FULL);
            }
        }
        int placement = history.place(times, payment, outcome, tag);
        if (Placement.isDuplicate(placement)) {
            // As it is held, for a backup that may have missed it.
            TransactionLayout.put(transactions, offset, card, times, payment, history.outcome(), reference);
            TransactionLayout.putVerdict(transactions, offset, placement);
            prompt.set(index, history.isPrompt());
            return Answer.duplicate(placement, deciding.isFlagged(placement));
        }
        if (placement == Placement.TOO_OLD || mayHaveBeenSwept(history, TransactionLayout.timeMs(times))) {
            return Answer.rejected(Rejection.TOO_OLD);
        }
        if (history.isFullOfNewer()) {
            return Answer.rejected(Rejection.MEMORY_FULL);
        }
        if (isSampleDue && !isFirst) {
            sampleRules(card, times, payment, outcome, history);
        }
        SetScorer decider = canary != null && deciding.isCanarys(card) ? canary : active;
        int verdict = decider.decide(card, times, payment, outcome, history);
        boolean isFlagged = deciding.isFlagged(verdict);
        if (isFlagged) {
            flaggedCount++;
            lastFlaggedOffset = offset;
        }
        for (ShadowScorer shadow : shadows) {
            shadow.compare(decider.action(), card, times, payment, outcome, history);
        }
        boolean isPrompt = HistoryLimits.isPrompt(TransactionLayout.timeMs(times), decidedMs);
        prompt.set(index, isPrompt);
        if (history.record(times, payment, outcome, verdict, tag, HistoryFlags.of(payment), isPrompt)) {
            recycled.set(index);
        }
        shard.references().record(card, reference, times, payment, outcome);
        TransactionLayout.put(transactions, offset, card, times, payment, outcome, reference);
        TransactionLayout.putVerdict(transactions, offset, verdict);
        newCardCount += isFirst ? 1 : 0;
        return isNewCard ? Answer.scoredNewCard(verdict, isFlagged) : Answer.scored(verdict, isFlagged);
    }

    /**
     * Whether a transaction that its card does not hold may have been answered, and dropped by a sweep since: it is that old, and the card
     * holds a newer one. Without a newer one nothing that a sweep leaves says so.
     */
    private boolean mayHaveBeenSwept(CardHistory history, long timeMs) {
        if (timeMs > sweptUpToMs) {
            return false;
        }
        history.rewind();
        return history.next() && history.timeMs() > timeMs;
    }

    /**
     * Which transactions of the last call made their card drop its oldest entries because there was no memory, by their index. A
     * view, until the next call.
     */
    BitSet recycled() {
        return recycled;
    }

    /** Which were rejected because their scoring failed, after what is 90 days older had been dropped. As {@link #recycled}. */
    BitSet placedOnly() {
        return placedOnly;
    }

    /** Which are held as decided promptly: duplicates by their first decision. Without meaning for rejected ones. As {@link #recycled}. */
    BitSet prompt() {
        return prompt;
    }

    /** Logs what raised exceptions since the last call, if anything, and forgets it. */
    void drainFailures(FailureLog log) {
        if (failures.count() > 0) {
            log.rejected(failures);
            failures.clear();
        }
    }

    /** Adds the verdicts given, the cards opened and the rules timed since the last call to the meter's, and forgets them. */
    void drainCounts(ScoringMeter meter) {
        active.drain(meter);
        if (canary != null) {
            canary.drain(meter);
        }
        for (ShadowScorer shadow : shadows) {
            shadow.drain(meter);
        }
        if (newCardCount > 0) {
            meter.newCards(newCardCount);
            newCardCount = 0;
        }
    }

    /** Adds the last transaction flagged since the last call, if any, to the ring. */
    void drainFlagged(byte[] transactions, FlaggedRing ring) {
        if (flaggedCount > 0) {
            ring.add(transactions, lastFlaggedOffset / TransactionLayout.TRANSACTION_SIZE_BYTES, flaggedCount > 1);
            flaggedCount = 0;
        }
    }

    /** A sum that keeps the touching loads alive; without meaning. */
    public long touched() {
        return touched;
    }
}
