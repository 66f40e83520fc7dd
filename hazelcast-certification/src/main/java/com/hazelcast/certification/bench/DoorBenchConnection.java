package com.hazelcast.certification.bench;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.MemberLink;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.source.TransactionGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the bench's connections. Its state belongs to its event loop. */
final class DoorBenchConnection implements MemberLink.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(DoorBenchConnection.class);
    private static final long TIMEOUT_MS = 30_000;

    private final DoorBench bench;
    private final EventLoop loop;
    private final TransactionGenerator generator;
    private final MemberLink link;
    private final long phaseSeed;
    private final Map<Long, Long> dueNs = new HashMap<>();
    private @Nullable ScheduledFuture<?> timer;
    private int batchesMax;
    private long nextNumber = 1;
    private long nextDueNs;
    private boolean isEnding;

    DoorBenchConnection(DoorBench bench, int index, EventLoop loop) {
        this.bench = bench;
        this.loop = loop;
        this.generator = bench.generator(index);
        this.phaseSeed = index;
        this.link = new MemberLink(new ClientHello(UUID.randomUUID(), DoorBench.format()), TIMEOUT_MS, this);
    }

    void open(InetSocketAddress member, @Nullable SslContext tls) {
        loop.execute(() -> link.open(loop, member, tls));
    }

    /** Sends from now on, each connection at a phase of its own. */
    void begin(long intervalNs) {
        loop.execute(() -> {
            long phaseNs = new SplittableRandom(phaseSeed).nextLong(intervalNs);
            nextDueNs = System.nanoTime() + phaseNs;
            timer = loop.scheduleAtFixedRate(() -> tick(intervalNs), phaseNs, intervalNs, TimeUnit.NANOSECONDS);
        });
    }

    private void tick(long intervalNs) {
        ScheduledFuture<?> running = timer;
        if (bench.isOver() || isEnding) {
            if (running != null) {
                running.cancel(false);
            }
            return;
        }
        long due = nextDueNs;
        nextDueNs += intervalNs;
        if (batchesMax > 0 && dueNs.size() < batchesMax) {
            long number = nextNumber++;
            dueNs.put(number, due);
            bench.sent();
            link.sendBatch(number, bench.records(generator));
        }
    }

    void end() {
        loop.execute(() -> {
            isEnding = true;
            link.goodbye();
        });
    }

    @Override
    public void greeted(MemberHello hello) {
        batchesMax = hello.batchesInFlightMax();
        bench.greeted();
    }

    @Override
    public void answered(ByteBuf frame) {
        Long due = dueNs.remove(AnswerFrame.number(frame));
        int count = AnswerFrame.count(frame);
        int refused = 0;
        for (int i = 0; i < count; i++) {
            refused += Answer.isRefused(AnswerFrame.answer(frame, i)) ? 1 : 0;
        }
        bench.answered(due == null ? 0 : System.nanoTime() - due, refused);
    }

    @Override
    public void lost(Throwable cause) {
        batchesMax = 0;
        if (!isEnding) {
            bench.lost();
            LOG.warn("a connection is lost: {}", cause.toString());
        }
    }
}
