package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.KafkaSettings;
import com.hazelcast.certification.kafka.StartFrom;
import com.hazelcast.certification.kafka.records.AvroVerdicts;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.kafka.schemas.RegistryProperties;
import com.hazelcast.certification.kafka.schemas.SchemaRegistry;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.mapping.MappingFile;
import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of Kafka in and out, a part of {@link MemberOptions}. Not thread-safe. */
final class KafkaOptions {
    @Option(
            names = "--kafka",
            split = ",",
            paramLabel = "HOST:PORT",
            description =
                    "A broker of Kafka to find the others by; may be given several times. None: nothing is read from Kafka.")
    List<String> brokers = new ArrayList<>();

    @Option(
            names = "--kafka-in",
            split = ",",
            paramLabel = "TOPIC",
            description = "A topic of transactions to read; may be given several times.")
    List<String> in = new ArrayList<>();

    @Option(
            names = "--kafka-group",
            defaultValue = "fraud",
            paramLabel = "NAME",
            description =
                    "Consumer group, the same on all members, which share the partitions; transactional ids begin with it (default: ${DEFAULT-VALUE}).")
    String group = "";

    @Option(names = "--kafka-out", paramLabel = "TOPIC", description = "The topic of the verdicts.")
    @Nullable
    String out;

    @Option(
            names = "--kafka-out-only",
            defaultValue = "all",
            paramLabel = "all|flagged",
            description = "flagged: transactions that are approved get no verdict there (default: ${DEFAULT-VALUE}).")
    String outOnly = "";

    @Option(
            names = "--kafka-dead-letters",
            paramLabel = "TOPIC",
            description =
                    "The topic of the records that cannot be read or are rejected (default: that of --kafka-out with -dead-letters behind it).")
    @Nullable
    String deadLetters;

    @Option(
            names = "--kafka-dead-letters-max",
            defaultValue = "10",
            paramLabel = "PERCENT",
            description =
                    "Reading a topic pauses when more of its last 1,000 records, or of its first 100, are dead letters (default: ${DEFAULT-VALUE}).")
    int deadLettersMax;

    @Option(
            names = "--kafka-labels",
            paramLabel = "TOPIC",
            description = "A topic of labels, fraud or genuine, of transactions that the cluster holds.")
    @Nullable
    String labels;

    @Option(
            names = "--kafka-verdicts",
            paramLabel = "TOPIC",
            description =
                    "A topic for the verdicts of all ways in, sent from the log of --data-dir, each at least once; give it to all members.")
    @Nullable
    String verdicts;

    @Option(
            names = "--kafka-verdicts-only",
            defaultValue = "all",
            paramLabel = "all|flagged",
            description = "flagged: transactions that are approved get no verdict there (default: ${DEFAULT-VALUE}).")
    String verdictsOnly = "";

    @Option(
            names = "--kafka-verdicts-log-max",
            defaultValue = "4g",
            paramLabel = "SIZE",
            description =
                    "So much of the log is kept while its verdicts cannot be sent; what is beyond is lost to the topic, and counted (default: ${DEFAULT-VALUE}).")
    String verdictsLogMax = "";

    @Option(
            names = "--kafka-format",
            defaultValue = "record",
            paramLabel = "record|json|avro|protobuf",
            description =
                    "How the records are written: 100-byte records, JSON by the schema of the HTTP API, or Avro or Protobuf with the id of its schema in front (default: ${DEFAULT-VALUE}).")
    InputForm format = InputForm.RECORD;

    @Option(
            names = "--kafka-map",
            paramLabel = "FILE",
            description =
                    "How records of another shape become transactions: a mapping as for 'load'; with --kafka-format json, avro or protobuf.")
    @Nullable
    Path map;

    @Option(
            names = "--kafka-registry",
            split = ",",
            paramLabel = "URL",
            description =
                    "The schema registry, for Avro and Protobuf; several addresses of it: the next one when one fails.")
    List<String> registry = new ArrayList<>();

    @Option(
            names = "--kafka-out-format",
            defaultValue = "json",
            paramLabel = "json|compact|avro",
            description =
                    "How verdicts are written: JSON, 28 bytes, or Avro with the id of its schema in front (default: ${DEFAULT-VALUE}).")
    OutputForm outFormat = OutputForm.JSON;

    @Option(
            names = "--kafka-out-schema",
            paramLabel = "ID",
            description =
                    "The id of the schema of verdicts in Avro, if members may not register it (default: what the registry answers when a member registers it for the subject of the topic with -value behind it).")
    @Nullable
    Integer outSchema;

    @Option(
            names = "--kafka-flagged-action",
            defaultValue = "decline",
            paramLabel = "review|decline",
            description =
                    "Action in verdicts for what the rules decline; other actions of rules stand there as they are (default: ${DEFAULT-VALUE}).")
    String flaggedAction = "";

    @Option(
            names = "--kafka-from",
            defaultValue = "earliest",
            paramLabel = "earliest|latest|TIME",
            description =
                    "Where a partition is read from that the group has not read yet; a time such as 2026-11-25T08:00:00Z (default: ${DEFAULT-VALUE}).")
    String from = "";

    @Option(
            names = "--kafka-readers",
            defaultValue = "1",
            paramLabel = "N",
            description = "Threads that read Kafka, each with partitions of its own (default: ${DEFAULT-VALUE}).")
    int readers;

    @Option(
            names = "--kafka-commit-every",
            defaultValue = "100ms",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description =
                    "The longest that a transaction of verdicts and positions is open: so late readers of committed records see them (default: ${DEFAULT-VALUE}).")
    Duration commitEvery = Duration.ZERO;

    @Option(
            names = "--kafka-rate-max",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Most records a second of each reader, taken 5 ms' worth at a time, so that other ways in keep their times while it catches up; 0: no bound (default: ${DEFAULT-VALUE}).")
    int rateMax;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description =
                    "Further properties of Kafka's clients, a line NAME=VALUE each; for passwords, which are shown to no one there.")
    @Nullable
    Path config;

    // No value of a property has a line break; in the configuration file they stand below kafka.
    @Option(
            names = "--kafka-property",
            split = "\\n",
            hideParamSyntax = true,
            paramLabel = "NAME=VALUE",
            description =
                    "A further property of Kafka's clients, such as security.protocol=SSL; may be given several times.")
    Map<String, String> properties = new LinkedHashMap<>();

    /**
     * What is read and where verdicts go; empty: nothing.
     *
     * @param host of the member port, which makes the member's name one of its own
     */
    Optional<KafkaSettings> toSettings(String host, int port) {
        if (brokers.isEmpty()) {
            if (!in.isEmpty() || out != null || verdicts != null) {
                throw new IllegalArgumentException(
                        "topics are given and no broker; give kafka, for example 127.0.0.1:9092: kafka-in="
                                + String.join(",", in) + " kafka-out=" + out + " kafka-verdicts=" + verdicts);
            }
            requireReading("give kafka, kafka-in and kafka-out");
            return Optional.empty();
        }
        OptionValues.addresses("kafka", brokers);
        if (verdicts != null && in.isEmpty() && out == null) {
            requireReading("give kafka-in and kafka-out");
            return Optional.empty();
        }
        if (in.isEmpty() || out == null) {
            throw new IllegalArgumentException(
                    "reading Kafka needs a topic in and a topic out; give kafka-in and kafka-out, or kafka-verdicts to read nothing: kafka="
                            + String.join(",", brokers));
        }
        Map<String, String> all = allProperties();
        Optional<SchemaRegistry> schemas = registry(all);
        Supplier<TransactionReader> values = values(schemas);
        IntSupplier verdictSchema = verdictSchema(schemas, out);
        all.keySet().removeIf(name -> name.startsWith(RegistryProperties.PREFIX));
        return Optional.of(new KafkaSettings(
                String.join(",", brokers),
                group,
                machine() + "-" + host + "-" + port,
                all,
                new KafkaSettings.Topics(
                        in,
                        out,
                        deadLetters == null ? out + "-dead-letters" : deadLetters,
                        Optional.ofNullable(labels)),
                new KafkaSettings.Reading(
                        values, StartFrom.of("kafka-from", from), readers, commitEvery, deadLettersMax, rateMax),
                new KafkaSettings.Verdicts(
                        outFormat, verdictSchema, isFlaggedOnly("kafka-out-only", outOnly), action())));
    }

    /** Nothing is read: fails when there are keys that are of use for that only. One that has its default counts as not given. */
    private void requireReading(String remedy) {
        Map<String, Object> idle = new LinkedHashMap<>();
        putIfGiven(idle, "kafka-labels", labels, null);
        putIfGiven(idle, "kafka-map", map, null);
        putIfGiven(idle, "kafka-format", lower(format), "record");
        putIfGiven(idle, "kafka-registry", String.join(",", registry), "");
        putIfGiven(idle, "kafka-out-format", lower(outFormat), "json");
        putIfGiven(idle, "kafka-out-schema", outSchema, null);
        putIfGiven(idle, "kafka-out-only", outOnly, "all");
        putIfGiven(idle, "kafka-dead-letters", deadLetters, null);
        putIfGiven(idle, "kafka-dead-letters-max", deadLettersMax, 10);
        putIfGiven(idle, "kafka-from", from, "earliest");
        putIfGiven(idle, "kafka-readers", readers, 1);
        putIfGiven(idle, "kafka-commit-every", commitEvery.toMillis() + "ms", "100ms");
        putIfGiven(idle, "kafka-rate-max", rateMax, 0);
        if (!idle.isEmpty()) {
            String given = idle.entrySet().stream()
                    .map(one -> one.getKey() + "=" + one.getValue())
                    .collect(Collectors.joining(" "));
            throw new IllegalArgumentException(String.join(", ", idle.keySet())
                    + (idle.size() == 1 ? " is" : " are")
                    + " of use where transactions are read from Kafka (verdicts of all ways in are JSON, and kafka-verdicts-only selects them); "
                    + remedy + ", or leave out: " + given);
        }
    }

    private static void putIfGiven(
            Map<String, Object> keys, String key, @Nullable Object value, @Nullable Object byDefault) {
        if (value != null && !value.equals(byDefault)) {
            keys.put(key, value);
        }
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Where the verdicts of all ways in go; empty: nowhere.
     *
     * @param host of the member port, as for {@link #toSettings}
     */
    Optional<VerdictTopic> toVerdicts(String host, int port) {
        if (verdicts == null || brokers.isEmpty()) {
            return Optional.empty();
        }
        if (in.contains(verdicts)
                || verdicts.equals(out)
                || verdicts.equals(deadLetterTopic())
                || verdicts.equals(labels)) {
            throw new IllegalArgumentException(
                    "the topic of the verdicts of all ways in must be another one than those of kafka-in, kafka-out, kafka-dead-letters and"
                            + " kafka-labels: kafka-verdicts=" + verdicts);
        }
        Map<String, String> all = allProperties();
        all.keySet().removeIf(name -> name.startsWith(RegistryProperties.PREFIX));
        return Optional.of(new VerdictTopic(
                String.join(",", brokers),
                verdicts,
                isFlaggedOnly("kafka-verdicts-only", verdictsOnly),
                action(),
                machine() + "-" + host + "-" + port,
                all,
                MemorySize.parse("kafka-verdicts-log-max", verdictsLogMax)));
    }

    private @Nullable String deadLetterTopic() {
        return deadLetters != null || out == null ? deadLetters : out + "-dead-letters";
    }

    private Supplier<TransactionReader> values(Optional<SchemaRegistry> schemas) {
        if (map != null && format == InputForm.RECORD) {
            throw new IllegalArgumentException(
                    "a mapping is for records with fields; give kafka-format: json, avro or protobuf, or leave kafka-map out: kafka-map="
                            + map + " kafka-format=record");
        }
        return format.readers(Optional.ofNullable(map).map(MappingFile::readForScoring), schemas);
    }

    private IntSupplier verdictSchema(Optional<SchemaRegistry> schemas, String topic) {
        if (outFormat != OutputForm.AVRO) {
            return () -> 0;
        }
        if (outSchema != null) {
            int id = outSchema;
            return schemas.map(registered -> registered.existing(id, AvroVerdicts::isSchema))
                    .orElse(() -> id);
        }
        return schemas.orElseThrow(
                        () -> new IllegalArgumentException(
                                "the schema of verdicts must be in a registry; give kafka-registry or kafka-out-schema: kafka-out-format=avro"))
                .registered(topic + "-value", AvroVerdicts.SCHEMA);
    }

    private Optional<SchemaRegistry> registry(Map<String, String> all) {
        RegistryProperties ofRegistry = new RegistryProperties(RegistryProperties.among(all));
        if (registry.isEmpty() && format.hasSchemas()) {
            throw new IllegalArgumentException(
                    "the schemas of the records are in a registry; give kafka-registry, for example http://127.0.0.1:8081: kafka-format="
                            + lower(format));
        }
        return registry.isEmpty() ? Optional.empty() : Optional.of(new SchemaRegistry(registry, ofRegistry));
    }

    /** Those of the file, and over them those that are given one by one. */
    private Map<String, String> allProperties() {
        Map<String, String> all = new LinkedHashMap<>();
        if (config != null) {
            Properties read = new Properties();
            try (Reader file = Files.newBufferedReader(config)) {
                read.load(file);
            } catch (IOException | IllegalArgumentException e) {
                throw new IllegalArgumentException("cannot be read as properties: kafka-config=" + config, e);
            }
            read.forEach((name, value) -> all.put(name.toString(), value.toString()));
        }
        all.putAll(properties);
        return all;
    }

    private static boolean isFlaggedOnly(String key, String value) {
        if (!value.equals("all") && !value.equals("flagged")) {
            throw new IllegalArgumentException(key + " must be all or flagged: " + key + "=" + value);
        }
        return value.equals("flagged");
    }

    private Action action() {
        return ApiOptions.flaggedAction("kafka-flagged-action", flaggedAction);
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // Without a name of its own the member is named by its address alone.
            return "member";
        }
    }
}
