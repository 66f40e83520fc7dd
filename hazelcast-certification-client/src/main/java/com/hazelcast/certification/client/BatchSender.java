package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.MemberLink;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Sends what an outbox holds, as far as the member takes it, and again what the member has deferred. Used on the client's event loop. */
final class BatchSender {
    /** Between two tries of what a member has deferred: a shard that gives no answers does so for seconds. */
    private static final long RETRY_MS = 500;

    private final ClientConfig config;
    private final EventLoop loop;
    private final Outbox outbox;
    private final Runnable flush;
    private final BooleanSupplier isStopped;
    private boolean isRetryScheduled;

    /**
     * Nothing is sent yet.
     *
     * @param flush calls {@link #flush} with the connection of the time, if there is one
     */
    BatchSender(ClientTraffic.Shared shared, Outbox outbox, Runnable flush, BooleanSupplier isStopped) {
        this.config = shared.config();
        this.loop = shared.loop();
        this.outbox = outbox;
        this.flush = flush;
        this.isStopped = isStopped;
    }

    /**
     * Sends over that connection until as many batches are out as may be; at first again what was out on the one before it, in batches that the
     * member takes.
     */
    void flush(MemberLink link, MemberHello hello) {
        int batchesMax = Math.min(config.batchesInFlightMax(), hello.batchesInFlightMax());
        int recordsMax = recordsMax(hello);
        outbox.fitTo(recordsMax);
        while (outbox.outCount() < batchesMax) {
            Outbox.Batch batch = outbox.next(recordsMax);
            if (batch == null) {
                return;
            }
            link.sendBatch(batch.number(), batch.records());
        }
    }

    /** The member's limits, whichever of records and bytes is reached first. */
    private int recordsMax(MemberHello hello) {
        int overhead = BatchFrame.sizeBytes(0, config.format());
        int fitting = (hello.frameSizeBytesMax() - overhead) / config.format().recordSizeBytes();
        return Math.max(1, Math.min(hello.recordsPerBatchMax(), fitting));
    }

    /** Something may have been deferred: it is sent again, with a pause, until it is answered. */
    void scheduleRetry() {
        if (outbox.hasDeferred() && !isRetryScheduled && !isStopped.getAsBoolean()) {
            isRetryScheduled = true;
            var unused = loop.schedule(this::retry, RETRY_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void retry() {
        isRetryScheduled = false;
        outbox.retry();
        flush.run();
        scheduleRetry();
    }
}
