package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.MemberLink;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one owner of shards, beside the client's main one: it connects again when it is lost, for as long as it is needed. Says
 * hello with a version whose clients are sent no lists: those come by the main connection. Used on the client's event loop.
 */
final class OwnerLink implements MemberLink.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerLink.class);
    private static final long GOODBYE_MS = 1_000;

    private final OwnerLinks owners;
    private final ClientTraffic.Shared shared;
    private final InetSocketAddress member;
    private final Outbox outbox;
    private final BatchSender sender;
    private final SplittableRandom random = new SplittableRandom();
    private final BackOff backOff;
    private @Nullable MemberLink link;
    private @Nullable MemberHello hello;
    private boolean isNeeded = true;
    private boolean isEnded;

    /** Not connected yet. */
    OwnerLink(OwnerLinks owners, ClientTraffic.Shared shared, InetSocketAddress member, Outbox outbox) {
        this.owners = owners;
        this.shared = shared;
        this.member = member;
        this.outbox = outbox;
        this.sender = new BatchSender(shared, outbox, this::flush, () -> isEnded);
        this.backOff =
                new BackOff(shared.config().backOffFirst(), shared.config().backOffMax(), random);
    }

    /** Connects, but not at once: all clients learn of a member that joins in the same moment. */
    void openSoon() {
        long delayMs = random.nextLong(shared.config().spreadWithin().toMillis() + 1);
        var unused = shared.loop().schedule(this::open, delayMs, TimeUnit.MILLISECONDS);
    }

    private void open() {
        if (!isEnded && isNeeded) {
            ClientHello said = new ClientHello(
                    shared.clientId(), shared.config().format(), ProtocolLimits.VERSION_WITHOUT_GATEWAYS);
            MemberLink opened =
                    new MemberLink(said, shared.config().attemptTimeout().toMillis(), this);
            link = opened;
            shared.open(opened, member);
        }
    }

    InetSocketAddress member() {
        return member;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Whether shards may be given its outbox. */
    boolean isUp() {
        return hello != null && isNeeded;
    }

    boolean isNeeded() {
        return isNeeded;
    }

    /** Whether nothing of it waits for an answer. */
    boolean isIdle() {
        return outbox.isEmpty();
    }

    /** Whether shards are to be sent over it. If not, it ends when it is idle, and at the latest after the time of an attempt. */
    void setNeeded(boolean is) {
        if (isNeeded && !is) {
            var unused = shared.loop()
                    .schedule(
                            this::cutIfUnneeded,
                            shared.config().attemptTimeout().toMillis(),
                            TimeUnit.MILLISECONDS);
        }
        isNeeded = is;
    }

    private void cutIfUnneeded() {
        if (!isNeeded && !isEnded) {
            LOG.info("member {}: owns no shard any more, and has not answered in time what was sent to it", member);
            close();
        }
    }

    private void close() {
        MemberLink opened = link;
        if (opened != null) {
            opened.close();
        }
    }

    void flush() {
        MemberLink opened = link;
        MemberHello said = hello;
        if (opened != null && said != null && !isEnded) {
            sender.flush(opened, said);
        }
    }

    /** Says goodbye where nothing is out, cuts the connection otherwise, and does not come back. */
    void end() {
        isEnded = true;
        MemberLink opened = link;
        if (opened != null && hello != null && isIdle()) {
            opened.goodbye();
            var unused = shared.loop().schedule(opened::close, GOODBYE_MS, TimeUnit.MILLISECONDS);
        } else {
            close();
        }
    }

    @Override
    public void greeted(MemberHello said) {
        hello = said;
        backOff.reset();
        shared.counters().connected();
        if (isEnded) {
            close();
            return;
        }
        LOG.info("connected to {}, which owns shards", member);
        owners.changed();
    }

    @Override
    public void answered(ByteBuf frame) {
        if (isEnded) {
            // TLS says goodbye before it closes. What has no answer is another thread's by then.
            return;
        }
        shared.answered().accept(outbox.answer(frame, true));
        owners.answered(this);
        sender.scheduleRetry();
    }

    @Override
    public void lost(Throwable cause) {
        link = null;
        hello = null;
        if (isEnded) {
            return;
        }
        shared.counters().connectionLost(cause);
        owners.lost(this);
        if (isNeeded) {
            long pauseMs = backOff.nextMs();
            LOG.info("member {}, which owns shards: {}; trying again in {} ms", member, cause.toString(), pauseMs);
            var unused = shared.loop().schedule(this::open, pauseMs, TimeUnit.MILLISECONDS);
        }
    }
}
