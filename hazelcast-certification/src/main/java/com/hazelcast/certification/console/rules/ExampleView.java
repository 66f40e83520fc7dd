package com.hazelcast.certification.console.rules;

/**
 * A transaction that one set gives another action than the other.
 *
 * @param number of the rule that decides; 0: none, or points
 * @param name of the rule; empty for 0
 * @param card masked
 */
record ExampleView(
        String from,
        String to,
        int number,
        String name,
        String card,
        long timeMs,
        long amountUnits,
        int country,
        int merchant) {}
