package com.hazelcast.certification.importing;

import com.hazelcast.certification.mapping.Percent;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What ends an import before its source does: too many refused rows, or somebody who says so. And whether the source was good. Thread-safe. */
final class ImportLimits {
    private final double refusedShareMax;
    private final long rowsExpected;
    private final AtomicLong refused;
    private volatile @Nullable String stop;
    private volatile boolean isRefused;

    /**
     * The limits of an import.
     *
     * @param rowsExpected in the source; {@link SourceUnit#UNKNOWN}: not known, and looked at when all is read
     * @param refusedBefore by the run that this one goes on with
     */
    ImportLimits(double refusedShareMax, long rowsExpected, long refusedBefore) {
        this.refusedShareMax = refusedShareMax;
        this.rowsExpected = rowsExpected;
        this.refused = new AtomicLong(refusedBefore);
    }

    /** A row was refused. */
    void refused() {
        long count = refused.incrementAndGet();
        if (rowsExpected >= 0 && count > refusedShareMax * rowsExpected) {
            stop(count, rowsExpected, "there are");
        }
    }

    /** All rows are read; some refusals, of broken lines, have come only now. */
    void allRead(long rows, long refusedCount) {
        if (refusedCount > refusedShareMax * (rows + refusedCount)) {
            stop(refusedCount, rows + refusedCount, "were read");
        }
        check();
    }

    private void stop(long count, long of, String what) {
        refuse();
        stop(String.format(
                Locale.ROOT,
                "more rows were refused than the mapping allows, and nothing was loaded: refused=%,d of %,d rows that %s, refusals=%s%%; the file of refusals has why; correct source or mapping, or set refusals in the mapping",
                count,
                of,
                what,
                Percent.text(refusedShareMax)));
    }

    /** The source is not as the mapping requires it. */
    void refuse() {
        isRefused = true;
    }

    /** Whether the source has to be corrected, so that what was read of it is of no use. */
    boolean isRefused() {
        return isRefused;
    }

    /** The import is to stop for that reason. */
    void stop(String why) {
        stop = why;
    }

    /** @throws ImportStoppedException when the import is to stop */
    void check() {
        String why = stop;
        if (why != null) {
            throw new ImportStoppedException(why);
        }
    }
}
