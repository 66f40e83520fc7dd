package com.hazelcast.certification.importing;

import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.MappedRow;
import com.hazelcast.certification.mapping.RowMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an import would read, and what it would refuse: all rows are read, and nothing is kept but the refusals.
 *
 * @param firstRows the first good rows, {@value #ROWS_SHOWN} at most
 * @param rows that are good
 * @param refused rows that are not
 * @param refusals by reason
 */
public record DryRun(List<MappedRow> firstRows, long rows, long refused, Map<String, RefusalReason> refusals) {
    private static final int ROWS_SHOWN = 10;

    /**
     * Reads the source.
     *
     * @param refusalFile where the refused rows go; it must not be there
     */
    public static DryRun of(ImportRequest request, Path refusalFile) throws IOException {
        try (RowSource source = RowSource.of(request.source(), request.mapping());
                RefusalLog refusals = new RefusalLog(refusalFile, 0, Map.of())) {
            List<MappedRow> first = new ArrayList<>();
            long rows = 0;
            RowMapper mapper = request.mapping().mapper(request.clock(), request.futureTolerance());
            List<SourceUnit> units = source.units();
            for (SourceUnit unit : units) {
                rows += read(source, unit, mapper, first, refusals);
            }
            source.requireRead(units, rows + refusals.count());
            return new DryRun(first, rows, refusals.count(), refusals.reasons());
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the source cannot be read: SOURCE=" + RowSource.shown(request.source()) + ": "
                            + FileSource.firstLine(e),
                    e);
        }
    }

    private static long read(
            RowSource source, SourceUnit unit, RowMapper mapper, List<MappedRow> first, RefusalLog refusals)
            throws SQLException {
        MappedRow row = new MappedRow();
        long number = unit.rows() == SourceUnit.UNKNOWN ? 0 : unit.from();
        long good = 0;
        try (RowCursor cursor = source.open(unit, refusals)) {
            while (cursor.next()) {
                number++;
                try {
                    mapper.map(cursor.cells(), row);
                    good++;
                    if (first.size() < ROWS_SHOWN) {
                        first.add(row);
                        row = new MappedRow();
                    }
                } catch (FieldProblem problem) {
                    refusals.add(unit.name(), number, problem);
                }
            }
        }
        return good;
    }
}
