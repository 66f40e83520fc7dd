package com.hazelcast.certification.cli.kafka;

import com.hazelcast.certification.cli.options.ControlAccess;
import com.hazelcast.certification.kafka.KafkaSeek;
import com.hazelcast.certification.kafka.StartFrom;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ./fraud ctl kafka}: how members read Kafka. */
@Command(
        name = "kafka",
        mixinStandardHelpOptions = true,
        description = "Control how members read Kafka.",
        synopsisSubcommandLabel = "COMMAND")
public final class CtlKafkaCommand {
    @ParentCommand
    ControlAccess control;

    @Command(
            name = "seek",
            mixinStandardHelpOptions = true,
            description =
                    "Read topics on from another place, at once or, while scoring is stopped, when it starts. Records that are read again get their verdicts again, with replayed.")
    int seek(
            @Option(
                            names = "--to",
                            required = true,
                            paramLabel = "earliest|latest|TIME|OFFSET",
                            description =
                                    "The place: the first record, the end, a time such as 2026-11-25T08:00:00Z, or an offset; the nearest that a partition has.")
                    String to,
            @Option(
                            names = "--topic",
                            paramLabel = "TOPIC",
                            description =
                                    "Only this topic; that of labels must be named (default: all topics of transactions).")
                    @Nullable
                    String topic,
            @Option(
                            names = "--partition",
                            defaultValue = "-1",
                            paramLabel = "N",
                            description = "Only this partition (default: all).")
                    int partition) {
        KafkaSeek seek = new KafkaSeek(topic == null ? "" : topic, partition, StartFrom.ofSeek("to", to));
        return control.with(cluster -> print(System.out, seek, cluster.seekKafka(seek)));
    }

    /** Prints where partitions are read from, and which of them no member had; returns the exit status. */
    static int print(PrintStream out, KafkaSeek seek, List<KafkaSeek.Result> results) {
        Map<String, Long> offsets = new TreeMap<>();
        Map<String, Integer> counts = new TreeMap<>();
        for (KafkaSeek.Result result : results) {
            offsets.putAll(result.offsets());
            counts.putAll(result.partitionCounts());
        }
        if (counts.isEmpty()) {
            throw new IllegalStateException(results.stream()
                    .map(KafkaSeek.Result::refusal)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("no member reads Kafka now; see 'ctl status', and the key kafka"));
        }
        offsets.forEach((name, offset) ->
                out.printf("%s is read from offset %d%s%n", name, offset, whyOther(seek.to(), offset)));
        int missing = 0;
        for (Map.Entry<String, Integer> topic : counts.entrySet()) {
            for (int i = 0; i < topic.getValue(); i++) {
                if (seek.isOf(topic.getKey(), i) && !offsets.containsKey(topic.getKey() + "-" + i)) {
                    out.printf("%s-%d is read as before: no member had it, try again%n", topic.getKey(), i);
                    missing++;
                }
            }
        }
        if (offsets.isEmpty() && missing == 0) {
            throw new IllegalArgumentException(
                    "members read no such partition, or its readers wait ('ctl status' has for what): topic="
                            + seek.topic() + " partition=" + seek.partition() + " topics=" + counts.keySet());
        }
        return missing == 0 ? 0 : 1;
    }

    private static String whyOther(StartFrom to, long offset) {
        if (to.kind() != StartFrom.Kind.OFFSET || offset == to.value()) {
            return "";
        }
        return (offset < to.value() ? ", its end" : ", its first record") + ": it has no offset " + to.value();
    }

    @Command(
            name = "resume",
            mixinStandardHelpOptions = true,
            description = "Go on where reading is paused because too many records were dead letters.")
    int resume() {
        return control.with(cluster -> {
            cluster.goOnWithKafka();
            System.out.println("all members go on reading Kafka");
            return 0;
        });
    }
}
