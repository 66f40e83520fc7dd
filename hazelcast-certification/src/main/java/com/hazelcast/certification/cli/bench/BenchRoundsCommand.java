package com.hazelcast.certification.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.rounds.RoundsBench;
import com.hazelcast.certification.bench.rounds.Way;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.output.RoundsTable;
import com.hazelcast.certification.cli.output.RunConditions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench rounds}: what each step of the published rounds, and of this project, was worth. */
@Command(
        name = "rounds",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The same cards, natural traffic, rules, members and backups, scored in the ways of the published rounds,",
            "and then as this project does it: what each step was worth."
        },
        footer = {
            "%nThe first four ways keep a card as a list of transactions, which rules walk, and run all members in this",
            "process. The others run the product's members, each a process. A source sends in a process of its own."
        })
public final class BenchRoundsCommand implements Callable<Integer> {
    @Option(
            names = "--ways",
            split = ",",
            paramLabel = "WAY",
            description = "Which of one-call, pipelined, reads, shards, windows, native (default: all, in this order).")
    List<String> ways = new ArrayList<>();

    @Option(
            names = "--cards",
            defaultValue = "100000",
            paramLabel = "N",
            description = "Cards (default: ${DEFAULT-VALUE}).")
    int cards;

    @Option(
            names = "--history",
            defaultValue = "20",
            paramLabel = "N",
            description = "Transactions a card (default: ${DEFAULT-VALUE}).")
    int history;

    @Option(
            names = "--members",
            defaultValue = "2",
            paramLabel = "N",
            description = "Members (default: ${DEFAULT-VALUE}).")
    int members;

    @Option(
            names = "--backups",
            defaultValue = "1",
            paramLabel = "0|1|2",
            description = "Synchronous backups (default: ${DEFAULT-VALUE}).")
    int backups;

    @Option(
            names = "--shards",
            defaultValue = "16",
            paramLabel = "N",
            description = "Partitions of the first four ways (default: ${DEFAULT-VALUE}).")
    int shards;

    @Option(
            names = "--callers",
            defaultValue = "16",
            paramLabel = "N",
            description =
                    "Threads a member that wait for each answer, in the way one-call (default: ${DEFAULT-VALUE}).")
    int callers;

    @Option(
            names = "--readers",
            defaultValue = "1",
            paramLabel = "N",
            description = "Connections a member of the other ways (default: ${DEFAULT-VALUE}).")
    int readers;

    @Option(
            names = "--window",
            defaultValue = "2000",
            paramLabel = "N",
            description =
                    "Transactions under way of a member at most, in the first four ways (default: ${DEFAULT-VALUE}).")
    int window;

    @Option(
            names = "--member-heap",
            defaultValue = "2g",
            paramLabel = "SIZE",
            description = "Heap of each member of the product (default: ${DEFAULT-VALUE}).")
    String memberHeap = "";

    @Option(
            names = "--member-native",
            defaultValue = "1g",
            paramLabel = "SIZE",
            description = "Native memory of each member of the product (default: ${DEFAULT-VALUE}).")
    String memberNative = "";

    @Option(
            names = "--warm-up",
            defaultValue = "15s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Of each way, not measured (default: ${DEFAULT-VALUE}).")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "15s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Of each way, measured (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ZERO;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Put the rows into the table of ways of this file, such as TEST_RESULTS.md.")
    @Nullable
    Path results;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Way> chosen = ways.isEmpty()
                ? Arrays.asList(Way.values())
                : ways.stream().map(Way::of).toList();
        RoundsBench.Settings settings = settings();
        if (results != null) {
            RoundsTable.requireTable(results);
        }
        PrintWriter out = spec.commandLine().getOut();
        RoundsBench bench = new RoundsBench(settings, Clock.systemUTC());
        List<RoundsBench.Result> found = new ArrayList<>();
        for (Way way : chosen) {
            found.add(bench.run(way));
            if (!json.isOn) {
                out.println(RoundsTable.line(found));
                out.flush();
            }
        }
        if (results != null) {
            RoundsTable.write(results, found, settings);
        }
        if (json.isOn) {
            ObjectNode object = RoundsTable.json(found, settings);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            out.println(RunConditions.describe(settings.toString()));
            out.flush();
        }
        return 0;
    }

    private RoundsBench.Settings settings() {
        OptionValues.within("cards", cards, 1, 10_000_000);
        OptionValues.within("history", history, 1, 400);
        OptionValues.within("members", members, 1, 16);
        OptionValues.within("backups", backups, 0, Math.min(2, members - 1));
        OptionValues.within("shards", shards, 1, 10_000);
        OptionValues.within("callers", callers, 1, 1_000);
        OptionValues.within("readers", readers, 1, 64);
        OptionValues.within("window", window, 1, 1_000_000);
        return new RoundsBench.Settings(
                cards,
                history,
                members,
                backups,
                shards,
                callers,
                readers,
                window,
                memberHeap,
                memberNative,
                warmUp,
                duration);
    }
}
