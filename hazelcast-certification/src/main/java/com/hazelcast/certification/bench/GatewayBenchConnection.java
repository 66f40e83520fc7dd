package com.hazelcast.certification.bench;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.MemberLink;
import com.hazelcast.certification.traffic.RecordGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the bench's connections, or of its clients. Its state belongs to its event loop. */
final class GatewayBenchConnection implements MemberLink.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayBenchConnection.class);
    private static final long TIMEOUT_MS = 30_000;

    /** Batches of a client without an answer: as many as a member takes of a connection. */
    static final int CLIENT_BATCHES = 8;

    private final GatewayBench bench;
    private final EventLoop loop;
    private final RecordGenerator generator;
    private final MemberLink link;
    private final long phaseSeed;
    private final Map<Long, Long> dueNs = new HashMap<>();
    private @Nullable ScheduledFuture<?> timer;

    /** Set before it begins, if it is a client. */
    private volatile @Nullable FraudClient client;

    private int batchesMax;
    private long intervalNs;
    private long firstDueNs;
    private long openedNs;

    /** Batches that have become due, and of these those that were sent; a batch's number is its place among them. */
    private long becomeDue;

    private long sent;
    private boolean isEnding;

    GatewayBenchConnection(GatewayBench bench, int index, EventLoop loop) {
        this.bench = bench;
        this.loop = loop;
        this.generator = bench.generator(index);
        this.phaseSeed = index;
        this.link = new MemberLink(new ClientHello(UUID.randomUUID(), GatewayBench.format()), TIMEOUT_MS, this);
    }

    void open(InetSocketAddress member, @Nullable SslContext tls) throws InterruptedException {
        openedNs = System.nanoTime();
        Optional<ClientConfig> config = bench.client();
        if (config.isEmpty()) {
            loop.execute(() -> link.open(loop, member, tls));
            return;
        }
        try {
            client = FraudClient.connect(config.get());
        } catch (IllegalStateException e) {
            lost(e);
            return;
        }
        loop.execute(() -> batchesMax = CLIENT_BATCHES);
        bench.greeted(System.nanoTime() - openedNs);
    }

    /** Sends from now on, each connection at a phase of its own; flat out when the time between batches is 0. */
    void begin(long everyNs) {
        if (everyNs == 0) {
            loop.execute(this::sendAllThatIsTaken);
            return;
        }
        loop.execute(() -> {
            long phaseNs = new SplittableRandom(phaseSeed).nextLong(everyNs);
            firstDueNs = System.nanoTime() + phaseNs;
            intervalNs = everyNs;
            timer = loop.scheduleAtFixedRate(this::tick, phaseNs, everyNs, TimeUnit.NANOSECONDS);
        });
    }

    private void tick() {
        long nowNs = System.nanoTime();
        long nextNs = firstDueNs + becomeDue * intervalNs;
        while (nextNs <= nowNs && nextNs < bench.endNs() && !isEnding) {
            becomeDue++;
            bench.due();
            nextNs += intervalNs;
        }
        ScheduledFuture<?> running = timer;
        if (running != null && (isEnding || nextNs >= bench.endNs())) {
            running.cancel(false);
        }
        sendDue(false);
    }

    /** Sends what is due, as far as the member takes it. */
    private void sendDue(boolean wasHeldBack) {
        while (sent < becomeDue && dueNs.size() < batchesMax && !isEnding) {
            send(firstDueNs + sent * intervalNs, wasHeldBack);
        }
    }

    private void sendAllThatIsTaken() {
        while (dueNs.size() < batchesMax && System.nanoTime() < bench.endNs() && !isEnding) {
            becomeDue++;
            bench.due();
            send(System.nanoTime(), false);
        }
    }

    private void send(long wasDueNs, boolean wasHeldBack) {
        sent++;
        dueNs.put(sent, wasDueNs);
        bench.sent(wasDueNs, wasHeldBack);
        List<byte[]> records = bench.records(generator);
        FraudClient connected = client;
        if (connected == null) {
            link.sendBatch(sent, records);
        } else {
            send(connected, sent, records);
        }
    }

    /** There is room: no more batches are out than the client takes. */
    private void send(FraudClient connected, long number, List<byte[]> records) {
        int count = records.size();
        AtomicInteger left = new AtomicInteger(count);
        AtomicInteger rejected = new AtomicInteger();
        try {
            for (byte[] record : records) {
                var unused = connected.sendRecord(record, 0).whenComplete((verdict, failure) -> {
                    if (failure == null && verdict.status() == Verdict.Status.REJECTED) {
                        rejected.incrementAndGet();
                    }
                    if (failure == null && left.decrementAndGet() == 0) {
                        loop.execute(() -> answered(number, count, rejected.get()));
                    }
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it; of a client, waits for that. */
    void end() {
        FraudClient connected = client;
        if (connected != null) {
            connected.close();
            return;
        }
        loop.execute(() -> {
            isEnding = true;
            link.goodbye();
        });
    }

    @Override
    public void connected() {
        bench.connected(System.nanoTime() - openedNs);
    }

    @Override
    public void greeted(MemberHello hello) {
        batchesMax = hello.batchesInFlightMax();
        bench.greeted(System.nanoTime() - openedNs);
    }

    @Override
    public void answered(ByteBuf frame) {
        int count = AnswerFrame.count(frame);
        int rejected = 0;
        for (int i = 0; i < count; i++) {
            rejected += (AnswerFrame.answer(frame, i) & AnswerFrame.KIND_MASK) == AnswerFrame.REJECTED ? 1 : 0;
        }
        answered(AnswerFrame.number(frame), count, rejected);
    }

    private void answered(long number, int count, int rejected) {
        Long due = dueNs.remove(number);
        if (due == null) {
            throw new IllegalStateException(
                    "an answer to a batch that was not sent, or a second one: batchNumber=" + number);
        }
        bench.answered(due, count, rejected);
        if (intervalNs == 0) {
            sendAllThatIsTaken();
        } else {
            sendDue(true);
        }
    }

    @Override
    public void lost(Throwable cause) {
        batchesMax = 0;
        if (!isEnding) {
            bench.lost(cause);
            LOG.warn("a connection is lost: {}", cause.toString());
        }
    }
}
