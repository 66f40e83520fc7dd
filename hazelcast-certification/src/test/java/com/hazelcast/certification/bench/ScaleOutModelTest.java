package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.MeasuredCost;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleOutModelTest {
    /** A transaction takes so many microseconds, whatever the load; each is a call. */
    private static MeasuredCost row(int members, int backups, double us) {
        return new MeasuredCost(
                members, 7, backups, 1_000, 1_000, us, 1_000, 1, 2, 3, 0, "two cores", "c0ffee1", "2026-11-25", false);
    }

    @Test
    void shouldLeaveOutWhatTheRowsCannotTell() {
        List<String> lines = ScaleOutModel.lines(CostModel.fit(List.of(row(2, 1, 5), row(2, 1, 5))));

        assertThat(lines.get(0)).isEqualTo("model of 2 rows, off by at most 0 %: us a transaction = 5.00");
        assertThat(lines.get(1))
                .isEqualTo("all of these rows have 1 backup(s), so they cannot tell what a backup adds");
        assertThat(lines.get(2)).startsWith("calls = shards x ").endsWith(" ms");
    }

    @Test
    void shouldSayWhatABackupAddsWhereTheRowsHaveSeveralNumbers() {
        List<String> lines = ScaleOutModel.lines(CostModel.fit(List.of(row(2, 0, 2), row(2, 1, 5))));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).endsWith("us a transaction = 2.00 + 3.00 x backups");
    }
}
