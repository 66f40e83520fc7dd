package com.hazelcast.certification.cli.output;

import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.MarkdownTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The table of gateways in a file such as {@code TEST_RESULTS.md}: a row for each way to call {@code bench gateway}.
 *
 * @param file that holds the table
 */
public record GatewayResult(Path file) {
    private static final String UNKNOWN = "–";

    /** How a bound begins that is of the run itself, not of people. */
    private static final String OWN_BOUND = "The load tool: ";

    private static final List<Duration> SLOWER_THAN =
            List.of(Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(1));

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
        String what = GatewayBench.describe(
                        settings.connections(),
                        isTls,
                        settings.records(),
                        settings.interval(),
                        duration,
                        settings.members().size())
                + settings.owners()
                        .map(owners -> owners.membersMax() > 0 ? ", by clients, to owners" : ", by clients")
                        .orElse("");
        String command = String.format(
                Locale.ROOT,
                "`bench gateway --connections %d --records %d %s%s --duration %s --traffic %s --cards %d%s`",
                settings.connections(),
                settings.records(),
                settings.isFlatOut() ? "--flat-out" : "--interval " + GatewayBench.optionText(settings.interval()),
                settings.warmUp().isZero() ? "" : " --warm-up " + GatewayBench.optionText(settings.warmUp()),
                GatewayBench.optionText(duration),
                settings.traffic().label(),
                settings.cards(),
                (isTls ? "" : " --plain")
                        + settings.owners()
                                .map(owners -> " --smart=" + (owners.membersMax() > 0))
                                .orElse(""));
        Histogram answerNs = result.answerNs();
        table().putFigures(
                        List.of(List.of(
                                what,
                                UNKNOWN,
                                String.format(Locale.ROOT, "%.1f s", result.connectSeconds()),
                                count(result.lost()),
                                count(result.due()),
                                count(result.heldBack()),
                                count(result.answered()),
                                count(result.rejectedRecords()),
                                count(Math.round(result.recordsPerSecond())),
                                ms(answerNs, 50),
                                ms(answerNs, 99),
                                ms(answerNs, 99.9),
                                ms(answerNs, 100),
                                slower(result),
                                command,
                                commit,
                                date.toString(),
                                machine,
                                result.driver().bound().isEmpty()
                                        ? UNKNOWN
                                        : OWN_BOUND + result.driver().bound())),
                        bound -> !bound.equals(UNKNOWN) && !bound.startsWith(OWN_BOUND));
    }

    /** Prints it for people. */
    public static void print(GatewayBench.Result result, boolean isFlatOut, PrintStream out) {
        Histogram helloNs = result.helloNs();
        out.printf(
                Locale.ROOT,
                "connections: %,d stood after %.1f s, %,d lost%s; to the member's hello p50 %s ms, p99 %s ms, max %s ms%n",
                result.connected(),
                result.connectSeconds(),
                result.lost(),
                result.lostByKind().isEmpty() ? "" : " " + result.lostByKind(),
                ms(helloNs, 50),
                ms(helloNs, 99),
                ms(helloNs, 100));
        out.printf(
                Locale.ROOT,
                "batches: %,d due, %,d sent, %,d of these held back, %,d answered, %,d without an answer; %,d records rejected%n",
                result.due(),
                result.sent(),
                result.heldBack(),
                result.answered(),
                result.due() - result.answered(),
                result.rejectedRecords());
        out.printf(Locale.ROOT, "answered: %,.0f records a second%n", result.recordsPerSecond());
        Histogram answerNs = result.answerNs();
        out.printf(
                Locale.ROOT,
                "from %s to answer: p50 %s ms, p99 %s ms, p99.9 %s ms, max %s ms; slower than 10 ms, 100 ms, 1 s: %s%n",
                isFlatOut ? "sent" : "due",
                ms(answerNs, 50),
                ms(answerNs, 99),
                ms(answerNs, 99.9),
                ms(answerNs, 100),
                slower(result));
        if (!result.driver().bound().isEmpty()) {
            out.println("the load tool was itself the bound: " + result.driver().bound());
        }
    }

    private static String slower(GatewayBench.Result result) {
        if (result.answerNs().getTotalCount() == 0) {
            return UNKNOWN;
        }
        return SLOWER_THAN.stream()
                .map(time -> String.format(Locale.ROOT, "%.3f %%", 100 * result.shareSlowerThan(time)))
                .collect(Collectors.joining(", "));
    }

    private MarkdownTable table() {
        return new MarkdownTable(file, "<!-- bench: gateway -->", "<!-- end of bench -->");
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Of times without one, as when nothing that was due in the measured time was answered in it, no percentile is known. */
    private static String ms(Histogram timesNs, double percentile) {
        return timesNs.getTotalCount() == 0
                ? UNKNOWN
                : String.format(
                        Locale.ROOT,
                        "%.1f",
                        timesNs.getValueAtPercentile(percentile) / (double) TimeUnit.MILLISECONDS.toNanos(1));
    }
}
