package com.hazelcast.certification.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.http.Call;
import com.hazelcast.certification.rules.live.Decisions;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.Pan;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FraudMetricsTest {
    private static final long NOW_MS = 1_798_967_585_307L;

    private final FraudMetrics metrics = new FraudMetrics(Clock.fixed(Instant.ofEpochMilli(NOW_MS), ZoneOffset.UTC));

    @Test
    void shouldRememberByItsClockWhenARuleLastHeld() {
        metrics.verdictsGiven(RuleSet.shipped(), 36, 2);

        assertThat(metrics.rules().lastVerdictMs(36)).isEqualTo(NOW_MS);
        assertThat(metrics.rules().lastVerdictMs(35)).isZero();
    }

    @Test
    void shouldShowNoExampleOfACardThatIsForgotten() {
        RuleSet set = RuleSet.shipped();
        for (long i = 0; i < 5; i++) {
            metrics.shadowMoved(set, Action.APPROVE, Action.REVIEW, 1, 17_721_000 + i % 2, i << 23, 0);
        }
        metrics.shadows().forget(17_721_000);

        assertThat(metrics.shadows().figures(List.of(set)).sets().get(0).examples())
                .singleElement()
                .satisfies(example -> assertThat(example.card()).isEqualTo(Pan.masked(17_721_001)));
    }

    @Test
    void shouldHaveTimesOfTheLastSecondsHoweverSeldomTheyAreLookedAt() {
        ApiMetrics api = metrics.openApi();
        long nowNs = System.nanoTime();
        metrics.answered(1, 1, 0, 0, new int[0], 8_000_000_000L);
        api.answered(Call.DECISION, 200, false, 8_000_000_000L);
        metrics.tick(nowNs + 11_000_000_000L);
        metrics.answered(1, 1, 0, 0, new int[0], 1_000_000);
        api.answered(Call.DECISION, 200, false, 1_000_000);
        metrics.tick(nowNs + 22_000_000_000L);

        assertThat(metrics.latency().recent().maxNs()).isLessThan(2_000_000);
        assertThat(api.figures().recent().maxNs()).isLessThan(2_000_000);
    }

    @Test
    void shouldCountDecisionsBySetWhenACodeIsOfAnotherSetThanBefore() throws RuleSetRefusedException {
        RuleSetText text = new RuleSetText("set tried\nrule all decline when tx.amount >= 1\n", Map.of());
        RuleSet before = RuleSet.of(2, 50, text, card -> card);
        RuleSet after = RuleSet.of(3, 50, text, card -> card);
        metrics.rules().expect(before);
        metrics.verdictsGiven(before, 51, 5);

        metrics.rules().expect(after);
        metrics.verdictsGiven(after, 51, 2);
        assertThat(metrics.rules().verdictCount(51)).isEqualTo(2);
        assertThat(metrics.rules().decisions(after)).isEqualTo(new Decisions(2, 2));
        assertThat(metrics.rules().verdictCount()).as("nothing is lost").isEqualTo(7);
        assertThat(metrics.rules().flaggedCount()).isEqualTo(7);
        assertThat(given()).containsExactlyInAnyOrder("3 0 0.0", "3 1 2.0");

        // The first set decides again, with codes of its own.
        RuleSet again = RuleSet.of(2, 60, text, card -> card);
        metrics.rules().expect(again);
        metrics.verdictsGiven(again, 61, 4);
        assertThat(metrics.rules().decisions(again)).isEqualTo(new Decisions(4, 4));
        assertThat(metrics.rules().verdictCount()).isEqualTo(11);
    }

    @Test
    void shouldShowSumsOfPointsWithOneActionAsOne() throws RuleSetRefusedException {
        RuleSetText text = new RuleSetText("""
                set sums points review at 10
                rule a points 10 when tx.amount > 1
                rule b points 20 when tx.amount > 2
                """, Map.of());
        RuleSet set = RuleSet.of(2, 50, text, card -> card);
        metrics.rules().expect(set);
        metrics.verdictsGiven(set, set.codeOf(0, Action.REVIEW, 10), 5);
        metrics.verdictsGiven(set, set.codeOf(0, Action.REVIEW, 30), 3);

        assertThat(given()).containsExactlyInAnyOrder("2 0 0.0", "2 0 8.0");
        assertThat(metrics.rules().verdictCount(set.codeOf(0, Action.REVIEW, 30)))
                .isEqualTo(3);
        assertThat(metrics.rules().flaggedCount(set)).isEqualTo(8);
        assertThat(metrics.rules().verdictCount()).isEqualTo(8);

        metrics.rules().expect(RuleSet.of(3, 50, text, card -> card));
        assertThat(given()).containsExactlyInAnyOrder("3 0 0.0", "3 0 0.0");
        assertThat(metrics.rules().flaggedCount()).as("nothing is lost").isEqualTo(8);
    }

    /** Set, rule and how many, of sets but the shipped one. */
    private List<String> given() {
        return metrics.registry().scrape("fraud_verdicts"::equals).stream()
                .map(CounterSnapshot.class::cast)
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .map(point ->
                        point.getLabels().get("set") + " " + point.getLabels().get("rule") + " " + point.getValue())
                .toList();
    }

    @Test
    void shouldShowHowManyCodesAreLeft() {
        metrics.rules().observeBook(() -> RuleBook.first(RuleSet.shipped()), () -> 0);

        GaugeSnapshot codes = metrics.registry().scrape("fraud_rule_codes"::equals).stream()
                .map(GaugeSnapshot.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(codes.getDataPoints())
                .extracting(point -> point.getLabels().get("state") + " " + point.getValue())
                .containsExactlyInAnyOrder("free 4046.0", "deciding 50.0", "held 0.0", "out 0.0");
        GaugeSnapshot fill = metrics.registry().scrape("fraud_rule_book_fill_ratio"::equals).stream()
                .map(GaugeSnapshot.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(fill.getDataPoints())
                .filteredOn(point -> "sets".equals(point.getLabels().get("of")))
                .singleElement()
                .satisfies(point -> assertThat(point.getValue()).isEqualTo(1.0 / 5_000));
        assertThat(fill.getDataPoints()).hasSize(2);
    }

    @Test
    void shouldCountTheLinesThatTheLogLeavesOutByEvent() {
        metrics.observeLog(() -> Map.of("call_failed", 7L, "other", 2L));

        CounterSnapshot leftOut = metrics.registry().scrape("fraud_log_lines_left_out"::equals).stream()
                .map(CounterSnapshot.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(leftOut.getDataPoints())
                .extracting(point -> point.getLabels().get("event") + " " + point.getValue())
                .containsExactlyInAnyOrder("call_failed 7.0", "other 2.0");
    }
}
