package com.hazelcast.certification.cli.kafka;

import com.hazelcast.certification.bench.KafkaBench;
import com.hazelcast.certification.cli.options.DurationConverter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./fraud bench kafka}: members that read Kafka, beside an empty loop of the same client. */
@Command(
        name = "kafka",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "A broker and members, each a process, beside an empty loop that consumes and produces.")
public final class BenchKafkaCommand implements Callable<Integer> {
    @Option(
            names = "--records",
            defaultValue = "3000000",
            paramLabel = "N",
            description = "Records in the topic, of natural customers (default: ${DEFAULT-VALUE}).")
    int records;

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
            defaultValue = "1",
            paramLabel = "N",
            description = "Members, each a process (default: ${DEFAULT-VALUE}).")
    int members;

    @Option(
            names = "--backups",
            defaultValue = "0",
            paramLabel = "0|1|2",
            description = "Synchronous backups (default: ${DEFAULT-VALUE}).")
    int backups;

    @Option(
            names = "--format",
            defaultValue = "record",
            paramLabel = "record|json",
            description =
                    "record: 100-byte records and compact verdicts; json: both are JSON (default: ${DEFAULT-VALUE}).")
    String format = "";

    @Option(
            names = "--rate",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Records a second, whose times to a committed verdict are measured; 0: a full topic, as fast as it is read (default: ${DEFAULT-VALUE}).")
    int rate;

    @Option(
            names = "--commit-every",
            defaultValue = "100ms",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "The longest that a transaction is open (default: ${DEFAULT-VALUE}).")
    Duration commitEvery = Duration.ZERO;

    @Option(
            names = "--member-heap",
            defaultValue = "2g",
            paramLabel = "SIZE",
            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Override
    public Integer call() throws Exception {
        if (!format.equals("record") && !format.equals("json")) {
            throw new IllegalArgumentException("format must be record or json: format=" + format);
        }
        if (rate > 0 && format.equals("json")) {
            throw new IllegalArgumentException(
                    "with a rate the positions of compact verdicts are compared: leave out --format=json or --rate");
        }
        KafkaBench.Settings settings = new KafkaBench.Settings(
                records, cards, history, members, backups, format.equals("json"), rate, commitEvery, heap);
        KafkaBench.Result result = new KafkaBench(settings).run();
        if (rate > 0) {
            Histogram times = result.fromAppendNs();
            System.out.printf(
                    Locale.ROOT,
                    "from due to a committed verdict: p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, max %.1f ms%n",
                    times.getValueAtPercentile(50) / 1e6,
                    times.getValueAtPercentile(99) / 1e6,
                    times.getValueAtPercentile(99.9) / 1e6,
                    times.getMaxValue() / 1e6);
        } else {
            System.out.printf(
                    Locale.ROOT,
                    "empty loop: %,.0f records/s; members: %,.0f records/s; share: %.2f%n",
                    result.loopPerSecond(),
                    result.membersPerSecond(),
                    result.membersPerSecond() / result.loopPerSecond());
        }
        System.out.println(settings);
        return 0;
    }
}
