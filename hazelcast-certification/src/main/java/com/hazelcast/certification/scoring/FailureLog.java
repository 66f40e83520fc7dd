package com.hazelcast.certification.scoring;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.shard.LineLimit;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.Rejection;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the exceptions that scoring raised on this member: of each kind at most one line a second, which says how many it
 * stands for and shows the last, its card masked. Thread-safe.
 */
final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

    private final LineLimit rejected;
    private final LineLimit failedBatches;
    private final LineLimit unreported;
    private final LineLimit notApplied;
    private final LineLimit missing;

    FailureLog(LongSupplier nanoClock) {
        rejected = new LineLimit(nanoClock);
        failedBatches = new LineLimit(nanoClock);
        unreported = new LineLimit(nanoClock);
        notApplied = new LineLimit(nanoClock);
        missing = new LineLimit(nanoClock);
    }

    /** Transactions were rejected because scoring them raised an exception. */
    void rejected(CardFailures failures) {
        long count = rejected.add(failures.count());
        if (count > 0) {
            LogEvent.TRANSACTION_REJECTED
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, count)
                    .addKeyValue(Fields.REASON, Rejection.UNPROCESSABLE.label())
                    .addKeyValue(Fields.CARD, Pan.masked(failures.lastCard()))
                    .setCause(failures.last())
                    .log(
                            "rejected {} transaction(s) whose scoring raised an exception; the last one: reason={} card={}",
                            count,
                            Rejection.UNPROCESSABLE.label(),
                            Pan.masked(failures.lastCard()));
        }
    }

    /** A batch could not be scored as a whole; whoever sent it looks for the cause in parts of it. */
    void batchFailed(Throwable failure) {
        long count = failedBatches.add(1);
        if (count > 0) {
            LogEvent.BATCH_FAILED
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, count)
                    .setCause(failure)
                    .log("{} call(s) to score a batch failed here; the last one:", count);
        }
    }

    /** What a batch came to could not be counted or listed; its transactions are scored and answered all the same. */
    void notReported(Throwable failure) {
        long count = unreported.add(1);
        if (count > 0) {
            LOG.error("{} batch(es) were scored and not counted in the metrics; the last one:", count, failure);
        }
    }

    /**
     * Outcomes could not be applied to a backup held here.
     *
     * @param isGivenUp whether the batch is acknowledged all the same
     */
    void notApplied(CardFailures failures, boolean isGivenUp) {
        long count = notApplied.add(failures.count());
        if (count > 0) {
            LogEvent.BACKUP_NOT_APPLIED
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, count)
                    .addKeyValue(Fields.CARD, Pan.masked(failures.lastCard()))
                    .setCause(failures.last())
                    .log(
                            "{} outcome(s) could not be applied to a backup held here; {}; the last one: card={}",
                            count,
                            isGivenUp
                                    ? "they failed again and are acknowledged all the same: compare the copies with ctl verify"
                                    : "not acknowledged, so the shard is copied from its owner again",
                            Pan.masked(failures.lastCard()));
        }
    }

    /** A backup that its owner counts is not in place here; the outcome is not acknowledged. */
    void shardMissing(int key) {
        long count = missing.add(1);
        if (count > 0) {
            LogEvent.BACKUP_MISSING
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, count)
                    .addKeyValue(Fields.SHARD_KEY, key)
                    .log(
                            "{} batch(es) came to a backup that is not in place here and are not acknowledged: their answers wait until the shard"
                                    + " is copied from its owner; the last one: shard key {}",
                            count,
                            key);
        }
    }
}
