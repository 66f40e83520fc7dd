package com.hazelcast.certification.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.storage.LoadBench;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.cli.output.StorageBenchJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench load}: what it takes to bring payments of one's own into a member. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write payments of natural customers into files or a table, start a member, and measure how long './fraud load' takes to bring them in.",
            "The source counts by its own SQL what it holds: that is compared with what was imported, and with what the member holds.",
        },
        footer = "%nTakes some 80 bytes of disk a row, in the folder for temporary files.")
public final class BenchLoadCommand implements Callable<Integer> {
    /** Each payment of a card is in a part of 80 days: with so many, of eleven minutes. */
    private static final int HISTORY_MAX = 10_000;

    @Option(
            names = "--from",
            defaultValue = "parquet",
            paramLabel = "parquet|postgresql",
            description =
                    "Files of Parquet, or a table of a PostgreSQL server that is started for it (default: ${DEFAULT-VALUE}).")
    LoadBench.From from = LoadBench.From.PARQUET;

    @Option(
            names = "--cards",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Cards (default: ${DEFAULT-VALUE}).")
    int cards;

    @Option(
            names = "--history",
            defaultValue = "20",
            paramLabel = "N",
            description = "Payments a card, at most 10,000 (default: ${DEFAULT-VALUE}).")
    int history;

    @Option(
            names = "--member-heap",
            defaultValue = "2g",
            paramLabel = "SIZE",
            description = "Heap of the member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        OptionValues.within("cards", cards, 1, Integer.MAX_VALUE);
        OptionValues.within("history", history, 1, HISTORY_MAX);
        LoadBench.Settings settings = new LoadBench.Settings(from, cards, history, heap);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        LoadBench.Result result = new LoadBench(settings, Clock.systemUTC(), err::println).run();
        if (json.isOn) {
            ObjectNode object = StorageBenchJson.of(result, settings);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            print(result, out);
            out.println(RunConditions.describe(settings.toString()));
            out.flush();
        }
        return result.isGood() ? 0 : 1;
    }

    private static void print(LoadBench.Result result, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "load: %.1f s for %,d rows (%,.0f rows/s), of these %.1f s in the member; refused %,d%n",
                result.seconds(),
                result.rows(),
                result.rowsPerSecond(),
                result.memberSeconds(),
                result.refused());
        out.printf(
                Locale.ROOT,
                "the member holds %,d transactions; count, sum and digest of the import are %s%n",
                result.transactions(),
                result.isSame() ? "those of the source" : "NOT those of the source");
        out.printf(Locale.ROOT, "the payments were written in %.1f s%n", result.writeSeconds());
    }
}
