package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.systemtests.traffic.Answered;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What was sent, each transaction by several ways and at several times, and all that was answered. Each answer is judged as it
 * comes, against the ones before it. Transactions are numbered in the order in which they were first sent. Thread-safe: one
 * lock, held for nanoseconds.
 *
 * <p>What is promised of a transaction begins with its first verdict, and ends where all copies of it may be lost ({@link
 * #loseBefore}): the next verdict is then a first one.
 */
final class HedgedLedger implements Answered {
    /** Rejections that say nothing about whether a copy holds the transaction. */
    private static final Set<RejectionReason> MAY_BE_HELD =
            Set.of(RejectionReason.UNPROCESSABLE, RejectionReason.TOO_OLD);

    private final Violations violations;
    private final boolean isMemoryShort;
    private final List<Transaction> transactions = new ArrayList<>();
    private final long startNs = System.nanoTime();
    private byte[] rules = new byte[1 << 12];
    private byte[] scoredCounts = new byte[1 << 12];
    private byte[] rejections = new byte[1 << 12];
    private long[] openedNs = new long[1 << 12];
    private long[] answeredNs = new long[1 << 12];
    private long[] promisedNs = new long[1 << 12];
    private long lostBeforeNs = Long.MIN_VALUE;
    private boolean mayBeNotLoaded;
    private long answers;
    private final Map<String, Integer> classes = new TreeMap<>();

    /**
     * An empty ledger.
     *
     * @param isMemoryShort members drop old transactions, and reject new cards, for lack of memory or at a card's bound
     */
    HedgedLedger(Violations violations, boolean isMemoryShort) {
        this.violations = violations;
        this.isMemoryShort = isMemoryShort;
    }

    /**
     * Enters a transaction before it is sent; returns its number.
     *
     * @param nowNs before which nobody can have scored it
     */
    synchronized int open(Transaction transaction, long nowNs) {
        int number = transactions.size();
        transactions.add(transaction);
        if (number == rules.length) {
            rules = Arrays.copyOf(rules, number * 2);
            scoredCounts = Arrays.copyOf(scoredCounts, number * 2);
            rejections = Arrays.copyOf(rejections, number * 2);
            openedNs = Arrays.copyOf(openedNs, number * 2);
            answeredNs = Arrays.copyOf(answeredNs, number * 2);
            promisedNs = Arrays.copyOf(promisedNs, number * 2);
        }
        rules[number] = Ledger.OPEN;
        openedNs[number] = nowNs;
        return number;
    }

    /**
     * Judges an answer and enters it. Of an answer to what was sent before a loss nothing is promised: it may have been made before
     * that, and have been on its way for as long as its member stood still, or a busy machine took.
     *
     * @param sentNs when that one was sent
     * @param cameNs when the answer came
     */
    synchronized void answered(int number, Verdict verdict, long sentNs, long cameNs) {
        answers++;
        String label = verdict.reason().map(RejectionReason::label).orElse(verdict.status() + " " + verdict.rule());
        classes.merge(label, 1, Integer::sum);
        if (sentNs < lostBeforeNs) {
            return;
        }
        forgetLost(number);
        if (verdict.status() == Verdict.Status.REJECTED) {
            rejected(number, verdict.reason().orElseThrow(), sentNs);
        } else {
            decided(number, verdict, sentNs, cameNs);
        }
    }

    private void forgetLost(int number) {
        if (rules[number] >= 0 && promisedNs[number] < lostBeforeNs) {
            rules[number] = Ledger.OPEN;
            scoredCounts[number] = 0;
            rejections[number] = 0;
        }
    }

    private void decided(int number, Verdict verdict, long sentNs, long cameNs) {
        boolean isScored = verdict.status() == Verdict.Status.SCORED;
        rejections[number] = 0;
        if (isScored && scoredCounts[number] < Byte.MAX_VALUE) {
            scoredCounts[number]++;
        }
        if (rules[number] < 0) {
            rules[number] = (byte) verdict.rule();
            answeredNs[number] = cameNs;
            promisedNs[number] = sentNs;
            return;
        }
        if (rules[number] != verdict.rule()) {
            violations.add(
                    Violation.DIFFERS_ANSWERED,
                    words(number) + " was answered " + rules[number] + " at " + at(answeredNs[number]) + ", and now "
                            + verdict.status() + " " + verdict.rule() + ", sent at " + at(sentNs));
        }
        boolean isRetry = sentNs > answeredNs[number];
        promisedNs[number] = Math.max(promisedNs[number], sentNs);
        if (isScored && (isRetry || scoredCounts[number] > 1)) {
            violations.add(
                    Violation.SCORED_AGAIN,
                    words(number) + " was answered " + rules[number] + " at " + at(answeredNs[number])
                            + ", and now scored " + verdict.rule() + ", sent at " + at(sentNs));
        }
    }

    private void rejected(int number, RejectionReason reason, long sentNs) {
        String words = words(number) + " was rejected: " + reason.label() + ", sent at " + at(sentNs);
        boolean isRetry = rules[number] >= 0 && sentNs > answeredNs[number];
        if (isRetry || rules[number] < 0) {
            rejections[number] = (byte) (reason.code() + 1);
        }
        if (reason == RejectionReason.NOT_LOADED || reason == RejectionReason.SHARD_LOST) {
            if (!mayBeNotLoaded) {
                violations.add(Violation.NOT_LOADED, words);
            }
        } else if (isRetry && !(isMemoryShort && reason == RejectionReason.TOO_OLD)) {
            violations.add(
                    Violation.RETRY_REJECTED, words + ", answered " + rules[number] + " at " + at(answeredNs[number]));
        } else if (rules[number] < 0 && !isPossible(reason)) {
            violations.add(Violation.REJECTED, words);
        }
    }

    /** Whether a member may reject so what it has not scored. */
    private boolean isPossible(RejectionReason reason) {
        return switch (reason) {
            case TOO_OLD, MEMORY_FULL -> isMemoryShort;
            case NEW_CARD_QUOTA -> true;
            default -> false;
        };
    }

    private String words(int number) {
        return "transaction " + number + " " + transactions.get(number);
    }

    /** Seconds since the beginning. */
    private String at(long ns) {
        return String.format(Locale.ROOT, "%.3f s", (ns - startNs) / 1e9);
    }

    /**
     * All copies of what was sent before may be lost, and their shards with them until they are loaded again.
     *
     * @return whether it is more than was said before
     */
    synchronized boolean loseBefore(long ns) {
        if (ns <= lostBeforeNs) {
            return false;
        }
        lostBeforeNs = ns;
        mayBeNotLoaded = true;
        return true;
    }

    /** Whether shards may be lost with all copies. */
    synchronized boolean mayBeNotLoaded() {
        return mayBeNotLoaded;
    }

    /** All shards are loaded. */
    synchronized void allAreLoaded() {
        mayBeNotLoaded = false;
    }

    @Override
    public synchronized int size() {
        return transactions.size();
    }

    @Override
    public synchronized Transaction transaction(int number) {
        return transactions.get(number);
    }

    @Override
    public synchronized int answer(int number) {
        return isPromised(number) ? rules[number] : Ledger.OPEN;
    }

    private boolean isPromised(int number) {
        return rules[number] >= 0 && promisedNs[number] >= lostBeforeNs;
    }

    /** No: of what may be lost with all copies nothing is promised at all. */
    @Override
    public boolean isExcused(int number) {
        return false;
    }

    @Override
    public boolean mayBeDropped() {
        return isMemoryShort;
    }

    /**
     * No, if it was sent before all copies may have been lost: one that was scored then may be on a member that comes back. Where memory
     * is short, one that got no answer from a member that was cut off may come back likewise, and have been rejected by another.
     */
    @Override
    public synchronized boolean isPromisedNotHeld(int number) {
        int rejection = rejections[number];
        return rules[number] < 0
                && openedNs[number] >= lostBeforeNs
                && rejection > 0
                && MAY_BE_HELD.stream().noneMatch(reason -> rejection == reason.code() + 1)
                && !(isMemoryShort && rejection == RejectionReason.MEMORY_FULL.code() + 1);
    }

    /** Transactions of whose verdict something is promised. */
    @Override
    public synchronized int answeredCount() {
        int count = 0;
        for (int number = 0; number < transactions.size(); number++) {
            count += isPromised(number) ? 1 : 0;
        }
        return count;
    }

    /** Nothing: what differs is counted as it comes. */
    @Override
    public List<String> differing() {
        return List.of();
    }

    /** Transactions with a verdict, lost ones included. */
    synchronized int decidedCount() {
        int count = 0;
        for (int number = 0; number < transactions.size(); number++) {
            count += rules[number] >= 0 ? 1 : 0;
        }
        return count;
    }

    /** All answers so far, each way of each transaction counted. */
    synchronized long answers() {
        return answers;
    }

    /** All answers so far by what they said: {@code SCORED} or {@code DUPLICATE} and the rule, or the reason of a rejection. */
    synchronized Map<String, Integer> classes() {
        return new TreeMap<>(classes);
    }
}
