package com.hazelcast.certification.importing;

import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Files of Parquet, CSV or JSON lines, plain or compressed, read by DuckDB. A large Parquet file is read in several parts. Every value but
 * whole numbers, times and amounts that are numbers comes as text, and a line of JSON as a whole, so that the mapping alone says what is
 * good.
 */
final class FileSource implements RowSource {
    /** Rows of a part of a Parquet file: some seconds. */
    private static final long ROWS_PER_UNIT = 5_000_000;

    private static final String DEFAULT_MEMORY = "1GB";

    private final String source;
    private final Mapping mapping;
    private final Connection database;

    /** How a file is read. */
    private enum Format {
        PARQUET,
        CSV,
        JSON
    }

    FileSource(String source, Mapping mapping) throws SQLException {
        this.source = source;
        this.mapping = mapping;
        Properties properties = new Properties();
        properties.setProperty("jdbc_stream_results", "true");
        // Everything that is needed is built in; nothing is fetched from elsewhere.
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        properties.setProperty("memory_limit", DEFAULT_MEMORY);
        this.database = DriverManager.getConnection("jdbc:duckdb:", properties);
    }

    /** The columns of the first of these files; empty: JSON lines. */
    static List<String> columns(String files) throws SQLException {
        try (FileSource source = new FileSource(files, MappingFile.unmapped())) {
            String name = files(files).get(0).toString();
            Format format = source.format(name);
            if (format == Format.JSON) {
                return List.of();
            }
            SourceUnit unit = unit(Path.of(name), 0, SourceUnit.TO_THE_END, SourceUnit.UNKNOWN);
            try (Connection connection = source.connection()) {
                return List.copyOf(
                        types(connection, source.table(unit, format), unit).keySet());
            }
        }
    }

    @Override
    public List<SourceUnit> units() throws SQLException {
        List<SourceUnit> units = new ArrayList<>();
        for (Path file : files(source)) {
            String name = file.toString();
            if (format(name) == Format.PARQUET) {
                addParts(units, file);
            } else {
                units.add(unit(file, 0, SourceUnit.TO_THE_END, SourceUnit.UNKNOWN));
            }
        }
        // What is missing in the first file is noticed before anything is read.
        try (Connection connection = connection()) {
            select(connection, units.get(0));
        }
        return units;
    }

    @Override
    public Optional<String> change(List<SourceUnit> planned) throws SQLException {
        List<SourceUnit> found = units();
        for (int i = 0; i < Math.min(planned.size(), found.size()); i++) {
            if (!planned.get(i).isStill(found.get(i))) {
                return Optional.of("file=" + found.get(i).name());
            }
        }
        return planned.size() == found.size()
                ? Optional.empty()
                : Optional.of("parts=" + found.size() + " before=" + planned.size());
    }

    /** A file may have a heading and nothing else. */
    @Override
    public void requireRead(List<SourceUnit> units, long rows) {}

    private static SourceUnit unit(Path file, long from, long to, long rows) {
        try {
            return new SourceUnit(
                    file.toString(),
                    from,
                    to,
                    rows,
                    Files.size(file),
                    Files.getLastModifiedTime(file).toMillis(),
                    SourceUnit.NOT_COUNTED);
        } catch (IOException e) {
            throw new UncheckedIOException("the file cannot be read: file=" + file, e);
        }
    }

    /**
     * The files of a source: one, all of a folder, or all that match a pattern, also behind links. What is there under that name is no pattern.
     *
     * @throws IllegalArgumentException when there is none, or a link among them leads nowhere
     * @throws UncheckedIOException when a folder cannot be listed, or a link leads back into its own folder
     */
    static List<Path> files(String source) {
        Path named = Path.of(source);
        if (Files.isRegularFile(named)) {
            return List.of(named);
        }
        int star = Files.isDirectory(named) ? -1 : firstWildcard(source);
        Path path = star < 0 ? named : Path.of(source.substring(0, star + 1).replaceAll("[^/]*$", "") + ".");
        PathMatcher matcher =
                star < 0 ? file -> true : FileSystems.getDefault().getPathMatcher("glob:" + named.normalize());
        try {
            int depthMax = star < 0 ? Integer.MAX_VALUE : depthMax(source.substring(star));
            try (Stream<Path> found =
                    Files.exists(path) ? Files.walk(path, depthMax, FileVisitOption.FOLLOW_LINKS) : Stream.empty()) {
                List<Path> all = found.map(Path::normalize)
                        .filter(matcher::matches)
                        .filter(file -> !String.valueOf(file.getFileName()).startsWith("."))
                        .sorted()
                        .toList();
                all.forEach(FileSource::requireNoLooseLink);
                List<Path> files = all.stream().filter(Files::isRegularFile).toList();
                if (files.isEmpty()) {
                    throw new IllegalArgumentException(
                            "there is no such file, folder or pattern of files, or it is empty: SOURCE=" + source);
                }
                return files;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the source cannot be listed: SOURCE=" + source, e);
        } catch (UncheckedIOException e) {
            throw new UncheckedIOException(
                    "the source cannot be listed: SOURCE=" + source + ": " + e.getMessage(), e.getCause());
        }
    }

    /** How deep files can be that a pattern fits, from its first wildcard on. */
    private static int depthMax(String wildcards) {
        boolean isBound = !wildcards.contains("**") && wildcards.indexOf('{') < 0;
        return isBound ? 1 + (int) wildcards.chars().filter(next -> next == '/').count() : Integer.MAX_VALUE;
    }

    private static void requireNoLooseLink(Path file) {
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            throw new IllegalArgumentException(
                    "a link in the source leads nowhere, and its rows would be missing; remove or correct it: file="
                            + file);
        }
    }

    private static int firstWildcard(String source) {
        for (int i = 0; i < source.length(); i++) {
            if ("*?[{".indexOf(source.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private Format format(String file) {
        Optional<String> named = mapping.files().format();
        if (named.isPresent()) {
            return Format.valueOf(named.get().toUpperCase(Locale.ROOT));
        }
        String name = file.toLowerCase(Locale.ROOT).replaceAll("\\.(gz|zst|zstd)$", "");
        if (name.endsWith(".parquet") || name.endsWith(".pq")) {
            return Format.PARQUET;
        }
        if (name.endsWith(".csv") || name.endsWith(".tsv") || name.endsWith(".txt")) {
            return Format.CSV;
        }
        if (name.endsWith(".json") || name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
            return Format.JSON;
        }
        throw new IllegalArgumentException(
                "the name of the file does not show what is in it; end it in .parquet, .csv or .jsonl, with .gz or .zst if it is compressed, or set format in the mapping: file="
                        + file);
    }

    private void addParts(List<SourceUnit> units, Path file) throws SQLException {
        try (PreparedStatement statement = database.prepareStatement(
                        "SELECT num_rows FROM parquet_file_metadata(" + literal(file.toString()) + ")");
                ResultSet found = statement.executeQuery()) {
            long rows = found.next() ? found.getLong(1) : 0;
            for (long from = 0; from == 0 || from < rows; from += ROWS_PER_UNIT) {
                long to = Math.min(rows, from + ROWS_PER_UNIT);
                units.add(unit(file, from, to, to - from));
            }
        }
    }

    private Connection connection() throws SQLException {
        return database.unwrap(org.duckdb.DuckDBConnection.class).duplicate();
    }

    @Override
    public RowCursor open(SourceUnit unit, RefusalLog refusals) throws SQLException {
        Connection connection = connection();
        boolean isOpen = false;
        try {
            List<RowCursor.Kind> kinds = new ArrayList<>();
            Format format = format(unit.name());
            String select = select(connection, unit, kinds);
            // Open until the cursor is closed, which closes the connection.
            PreparedStatement statement = connection.prepareStatement(select);
            ResultSet rows = statement.executeQuery();
            isOpen = true;
            if (format == Format.JSON) {
                return new RowCursor(rows, mapping.jsonCells(), isRead -> {
                    try (connection) {
                        statement.close();
                    }
                });
            }
            int[] indices = new int[kinds.size()];
            for (int i = 0; i < indices.length; i++) {
                indices[i] = i + 1;
            }
            return new RowCursor(rows, indices, kinds.toArray(RowCursor.Kind[]::new), isRead -> {
                try (connection) {
                    statement.close();
                    if (isRead && format == Format.CSV) {
                        addRejected(connection, unit, refusals);
                    }
                }
            });
        } finally {
            if (!isOpen) {
                connection.close();
            }
        }
    }

    private static void addRejected(Connection connection, SourceUnit unit, RefusalLog refusals) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT line, any_value(error_type) FROM reject_errors GROUP BY line ORDER BY line")) {
            while (found.next()) {
                refusals.addLine(unit.name(), found.getLong(1), found.getString(2));
            }
        }
    }

    private void select(Connection connection, SourceUnit unit) throws SQLException {
        String unused = select(connection, unit, new ArrayList<>());
    }

    /** The statement that reads a part; the kind of each of its columns is added to the list. */
    private String select(Connection connection, SourceUnit unit, List<RowCursor.Kind> kinds) throws SQLException {
        Format format = format(unit.name());
        String table = table(unit, format);
        if (format == Format.JSON) {
            // Lines as they are: the reading of columns leaves out what follows the first object of a line.
            return "SELECT CAST(json AS VARCHAR) FROM " + table;
        }
        Map<String, String> types = types(connection, table, unit);
        List<String> expressions = new ArrayList<>();
        List<String> columns = mapping.columns();
        for (int i = 0; i < columns.size(); i++) {
            expressions.add(typed(reference(columns.get(i), types, unit), types, mapping.isAmount(i), kinds));
        }
        boolean isPart = format == Format.PARQUET && (unit.from() > 0 || unit.to() - unit.from() >= ROWS_PER_UNIT);
        return "SELECT " + String.join(", ", expressions) + " FROM " + table
                + (isPart ? " WHERE file_row_number >= " + unit.from() + " AND file_row_number < " + unit.to() : "");
    }

    private String table(SourceUnit unit, Format format) {
        // DuckDB takes the name of a file that is there for no pattern, whatever its characters.
        String file = literal(unit.name());
        return switch (format) {
            case PARQUET -> "read_parquet(" + file + ", file_row_number = true)";
            case CSV ->
                // Without that, DuckDB takes a # for the begin of a comment where a line above the heading begins with
                // one, and cuts cells there.
                "read_csv(" + file + ", all_varchar = true, header = true, store_rejects = true, comment = ''"
                        + mapping.files()
                                .delimiter()
                                .or(() -> isTabs(unit.name()) ? Optional.of("\t") : Optional.empty())
                                .map(delimiter -> ", delim = " + literal(delimiter))
                                .orElse("")
                        + compression(unit.name()) + ")";
            case JSON -> "read_ndjson_objects(" + file + ", ignore_errors = true" + compression(unit.name()) + ")";
        };
    }

    /** Said, because DuckDB does not look behind a question mark in a name. */
    private static String compression(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".gz")) {
            return ", compression = 'gzip'";
        }
        return lower.endsWith(".zst") || lower.endsWith(".zstd") ? ", compression = 'zstd'" : "";
    }

    static boolean isCompressed(String name) {
        return !compression(name).isEmpty();
    }

    private static boolean isTabs(String name) {
        return name.toLowerCase(Locale.ROOT).matches(".*\\.tsv(\\.gz|\\.zst|\\.zstd)?");
    }

    private static Map<String, String> types(Connection connection, String table, SourceUnit unit) throws SQLException {
        Map<String, String> types = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("DESCRIBE SELECT * FROM " + table)) {
            while (found.next()) {
                types.put(found.getString(1), found.getString(2));
            }
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    "the file cannot be read in the format of its name or the mapping: file=" + unit.name() + ": "
                            + firstLine(e),
                    e);
        }
        types.remove("file_row_number");
        return types;
    }

    static String firstLine(SQLException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    /** The name by which the column is read: its own, or a path into a structure. A file without a heading has its first row for names. */
    private static String reference(String column, Map<String, String> types, SourceUnit unit) {
        if (types.containsKey(column)) {
            return column;
        }
        return types.keySet().stream()
                .filter(found -> found.equalsIgnoreCase(column) || column.startsWith(found + "."))
                .findFirst()
                .map(found -> found.equalsIgnoreCase(column) ? found : column)
                .orElseThrow(() ->
                        new IllegalArgumentException("the file has no column of that name: column=" + column + " file="
                                + unit.name() + "; it has " + FieldProblem.masked(String.join(", ", types.keySet()))));
    }

    /** Milliseconds since 1970; of a time that DuckDB has none for, the greatest: the mapping refuses its row, and the others are read. */
    private static String epochMs(String value, String time) {
        return "CASE WHEN " + value + " IS NOT NULL THEN coalesce(epoch_ms(" + time + "), " + Long.MAX_VALUE + ") END";
    }

    private static String typed(
            String column, Map<String, String> types, boolean isAmount, List<RowCursor.Kind> kinds) {
        String type = types.getOrDefault(column, "");
        String name = types.containsKey(column)
                ? quoted(column)
                : Stream.of(column.split("\\.")).map(FileSource::quoted).collect(Collectors.joining("."));
        switch (type) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER" -> {
                kinds.add(RowCursor.Kind.WHOLE);
                return "CAST(" + name + " AS BIGINT)";
            }
            case "TIMESTAMP WITH TIME ZONE" -> {
                kinds.add(RowCursor.Kind.INSTANT_MS);
                return epochMs(name, name);
            }
            case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "DATE" -> {
                kinds.add(RowCursor.Kind.LOCAL_MS);
                return epochMs(name, "TRY_CAST(" + name + " AS TIMESTAMP)");
            }
            case "VARCHAR" -> {
                kinds.add(RowCursor.Kind.TEXT);
                return name;
            }
            default -> {
                kinds.add(isAmount && isNumber(type) ? RowCursor.Kind.NUMBER : RowCursor.Kind.TEXT);
                return "CAST(" + name + " AS VARCHAR)";
            }
        }
    }

    private static boolean isNumber(String type) {
        return type.startsWith("DECIMAL(")
                || Set.of("FLOAT", "DOUBLE", "HUGEINT", "UHUGEINT", "UBIGINT").contains(type);
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}
