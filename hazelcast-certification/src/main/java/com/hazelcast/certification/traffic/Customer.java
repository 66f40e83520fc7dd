package com.hazelcast.certification.traffic;

import com.hazelcast.certification.history.CardHash;

/**
 * The customer of a card: home, mean amount, how often and when he pays, and where. All of it follows from the card's number and
 * the number of cards, so histories and streams of any seed are of the same customers. Set anew for each card; not thread-safe.
 */
final class Customer {
    private static final long WORLD = 0x6b1d9c3a52f7e481L;
    private static final long HOME = 0x3c79ac492ba7b653L;
    private static final int FIELD = 0xffff;

    /** Hours by which customers pay earlier or later than others of their country: -2 to 2. */
    private static final int HOURS_OF_HABIT = 5;

    private final TrafficModel model;
    private final Places places;
    private long traits;
    private long card;
    private int country;

    Customer(TrafficModel model, Places places) {
        this.model = model;
        this.places = places;
    }

    /** Becomes the customer of that card. */
    void set(long number) {
        card = number;
        traits = CardHash.of(number ^ WORLD);
        country = (int) ((traits >>> 48) * places.countryCount() >>> 16);
    }

    long card() {
        return card;
    }

    /** Index of the home's country. */
    int country() {
        return country;
    }

    /** How often he pays: 0 to 65,535, uniform over the customers. */
    int activity() {
        return (int) traits & FIELD;
    }

    /** Hours by which his day is ahead of UTC. */
    int hoursEast() {
        int habit = (int) ((traits >>> 32 & FIELD) * HOURS_OF_HABIT >>> 16) - HOURS_OF_HABIT / 2;
        return Places.hoursEast(country) + habit;
    }

    /** The mean of his amounts. */
    double meanUnits() {
        double share = ((traits >>> 16 & FIELD) + 0.5) / (FIELD + 1);
        return model.meanUnitsMin() + (model.meanUnitsMax() - model.meanUnitsMin()) * share;
    }

    /** His city in his country; some cities have more people than others. */
    int homeCity() {
        long home = CardHash.of(traits + HOME);
        int cities = places.citiesPerCountry();
        return (int) Math.min((home >>> 48) * cities >>> 16, (home >>> 32 & FIELD) * cities >>> 16);
    }

    /** The city in his country of the terminal that he pays at, of those in his reach. */
    int cityOf(int choice) {
        int home = homeCity();
        // Every fourth choice lies in one of the next three cities.
        return model.isAtHome() || choice % 4 != 3 ? home : (home + 1 + choice / 4 % 3) % places.citiesPerCountry();
    }

    /** The terminal of that city. */
    int terminalOf(int choice) {
        return (int) Draws.scaled(CardHash.of(traits + (choice + 1) * Draws.GOLDEN_GAMMA), places.terminalsPerCity());
    }
}
