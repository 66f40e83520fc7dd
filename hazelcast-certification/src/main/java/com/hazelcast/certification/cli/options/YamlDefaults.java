package com.hazelcast.certification.cli.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.mapping.StrictYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The configuration file: its keys are the command's options without the dashes, and serve as their defaults. What stands below {@code
 * kafka} is either an option that begins with that, or a property of Kafka's clients; so is a key {@code kafka.NAME}.
 */
public final class YamlDefaults implements IDefaultValueProvider {
    private static final String KAFKA = "kafka";
    private static final String KAFKA_PROPERTY = "--kafka-property";
    private static final String QUOTED = "    ";
    private static final String DASHES = "--";

    private final Map<String, String> values = new TreeMap<>();

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException naming the file and the key when a key is no option of the command, or is given twice
     */
    public YamlDefaults(Path file, CommandSpec command) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("no such file, or not readable: config=" + file);
        }
        JsonNode root;
        try {
            root = StrictYaml.read(Files.readString(file), "config=" + file);
        } catch (JsonProcessingException e) {
            // Without the cause, which quotes the file.
            throw new IllegalArgumentException("not YAML: config=" + file + ": " + withoutQuotedLines(e));
        } catch (IOException e) {
            throw new IllegalArgumentException("not YAML: config=" + file + ": " + e.getMessage(), e);
        }
        if (root == null || root.isMissingNode() || root.isNull()) {
            return;
        }
        if (!root.isObject()) {
            throw new IllegalArgumentException("the file must hold keys and values: config=" + file);
        }
        root.properties().forEach(property -> {
            String key = property.getKey();
            if (key.equals(KAFKA) && property.getValue().isObject()) {
                property.getValue()
                        .properties()
                        .forEach(below -> putKafka(below.getKey(), below.getValue(), command, file));
                return;
            }
            if (key.startsWith(KAFKA + ".")) {
                putKafka(key.substring(KAFKA.length() + 1), property.getValue(), command, file);
                return;
            }
            OptionSpec option = command.findOption("--" + key);
            if (option == null || option.usageHelp() || option.versionHelp() || key.equals("config")) {
                throw new IllegalArgumentException(
                        "unknown key in the configuration file; see docs/reference/configuration.md for all keys: key="
                                + key + " config=" + file);
            }
            put(option, property.getValue(), text(key, property.getValue(), file), file);
        });
    }

    /** What is wrong, and in which line and column. Secrets may be in the lines themselves, which the parser puts behind blanks. */
    private static String withoutQuotedLines(JsonProcessingException e) {
        return String.valueOf(e.getOriginalMessage())
                .lines()
                .filter(line -> !line.startsWith(QUOTED))
                .map(String::strip)
                .collect(Collectors.joining(" "));
    }

    /** An empty list gives none of what may be given several times. */
    private void put(OptionSpec option, JsonNode value, String text, Path file) {
        if (!(value.isArray() && value.isEmpty() && option.isMultiValue())
                && values.put(option.longestName(), text) != null) {
            throw new IllegalArgumentException("a key is given twice, in two spellings; leave one of them out: key="
                    + option.longestName().substring(DASHES.length()) + " config=" + file);
        }
    }

    private void putKafka(String name, JsonNode value, CommandSpec command, Path file) {
        String text = text(KAFKA + "." + name, value, file);
        OptionSpec option = command.findOption("--" + KAFKA + (name.equals("brokers") ? "" : "-" + name));
        if (option != null) {
            put(option, value, text, file);
        } else if (command.findOption(KAFKA_PROPERTY) == null) {
            throw new IllegalArgumentException(
                    "unknown key in the configuration file; see docs/reference/configuration.md for all keys: key="
                            + KAFKA + "." + name + " config=" + file);
        } else {
            values.merge(KAFKA_PROPERTY, name + "=" + text, (all, one) -> all + "\n" + one);
        }
    }

    private static String text(String key, JsonNode value, Path file) {
        if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(scalar(key, item, file)));
            return String.join(",", items);
        }
        return scalar(key, value, file);
    }

    private static String scalar(String key, JsonNode value, Path file) {
        if (!value.isValueNode() || value.isNull()) {
            throw new IllegalArgumentException(
                    "the key must have a value or a list of values: key=" + key + " config=" + file);
        }
        return value.asText();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option ? values.get(option.longestName()) : null;
    }
}
