package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.ShardGrouping;
import com.hazelcast.certification.scoring.OutcomeLayout;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one thread hands to the lanes. A thread that reads many requests in a pass collects their transactions until the pass ends, so that those
 * of a shard go there in one call; at most {@value #TRANSACTIONS_MAX}, then they are handed on at once. Used by its thread alone.
 */
final class Intake {
    static final int TRANSACTIONS_MAX = 256;

    private final byte[] transactions = new byte[TRANSACTIONS_MAX * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final Submission[] submissions = new Submission[TRANSACTIONS_MAX];
    private final long[] code = new long[1];
    private final CardIdentifier identifier;
    private final ShardGrouping grouping;
    private final AccountingMeter accounting;
    private final long firstRehearsalCard;
    private @Nullable Consumer<Runnable> afterPass;
    private int count;
    private int rehearsedCount;

    Intake(Router router, Optional<CardKey> cardKey, AccountingMeter accounting) {
        this.identifier = new CardIdentifier(cardKey);
        this.grouping = new ShardGrouping(router, TRANSACTIONS_MAX);
        this.accounting = accounting;
        // Where numbers are keyed, no card is a number; where they are not, no card lies behind the numbers.
        this.firstRehearsalCard = cardKey.isPresent() ? 0 : CardNumber.END;
    }

    /** Collects from now on. The consumer runs a task on this thread when the pass has ended. */
    void collect(Consumer<Runnable> whenPassEnds) {
        afterPass = whenPassEnds;
    }

    /** From the code of a card's number to the card's word in this cluster. */
    long identify(long number) {
        code[0] = number;
        identifier.identify(code, 1);
        return code[0];
    }

    /** Hands a transaction on, at once or when the pass ends. */
    void add(Submission submission) {
        RequestedTransaction transaction = submission.transaction();
        int offset = count * TransactionLayout.TRANSACTION_SIZE_BYTES;
        TransactionLayout.put(
                transactions,
                offset,
                submission.card(),
                transaction.times(),
                transaction.payment(),
                transaction.outcome(),
                transaction.referenceHash());
        if (submission.isRehearsed() || !submission.submitter().mayOpenCards()) {
            OutcomeLayout.setKnownOnly(transactions, offset);
        }
        submissions[count++] = submission;
        rehearsedCount += submission.isRehearsed() ? 1 : 0;
        if (afterPass == null || count == TRANSACTIONS_MAX) {
            handOn();
        } else if (count == 1) {
            afterPass.accept(this::handOn);
        }
    }

    private void handOn() {
        int size = count;
        int rehearsed = rehearsedCount;
        if (size == 0) {
            // As many as there may be have been handed on before the pass ended.
            return;
        }
        count = 0;
        rehearsedCount = 0;
        if (rehearsed > 0) {
            nameRehearsalCards(size);
        }
        if (size > rehearsed) {
            accounting.entered(size - rehearsed);
        }
        grouping.routeGroups(
                transactions,
                size,
                (shard, order, first, number) -> listener(order, first, number),
                submissions[0].arrivedNs());
        Arrays.fill(submissions, 0, size, null);
    }

    private void nameRehearsalCards(int size) {
        for (int i = 0; i < size; i++) {
            if (submissions[i].isRehearsed()) {
                TransactionLayout.putCard(
                        transactions,
                        i * TransactionLayout.TRANSACTION_SIZE_BYTES,
                        firstRehearsalCard + submissions[i].number());
            }
        }
    }

    /**
     * Submissions of one shard that were handed on together. They are answered from the first to the last, in one call or in several. Used by one
     * thread at a time.
     */
    private static final class SubmissionGroup implements AnswerListener {
        private final Submission[] submissions;
        private int next;

        SubmissionGroup(Submission[] submissions) {
            this.submissions = submissions;
        }

        /** One that throws keeps no other from its answer; the first exception is thrown when all have theirs. */
        @Override
        public void answered(short[] answers, int offset, int count, long arrivedNs) {
            RuntimeException failure = null;
            DecisionDesk desk = submissions[next].desk();
            int end = offset + count;
            int counted = offset;
            for (int i = offset; i < end; i++) {
                Submission submission = submissions[next++];
                if (submission.isRehearsed()) {
                    account(desk, answers, counted, i, arrivedNs);
                    desk.leaveRehearsed();
                    counted = i + 1;
                }
                try {
                    submission.decide(answers[i]);
                } catch (RuntimeException e) {
                    failure = failure == null ? e : failure;
                }
            }
            account(desk, answers, counted, end, arrivedNs);
            if (failure != null) {
                throw failure;
            }
        }

        private static void account(DecisionDesk desk, short[] answers, int from, int to, long arrivedNs) {
            if (to > from) {
                desk.account(answers, from, to - from, arrivedNs);
            }
        }
    }

    private AnswerListener listener(int[] order, int first, int number) {
        if (number == 1) {
            return submissions[order[first]];
        }
        Submission[] group = new Submission[number];
        for (int i = 0; i < number; i++) {
            group[i] = submissions[order[first + i]];
        }
        return new SubmissionGroup(group);
    }
}
