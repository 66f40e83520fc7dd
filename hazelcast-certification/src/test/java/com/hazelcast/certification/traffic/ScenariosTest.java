package com.hazelcast.certification.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frauds in a week of a stream, each with what it is known by. */
class ScenariosTest {
    private static final long CARDS = 20_000;
    private static final long BEGIN_MS = 1_798_761_600_000L;
    private static final long DAY_MS = 86_400_000L;
    private static final long HOUR_MS = 3_600_000L;
    private static final int COUNT = 1_000_000;

    private static List<Labelled> records = List.of();
    private static Map<Long, List<Labelled>> byCard = Map.of();

    @BeforeAll
    static void generate() {
        records = Labelled.records(CARDS, 5, COUNT, 50, BEGIN_MS, BEGIN_MS + 7 * DAY_MS);
        byCard = records.stream()
                .collect(Collectors.groupingBy(record -> record.fields().card()));
    }

    @AfterAll
    static void forget() {
        records = List.of();
        byCard = Map.of();
    }

    private static List<Labelled> of(Scenario scenario) {
        return records.stream().filter(record -> record.scenario() == scenario).toList();
    }

    private static double meanUnits(long card) {
        return customer(card).meanUnits();
    }

    private static Customer customer(long card) {
        Customer customer = new Customer(TrafficModel.NATURAL, Places.of(CARDS));
        customer.set(card);
        return customer;
    }

    private static int home(Labelled record) {
        return Places.code(customer(record.fields().card()).country());
    }

    private static double average(List<Labelled> of, ToDoubleFunction<Labelled> value) {
        return of.stream().mapToDouble(value).average().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "UNUSUAL_AMOUNT,       0.00040, 0.00070",
        "COMPROMISED_TERMINAL, 0.00300, 0.00850",
        "STOLEN_CARD,          0.00200, 0.00370",
        "TESTED_CARD,          0.00030, 0.00070",
        "TWO_COUNTRIES,        0.00035, 0.00065",
        "NIGHT_SPREE,          0.00030, 0.00070"
    })
    void shouldHaveItsShare(Scenario scenario, double least, double greatest) {
        assertThat(of(scenario).size() / (double) COUNT).isBetween(least, greatest);
    }

    @Test
    void shouldMakeUnusualAmountsLargerThanTheCustomersOwn() {
        assertThat(of(Scenario.UNUSUAL_AMOUNT))
                .allSatisfy(record -> assertThat(record.fields().amountUnits() + 1.0)
                        .isGreaterThan(6 * meanUnits(record.fields().card())));
    }

    @Test
    void shouldLabelAllThatIsPaidAtACompromisedTerminalAsLongAsItIs() {
        Map<Long, List<Labelled>> byTerminal = records.stream().collect(Collectors.groupingBy(ScenariosTest::terminal));
        int several = 0;
        for (List<Labelled> paid : byTerminal.values()) {
            List<Scenario> scenarios = paid.stream().map(Labelled::scenario).toList();
            int first = scenarios.indexOf(Scenario.COMPROMISED_TERMINAL);
            int last = scenarios.lastIndexOf(Scenario.COMPROMISED_TERMINAL);
            if (first >= 0) {
                assertThat(scenarios.subList(first, last + 1)).doesNotContain(Scenario.GENUINE);
                several += last > first ? 1 : 0;
            }
        }
        assertThat(several).as("terminals with several such payments").isGreaterThan(50);
    }

    private static long terminal(Labelled record) {
        Fields fields = record.fields();
        return fields.city() * 100_000L + fields.code();
    }

    @Test
    void shouldLeaveAmountsAtCompromisedTerminalsAsTheyAre() {
        double compromised = average(
                of(Scenario.COMPROMISED_TERMINAL), record -> record.fields().amountUnits());
        double genuine = average(of(Scenario.GENUINE), record -> record.fields().amountUnits());
        assertThat(compromised).isBetween(0.8 * genuine, 1.25 * genuine);
    }

    @Test
    void shouldTakeAThirdOfTheStolenCardsPaymentsFiveTimesAsLarge() {
        List<Labelled> stolen = of(Scenario.STOLEN_CARD);
        assertThat(average(
                        stolen,
                        record -> record.fields().amountUnits()
                                / meanUnits(record.fields().card())))
                .isBetween(4.3, 5.7);
        // Of cards that stay stolen for the whole week.
        FraudPeriods cards = new FraudPeriods(6, TrafficModel.STOLEN_MS, 0);
        List<Long> allWeek = new ArrayList<>();
        for (long card = 0; card < CARDS; card++) {
            cards.at(BEGIN_MS);
            boolean atBegin = cards.hasFallen(card);
            cards.at(BEGIN_MS + 7 * DAY_MS);
            if (atBegin && cards.hasFallen(card)) {
                allWeek.add(card);
            }
        }
        List<Labelled> all = allWeek.stream()
                .flatMap(card -> byCard.getOrDefault(card, List.of()).stream())
                .toList();
        long labelled = all.stream()
                .filter(record -> record.scenario() == Scenario.STOLEN_CARD)
                .count();
        assertThat(labelled / (double) all.size()).isBetween(0.30, 0.37);
    }

    @Test
    void shouldTestACardWithSmallAmountsBeforeALargeOne() {
        int whole = 0;
        for (List<Labelled> tests : episodes(Scenario.TESTED_CARD)) {
            List<Integer> amounts =
                    tests.stream().map(record -> record.fields().amountUnits()).toList();
            int large = amounts.size() - 1;
            if (amounts.get(large) >= 200) {
                assertThat(large).isBetween(3, 6);
                assertThat(amounts.subList(0, large)).allMatch(amount -> amount <= 2);
                whole++;
            }
        }
        assertThat(whole).isGreaterThan(50);
    }

    /** Payments of a scenario, card by card, cut where nothing comes for an hour or a large amount ends a test. */
    private static List<List<Labelled>> episodes(Scenario scenario) {
        List<List<Labelled>> episodes = new ArrayList<>();
        for (List<Labelled> paid : byCard.values()) {
            List<Labelled> episode = new ArrayList<>();
            for (Labelled record : paid) {
                if (record.scenario() == scenario) {
                    if (!episode.isEmpty()
                            && (record.fields().timeMs()
                                                    - last(episode).fields().timeMs()
                                            > HOUR_MS
                                    || scenario == Scenario.TESTED_CARD
                                            && last(episode).fields().amountUnits() >= 200)) {
                        episodes.add(episode);
                        episode = new ArrayList<>();
                    }
                    episode.add(record);
                }
            }
            if (!episode.isEmpty()) {
                episodes.add(episode);
            }
        }
        return episodes;
    }

    private static Labelled last(List<Labelled> episode) {
        return episode.get(episode.size() - 1);
    }

    @Test
    void shouldPayAbroadWithinAnHourOfAPaymentAtHome() {
        int[] found = {0};
        for (List<Labelled> paid : byCard.values()) {
            for (int i = 0; i < paid.size(); i++) {
                Labelled abroad = paid.get(i);
                if (abroad.scenario() == Scenario.TWO_COUNTRIES) {
                    assertThat(abroad.fields().country()).isNotEqualTo(home(abroad));
                    assertThat(paid.subList(0, i))
                            .anyMatch(before -> before.fields().country() == home(abroad)
                                    && abroad.fields().timeMs()
                                                    - before.fields().timeMs()
                                            <= HOUR_MS);
                    found[0]++;
                }
            }
        }
        assertThat(found[0]).isGreaterThan(300);
    }

    @Test
    void shouldGoOnASpreeWhileTheCustomerIsAsleep() {
        List<List<Labelled>> sprees = episodes(Scenario.NIGHT_SPREE);
        Map<Integer, Integer> lengths = new HashMap<>();
        for (List<Labelled> spree : sprees) {
            Fields first = spree.get(0).fields();
            int hour = Rhythm.hourOfDay(
                    Rhythm.hourOfWeek(first.timeMs()), customer(first.card()).hoursEast());
            assertThat(hour).isBetween(1, 4);
            lengths.merge(spree.size(), 1, Integer::sum);
        }
        assertThat(sprees).hasSizeGreaterThan(40);
        assertThat(lengths.keySet()).contains(4, 10);
    }
}
