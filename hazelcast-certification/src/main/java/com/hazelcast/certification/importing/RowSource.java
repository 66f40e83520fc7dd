package com.hazelcast.certification.importing;

import com.hazelcast.certification.mapping.Mapping;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Where rows come from. Thread-safe; each cursor belongs to one thread. */
public interface RowSource extends AutoCloseable {
    /**
     * Its parts, in an order.
     *
     * @throws IllegalArgumentException when there is nothing to read, or not what the mapping names, or when rows would be in no part; says
     *     what there is
     */
    List<SourceUnit> units() throws SQLException;

    /**
     * What has changed in the source since these were its parts, so that an import cannot go on with them; empty: nothing.
     *
     * @throws IllegalArgumentException as {@link #units}
     */
    Optional<String> change(List<SourceUnit> planned) throws SQLException;

    /**
     * Checks, when all parts are read, that there were rows where the source has named some, and no fewer than it has counted. More may have
     * come since.
     *
     * @param rows of all parts, with those that were refused
     * @throws IllegalArgumentException when there were none, or too few; names what is wrong
     */
    void requireRead(List<SourceUnit> units, long rows) throws SQLException;

    /**
     * Begins to read a part.
     *
     * @param refusals receives lines that are no rows, at the latest when the cursor is closed
     */
    RowCursor open(SourceUnit unit, RefusalLog refusals) throws SQLException;

    /** What the source is: files, or a database whose address begins with {@code jdbc:}. */
    static RowSource of(String source, Mapping mapping) throws SQLException {
        return source.startsWith(DatabaseSource.PREFIX)
                ? new DatabaseSource(source, mapping)
                : new FileSource(source, mapping);
    }

    /** A source as it may be shown and written down: without the passwords that an address may have. */
    static String shown(String source) {
        return source.startsWith(DatabaseSource.PREFIX) ? DatabaseSource.withoutPasswords(source) : source;
    }

    /**
     * The files of a source; none: it is a database.
     *
     * @throws IllegalArgumentException when there is no such file
     */
    static List<Path> files(String source) {
        return source.startsWith(DatabaseSource.PREFIX) ? List.of() : FileSource.files(source);
    }

    /**
     * The columns of files, as the first of them has them; empty: JSON lines, whose rows may have any.
     *
     * @throws IllegalArgumentException when there is no file, or it cannot be read
     */
    static List<String> columns(String files) throws SQLException {
        return FileSource.columns(files);
    }

    @Override
    void close() throws SQLException;
}
