package com.hazelcast.certification.history;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that all shards of a member share: its kind, its bound, and what is taken of it.
 *
 * <p>A page is given back when the shard that took it has been collected by the garbage collector, because only then is
 * it free. Thread-safe; asked once for every page of chunks, and for every chunk when there is no room.
 */
public final class HistoryMemory {
    private static final Cleaner CLEANER = Cleaner.create();

    /** Share of the bound that new cards leave for known ones. */
    static final double KNOWN_CARDS_RESERVE = 0.05;

    private final MemoryKind kind;
    private final HistoryBound bound;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicInteger shards = new AtomicInteger();

    /** Memory of a kind, with a bound on the bytes of its pages. */
    public HistoryMemory(MemoryKind kind, HistoryBound bound) {
        this.kind = kind;
        this.bound = bound;
    }

    /** Memory without a bound of its own; for tests and single-process benchmarks. */
    public static HistoryMemory unbounded(MemoryKind kind) {
        return new HistoryMemory(kind, HistoryBound.fixed(Long.MAX_VALUE));
    }

    public MemoryKind kind() {
        return kind;
    }

    /** Bytes of pages that shards hold, or held until the garbage collector noticed. */
    public long usedBytes() {
        return usedBytes.get();
    }

    /** Bound on {@link #usedBytes()}, as of now. Copies that a backup must take may pass it. */
    public long limitBytes() {
        return bound.bytes(shards.get());
    }

    /** Whether another page fits under the bound. */
    boolean hasRoom() {
        return usedBytes.get() + ChunkLayout.PAGE_SIZE_BYTES <= limitBytes();
    }

    /** Whether so many more bytes leave the reserve for entries of known cards. */
    boolean hasRoomBesideReserve(int moreBytes) {
        return usedBytes.get() + moreBytes <= limitBytes() - reserveBytes();
    }

    /** What new cards leave for entries of known ones, in whole pages: none where the bound is less than twenty. */
    private long reserveBytes() {
        long bytes = (long) (limitBytes() * KNOWN_CARDS_RESERVE);
        return bytes - bytes % ChunkLayout.PAGE_SIZE_BYTES;
    }

    /** A new page, whether or not it fits under the bound; it is charged to the account. */
    ByteBuffer newPage(Account account) {
        usedBytes.addAndGet(ChunkLayout.PAGE_SIZE_BYTES);
        account.bytes.addAndGet(ChunkLayout.PAGE_SIZE_BYTES);
        return kind.allocate(ChunkLayout.PAGE_SIZE_BYTES);
    }

    /** Opens the account of a shard; what it took is returned when the shard is collected. */
    Account openAccount(Object shard) {
        Account account = new Account();
        shards.incrementAndGet();
        CLEANER.register(shard, () -> {
            shards.decrementAndGet();
            usedBytes.addAndGet(-account.bytes.getAndSet(0));
        });
        return account;
    }

    /** What one shard has taken. Must not refer to the shard. */
    static final class Account {
        private final AtomicLong bytes = new AtomicLong();
    }
}
