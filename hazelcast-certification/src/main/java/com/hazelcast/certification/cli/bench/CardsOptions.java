package com.hazelcast.certification.cli.bench;

import picocli.CommandLine.Option;

/** How many cards a bench loads, and with how many transactions each: the same options wherever it does. Not thread-safe. */
public final class CardsOptions {
    @Option(
            names = "--cards",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Cards (default: ${DEFAULT-VALUE}).")
    public int count;

    @Option(
            names = "--history",
            defaultValue = "20",
            paramLabel = "N",
            description = "Transactions a card (default: ${DEFAULT-VALUE}).")
    public int history;
}
