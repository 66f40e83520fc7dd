package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What a driver has sent and what it was answered. Transactions are numbered in the order in which they were sent. Thread-safe:
 * one lock, held for nanoseconds.
 */
final class Ledger implements Answered {
    /** Not answered. */
    static final byte OPEN = -1;

    /** Rejected: neither held nor scored. */
    static final byte REJECTED = -2;

    private final List<Transaction> transactions = new ArrayList<>();
    private byte[] rules = new byte[1 << 16];
    private int answeredCount;
    private int rejectedCount;
    private final List<String> differing = new ArrayList<>();

    /** Those that were sent before all copies of them could go. */
    private final BitSet excused = new BitSet();

    private boolean isExcusing;
    private int excusedFrom;

    /** Enters a transaction before it is sent; returns its number. */
    synchronized int open(Transaction transaction) {
        int number = transactions.size();
        transactions.add(transaction);
        if (number == rules.length) {
            rules = Arrays.copyOf(rules, number * 2);
        }
        rules[number] = OPEN;
        return number;
    }

    /** Enters an answer; a second one must be the same as the first. */
    void answered(int number, Verdict verdict) {
        answered(number, verdict.status() == Verdict.Status.REJECTED ? REJECTED : (byte) verdict.rule());
    }

    /** The same by the number of a rule, or {@link #REJECTED}. */
    synchronized void answered(int number, byte rule) {
        if (rules[number] == REJECTED && isExcusing && rule != REJECTED) {
            // Rejected while its shard was lost with all copies, and scored when that was loaded again.
            rejectedCount--;
            rules[number] = OPEN;
        }
        if (rules[number] == OPEN) {
            rules[number] = rule;
            answeredCount += rule == REJECTED ? 0 : 1;
            rejectedCount += rule == REJECTED ? 1 : 0;
        } else if (rules[number] != rule && !excused.get(number)) {
            differing.add("transaction " + number + " was answered " + rules[number] + " and then " + rule);
        }
    }

    /** A promise was broken that has nothing to do with what is held. */
    synchronized void broken(String how) {
        differing.add(how);
    }

    /**
     * What has been sent so far may be lost, or scored again, because all copies of it may be. Not only what has been answered: an
     * answer that was given before may be on its way, for as long as a busy machine takes.
     */
    synchronized void excuse() {
        excused.set(0, transactions.size());
        isExcusing = true;
    }

    /** From now on until {@link #endExcuse}, what is answered may be lost, or scored again; what was answered before may not. */
    synchronized void beginExcuse() {
        excusedFrom = transactions.size();
        for (int number = 0; number < excusedFrom; number++) {
            if (rules[number] == OPEN) {
                excused.set(number);
            }
        }
    }

    /** What is sent from now on, and answered, may not be lost. */
    synchronized void endExcuse() {
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
    public synchronized byte rule(int number) {
        return rules[number];
    }

    @Override
    public synchronized int size() {
        return transactions.size();
    }

    @Override
    public synchronized int answeredCount() {
        return answeredCount;
    }

    synchronized int rejectedCount() {
        return rejectedCount;
    }

    @Override
    public synchronized List<String> differing() {
        return List.copyOf(differing);
    }
}
