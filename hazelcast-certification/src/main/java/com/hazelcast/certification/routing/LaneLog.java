package com.hazelcast.certification.routing;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.shard.LineLimit;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.Rejection;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the lanes of a member log: of each kind at most one line a second, which says how many it stands for. Thread-safe. */
final class LaneLog {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final LineLimit failed;
    private final LineLimit rejected;
    private final LineLimit threw;

    LaneLog(LongSupplier nanoClock) {
        failed = new LineLimit(nanoClock);
        rejected = new LineLimit(nanoClock);
        threw = new LineLimit(nanoClock);
    }

    /** A call has failed, and its transactions are submitted again. */
    void submittedAgain(int shard, int count, int failures, Throwable cause) {
        long standsFor = failed.add(1);
        if (standsFor > 0) {
            LogEvent.CALL_FAILED
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, standsFor)
                    .addKeyValue(Fields.SHARD, shard)
                    .log(
                            "{} call(s) failed and are submitted again; the last one: shard={} transactions={} failedCalls={}: {}",
                            standsFor,
                            shard,
                            count,
                            failures,
                            cause.toString());
        }
    }

    /** Transactions are rejected because their calls failed however small they were made. */
    void rejected(int shard, int count, long lastCard, Throwable cause) {
        long standsFor = rejected.add(count);
        if (standsFor > 0) {
            LogEvent.TRANSACTION_REJECTED
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, standsFor)
                    .addKeyValue(Fields.REASON, Rejection.UNPROCESSABLE.label())
                    .addKeyValue(Fields.SHARD, shard)
                    .addKeyValue(Fields.CARD, Pan.masked(lastCard))
                    .setCause(cause)
                    .log(
                            "rejected {} transaction(s) that could not be scored, each alone or in a batch that failed throughout;"
                                    + " the last one: reason={} shard={} card={}",
                            standsFor,
                            Rejection.UNPROCESSABLE.label(),
                            shard,
                            Pan.masked(lastCard));
        }
    }

    /** Whoever is notified has thrown: a listener, a meter, the copies' guard. The lane goes on. */
    void threw(String who, Throwable failure) {
        long standsFor = threw.add(1);
        if (standsFor > 0) {
            LOG.error("{} exception(s) in listeners of a lane, a defect; the last one in {}:", standsFor, who, failure);
        }
    }
}
