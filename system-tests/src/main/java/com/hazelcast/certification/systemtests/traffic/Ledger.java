package com.hazelcast.certification.systemtests.traffic;

import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * What a driver has sent and what it was answered. Transactions are numbered in the order in which they were sent. Thread-safe:
 * one lock, held for nanoseconds.
 */
public final class Ledger implements Answered {
    /** Not answered. */
    public static final int OPEN = -1;

    /** Rejected: neither held nor scored. */
    static final int REJECTED = -2;

    private static final int SET_SHIFT = 14;
    private static final int ACTION_SHIFT = 12;
    private static final int ACTION_MASK = 0b11;
    private static final int RULE_MASK = (1 << ACTION_SHIFT) - 1;

    private final List<Transaction> transactions = new ArrayList<>();
    private int[] answers = new int[1 << 16];
    private int answeredCount;
    private int rejectedCount;
    private final List<String> differing = new ArrayList<>();

    /** Those that were sent before all copies of them could go. */
    private final BitSet excused = new BitSet();

    private DecidingRules sets = DecidingRules.only(RuleSet.shipped());
    private boolean isExcusing;
    private int excusedFrom;

    /** Enters a transaction before it is sent; returns its number. */
    public synchronized int open(Transaction transaction) {
        int number = transactions.size();
        transactions.add(transaction);
        if (number == answers.length) {
            answers = Arrays.copyOf(answers, number * 2);
        }
        answers[number] = OPEN;
        return number;
    }

    /** Enters an answer; a second one must be the same as the first. */
    public void answered(int number, Verdict verdict) {
        boolean isRejected = verdict.status() == Verdict.Status.REJECTED;
        answered(
                number,
                isRejected
                        ? REJECTED
                        : decision(
                                verdict.ruleSet(),
                                verdict.rule(),
                                verdict.action().name()));
    }

    /** The same by a {@link #decision}, or {@link #REJECTED}. */
    public synchronized void answered(int number, int answer) {
        if (answer != REJECTED && set(answer) == 0) {
            differing.add("transaction " + number + " was answered without a set of rules");
        }
        if (answers[number] == REJECTED && isExcusing && answer != REJECTED) {
            // Rejected while its shard was lost with all copies, and scored when that was loaded again.
            rejectedCount--;
            answers[number] = OPEN;
        }
        if (answers[number] == OPEN) {
            answers[number] = answer;
            answeredCount += answer == REJECTED ? 0 : 1;
            rejectedCount += answer == REJECTED ? 1 : 0;
        } else if (answers[number] != answer && !excused.get(number)) {
            differing.add(
                    "transaction " + number + " was answered " + words(answers[number]) + " and then " + words(answer));
        }
    }

    /** Who has decided, and what, as one number. */
    public static int decision(int set, int rule, String action) {
        return set << SET_SHIFT
                | Action.valueOf(action.toUpperCase(Locale.ROOT)).ordinal() << ACTION_SHIFT
                | rule;
    }

    /** The set of a decision. */
    static int set(int decision) {
        return decision >> SET_SHIFT;
    }

    private static String words(int answer) {
        return answer < 0
                ? Integer.toString(answer)
                : "rule " + (answer & RULE_MASK) + " of set " + set(answer) + " "
                        + Action.values()[answer >> ACTION_SHIFT & ACTION_MASK].label();
    }

    /** What is held is read with these sets of rules. */
    public synchronized void readWith(DecidingRules rules) {
        sets = rules;
    }

    /** @return a number that no answer has, when no set has the code */
    @Override
    public synchronized int heldAs(int code) {
        return sets.ruling(code)
                .map(ruling -> decision(
                        ruling.set().number(), ruling.rule(), ruling.action().label()))
                .orElse(code);
    }

    /** A promise was broken that has nothing to do with what is held. */
    public synchronized void broken(String how) {
        differing.add(how);
    }

    /**
     * What has been sent so far may be lost, or scored again, because all copies of it may be. Not only what has been answered: an
     * answer that was given before may be on its way, for as long as a busy machine takes.
     */
    public synchronized void excuse() {
        excused.set(0, transactions.size());
        isExcusing = true;
    }

    /** From now on until {@link #endExcuse}, what is answered may be lost, or scored again; what was answered before may not. */
    public synchronized void beginExcuse() {
        excusedFrom = transactions.size();
        for (int number = 0; number < excusedFrom; number++) {
            if (answers[number] == OPEN) {
                excused.set(number);
            }
        }
    }

    /** What is sent from now on, and answered, may not be lost. */
    public synchronized void endExcuse() {
        excused.set(excusedFrom, transactions.size());
    }

    @Override
    public synchronized boolean isExcused(int number) {
        return excused.get(number);
    }

    @Override
    public synchronized Transaction transaction(int number) {
        return transactions.get(number);
    }

    @Override
    public synchronized int answer(int number) {
        return answers[number];
    }

    @Override
    public synchronized int size() {
        return transactions.size();
    }

    @Override
    public synchronized int answeredCount() {
        return answeredCount;
    }

    /** How many of those from that number on have been answered. */
    public synchronized int answeredFrom(int from) {
        int count = 0;
        for (int number = from; number < transactions.size(); number++) {
            count += answers[number] == OPEN ? 0 : 1;
        }
        return count;
    }

    /** All decisions from that number on have to be of that set. */
    public synchronized void requireSet(int from, int set) {
        for (int number = from; number < transactions.size(); number++) {
            if (answers[number] >= 0 && set(answers[number]) != set) {
                differing.add("transaction " + number + ", sent while set " + set + " alone decided, was answered "
                        + words(answers[number]));
            }
        }
    }

    synchronized int rejectedCount() {
        return rejectedCount;
    }

    @Override
    public synchronized List<String> differing() {
        return List.copyOf(differing);
    }
}
