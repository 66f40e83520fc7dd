package com.hazelcast.certification.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.console.overview.LatencyFigures;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.console.overview.Overview.MapFigures;
import com.hazelcast.certification.console.overview.Overview.Totals;
import com.hazelcast.certification.traffic.FlaggedNote;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusReportTest {
    private static Overview overview(@Nullable String flaggedNote) {
        return new Overview(
                1_798_967_585_000L,
                "a:1",
                ClusterState.SCORING,
                "Scoring",
                null,
                null,
                7L,
                LatencyFigures.NONE,
                new Totals(100, 80, 10, 3, 32, 0),
                Map.of(),
                0.4,
                flaggedNote,
                List.of(),
                List.of(),
                List.of(),
                new MapFigures(7, 7, 0L, 1, 30L, 40L, 437.0, null, 0, 0, 0, 0),
                List.of());
    }

    @Test
    void shouldSayBelowTheCountOfFlaggedWhyItIsHigh() {
        List<String> lines = StatusReport.lines(overview(FlaggedNote.TEXT), ZoneOffset.UTC);

        assertThat(lines)
                .containsSequence(
                        "received 100 = scored 80 + duplicate 10 + rejected 3 + in flight 7; flagged 32 of the scored",
                        "  " + FlaggedNote.TEXT);
    }

    @Test
    void shouldSayNothingWhereNothingIsToBeExplained() {
        assertThat(StatusReport.lines(overview(null), ZoneOffset.UTC)).noneMatch(line -> line.contains("rule 36"));
    }
}
