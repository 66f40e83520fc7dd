package com.hazelcast.certification.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostModelTest {
    private static final double INTERVAL_SECONDS = 0.003;

    /** A row of a cluster whose costs are 1.5 + 0.5 backups + calls (20 + 30 elsewhere + 40 backups) + 2 % of a core a member. */
    private static MeasuredCost row(int members, int shards, int backups, long tps) {
        double together = (double) tps / members * INTERVAL_SECONDS;
        double calls = shards * (1 - Math.exp(-together / shards)) / together;
        double elsewhere = (members - 1.0) / members;
        double us = 1.5 + 0.5 * backups + calls * (20 + 30 * elsewhere + 40 * backups) + 0.02 * members * 1e6 / tps;
        return row(members, shards, backups, tps, tps, us, calls * tps);
    }

    private static MeasuredCost row(
            int members, int shards, int backups, long offered, double tps, double us, double batches) {
        return new MeasuredCost(
                members,
                shards,
                backups,
                offered,
                tps,
                us,
                batches,
                1,
                2,
                3,
                0.001,
                "two cores",
                "c0ffee1",
                "2026-11-25",
                false);
    }

    static List<MeasuredCost> rows() {
        List<MeasuredCost> rows = new ArrayList<>();
        for (int members : new int[] {1, 2, 4, 8}) {
            for (int shards : new int[] {7, 31, 127}) {
                for (long tps : new long[] {30_000, 100_000, 400_000}) {
                    rows.add(row(members, shards, 0, tps));
                    rows.add(row(members, shards, members == 1 ? 0 : 1, tps));
                }
            }
        }
        return rows;
    }

    @Test
    void shouldFindTheWeightsBehindItsRows() {
        CostModel model = CostModel.fit(rows());

        assertThat(model.intervalMs()).isCloseTo(3, within(0.03));
        assertThat(model.greatestError()).isLessThan(0.02);
        assertThat(model.workUs()).isCloseTo(1.5, within(0.1));
        assertThat(model.callElsewhereUs()).isCloseTo(30, within(2.0));
        assertThat(model.callOfBackupUs()).isCloseTo(40, within(2.0));
        assertThat(model.memberShare()).isCloseTo(0.02, within(0.002));
    }

    @Test
    void shouldGiveNoWeightToWhatItsRowsCannotTell() {
        CostModel model =
                CostModel.fit(rows().stream().filter(row -> row.backups() == 1).toList());

        assertThat(model.workOfBackupUs()).isNaN();
        assertThat(model.callOfBackupUs()).isNaN();
        // Those of the backup that all rows have are in them.
        assertThat(model.workUs()).isCloseTo(2, within(0.1));
        assertThat(model.callUs()).isCloseTo(60, within(3.0));
        assertThat(model.costBackups(0)).isEqualTo(1);
        assertThat(model.costBackups(2)).isEqualTo(1);
        assertThat(model.cpuUs(4, 31, 2, 100_000)).isEqualTo(model.cpuUs(4, 31, 1, 100_000));
        assertThat(CostModel.fit(rows()).costBackups(2))
                .as("of rows with 0 and with 1")
                .isEqualTo(2);
    }

    @Test
    void shouldTakeTheFirstOfTermsThatOneRowCannotTellApart() {
        CostModel model = CostModel.fit(List.of(row(2, 7, 1, 30_000)));

        assertThat(model.workUs()).isCloseTo(row(2, 7, 1, 30_000).cpuUs(), within(1e-9));
        assertThat(List.of(model.callUs(), model.callElsewhereUs(), model.memberShare()))
                .allMatch(weight -> weight.isNaN());
    }

    @ParameterizedTest(name = "{0} members, {1} shards, {2} backups, {3} TPS")
    @CsvSource({"3, 13, 1, 200000", "16, 503, 1, 1000000", "200, 601, 2, 10000000"})
    void shouldReachBeyondItsRows(int members, int shards, int backups, long tps) {
        assertThat(CostModel.fit(rows()).cpuUs(members, shards, backups, tps))
                .isCloseTo(row(members, shards, backups, tps).cpuUs(), within(1.5));
    }

    @Test
    void shouldCountNoMoreCallsThanTransactions() {
        CostModel model = CostModel.fit(rows());

        assertThat(model.calls(200, 9_973, 1_000)).isCloseTo(1, within(0.001));
        assertThat(model.calls(2, 7, 1)).isCloseTo(1, within(0.001));
        assertThat(model.calls(2, 7, 1_000_000)).isLessThan(0.01);
    }

    @Test
    void shouldNotLearnFromAClusterThatDidNotKeepUp() {
        List<MeasuredCost> rows = rows();
        CostModel before = CostModel.fit(rows);
        rows.add(row(8, 503, 1, 100_000, 60_000, 300, 60_000));

        assertThat(CostModel.fit(rows).cpuUs(8, 31, 1, 100_000)).isEqualTo(before.cpuUs(8, 31, 1, 100_000));
        assertThatThrownBy(() -> CostModel.fit(List.of(row(8, 503, 1, 100_000, 60_000, 300, 60_000))))
                .hasMessageEndingWith("rows=1");
    }

    @ParameterizedTest(name = "{0} members, {1} shards, {2} backups, {3} TPS")
    @CsvSource(
            delimiter = '|',
            value = {
                "8 | 31  | 1 | 800000   | ''",
                "1 | 7   | 0 | 30000    | ''",
                "9 | 31  | 1 | 800000   | 9 member(s) (measured: 1 to 8)",
                "2 | 211 | 1 | 60000    | 211 shards (measured: 7 to 127)",
                "2 | 5   | 1 | 60000    | 5 shards (measured: 7 to 127)",
                "8 | 31  | 2 | 800000   | 2 backup(s) (measured: 0, 1)",
                "2 | 31  | 1 | 10000000 | '5,000,000 TPS a member (measured: 3,750 to 400,000)'",
                "2 | 31  | 1 | 7000     | '3,500 TPS a member (measured: 3,750 to 400,000)'",
            })
    void shouldSayWhereItExtrapolates(int members, int shards, int backups, long tps, String said) {
        CostModel model = CostModel.fit(rows());

        assertThat(String.join("; ", model.notMeasured(members, shards, backups, tps)))
                .isEqualTo(said);
    }

    @Test
    void shouldSayAllThatWasNotMeasured() {
        CostModel model = CostModel.fit(List.of(row(2, 7, 1, 30_000), row(2, 7, 1, 100_000)));

        assertThat(model.notMeasured(2, 7, 1, 30_000)).isEmpty();
        assertThat(model.notMeasured(1, 31, 0, 1_000))
                .containsExactly(
                        "1 member(s) (measured: 2)",
                        "31 shards (measured: 7)",
                        "1,000 TPS a member (measured: 15,000 to 50,000)",
                        "0 backup(s) (measured: 1)");
    }

    @Test
    void shouldBeNearTheMeasurementsOfThisRelease() {
        CostModel model = CostModel.measured();

        assertThat(model.fittedTo()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(model.greatestError()).isLessThan(1);
    }

    /** Where transactions wait for each other, calls are fewer than the rate and the shards say. */
    @Test
    void shouldNotBeFittedToAClusterWhoseProcessorsWereFull() {
        MeasuredCost full =
                MeasuredCost.parse("2;503;1;300000;300000;5.3;22888;81.3;177;231;0.0;two cores;c0ffee1;2026-11-30");
        List<MeasuredCost> rows = rows();
        List<MeasuredCost> more = new ArrayList<>(rows);
        more.add(full);

        assertThat(full.hasKeptUp()).isTrue();
        assertThat(CostModel.fit(more).fittedTo()).isEqualTo(rows);
    }

    @Test
    void shouldReadTheLineThatItWrites() {
        MeasuredCost row = row(4, 31, 1, 100_000);

        assertThat(MeasuredCost.parse(row.line()).line()).isEqualTo(row.line());
        assertThat(MeasuredCost.parse(List.of("# comment", MeasuredCost.HEAD, "", row.line())))
                .hasSize(1);
    }

    @Test
    void shouldKnowRowsOfASourceThatWasTheBoundAndThoseOfBeforeThatWasKept() {
        String before = "2;7;1;1000;1000;5.300;228;0.50;1.00;2.00;0.0000;two cores;c0ffee1;2026-11-30";
        String headBefore = MeasuredCost.HEAD.replace(";driver", "");

        assertThat(MeasuredCost.parse(List.of(headBefore, before)))
                .singleElement()
                .satisfies(row -> assertThat(row.isDriverBound()).isFalse())
                .satisfies(row -> assertThat(row.line()).isEqualTo(before + ";"));
        MeasuredCost bound = MeasuredCost.parse(before + ";bound");
        assertThat(bound.isDriverBound()).isTrue();
        assertThat(bound.line()).isEqualTo(before + ";bound");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1;2;3", "a;7;1;1;1;1;1;1;1;1;;m;c;d", "1;7;1;1;1;1;1;x;1;1;;m;c;d"})
    void shouldRefuseALineThatIsNoRow(String line) {
        assertThatThrownBy(() -> MeasuredCost.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("line=" + line);
    }
}
