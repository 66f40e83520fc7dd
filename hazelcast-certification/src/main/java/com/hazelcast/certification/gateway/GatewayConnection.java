package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ErrorFrame;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.ProtocolException;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.directory.ListPush;
import com.hazelcast.certification.gateway.GatewayShared.TurnAway;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection. A batch is in flight from the moment it is taken until its answer has left this process; with as
 * many as the hello allows the client, or while the member has no room or the client takes no answers, the connection is not read.
 * So it costs a bounded number of bytes, whatever its client does. Used on its event loop only; the answers of a batch
 * come back to it there.
 */
final class GatewayConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayConnection.class);

    /** How long a connection that is being ended stays, for its client to read why. */
    private static final long LINGER_MS = 1_000;

    private final GatewayShared gateway;
    private final Channel channel;
    private final GatewayFrameDecoder decoder;
    private final Consumer<GatewayConnection> whenClosed;
    private final GatewayClock times;
    private final BatchEntrance entrance;
    private final GatewayClients.Owner owner;
    private final Deferrals deferrals;
    private final ListPush lists;
    private @Nullable ClientHello hello;
    private @Nullable ScheduledFuture<?> timer;
    private @Nullable ErrorCode drainingFor;
    private int inFlight;
    private int writing;
    private long lastNumber = Long.MIN_VALUE;
    private boolean isEnding;
    private boolean isGoodbyeSaid;

    /**
     * A connection from that address. May be used by any thread at once: what it is called with before it is in the channel's pipeline, it does
     * after that.
     *
     * @param address has counted it already
     * @param channel whose pipeline it is about to be added to, on the channel's event loop
     * @param whenClosed called once, when the connection is closed
     */
    GatewayConnection(
            GatewayShared gateway, GatewayClient address, Channel channel, Consumer<GatewayConnection> whenClosed) {
        this.gateway = gateway;
        this.channel = channel;
        this.owner = new GatewayClients.Owner(gateway.clients(), address);
        this.whenClosed = whenClosed;
        this.times = new GatewayClock(gateway.settings());
        this.decoder = new GatewayFrameDecoder(
                gateway.frameMemory(), () -> owner.client().frames(), this::updateReading);
        this.entrance = new BatchEntrance(gateway.gate(), this::take);
        this.deferrals = new Deferrals(
                gateway.isHeld(), gateway.meter(), gateway.settings().batchesInFlightMax());
        this.lists = new ListPush(gateway.lists(), this::write);
    }

    GatewayFrameDecoder decoder() {
        return decoder;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        timer = added.executor()
                .scheduleAtFixedRate(this::checkTimes, times.stepMs(), times.stepMs(), TimeUnit.MILLISECONDS);
    }

    // --- What comes in ----------------------------------------------------------------------------------------------

    @Override
    public void channelRead(ChannelHandlerContext ignored, Object message) {
        ByteBuf frame = (ByteBuf) message;
        FrameMemory.Claim claim = decoder.takeClaim();
        long arrivedNs = decoder.arrivals().take(System.nanoTime());
        times.read();
        if (isEnding || drainingFor != null || isGoodbyeSaid) {
            done(frame, claim);
        } else if (Frame.type(frame) == FrameType.BATCH && hello != null) {
            readBatch(frame, claim, hello.format(), arrivedNs);
        } else {
            try {
                readControl(frame);
            } finally {
                done(frame, claim);
            }
        }
    }

    private void done(ByteBuf frame, FrameMemory.@Nullable Claim claim) {
        frame.release();
        if (claim != null) {
            gateway.frameMemory().release(claim);
        }
    }

    private void readControl(ByteBuf frame) {
        byte type = Frame.type(frame);
        ClientHello greeted = hello;
        if (greeted == null) {
            greeted = ClientHello.read(frame);
            hello = greeted;
            deferrals.greeted(greeted, channel.eventLoop());
            TurnAway reason = gateway.turnAway().get();
            if (reason != null) {
                end(reason.code(), reason.message());
                return;
            }
            write(gateway.hello().write(channel.alloc(), greeted.version()), () -> {});
            writeLists();
        } else if (type == FrameType.PING) {
            write(Frame.empty(channel.alloc(), FrameType.PONG), () -> {});
        } else if (type == FrameType.GOODBYE) {
            isGoodbyeSaid = true;
            endIfDone();
        } else {
            throw new ProtocolException(
                    ErrorCode.UNEXPECTED_FRAME, "a frame that a client does not send here: type=" + type);
        }
    }

    private void readBatch(ByteBuf frame, FrameMemory.@Nullable Claim claim, RecordFormat records, long arrivedNs) {
        int count;
        try {
            count = BatchFrame.count(frame, records, gateway.hello().recordsPerBatchMax());
            requireInOrder(BatchFrame.number(frame));
        } catch (ProtocolException e) {
            done(frame, claim);
            throw e;
        }
        inFlight++;
        entrance.offer(
                new BatchEntrance.Waiting(frame, claim, count, owner.client().records(), arrivedNs),
                channel.eventLoop());
        updateReading();
    }

    private void requireInOrder(long number) {
        if (number <= lastNumber) {
            throw new ProtocolException(
                    ErrorCode.BATCH_OUT_OF_ORDER,
                    "batch numbers must rise on a connection: batchNumber=" + number + " last=" + lastNumber);
        }
        lastNumber = number;
    }

    /** A batch has entered the member. */
    private void take(BatchEntrance.Waiting entered) {
        gateway.meter().batchTaken();
        try {
            ClientHello greeted = Objects.requireNonNull(hello, "said before any batch");
            GatewayBatch batch = new GatewayBatch(
                    BatchFrame.number(entered.frame),
                    entered.count,
                    owner.client(),
                    gateway.accounting(),
                    greeted.takesDeferrals(),
                    this::answered);
            gateway.intake().get().take(batch, entered.frame, greeted, deferrals.leftOut(), entered.arrivedNs);
            deferrals.taken(batch);
        } catch (RuntimeException | Error e) {
            // Here, because nobody else hears of it when the batch has waited for its turn.
            cutForDefect(e);
        } finally {
            done(entered.frame, entered.claim);
        }
        updateReading();
    }

    private void dropWaiting() {
        BatchEntrance.Waiting dropped = entrance.withdraw();
        if (dropped != null) {
            inFlight--;
            done(dropped.frame, dropped.claim);
        }
    }

    // --- What goes out ----------------------------------------------------------------------------------------------

    /** A batch has been answered, on whatever thread. */
    private void answered(GatewayBatch batch) {
        onLoop(() -> writeAnswer(batch), () -> LOG.debug("a batch was answered after the gateway had closed"));
    }

    private void writeAnswer(GatewayBatch batch) {
        deferrals.answered(batch);
        if (isEnding || !channel.isActive()) {
            inFlight--;
        } else {
            ClientHello greeted = Objects.requireNonNull(hello, "a batch follows a hello");
            ClientAnswers answers = gateway.answers();
            write(
                    greeted.takesSets()
                            ? answers.withSets(channel.alloc(), batch.number(), batch.answers())
                            : answers.withoutSets(channel.alloc(), batch.number(), batch.answers()),
                    () -> inFlight--);
        }
    }

    /** Where the gateways are, or who owns which shard, has changed. May be called by any thread. */
    void list() {
        onLoop(this::writeLists, () -> LOG.debug("gateways were listed after this one had closed"));
    }

    private void writeLists() {
        if (hello != null && !isEnding && drainingFor == null) {
            lists.push(hello, channel.alloc(), this::writeLists);
        }
    }

    /** Runs a task on the event loop; the other here when there is none any more. Throws nothing at a lane. */
    private void onLoop(Runnable task, Runnable otherwise) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            otherwise.run();
        }
    }

    private void write(ByteBuf frame, Runnable whenWritten) {
        times.beginWrite(writing++ == 0);
        var unused = channel.writeAndFlush(frame).addListener(written -> {
            writing--;
            times.endWrite();
            whenWritten.run();
            updateReading();
            endIfDone();
        });
    }

    /** Reads on, or does not: the one place that decides it. */
    private void updateReading() {
        boolean reads = isEnding
                || (!entrance.isWaiting()
                        && !decoder.isWaiting()
                        && drainingFor == null
                        && inFlight < gateway.settings().batchesInFlightMax()
                        && channel.isWritable());
        if (reads && !channel.config().isAutoRead()) {
            decoder.resume();
        } else if (!reads && channel.config().isAutoRead()) {
            decoder.pause();
        }
        decoder.arrivals().see(reads, channel.eventLoop());
        channel.config().setAutoRead(reads);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        updateReading();
    }

    // --- How it ends ------------------------------------------------------------------------------------------------

    /** Takes nothing more, answers what it has taken, and ends with that code. May be called by any thread. */
    void drain(ErrorCode code) {
        onLoop(
                () -> {
                    if (drainingFor == null) {
                        drainingFor = code;
                        dropWaiting();
                        updateReading();
                        endIfDone();
                    }
                },
                () -> LOG.debug("drained after the gateway had closed"));
    }

    /** Ends the connection, whatever is still to be answered. May be called by any thread. */
    void turnAway(TurnAway reason) {
        onLoop(() -> end(reason.code(), reason.message()), () -> LOG.debug("turned away after the gateway had closed"));
    }

    /** Cuts the connection. May be called by any thread. */
    void close() {
        var unused = channel.close();
    }

    private void endIfDone() {
        if (isEnding || inFlight > 0) {
            return;
        }
        if (isGoodbyeSaid) {
            endWith(Frame.empty(channel.alloc(), FrameType.GOODBYE));
        } else if (drainingFor != null) {
            endWith(ErrorFrame.write(
                    channel.alloc(), drainingFor, "everything taken is answered; send what is not to another member"));
        }
    }

    private void end(ErrorCode code, String message) {
        if (!isEnding) {
            gateway.log().refused(code.label(), remote(), message);
            endWith(ErrorFrame.write(channel.alloc(), code, message));
        }
    }

    /** Writes a last frame, and goes on reading what nobody needs: closing at once could destroy it on its way. */
    private void endWith(ByteBuf last) {
        isEnding = true;
        dropWaiting();
        var unusedWrite = channel.writeAndFlush(last);
        updateReading();
        var unused = channel.eventLoop().schedule(this::close, LINGER_MS, TimeUnit.MILLISECONDS);
    }

    private void cut(String reason, String message) {
        if (!isEnding) {
            isEnding = true;
            gateway.log().refused(reason, remote(), message);
        }
        var unused = channel.close();
    }

    private void checkTimes() {
        if (isEnding) {
            return;
        }
        long nowNs = System.nanoTime();
        boolean isQuiet = inFlight == 0 && decoder.partialBytes() == 0;
        if (writing > 0 && times.isWriteOver(nowNs)) {
            cut(ErrorCode.SLOW_READER.label(), "the client does not take its answers");
        } else if (hello == null && times.isHandshakeOver(nowNs)) {
            end(ErrorCode.HANDSHAKE_TIMEOUT, "no hello within the time; see docs/protocol.md");
        } else if (times.isFrameOver(nowNs, decoder.partialSinceNs(nowNs))) {
            end(ErrorCode.FRAME_TIMEOUT, "a frame was begun and not ended within the time");
        } else if (times.isWaitOver(nowNs, decoder.waitingSinceNs(nowNs))
                || times.isWaitOver(nowNs, entrance.sinceNs(nowNs))) {
            end(ErrorCode.OVERLOADED, "there was no room for a batch within the time; send it to another member");
        } else if (hello != null && isQuiet && times.isIdle(nowNs)) {
            end(ErrorCode.IDLE, "silent for too long; send a ping now and then");
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.cause() instanceof SSLException failure) {
                cut(GatewayRefusal.label(failure), GatewayRefusal.message(failure));
            } else if (handshake.isSuccess()) {
                GatewayTls.clientCertificate(triggered.pipeline()).ifPresent(this::identify);
            }
        }
        triggered.fireUserEventTriggered(event);
    }

    /** From now on the connection is its certificate's, wherever it comes from. */
    private void identify(Certificate certificate) {
        if (!owner.show(certificate)) {
            cut(
                    GatewayRefusal.TOO_MANY_OF_CERTIFICATE.label(),
                    "its certificate has as many as it may (--gateway-connections-per-certificate)");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext caught, Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (failure instanceof ProtocolException broken) {
            end(broken.code(), String.valueOf(broken.getMessage()));
        } else if (cause instanceof ProtocolException broken) {
            end(broken.code(), String.valueOf(broken.getMessage()));
        } else if (cause instanceof SSLException broken) {
            cut(GatewayRefusal.label(broken), GatewayRefusal.message(broken));
        } else if (failure instanceof IOException) {
            // Disconnected: channelInactive follows and counts it.
            var unused = channel.close();
        } else {
            cutForDefect(failure);
        }
    }

    private void cutForDefect(Throwable failure) {
        LOG.error("a defect of the gateway; the connection is closed", failure);
        cut(GatewayRefusal.INTERNAL.label(), failure.toString());
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        if (!isEnding && decoder.partialBytes() > 0) {
            gateway.log().refused(GatewayRefusal.TRUNCATED_FRAME.label(), remote(), "it disconnected within a frame");
        } else if (!isEnding && inFlight > 0) {
            gateway.log().refused(GatewayRefusal.CLIENT_DISCONNECTED.label(), remote(), "answers were outstanding");
        }
        isEnding = true;
        inactive.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext removed) {
        isEnding = true;
        ScheduledFuture<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
        deferrals.end();
        dropWaiting();
        decoder.release();
        owner.leave();
        whenClosed.accept(this);
    }

    private Object remote() {
        SocketAddress remote = channel.remoteAddress();
        return remote == null ? "unknown" : remote;
    }
}
