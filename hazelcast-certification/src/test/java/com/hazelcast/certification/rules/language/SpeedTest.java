package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.compiled.CostModel;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Speed between where a card pays and where it paid last: the compiled set and the interpreter are both asked. */
class SpeedTest {
    private static final long NOW = 1_781_562_600_000L;
    private static final int BERLIN = 1;
    private static final int PARIS = 2;
    private static final int NOWHERE = 9;

    private static final Map<String, String> FILES = Map.of(
            "places.csv", "key,latitude,longitude\n1,52.52,13.405\n2,48.8566,2.3522\n",
            "lands.csv", "DE,51.16,10.45\nFR,46.23,2.21\n",
            "terminals.csv", "276-00001-00003,52.52,13.405\n276-00002-00003,48.8566,2.3522\n");

    private static final String HEADER = """
            table places of city to place from 'places.csv'
            table lands of country to place from 'lands.csv'
            table terminals of terminal to place from 'terminals.csv'
            """;

    private static TransactionText in(int city, long time) {
        return TransactionText.parse(
                String.format("00004000222333,%d,276,00,00000120,978,5411,%05d,00003", time, city));
    }

    private static RuleSetDefinition read(String condition) throws RuleLanguageException {
        return new RuleLanguage()
                .read(
                        HEADER + "rule r decline when " + condition,
                        name -> new BufferedReader(new StringReader(FILES.get(name))));
    }

    private static boolean holds(String condition, TransactionText t, TransactionText... earlier)
            throws RuleLanguageException {
        return BothEngines.decide(read(condition), t, List.of(earlier)) == 1;
    }

    /** 877 km between both. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            3600000, 877
            7200000, 438
            -3600000, 877
            0, 52647
            59000, 52647
            """)
    void shouldBeTheWayByTheTime(long apartMs, long kmPerHour) throws RuleLanguageException {
        TransactionText here = in(BERLIN, NOW);
        assertThat(holds("speed(@places) = " + kmPerHour, here, in(PARIS, NOW - apartMs)))
                .isTrue();
    }

    @Test
    void shouldLookAtTheNewestPaymentAlone() throws RuleLanguageException {
        TransactionText[] earlier = {in(BERLIN, NOW - 60_000), in(PARIS, NOW - 120_000)};
        assertThat(holds("speed(@places) < 1", in(BERLIN, NOW), earlier)).isTrue();
        assertThat(holds("speed(@places) > 900", in(PARIS, NOW), earlier)).isTrue();
    }

    @Test
    void shouldTakeCountriesAndTerminalsAsPlaces() throws RuleLanguageException {
        assertThat(holds("speed(@lands) = 0", in(BERLIN, NOW), in(PARIS, NOW - 60_000)))
                .isTrue();
        assertThat(holds("speed(@terminals) = 877", in(BERLIN, NOW), in(PARIS, NOW - 3_600_000)))
                .isTrue();
    }

    @Test
    void shouldBeMissingWithoutAPlaceOrAPayment() throws RuleLanguageException {
        TransactionText here = in(BERLIN, NOW);
        TransactionText nowhere = in(NOWHERE, NOW);
        for (String condition : List.of("speed(@places) > 1", "speed(@places) < 1")) {
            assertThat(holds(condition, here)).isFalse();
            assertThat(holds(condition, here, in(NOWHERE, NOW - 60_000))).isFalse();
            assertThat(holds(condition, nowhere, in(PARIS, NOW - 60_000))).isFalse();
        }
        assertThat(holds("speed(@places) is missing", here)).isTrue();
        assertThat(holds("(speed(@places) else 0) < 1", nowhere, in(PARIS, NOW - 60_000)))
                .isTrue();
    }

    @Test
    void shouldSayTheSpeedInItsReason() throws RuleLanguageException {
        TransactionText here = in(BERLIN, NOW);
        ListHistory history = new ListHistory(List.of(in(PARIS, NOW - 600_000)), NOW);
        assertThat(new RuleInterpreter(read("speed(@places) > 900"))
                        .matches(here.card(), here.times(), here.payment(), here.outcome(), history))
                .extracting(Match::because)
                .containsExactly("speed(@places) is 5,264 km/h, more than 900 km/h");
    }

    @Test
    void shouldCostTwoLookUpsAndTheWay() throws RuleLanguageException {
        double withSpeed = CostModel.of(
                        read("speed(@places) > 900 and card.since_last < 1d and last(city, last 90d) > 5"),
                        SetCost.ENTRIES_MANY)
                .ns();
        double without = CostModel.of(read("card.since_last < 1d and last(city, last 90d) > 5"), SetCost.ENTRIES_MANY)
                .ns();
        assertThat(withSpeed - without).isBetween(400.0, 450.0);
    }
}
