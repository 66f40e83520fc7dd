package com.hazelcast.certification.importing;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.MappedRow;
import com.hazelcast.certification.mapping.RowMapper;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Reads parts of a source, one after the other, into spill files of its own. Single-threaded, but for the counts. */
final class ImportReader {
    /** Cards that are identified at once. */
    private static final int GROUP = 256;

    private static final long STATE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    private final Path folder;
    private final int shardCount;
    private final RowMapper mapper;
    private final CardIdentifier identifier;
    private final RefusalLog refusals;
    private final Spill spill;
    private final List<Integer> done;
    private final AtomicLong rows = new AtomicLong();
    private final MappedRow row = new MappedRow();
    private final long[] cards = new long[GROUP];
    private final long[] times = new long[GROUP];
    private final long[] payments = new long[GROUP];
    private final int[] outcomes = new int[GROUP];
    private final int[] kept = new int[GROUP];
    private int inGroup;

    /** A part of the source with its number. */
    record Numbered(int number, SourceUnit unit) {}

    ImportReader(
            Path folder,
            ReaderState state,
            RowMapper mapper,
            CardIdentifier identifier,
            RefusalLog refusals,
            long memoryBytes)
            throws IOException {
        this.folder = folder;
        this.shardCount = state.spillBytes().size();
        this.mapper = mapper;
        this.identifier = identifier;
        this.refusals = refusals;
        long[] lengths = state.spillBytes().stream().mapToLong(Long::longValue).toArray();
        this.spill = new Spill(folder, lengths, memoryBytes);
        this.done = new ArrayList<>(state.done());
        rows.set(state.rows());
    }

    static Path refusalFile(Path folder) throws IOException {
        return Files.createDirectories(folder).resolve("refusals.csv");
    }

    /** Reads until the queue is empty, or the import is to stop. */
    void run(RowSource source, Queue<Numbered> units, ImportLimits limits) throws SQLException, IOException {
        long writtenNs = System.nanoTime();
        for (Numbered next = units.poll(); next != null; next = units.poll()) {
            read(source, next.unit(), limits);
            done.add(next.number());
            if (units.isEmpty() || System.nanoTime() - writtenNs > STATE_INTERVAL_NS) {
                writeState();
                writtenNs = System.nanoTime();
            }
        }
        writeState();
    }

    private void read(RowSource source, SourceUnit unit, ImportLimits limits) throws SQLException, IOException {
        try (RowCursor cursor = source.open(unit, refusals)) {
            long number = unit.rows() == SourceUnit.UNKNOWN ? 0 : unit.from();
            while (cursor.next()) {
                number++;
                try {
                    mapper.map(cursor.cells(), row);
                    add();
                } catch (FieldProblem problem) {
                    refusals.add(unit.name(), number, problem);
                    limits.refused();
                }
                limits.check();
            }
        }
        spillGroup();
    }

    private void add() throws IOException {
        cards[inGroup] = row.card();
        times[inGroup] = row.times();
        payments[inGroup] = row.payment();
        outcomes[inGroup] = TransactionLayout.entryOutcome(row.outcome(), row.verdict());
        kept[inGroup] =
                SpilledRow.kept(TransactionLayout.tag(row.referenceHash()), labelOf(row.label()), row.verdict());
        if (++inGroup == GROUP) {
            spillGroup();
        }
    }

    private static int labelOf(@Nullable Boolean isFraud) {
        return isFraud == null ? Label.NONE : (isFraud ? Label.FRAUD : Label.GENUINE).code();
    }

    private void spillGroup() throws IOException {
        identifier.identify(cards, inGroup);
        for (int i = 0; i < inGroup; i++) {
            int shard = CardHash.shard(CardHash.of(cards[i]), shardCount);
            spill.add(shard, cards[i], times[i], payments[i], outcomes[i], kept[i]);
        }
        long unused = rows.addAndGet(inGroup);
        inGroup = 0;
    }

    private void writeState() throws IOException {
        List<Long> spillBytes = LongStream.of(spill.flush()).boxed().toList();
        new ReaderState(done, rows.get(), refusals.reasons(), refusals.flush(), spillBytes).write(folder);
    }

    /** Rows read so far, without those that were refused. Any thread. */
    long rows() {
        return rows.get();
    }

    RefusalLog refusals() {
        return refusals;
    }
}
