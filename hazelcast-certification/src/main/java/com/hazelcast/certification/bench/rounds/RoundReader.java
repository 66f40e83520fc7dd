package com.hazelcast.certification.bench.rounds;

import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Reads a connection of a source on a thread of its own and has what comes scored, in one of the first four ways. */
final class RoundReader implements AutoCloseable {
    private final Way way;
    private final IMap<Object, CardHolder> map;
    private final ShardKeys keys;
    private final InetSocketAddress source;
    private final Semaphore window;
    private final int windowSize;
    private final LongAdder answered = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Socket socket = new Socket();
    private final Thread thread;
    private volatile boolean isClosed;

    /**
     * What readers have done.
     *
     * @param answered transactions
     * @param calls that answered them
     */
    record Figures(long answered, long calls) {
        static final Figures NONE = new Figures(0, 0);

        Figures plus(Figures other) {
            return new Figures(answered + other.answered, calls + other.calls);
        }

        Figures since(Figures before) {
            return new Figures(answered - before.answered, calls - before.calls);
        }
    }

    /** @param windowSize transactions under way at most */
    RoundReader(Way way, IMap<Object, CardHolder> map, ShardKeys keys, InetSocketAddress source, int windowSize) {
        this.way = way;
        this.map = map;
        this.keys = keys;
        this.source = source;
        this.windowSize = Math.max(windowSize, way.recordsPerRead());
        this.window = new Semaphore(this.windowSize);
        this.thread = new Thread(this::run, "round-reader");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try (socket) {
            socket.connect(source);
            read(socket.getInputStream());
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        } catch (InterruptedException e) {
            fail(e);
            Thread.currentThread().interrupt();
        }
    }

    private void fail(Throwable thrown) {
        if (!isClosed) {
            boolean unused = failure.compareAndSet(null, thrown);
        }
    }

    private void read(InputStream in) throws IOException, InterruptedException {
        int count = way.recordsPerRead();
        byte[] records = new byte[count * WireRecord.SIZE_BYTES];
        byte[] transactions = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
        while (!isClosed && failure.get() == null) {
            if (in.readNBytes(records, 0, records.length) < records.length) {
                throw new IOException("the source has closed the connection");
            }
            for (int i = 0; i < count; i++) {
                int parsed = RecordParser.parse(
                        records, i * WireRecord.SIZE_BYTES, transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES);
                if (parsed != RecordParser.OK) {
                    throw new IOException("the source has sent a record that is rejected: reason="
                            + Rejection.values()[parsed].label());
                }
            }
            submit(transactions, count);
        }
    }

    private void submit(byte[] transactions, int count) throws InterruptedException {
        if (way == Way.SHARDS) {
            submitShards(transactions, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            byte[] one = Arrays.copyOfRange(transactions, offset, offset + TransactionLayout.TRANSACTION_SIZE_BYTES);
            Object card = TransactionLayout.cardAt(transactions, offset);
            if (way == Way.ONE_CALL) {
                answered(map.executeOnKey(card, new ScoreCards(one)), 1);
            } else {
                submit(card, one, 1);
            }
        }
    }

    private void submitShards(byte[] transactions, int count) throws InterruptedException {
        byte[][] groups = new byte[keys.shardCount()][];
        int[] counts = new int[keys.shardCount()];
        for (int i = 0; i < count; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            int shard = RoundCluster.shardOf(TransactionLayout.cardAt(transactions, offset), groups.length);
            if (groups[shard] == null) {
                groups[shard] = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
            }
            System.arraycopy(
                    transactions,
                    offset,
                    groups[shard],
                    counts[shard]++ * TransactionLayout.TRANSACTION_SIZE_BYTES,
                    TransactionLayout.TRANSACTION_SIZE_BYTES);
        }
        for (int shard = 0; shard < groups.length; shard++) {
            if (counts[shard] > 0) {
                byte[] group = Arrays.copyOf(groups[shard], counts[shard] * TransactionLayout.TRANSACTION_SIZE_BYTES);
                submit(keys.keyOf(shard), group, counts[shard]);
            }
        }
    }

    private void submit(Object key, byte[] transactions, int count) throws InterruptedException {
        window.acquire(count);
        var unused = map.submitToKey(key, new ScoreCards(transactions)).whenComplete((rules, thrown) -> {
            if (thrown != null) {
                fail(thrown);
            } else {
                answered(rules, count);
            }
            window.release(count);
        });
    }

    private void answered(byte @Nullable [] rules, int count) {
        if (rules == null || rules.length != count) {
            fail(new IllegalStateException("a call has answered another number of transactions than it had"));
            return;
        }
        answered.add(count);
        calls.increment();
    }

    /**
     * What it has done until now. May be called by any thread.
     *
     * @throws IllegalStateException when it has failed
     */
    Figures figures() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a reader of the way " + way.label() + " has failed", thrown);
        }
        return new Figures(answered.sum(), calls.sum());
    }

    /** Begins to end. */
    @Override
    public void close() {
        isClosed = true;
        try {
            socket.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("a connection to the source cannot be closed", e);
        }
    }

    /** Waits until its calls are answered, or that time is over. */
    void awaitEnd(long time, TimeUnit unit) {
        try {
            boolean unused = window.tryAcquire(windowSize, time, unit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
