package com.hazelcast.certification.cli.labels;

import com.hazelcast.certification.importing.RefusalLog;
import com.hazelcast.certification.importing.RefusalReason;
import com.hazelcast.certification.importing.RowCursor;
import com.hazelcast.certification.importing.RowSource;
import com.hazelcast.certification.importing.SourceUnit;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.MappedLabel;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.RowMapper;
import com.hazelcast.certification.transaction.Pan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rows of files or a database with labels on their way to a cluster, {@value #ROWS_PER_CALL} a call. Used once, by one thread. */
final class LabelFile {
    private static final int ROWS_PER_CALL = 2_000;

    private final RowSource source;
    private final RowMapper mapper;
    private final Cluster cluster;
    private final List<Row> rows = new ArrayList<>();
    private long readRows;
    private long fraud;
    private long genuine;

    /** Takes labels. */
    @FunctionalInterface
    interface Cluster {
        /** Labels what the requests name; returns a result each. */
        List<LabelResult> add(List<LabelRequest> requests);
    }

    /** A row that is on its way. */
    private record Row(String file, long number, LabelRequest request) {}

    /**
     * What became of the rows.
     *
     * @param refusals by reason
     */
    record Result(long fraud, long genuine, long refusedRows, Map<String, RefusalReason> refusals) {}

    LabelFile(RowSource source, Mapping mapping, Cluster cluster) {
        this.source = source;
        this.mapper = mapping.mapperOfAnyTime();
        this.cluster = cluster;
    }

    /**
     * Sends all rows.
     *
     * @param refused the file for those that have labelled nothing; replaced, and not there afterwards when there are none
     * @throws IllegalArgumentException when the source has nothing to read, or rows that are in none of its parts, and nothing is labelled; or when
     *     it gave fewer rows than it has counted, and those that it gave are labelled. Says what is wrong
     */
    Result send(Path refused) throws IOException, SQLException {
        Files.deleteIfExists(refused);
        List<SourceUnit> units = source.units();
        Result result;
        try (RefusalLog refusals = new RefusalLog(refused, 0, Map.of())) {
            for (SourceUnit unit : units) {
                send(unit, refusals);
            }
            sendRows(refusals);
            result = new Result(fraud, genuine, refusals.count(), refusals.reasons());
        }
        if (result.refusedRows() == 0) {
            Files.delete(refused);
        }
        requireRead(units, result);
        return result;
    }

    /** After the labels are sent: until all rows are read, nobody knows, and they are too many to be kept. To send them again changes nothing. */
    private void requireRead(List<SourceUnit> units, Result result) throws SQLException {
        try {
            source.requireRead(units, readRows);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "labels are missing, because not all rows were read; those that were are sent, and may be sent again when this is right: labelled="
                            + (result.fraud() + result.genuine()) + " refused=" + result.refusedRows() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private void send(SourceUnit unit, RefusalLog refusals) throws SQLException {
        long number = unit.rows() < 0 ? 0 : unit.from();
        try (RowCursor cursor = source.open(unit, refusals)) {
            while (cursor.next()) {
                number++;
                readRows++;
                try {
                    rows.add(new Row(unit.name(), number, request(mapper.mapLabel(cursor.cells()))));
                } catch (FieldProblem problem) {
                    refusals.add(unit.name(), number, problem);
                }
                if (rows.size() == ROWS_PER_CALL) {
                    sendRows(refusals);
                }
            }
        }
    }

    private static LabelRequest request(MappedLabel row) {
        LabelRequest request = new LabelRequest(
                row.card(),
                row.reference(),
                row.timeMs().orElse(LabelRequest.NOT_GIVEN),
                row.amountUnits().isPresent() ? row.amountUnits().getAsInt() : LabelRequest.NOT_GIVEN,
                row.isFraud() ? Label.FRAUD : Label.GENUINE);
        if (!request.isNaming()) {
            throw problem(row.card(), LabelResult.NOT_NAMED);
        }
        return request;
    }

    private static FieldProblem problem(long card, LabelResult result) {
        return new FieldProblem(result.code(), "card", Pan.masked(card), result.description(), result.remedy());
    }

    private void sendRows(RefusalLog refusals) {
        if (rows.isEmpty()) {
            return;
        }
        List<LabelResult> results = cluster.add(rows.stream().map(Row::request).toList());
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            if (results.get(i) != LabelResult.LABELLED) {
                refusals.add(row.file, row.number, problem(row.request.card(), results.get(i)));
            } else if (row.request.label() == Label.FRAUD) {
                fraud++;
            } else {
                genuine++;
            }
        }
        rows.clear();
    }
}
