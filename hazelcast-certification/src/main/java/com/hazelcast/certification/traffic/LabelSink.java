package com.hazelcast.certification.traffic;

/** Takes the labels of generated payments, which never travel in the records. Called by the generator's thread. */
@FunctionalInterface
public interface LabelSink {
    /** Drops them. */
    LabelSink NONE = (card, timeMs, amountUnits, scenario) -> {};

    /** The label of the record that has just been made; its amount is in minor units. */
    void label(long card, long timeMs, int amountUnits, Scenario scenario);
}
