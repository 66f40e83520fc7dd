package com.hazelcast.certification.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * With the parameters of the Fraud Detection Handbook's simulator (chapter 3: 5,000 customers, 10,000 terminals, 183 days) the
 * customers pay, and fall victim, as often as the book says of its data: as far from the mean of many runs as chance takes one run.
 */
class HandbookTest {
    private static final int CUSTOMERS = 5_000;
    private static final int TERMINALS = 10_000;
    private static final int DAYS = 183;
    private static final double PAYMENTS_A_DAY_MAX = 4;
    private static final int DAY_S = 86_400;
    private static final int DEVIATION_S = 20_000;
    private static final long DAY_MS = 1_000L * DAY_S;

    /** 1 April 2018. */
    private static final long BEGIN_MS = 1_522_540_800_000L;

    private static final int RUNS = 12;

    /** By run; payments first, then the book's scenarios, then all frauds. */
    private static final double[][] COUNTS = new double[RUNS][];

    @BeforeAll
    static void run() {
        for (int seed = 0; seed < RUNS; seed++) {
            COUNTS[seed] = simulate(seed);
        }
    }

    /** Each run has customers of its own, and begins at a time of its own. */
    private static double[] simulate(int seed) {
        Random random = new Random(seed);
        Draws draws = new Draws(seed);
        long beginMs = BEGIN_MS + seed * 400 * DAY_MS;
        TrafficModel model = TrafficModel.handbook(beginMs);
        Places places = Places.oneCity(TERMINALS);
        Customer customer = new Customer(model, places);
        Payments payments = new Payments(model, places);
        Payment payment = new Payment();
        double[] counts = new double[5];
        for (int day = 0; day < DAYS; day++) {
            for (int i = 0; i < CUSTOMERS; i++) {
                customer.set((long) seed * CUSTOMERS + i);
                int count = poisson(PAYMENTS_A_DAY_MAX * customer.activity() / 0x10000, random);
                for (int j = 0; j < count; j++) {
                    double second = DAY_S / 2.0 + DEVIATION_S * random.nextGaussian();
                    if (second > 0 && second < DAY_S) {
                        payments.draw(customer, beginMs + day * DAY_MS + (long) (1_000 * second), draws, payment);
                        counts[0]++;
                        counts[payment.scenario.number()] += payment.scenario == Scenario.GENUINE ? 0 : 1;
                        counts[4] += payment.scenario == Scenario.GENUINE ? 0 : 1;
                    }
                }
            }
        }
        return counts;
    }

    /** Knuth's method. */
    private static int poisson(double mean, Random random) {
        double limit = Math.exp(-mean);
        int count = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }

    /** The last column bounds the deviation, so that the test stays one. */
    @ParameterizedTest
    @CsvSource({
        "payments,             0, 1754155, 0.02",
        "unusual amounts,      1,     973, 0.15",
        "compromised terminals,2,    9077, 0.08",
        "stolen cards,         3,    4631, 0.08",
        "all frauds,           4,   14681, 0.06",
    })
    void shouldReachThePublishedCount(String what, int index, double published, double deviationShareMax) {
        double[] counts = Arrays.stream(COUNTS).mapToDouble(run -> run[index]).toArray();
        double mean = Arrays.stream(counts).average().orElseThrow();
        double deviation = Math.sqrt(Arrays.stream(counts)
                        .map(count -> (count - mean) * (count - mean))
                        .sum()
                / (RUNS - 1));

        assertThat(deviation).as("deviation of " + Arrays.toString(counts)).isLessThan(deviationShareMax * mean);
        assertThat(Math.abs(published - mean))
                .as("%s: published %s, mean of %d runs %s, deviation %s", what, published, RUNS, mean, deviation)
                .isLessThan(3 * deviation);
    }

    @ParameterizedTest
    @CsvSource({"0.0084, 0.0006"})
    void shouldReachThePublishedShareOfFraud(double published, double within) {
        double share = IntStream.range(0, RUNS)
                .mapToDouble(run -> COUNTS[run][4] / COUNTS[run][0])
                .average()
                .orElseThrow();
        assertThat(share).isBetween(published - within, published + within);
    }
}
