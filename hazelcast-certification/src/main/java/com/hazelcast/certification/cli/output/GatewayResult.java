package com.hazelcast.certification.cli.output;

import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.MarkdownTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The table of gateways in a file such as {@code TEST_RESULTS.md}: a row for each way to call {@code bench gateway}.
 *
 * @param file that holds the table
 */
public record GatewayResult(Path file) {
    private static final String UNKNOWN = "–";

    /**
     * Looks for the table, before minutes are spent on its row.
     *
     * @throws IOException when there is none
     */
    public void find() throws IOException {
        table().find();
    }

    /**
     * Writes the row of these settings.
     *
     * @param machine with its JDK
     */
    public void write(
            GatewayBench.Settings settings,
            Duration duration,
            GatewayBench.Result result,
            String commit,
            LocalDate date,
            String machine)
            throws IOException {
        boolean isTls = settings.tls().isPresent();
        String what = String.format(
                Locale.ROOT,
                "%,d %s connections, a batch of %d records each %s, for %s",
                settings.connections(),
                isTls ? "TLS 1.3" : "plain",
                settings.records(),
                text(settings.interval()),
                text(duration));
        String command = String.format(
                Locale.ROOT,
                "`bench gateway --connections %d --records %d --interval %s --duration %s --traffic %s --cards %d%s`",
                settings.connections(),
                settings.records(),
                text(settings.interval()),
                text(duration),
                settings.traffic().label(),
                settings.cards(),
                isTls ? "" : " --plain");
        Histogram answerNs = result.answerNs();
        table().putFigures(List.of(List.of(
                what,
                UNKNOWN,
                String.format(Locale.ROOT, "%.1f s", result.connectSeconds()),
                count(result.lost()),
                count(result.due()),
                count(result.answered()),
                count(result.rejectedRecords()),
                ms(answerNs.getValueAtPercentile(50)),
                ms(answerNs.getValueAtPercentile(99)),
                ms(answerNs.getValueAtPercentile(99.9)),
                ms(answerNs.getMaxValue()),
                command,
                commit,
                date.toString(),
                machine,
                UNKNOWN)));
    }

    private MarkdownTable table() {
        return new MarkdownTable(file, "<!-- bench: gateway -->", "<!-- end of bench -->");
    }

    /** As an option takes it. */
    private static String text(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String ms(long ns) {
        return String.format(Locale.ROOT, "%.1f", ns / (double) TimeUnit.MILLISECONDS.toNanos(1));
    }
}
