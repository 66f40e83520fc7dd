package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.RecordFormat;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * Sends transactions to a cluster and brings back a verdict for each. Connects to one member at a time, of a list and of those
 * that members name besides; what is not answered when the connection goes is sent again, the same batch, to the next member, after a
 * random pause that grows. The order of the members is random, another for each client, so that clients spread evenly, also those of a
 * member that fails. When a member joins, those clients that prefer it move there, once what they have sent is answered ({@link
 * ClientConfig#spreadWithin}). The identity of a transaction makes that safe: what was held already is answered with the recorded verdict.
 *
 * <p>A client with many transactions has a connection to each member that owns shards besides, and sends each transaction to the owner of
 * its shard ({@link ClientConfig#owners}).
 *
 * <p>A shard of the cluster that gives no answers holds only its own transactions: these are sent again twice a second until they are
 * answered, those of a card in their order, and the others go on ({@link ClientConfig#takesDeferrals}).
 *
 * <p>There is no timer that gathers: a transaction leaves at once when fewer than {@link ClientConfig#batchesInFlightMax}
 * batches are out on its connection, and what arrives meanwhile is the next batch. The transactions of a card are sent in the order of the
 * {@code send} calls of a thread; those of different cards may overtake each other, as they go to different members, or are deferred.
 * Memory is bounded by {@link ClientConfig#unacknowledgedMax}. Thread-safe; one daemon thread, its own or one of {@link ClientThreads}, on
 * which the stages complete: what depends on them must not block.
 */
public final class FraudClient implements AutoCloseable {
    private final ClientConfig config;
    private final Semaphore room;
    private final ClientCounters counters;
    private final ClientConnection connection;
    private final Runnable whenStopped;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private FraudClient(ClientConfig config, MemberRing members, ClientThreads threads, Runnable whenStopped) {
        this.config = config;
        this.whenStopped = whenStopped;
        this.room = new Semaphore(config.unacknowledgedMax());
        this.counters = new ClientCounters(config.slowAfter());
        this.connection = new ClientConnection(config, threads.next(), members, counters, room::release);
    }

    /**
     * Connects to a member.
     *
     * @throws IllegalStateException when none has said hello within {@link ClientConfig#connectTimeout}; says why
     * @throws IllegalArgumentException when the TLS files cannot be used
     * @throws InterruptedException when the calling thread is interrupted meanwhile
     */
    public static FraudClient connect(ClientConfig config) throws InterruptedException {
        return connect(config, MemberRing.spread(config.members(), new SplittableRandom().nextLong()));
    }

    /**
     * As {@link #connect(ClientConfig)}, on threads that it shares with other clients of this process.
     *
     * @param threads stay when the client is closed; close them after all their clients
     * @throws IllegalStateException also when this is one of these threads, which must not wait
     */
    public static FraudClient connect(ClientConfig config, ClientThreads threads) throws InterruptedException {
        if (threads.hasCurrentThread()) {
            throw new IllegalStateException(
                    "a thread that clients share must not wait; connect on another, not where a stage completes");
        }
        MemberRing members = MemberRing.spread(config.members(), new SplittableRandom().nextLong());
        return started(new FraudClient(config, members, threads, () -> {}));
    }

    /** As {@link #connect(ClientConfig)}, to the members in that order. */
    static FraudClient connect(ClientConfig config, MemberRing members) throws InterruptedException {
        ClientThreads own = new ClientThreads(1);
        FraudClient client;
        try {
            client = new FraudClient(config, members, own, own::close);
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
        return started(client);
    }

    private static FraudClient started(FraudClient client) throws InterruptedException {
        try {
            client.connection.start();
        } catch (InterruptedException | RuntimeException e) {
            client.stop("the client did not connect");
            throw e;
        }
        return client;
    }

    private void stop(String why) {
        try {
            connection.stop(why);
        } finally {
            whenStopped.run();
        }
    }

    /**
     * Sends a transaction; waits while {@link ClientConfig#unacknowledgedMax} are not answered.
     *
     * @return completes with the verdict, or with {@link UnansweredException} when the client is closed before
     * @throws IllegalStateException when the client is closed, when this is its own thread, which must not wait, or when the transaction has
     *     a reference and the client's format carries none; nothing has been sent then
     * @throws InterruptedException when interrupted while it waits; nothing has been sent then
     */
    public CompletionStage<Verdict> send(Transaction transaction) throws InterruptedException {
        return await(transaction.record(config.format()), System.nanoTime());
    }

    /**
     * As {@link #send(Transaction)}, of a transaction that was due earlier: the time to its answer counts from then, so that a caller who is late
     * does not hide it.
     *
     * @param dueNanos by {@link System#nanoTime}
     */
    public CompletionStage<Verdict> send(Transaction transaction, long dueNanos) throws InterruptedException {
        return await(transaction.record(config.format()), dueNanos);
    }

    /**
     * As {@link #send(Transaction)}, or empty when it would have to wait. May be called where a stage completes.
     *
     * @throws IllegalStateException when the client is closed, or the transaction has a reference and the client's format carries none
     */
    public Optional<CompletionStage<Verdict>> trySend(Transaction transaction) {
        requireOpen();
        byte[] record = transaction.record(config.format());
        return room.tryAcquire() ? Optional.of(hand(record, System.nanoTime())) : Optional.empty();
    }

    /**
     * As {@link #send}, of a 100-byte text record as it is, which the member judges.
     *
     * @param record holds the record from the offset on; copied
     * @param reference as in {@link Transaction}; travels only with {@link RecordFormat#TEXT_WITH_REFERENCE}
     * @throws IllegalStateException as {@link #send(Transaction)}, and when the client's records are binary
     * @throws IllegalArgumentException when the reference is longer than {@value Reference#SIZE_BYTES_MAX} bytes
     * @throws IndexOutOfBoundsException when the array has fewer than 100 bytes from the offset on
     */
    public CompletionStage<Verdict> sendRecord(byte[] record, int offset, String reference)
            throws InterruptedException {
        RecordFormat format = config.format();
        if (format.isCompact()) {
            throw new IllegalStateException("text records need a text format: format=" + format);
        }
        byte[] copy = new byte[format.recordSizeBytes()];
        System.arraycopy(record, offset, copy, 0, Transaction.TEXT_SIZE_BYTES);
        format.putReference(copy, 0, Reference.hash(reference));
        return await(copy, System.nanoTime());
    }

    /** As {@link #sendRecord(byte[], int, String)}, without a reference. */
    public CompletionStage<Verdict> sendRecord(byte[] record, int offset) throws InterruptedException {
        return sendRecord(record, offset, "");
    }

    private CompletionStage<Verdict> await(byte[] record, long dueNanos) throws InterruptedException {
        requireOpen();
        if (!connection.isOwnThread()) {
            room.acquire();
        } else if (!room.tryAcquire()) {
            // Not seen first and taken then: another thread could take it in between, and this one would wait for
            // itself.
            throw new IllegalStateException(
                    "the client's own thread must not wait; use trySend where a stage completes");
        }
        return hand(record, dueNanos);
    }

    private CompletionStage<Verdict> hand(byte[] record, long dueNanos) {
        Pending transaction = new Pending(record, dueNanos);
        counters.submitted();
        connection.send(transaction);
        if (isClosed.get() && connection.isStopped()) {
            // Handed in while the client was being closed, behind its last look.
            connection.failLeft("the client is closed");
        }
        return transaction.verdict().minimalCompletionStage();
    }

    private void requireOpen() {
        if (isClosed.get()) {
            throw new IllegalStateException("the client is closed; connect a new one");
        }
    }

    /** Transactions sent and not answered. */
    public int unacknowledged() {
        return config.unacknowledgedMax() - room.availablePermits();
    }

    /** Hands it the nanoseconds from when a transaction was due to its answer, of each answer from then on, on the client's thread. */
    void listen(LongConsumer listener) {
        counters.listen(listener);
    }

    /** The member that the client is connected to, whose hello has come; empty while it has none, and once it is closed. */
    public Optional<InetSocketAddress> member() {
        return Optional.ofNullable(connection.connectedTo());
    }

    /** Connections lost so far, attempts that did not come about included. */
    public long connectionsLost() {
        return counters.connectionsLost();
    }

    /** What has been counted so far. Copies a histogram: for a scrape or a report, not for each transaction. */
    public ClientStatistics statistics() {
        return counters.statistics();
    }

    /**
     * Takes no more, waits until everything is answered or {@link ClientConfig#closeTimeout} is over, says goodbye, and
     * fails what is left, each of it, with {@link UnansweredException}.
     *
     * @throws IllegalStateException when this is the client's own thread, which must not wait; the client stays open then
     */
    @Override
    public void close() {
        if (!isClosed.get() && connection.isOwnThread()) {
            throw new IllegalStateException(
                    "the client's own thread must not wait; close the client on another, not where a stage completes");
        }
        if (isClosed.getAndSet(true)) {
            return;
        }
        boolean interrupted = false;
        boolean isAllAnswered = false;
        try {
            isAllAnswered = room.tryAcquire(
                    config.unacknowledgedMax(), config.closeTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            stop("the client was closed");
        } finally {
            if (isAllAnswered) {
                // A caller that still waits for room would wait for ever; what it sends is failed.
                room.release(config.unacknowledgedMax());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
