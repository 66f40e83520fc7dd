package com.hazelcast.certification.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a {@link Mapping} from YAML; USAGE.md describes its keys. Used once a file. */
public final class MappingFile {
    /** The field of the HTTP API's schema with an amount in minor units. */
    public static final String AMOUNT_MINOR = "amountMinor";

    private static final Set<String> KEYS =
            Set.of("columns", "amount", "decimal-mark", "time", "zone", "refusals", "format", "delimiter", "database");
    private static final Set<String> COLUMN_KEYS = Set.of("column", "constant", "missing", "values", "digits");
    private static final Set<String> DATABASE_KEYS = Set.of("statement", "range-of", "ranges", "user", "password-file");
    private static final Set<String> FORMATS = new TreeSet<>(Set.of("parquet", "csv", "json"));
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?) ?%?");

    /** Ranges of a database that are read one by one. */
    private static final int RANGES_MAX = 10_000;

    private static final int RANGES_DEFAULT = 16;

    /** Digits of a card number in ISO/IEC 7812. */
    private static final int CARD_DIGITS_MAX = 19;

    /** What a label cannot be without. */
    private static final Set<MappedField> OF_LABELS = EnumSet.of(MappedField.CARD, MappedField.LABEL);

    private final String file;
    private final boolean isOfLabels;
    private final Set<String> columns = new LinkedHashSet<>();

    private MappingFile(String file, boolean isOfLabels) {
        this.file = file;
        this.isOfLabels = isOfLabels;
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException when it cannot be read or is no mapping; names the key and what it may be
     */
    public static Mapping read(Path file) {
        return read(file, false);
    }

    /**
     * Reads a file for transactions that are to be scored: columns for verdicts and labels, which they cannot have yet, are left aside.
     * Throws as {@link #read}.
     */
    public static Mapping readForScoring(Path file) {
        return read(file, false).withoutOutcomes();
    }

    /**
     * Reads a file for rows that are labels of transactions: only card and label are required of its columns. Throws as {@link #read}.
     */
    public static Mapping readForLabels(Path file) {
        Mapping mapping = read(file, true);
        if (mapping.column(MappedField.AMOUNT) != null
                && mapping.isAmountDecimal()
                && mapping.column(MappedField.CURRENCY) == null) {
            throw new IllegalArgumentException(
                    "a decimal amount needs its currency; name its column, or set amount: minor: key=columns.currency map="
                            + file);
        }
        return mapping;
    }

    /** A mapping of nothing, for what is to be found out of files before one is made. */
    public static Mapping unmapped() {
        return mapping(List.of(), List.of(), Optional.of(ZoneOffset.UTC), false);
    }

    /**
     * A mapping for records whose fields have the names of the HTTP API's schema. Its columns are the same for both kinds of amounts.
     *
     * @param isAmountMinor whether the amount is {@code amountMinor}, in minor units, and not the decimal {@code amount}
     */
    public static Mapping ofFieldNames(boolean isAmountMinor) {
        MappingFile names = new MappingFile("", false);
        List<MappedColumn> fields = new ArrayList<>();
        for (MappedField field : EnumSet.range(MappedField.CARD, MappedField.REFERENCE)) {
            int index = names.indexOf(field.key);
            if (field == MappedField.AMOUNT) {
                int minor = names.indexOf(AMOUNT_MINOR);
                index = isAmountMinor ? minor : index;
            }
            fields.add(new MappedColumn(field, index, null, null, Map.of(), 0));
        }
        return mapping(new ArrayList<>(names.columns), fields, Optional.empty(), !isAmountMinor);
    }

    /**
     * A mapping for labels whose columns have the names of their fields; amounts are in minor units, times ISO 8601 or milliseconds.
     *
     * @param columns of the file; of one without a heading its first row
     */
    public static Mapping forLabels(Collection<String> columns) {
        MappingFile names = new MappingFile("", true);
        List<MappedColumn> fields = new ArrayList<>();
        for (MappedField field : EnumSet.of(
                MappedField.CARD, MappedField.TIME, MappedField.AMOUNT, MappedField.REFERENCE, MappedField.LABEL)) {
            columns.stream()
                    .filter(column -> column.equalsIgnoreCase(field.key))
                    .findFirst()
                    .ifPresent(column ->
                            fields.add(new MappedColumn(field, names.indexOf(column), null, null, Map.of(), 0)));
        }
        List<String> missing = OF_LABELS.stream()
                .filter(field -> fields.stream().noneMatch(column -> column.field() == field))
                .map(field -> field.key)
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "the file has no column of that name; name it so, or name it with --map: column="
                            + String.join(", ", missing) + "; the file has "
                            + FieldProblem.masked(String.join(", ", columns)));
        }
        return mapping(new ArrayList<>(names.columns), fields, Optional.of(ZoneOffset.UTC), false);
    }

    private static Mapping mapping(
            List<String> columns, List<MappedColumn> fields, Optional<ZoneId> zone, boolean isAmountDecimal) {
        return new Mapping(
                columns,
                fields,
                TimeFormat.of("iso", zone),
                isAmountDecimal,
                false,
                1,
                new Mapping.FileFormat(Optional.empty(), Optional.empty()),
                Optional.empty());
    }

    private static Mapping read(Path file, boolean isOfLabels) {
        try {
            return new MappingFile(file.toString(), isOfLabels)
                    .mapping(StrictYaml.read(Files.readString(file), "map=" + file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the mapping cannot be read, or is no YAML: map=" + file + ": " + e.getMessage(), e);
        }
    }

    private Mapping mapping(@Nullable JsonNode root) {
        if (root == null || !root.isObject()) {
            throw wrong("a mapping has keys and values, columns among them", "");
        }
        requireKnown(root, KEYS, "");
        JsonNode mapped = root.path("columns");
        if (!mapped.isObject()) {
            throw wrong("columns must name the column of each field, for example card: pan", "columns");
        }
        requireKnown(
                mapped,
                new TreeSet<>(Arrays.stream(MappedField.values())
                        .map(field -> field.key)
                        .toList()),
                "columns.");
        List<MappedColumn> fields = new ArrayList<>();
        for (MappedField field : MappedField.values()) {
            JsonNode node = mapped.path(field.key);
            if (!node.isMissingNode()) {
                fields.add(column(field, node));
            } else if (isOfLabels ? OF_LABELS.contains(field) : field.isRequired()) {
                throw wrong(
                        isOfLabels
                                ? "every label has this field; name its column"
                                : "every transaction has this field; name its column, or a constant, as {constant: ...}",
                        "columns." + field.key);
            }
        }
        String amount = oneOf(root, "amount", "decimal", Set.of("decimal", "minor"));
        return new Mapping(
                new ArrayList<>(columns),
                fields,
                times(root),
                amount.equals("decimal"),
                oneOf(root, "decimal-mark", ".", Set.of(".", ",")).equals(","),
                share(root),
                new Mapping.FileFormat(
                        text(root, "format").map(format -> oneOf(root, "format", format, FORMATS)),
                        text(root, "delimiter").map(this::delimiter)),
                root.has("database") ? Optional.of(database(root.path("database"))) : Optional.empty());
    }

    private MappedColumn column(MappedField field, JsonNode node) {
        String key = "columns." + field.key;
        if (node.isValueNode() && !node.isNull()) {
            return new MappedColumn(field, indexOf(node.asText()), null, null, Map.of(), 0);
        }
        if (!node.isObject()) {
            throw wrong("a field has the name of a column, or keys such as column and constant", key);
        }
        requireKnown(node, COLUMN_KEYS, key + ".");
        Optional<String> column = text(node, "column");
        Optional<String> constant = text(node, "constant");
        if (column.isPresent() == constant.isPresent()) {
            throw wrong("a field has either a column or a constant", key);
        }
        Map<String, String> values = new TreeMap<>();
        node.path("values").properties().forEach(value -> {
            if (!value.getValue().isValueNode()) {
                throw wrong("a translation is a single value", key + ".values." + value.getKey());
            }
            values.put(value.getKey(), value.getValue().asText());
        });
        int digits = node.path("digits").asInt(0);
        if (node.has("digits") && (field != MappedField.CARD || digits < 1 || digits > CARD_DIGITS_MAX)) {
            throw wrong("digits is for the card, 8 to " + CARD_DIGITS_MAX, key + ".digits");
        }
        return new MappedColumn(
                field,
                column.map(this::indexOf).orElse(MappedColumn.NO_COLUMN),
                constant.orElse(null),
                text(node, "missing").orElse(null),
                Map.copyOf(values),
                digits);
    }

    private int indexOf(String column) {
        columns.add(column);
        return new ArrayList<>(columns).indexOf(column);
    }

    private TimeFormat times(JsonNode root) {
        Optional<ZoneId> zone = text(root, "zone").map(name -> {
            try {
                return ZoneId.of(name).normalized();
            } catch (DateTimeException e) {
                throw wrong("zone must be a time zone such as Europe/Berlin, UTC or +01:00: zone=" + name, "zone", e);
            }
        });
        try {
            return TimeFormat.of(text(root, "time").orElse("iso"), zone);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()), "time", e);
        }
    }

    private double share(JsonNode root) {
        String text = text(root, "refusals").orElse("1%");
        Matcher matcher = PERCENT.matcher(text);
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
        if (percent < 0 || percent > 100) {
            throw wrong("refusals must be a percentage from 0% to 100%: refusals=" + text, "refusals");
        }
        return percent / 100;
    }

    private String delimiter(String text) {
        if (text.length() != 1 || text.charAt(0) == '"' || Character.isLetterOrDigit(text.charAt(0))) {
            throw wrong("delimiter must be one character, no letter, digit or quote: delimiter=" + text, "delimiter");
        }
        return text;
    }

    private Mapping.DatabaseQuery database(JsonNode node) {
        if (!node.isObject()) {
            throw wrong("database has keys, statement among them", "database");
        }
        requireKnown(node, DATABASE_KEYS, "database.");
        String statement =
                text(node, "statement").orElseThrow(() -> wrong("give what to read, a SELECT", "database.statement"));
        Optional<String> rangeOf = text(node, "range-of");
        if (rangeOf.isPresent() != statement.contains("?")) {
            throw wrong(
                    "a statement that is read in ranges has two ? (from, and up to but not including) and a range-of, such as SELECT min(id), max(id), count(*), count(id) FROM payments",
                    "database.range-of");
        }
        int ranges = node.path("ranges").asInt(node.has("ranges") ? 0 : RANGES_DEFAULT);
        if (ranges < 1 || ranges > RANGES_MAX) {
            throw wrong("ranges must be a number from 1 to " + RANGES_MAX, "database.ranges");
        }
        return new Mapping.DatabaseQuery(statement, rangeOf, ranges, text(node, "user"), text(node, "password-file"));
    }

    private void requireKnown(JsonNode node, Set<String> known, String prefix) {
        node.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                throw wrong("there is no such key; there are " + String.join(", ", new TreeSet<>(known)), prefix + key);
            }
        });
    }

    private Optional<String> text(JsonNode node, String key) {
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isValueNode() || value.isNull()) {
            throw wrong("the key has a single value", key);
        }
        return Optional.of(value.asText());
    }

    private String oneOf(JsonNode root, String key, String usual, Set<String> allowed) {
        String value = text(root, key).orElse(usual);
        if (!allowed.contains(value)) {
            throw wrong(
                    key + " must be one of " + String.join(", ", new TreeSet<>(allowed)) + ": " + key + "=" + value,
                    key);
        }
        return value;
    }

    private IllegalArgumentException wrong(String what, String key) {
        return wrong(what, key, null);
    }

    private IllegalArgumentException wrong(String what, String key, @Nullable Exception cause) {
        return new IllegalArgumentException(what + (key.isEmpty() ? "" : ": key=" + key) + " map=" + file, cause);
    }
}
