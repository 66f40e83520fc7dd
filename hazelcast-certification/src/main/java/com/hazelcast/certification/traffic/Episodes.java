package com.hazelcast.certification.traffic;

/**
 * Frauds of several payments that follow each other in a stream: {@link Scenario#TESTED_CARD}, {@link Scenario#TWO_COUNTRIES} and
 * {@link Scenario#NIGHT_SPREE}. Those that have begun stand in a table of fixed size; when it is full, none begins. The next payment
 * of one comes after a random number of other records, or after half an hour, whichever is first: a stream that runs faster than its
 * customers would, runs its frauds faster, too. Not thread-safe; allocates nothing.
 */
final class Episodes {
    private static final int OPEN_MAX = 64;

    /** Of so many records of a million an episode begins. With the payments of each that is 0.05 % of all, for each scenario. */
    private static final int TESTS_PER_MILLION = 90;

    private static final int TWO_COUNTRIES_PER_MILLION = 500;
    private static final int SPREES_PER_MILLION = 70;

    private static final int TESTS_MIN = 3;
    private static final int TESTS_MAX = 6;
    private static final int SPREE_MIN = 4;
    private static final int SPREE_MAX = 10;
    private static final int SPREE_TRIES = 128;
    private static final int MORNING = 5;

    /** Gaps between the payments, in records: minutes of a day in which each card pays some two times. */
    private static final int CARDS_PER_GAP = 400;

    private static final int GAP_MIN = 8;
    private static final int GAP_MAX = 2_000;
    private static final long WAIT_MAX_MS = 30 * 60 * 1_000L;

    private final Payments payments;
    private final Draws draws;
    private final long cards;
    private final int gap;
    private final Scenario[] scenarios = new Scenario[OPEN_MAX];
    private final long[] card = new long[OPEN_MAX];
    private final int[] stepsLeft = new int[OPEN_MAX];
    private final long[] dueRecord = new long[OPEN_MAX];
    private final long[] dueMs = new long[OPEN_MAX];
    private int openCount;
    private long record;
    private long nextRecord = Long.MAX_VALUE;
    private long nextMs = Long.MAX_VALUE;

    Episodes(Payments payments, Draws draws, long cards) {
        this.payments = payments;
        this.draws = draws;
        this.cards = cards;
        this.gap = (int) Math.max(GAP_MIN, Math.min(GAP_MAX, cards / CARDS_PER_GAP));
    }

    /** Makes the next record's payment, when it is one of an episode; the customer is then whose card it is. */
    boolean take(Customer customer, long timeMs, int hourOfWeek, Payment payment) {
        record++;
        if (record >= nextRecord || timeMs >= nextMs) {
            int index = firstDue(timeMs);
            if (index >= 0) {
                step(index, customer, timeMs, payment);
                return true;
            }
        }
        int kind = (int) draws.below(1_000_000);
        return kind < TESTS_PER_MILLION + TWO_COUNTRIES_PER_MILLION + SPREES_PER_MILLION
                && openCount < OPEN_MAX
                && begin(kind, customer, timeMs, hourOfWeek, payment);
    }

    private boolean begin(int kind, Customer customer, long timeMs, int hourOfWeek, Payment payment) {
        if (kind < TESTS_PER_MILLION) {
            customer.set(draws.below(cards));
            open(Scenario.TESTED_CARD, customer, draws.between(TESTS_MIN, TESTS_MAX) + 1, timeMs);
        } else if (kind < TESTS_PER_MILLION + TWO_COUNTRIES_PER_MILLION) {
            customer.set(draws.below(cards));
            open(Scenario.TWO_COUNTRIES, customer, 2, timeMs);
        } else if (findAsleep(customer, hourOfWeek)) {
            open(Scenario.NIGHT_SPREE, customer, draws.between(SPREE_MIN, SPREE_MAX), timeMs);
        } else {
            return false;
        }
        step(openCount - 1, customer, timeMs, payment);
        return true;
    }

    private boolean findAsleep(Customer customer, int hourOfWeek) {
        for (int i = 0; i < SPREE_TRIES; i++) {
            customer.set(draws.below(cards));
            int hour = Rhythm.hourOfDay(hourOfWeek, customer.hoursEast());
            if (hour >= 1 && hour < MORNING) {
                return true;
            }
        }
        return false;
    }

    private void open(Scenario scenario, Customer customer, int steps, long timeMs) {
        scenarios[openCount] = scenario;
        card[openCount] = customer.card();
        stepsLeft[openCount] = steps;
        dueRecord[openCount] = record;
        dueMs[openCount] = timeMs;
        openCount++;
    }

    private int firstDue(long timeMs) {
        for (int i = 0; i < openCount; i++) {
            if (isDue(i, timeMs)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isDue(int index, long timeMs) {
        return record >= dueRecord[index] || timeMs >= dueMs[index];
    }

    private void step(int index, Customer customer, long timeMs, Payment payment) {
        customer.set(card[index]);
        int left = --stepsLeft[index];
        Scenario scenario = scenarios[index];
        double mean = customer.meanUnits();
        switch (scenario) {
            case TESTED_CARD -> {
                payments.anywhere(payment, customer.country(), draws);
                double large = Math.max(mean * draws.between(8.0, 16.0), 200);
                payments.set(payment, left > 0 ? draws.between(1, 2) : large, scenario);
            }
            case TWO_COUNTRIES -> {
                if (left > 0) {
                    // The customer's own, at home: it is what makes the next one impossible.
                    payments.atHome(customer, timeMs, draws, payment);
                } else {
                    payments.anywhere(payment, payments.foreign(customer, draws), draws);
                    payments.set(payment, mean * draws.between(1.0, 3.0), scenario);
                }
            }
            default -> {
                payments.anywhere(payment, customer.country(), draws);
                payments.set(payment, mean * draws.between(1.0, 4.0), scenario);
            }
        }
        if (left == 0) {
            close(index);
        } else {
            dueRecord[index] = record + draws.between(1, 2 * gap);
            dueMs[index] = timeMs + draws.between(1_000, (int) WAIT_MAX_MS);
        }
        findNext();
    }

    private void close(int index) {
        openCount--;
        scenarios[index] = scenarios[openCount];
        card[index] = card[openCount];
        stepsLeft[index] = stepsLeft[openCount];
        dueRecord[index] = dueRecord[openCount];
        dueMs[index] = dueMs[openCount];
    }

    private void findNext() {
        nextRecord = Long.MAX_VALUE;
        nextMs = Long.MAX_VALUE;
        for (int i = 0; i < openCount; i++) {
            nextRecord = Math.min(nextRecord, dueRecord[i]);
            nextMs = Math.min(nextMs, dueMs[i]);
        }
    }
}
