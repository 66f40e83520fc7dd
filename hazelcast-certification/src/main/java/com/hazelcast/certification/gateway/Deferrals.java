package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.ClientHello;
import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The batches of a connection that are out, if its client takes deferrals: looks several times a second which of them wait for nothing
 * but held lanes, and has them sent back. So a shard that gives no answers takes no batch of a connection for long. Used on the connection's
 * event loop.
 */
final class Deferrals {
    private static final long LOOK_MS = 250;

    private final IntPredicate isHeld;
    private final GatewayMeter meter;
    private final LeftOutCards leftOut;
    private final Set<GatewayBatch> out = new LinkedHashSet<>();
    private @Nullable ScheduledFuture<?> looks;
    private boolean isEnded;

    /**
     * Nothing is out.
     *
     * @param isHeld of a shard, whether its lane gives no answers now
     * @param batchesInFlightMax so many batches may the client have out without an answer
     */
    Deferrals(IntPredicate isHeld, GatewayMeter meter, int batchesInFlightMax) {
        this.isHeld = isHeld;
        this.meter = meter;
        this.leftOut = new LeftOutCards(batchesInFlightMax);
    }

    /** The cards of which records were not even routed. */
    LeftOutCards leftOut() {
        return leftOut;
    }

    /** The client has said hello. */
    void greeted(ClientHello hello, EventLoop loop) {
        if (hello.takesDeferrals()) {
            looks = loop.scheduleWithFixedDelay(this::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** A batch has been routed; it may have been answered already. */
    void taken(GatewayBatch batch) {
        if (batch.mayDefer()) {
            out.add(batch);
        }
    }

    /** A batch is about to be sent back. */
    void answered(GatewayBatch batch) {
        if (batch.mayDefer()) {
            out.remove(batch);
        }
        if (batch.deferredCount() > 0) {
            leftOut.answered(batch.number());
            meter.recordsDeferred(batch.deferredCount());
        }
    }

    private void look() {
        List.copyOf(out).forEach(batch -> batch.defer(isHeld));
        if (isEnded && out.isEmpty() && looks != null) {
            looks.cancel(false);
        }
    }

    /** The connection has closed. What is out still gives back its client's share, as soon as it is answered or its lanes are held. */
    void end() {
        isEnded = true;
    }
}
