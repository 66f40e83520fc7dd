package com.hazelcast.certification.exporting;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.shard.HistoryMerge;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupManifest;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.transaction.Pan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Writes all transactions of a backup with their verdicts, a Parquet file a shard, which is what the copies of that shard hold together.
 * Shards are read some at a time, and the log of a member's folder once for each such group: their snapshots, all copies together, have at
 * most an eighth of the heap, or are of one shard. Used once, by one thread.
 *
 * <p>A card is written masked, and with an identity that is the same for all its rows of this export and for no other: the card enciphered with a
 * random key that is not kept.
 */
public final class HistoryExport {
    private static final String TABLE =
            "CREATE OR REPLACE TABLE rows (card VARCHAR, card_id VARCHAR, time_ms BIGINT, amount_minor"
                    + " INTEGER, currency SMALLINT, country SMALLINT, mcc SMALLINT, terminal INTEGER, city INTEGER,"
                    + " response_code SMALLINT, decision SMALLINT, rule_set INTEGER, rule_set_name VARCHAR, rule VARCHAR, action VARCHAR,"
                    + " score_at_least INTEGER, score INTEGER, label VARCHAR, decided_within VARCHAR)";
    private static final String SELECT =
            "SELECT card, card_id, epoch_ms(time_ms) AS time, amount_minor, currency, country, mcc, terminal,"
                    + " city, response_code, NULLIF(decision, 0) AS decision, NULLIF(rule_set, 0) AS rule_set,"
                    + " NULLIF(rule_set_name, '') AS rule_set_name, NULLIF(rule, '') AS rule, NULLIF(action, '') AS action,"
                    + " NULLIF(score_at_least, 0) AS score_at_least, NULLIF(score, 0) AS score,"
                    + " NULLIF(label, '') AS label, NULLIF(decided_within, '') AS decided_within FROM rows ORDER BY card_id, time";
    private static final String UNFINISHED = ".unfinished";
    private static final int HEAP_SHARE = 8;

    /** Folders of members, with the shards of each. */
    private final Map<Path, List<Integer>> members = new LinkedHashMap<>();

    /** Bytes of the snapshots of each shard, of all members together; 0: it has none. */
    private final Map<Integer, Long> sizes = new TreeMap<>();

    private final Set<String> clusters = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> notUsed = new ArrayList<>();
    private final Optional<DataKey> dataKey;
    private final Path folder;
    private final Optional<DecidingRules> rules;
    private final CardCipher cipher = new CardCipher(new SecureRandom());

    /**
     * What was written.
     *
     * @param files one for each shard that has transactions
     * @param transactions in all of them
     * @param problems copies that could not be used, and why, and shards without any
     */
    public record Result(int files, long transactions, List<String> problems) {}

    /**
     * An export of a backup.
     *
     * @param backup its folder
     * @param dataKey by which it is encrypted, if it is
     * @param folder for the files; a new one
     * @throws IllegalArgumentException when there is no backup, or the folder is there
     */
    public HistoryExport(Path backup, Optional<DataKey> dataKey, Path folder) throws IOException {
        BackupParts parts = BackupParts.of(backup);
        problems.addAll(parts.problems());
        parts.leftOut().forEach((member, why) -> notUsed.add(member.getFileName() + ": " + why));
        for (Path member : parts.used()) {
            try {
                BackupManifest manifest = Backup.manifest(member);
                members.put(member, manifest.shards());
                manifest.shards().forEach(key -> sizes.putIfAbsent(key, 0L));
                manifest.snapshotSizes().forEach((key, sizeBytes) -> sizes.merge(key, sizeBytes, Long::sum));
                clusters.add(manifest.cluster());
                Backup.incomplete(member)
                        .forEach(file -> problems.add("a file is not whole: " + nameOf(member) + "/" + file));
            } catch (IOException e) {
                problems.add("a member's folder is not used: " + e.getMessage());
            }
        }
        if (clusters.size() != 1) {
            throw new IllegalArgumentException(
                    "there is no backup of one cluster in that folder: BACKUP=" + backup + " clusters=" + clusters
                            + problems.stream().map(problem -> ": " + problem).collect(Collectors.joining()));
        }
        if (Files.exists(folder)) {
            throw new IllegalArgumentException("give a folder that is not there yet: FOLDER=" + folder);
        }
        this.dataKey = dataKey;
        parts.rulesProblem().ifPresent(problems::add);
        this.rules = rules(parts, dataKey);
        this.folder = folder;
    }

    /** Folders of members that are left out, because they are of another backup or another life of the cluster than the newest. */
    public List<String> notUsed() {
        return List.copyOf(notUsed);
    }

    /**
     * Writes all files.
     *
     * @throws SQLException when DuckDB cannot write, for example because the disk is full
     */
    public Result run() throws IOException, SQLException, InterruptedException {
        Files.createDirectories(folder);
        int files = 0;
        long transactions = 0;
        Properties properties = new Properties();
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:", properties)) {
            for (Set<Integer> group :
                    BackupManifest.groups(sizes, Runtime.getRuntime().maxMemory() / HEAP_SHARE)) {
                Map<Integer, HistoryShard> shards = united(group);
                for (int key : group) {
                    HistoryShard shard = shards.remove(key);
                    if (shard == null) {
                        problems.add("the shard with key " + key + " has no whole copy, and is left out");
                    } else if (shard.heldCount() > 0) {
                        write(database, shard, folder.resolve(String.format(Locale.ROOT, "shard-%05d.parquet", key)));
                        files++;
                        transactions += shard.heldCount();
                    }
                }
            }
        }
        return new Result(files, transactions, problems);
    }

    /** What all copies of each of these shards hold together, by key; without those that have no whole copy. */
    private Map<Integer, HistoryShard> united(Set<Integer> group) throws InterruptedException {
        Map<Integer, HistoryShard> shards = new HashMap<>();
        for (Map.Entry<Path, List<Integer>> each : members.entrySet()) {
            Set<Integer> there = new TreeSet<>(group);
            there.retainAll(each.getValue());
            if (there.isEmpty()) {
                continue;
            }
            Path member = each.getKey();
            Backup.Shards read = Backup.read(
                    member,
                    there,
                    clusters.iterator().next(),
                    dataKey,
                    HistoryMemory.unbounded(MemoryKind.HEAP),
                    OutcomeRecord::replay);
            read.broken()
                    .forEach((broken, why) -> problems.add(
                            "a copy of the shard with key " + broken + " is not used: " + nameOf(member) + ": " + why));
            for (HistoryShard copy : read.shards()) {
                copy.install();
                int key = copy.key();
                shards.put(key, HistoryMerge.unite(copy, shards.get(key)).shard());
            }
        }
        return shards;
    }

    private void write(Connection database, HistoryShard shard, Path file) throws SQLException, IOException {
        try (Statement statement = database.createStatement()) {
            statement.execute(TABLE);
            append(database.unwrap(DuckDBConnection.class), shard);
            Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
            statement.execute("COPY (" + SELECT + ") TO '"
                    + unfinished.toString().replace("'", "''") + "' (FORMAT parquet, COMPRESSION zstd)");
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private void append(DuckDBConnection database, HistoryShard shard) throws SQLException {
        try (DuckDBAppender rows = database.createAppender("main", "rows")) {
            shard.forEachHistory(0, CardHash.POSITIONS, card -> true, (card, history) -> {
                String masked = Pan.masked(card);
                String id = cipher.identity(card);
                history.rewind();
                while (history.next()) {
                    try {
                        rows.beginRow();
                        rows.append(masked);
                        rows.append(id);
                        rows.append(history.timeMs());
                        rows.append(history.amountUnits());
                        rows.append((short) history.currency());
                        rows.append((short) history.country());
                        rows.append((short) history.merchant());
                        rows.append(history.code());
                        rows.append(history.city());
                        rows.append((short) history.response());
                        rows.append((short) history.verdict());
                        appendRuling(rows, history.verdict());
                        rows.append(Label.of(history.label()).map(Label::word).orElse(""));
                        rows.append(history.isPrompt() ? HistoryLimits.PROMPT_WITHIN : "");
                        rows.endRow();
                    } catch (SQLException e) {
                        throw new UncheckedIOException(new IOException(e.getMessage(), e));
                    }
                }
            });
        }
    }

    /** Code 0 is also what loaded histories have, which record no decision. */
    private void appendRuling(DuckDBAppender rows, int code) throws SQLException {
        Optional<Ruling> ruling = code == 0 ? Optional.empty() : rules.flatMap(known -> known.ruling(code));
        rows.append(ruling.map(known -> known.set().number()).orElse(0));
        rows.append(ruling.map(known -> known.set().name()).orElse(""));
        rows.append(ruling.map(Ruling::ruleName).orElse(""));
        rows.append(ruling.map(known -> known.action().label()).orElse(""));
        Score score = ruling.map(Ruling::score).orElse(Score.NONE);
        rows.append(score.atLeast());
        rows.append(score.exact());
    }

    private static String nameOf(Path part) {
        return String.valueOf(Backup.folderOf(part).getFileName());
    }

    private static Optional<DecidingRules> rules(BackupParts parts, Optional<DataKey> dataKey) throws IOException {
        Optional<RuleBook> book = parts.ruleBook(dataKey);
        try {
            return book.isEmpty() ? Optional.empty() : Optional.of(DecidingRules.of(book.get()));
        } catch (RuleSetRefusedException e) {
            throw new IOException("a set of rules of the backup cannot be read by this release: " + e.getMessage(), e);
        }
    }
}
