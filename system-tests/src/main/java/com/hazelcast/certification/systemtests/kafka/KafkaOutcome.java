package com.hazelcast.certification.systemtests.kafka;

import java.util.Locale;

/**
 * What was found.
 *
 * @param fired faults that were fired while payments were sent
 * @param disturbed the verdicts that were given meanwhile
 * @param histories of the members then
 * @param differing payments whose verdict of the undisturbed cluster has another action, set or rule
 * @param undisturbed histories of its members
 */
record KafkaOutcome(
        KafkaSettings settings,
        int fired,
        KafkaComparison disturbed,
        Histories histories,
        long differing,
        Histories undisturbed) {
    /**
     * What the owners of all shards hold.
     *
     * @param held transactions that were ever inserted
     * @param digest of all transactions with their verdicts, whatever their order
     */
    record Histories(long held, long digest) {}

    boolean isGood() {
        return fired == settings.faultCount()
                && disturbed.payments() == settings.records()
                && disturbed.isOneToOne()
                && histories.held() == settings.records()
                && histories.equals(undisturbed)
                && differing == 0;
    }

    /** The cells of a row, from the faults that were fired on. */
    String figures() {
        return String.format(
                Locale.ROOT,
                "| %d of %d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %s |",
                fired,
                settings.faultCount(),
                disturbed.payments(),
                disturbed.without(),
                disturbed.twice(),
                disturbed.ofNoPayment(),
                disturbed.deadLetters(),
                histories.held() - settings.records(),
                differing,
                histories.digest() == undisturbed.digest() ? "equal" : "differ");
    }

    @Override
    public String toString() {
        return (isGood() ? "good: " : "NOT GOOD: ") + settings.describe() + ": fired=" + fired + " " + disturbed
                + " with a rule=" + disturbed.withRule() + " other decision than undisturbed=" + differing + " "
                + histories
                + " undisturbed " + undisturbed;
    }
}
