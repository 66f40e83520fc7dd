package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory that all shards of a member share: its kind, its bounds, and what is taken of it. Pages of chunks lie in memory of
 * that kind; tables of cards and of references lie on the heap always, so native memory has two bounds and the heap one for
 * both.
 *
 * <p>What a shard took is given back when the shard has been collected by the garbage collector, because only then is
 * it free. Thread-safe; asked once for every page of chunks, for every new card, and for every chunk when there is no room.
 */
public final class HistoryMemory {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryMemory.class);
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long LOOK_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(60);

    /** At this share, each shard that is opened has those collected that count and are not in place, before a card is rejected because of them. */
    private static final double NEARLY_FULL = 0.75;

    /** Share of the bound that new cards leave for known ones. */
    static final double KNOWN_CARDS_RESERVE = 0.05;

    private final MemoryKind kind;
    private final IntFunction<ByteBuffer> allocator;
    private final AtomicInteger shards = new AtomicInteger();
    private final Ledger pages;
    private final Ledger tables;
    private final AtomicLong failedAllocations = new AtomicLong();
    private final InstalledShards installed = new InstalledShards();
    private final AtomicLong nextLookNs = new AtomicLong(System.nanoTime());
    private final AtomicLong nextCollectionNs = new AtomicLong(System.nanoTime());
    private volatile long nextLineNs = System.nanoTime();
    private volatile int collectedDeparted;
    private volatile Runnable whenDepartedCount = () -> {};

    /** Memory of a kind, with bounds on pages and tables. */
    public HistoryMemory(MemoryKind kind, HistoryBound bound) {
        this(kind, bound, kind::allocate);
    }

    /** Memory with an allocator of its own; for tests. */
    HistoryMemory(MemoryKind kind, HistoryBound bound, IntFunction<ByteBuffer> allocator) {
        this.kind = kind;
        this.allocator = allocator;
        pages = kind == MemoryKind.HEAP
                ? new Ledger("the heap", "--heap", bound)
                : new Ledger("native memory", "--native-size", bound);
        tables = kind == MemoryKind.HEAP
                ? pages
                : new Ledger("the heap, for tables of cards", "--heap", bound.ofTables());
    }

    /** Memory without a bound of its own; for tests and single-process benchmarks. */
    public static HistoryMemory unbounded(MemoryKind kind) {
        return new HistoryMemory(kind, HistoryBound.fixed(Long.MAX_VALUE));
    }

    public MemoryKind kind() {
        return kind;
    }

    /**
     * From now on that is run when there is no room, or a shard is opened and there is little, while shards count that are not in place any
     * more, at most every five seconds: to have the garbage collector notice them.
     */
    public void whenDepartedCount(Runnable action) {
        whenDepartedCount = action;
    }

    /** A bound leaves no room. Costs some nanoseconds, but for once in five seconds. */
    private void noRoom() {
        long nowNs = System.nanoTime();
        long lookNs = nextLookNs.get();
        if (nowNs - lookNs < 0 || !nextLookNs.compareAndSet(lookNs, nowNs + LOOK_INTERVAL_NS)) {
            return;
        }
        boolean isFull = pages.isFull() || tables.isFull();
        int departed = shards.get() - installed.countKeys();
        if (nowNs - nextLineNs >= 0) {
            nextLineNs = nowNs + LINE_INTERVAL_NS;
            LogEvent.MEMORY_FULL
                    .at(LOG)
                    .addKeyValue(Fields.USED_BYTES, usedBytes())
                    .addKeyValue(Fields.LIMIT_BYTES, limitBytes())
                    .log(
                            "{}: new cards are rejected, and known ones may drop their oldest transactions; add members, or give them more"
                                    + " memory: usedBytes={} limitBytes={} tablesUsedBytes={} tablesLimitBytes={} departedShards={}",
                            isFull
                                    ? "the memory for histories is full"
                                    : "a shard has taken its share of the memory for histories",
                            usedBytes(),
                            limitBytes(),
                            tablesUsedBytes(),
                            tablesLimitBytes(),
                            departed);
        }
        if (isFull) {
            collect(departed);
        }
    }

    private void collect(int departed) {
        long nowNs = System.nanoTime();
        long nextNs = nextCollectionNs.get();
        // When the last collection has not found them: a shard that is arriving, or being loaded, looks like one.
        long pauseNs = departed == collectedDeparted ? LINE_INTERVAL_NS : LOOK_INTERVAL_NS;
        if (departed > 0 && nowNs - nextNs >= 0 && nextCollectionNs.compareAndSet(nextNs, nowNs + pauseNs)) {
            collectedDeparted = departed;
            whenDepartedCount.run();
        }
    }

    /** Bytes of that kind of memory that shards hold, or held until the garbage collector noticed. */
    public long usedBytes() {
        return pages.usedBytes.get();
    }

    /** Bound on {@link #usedBytes()}, as of now. Copies that a backup must take may pass it. */
    public long limitBytes() {
        return pages.limitBytes();
    }

    /** Bytes of tables on the heap: beside native memory, or a part of {@link #usedBytes()}. */
    public long tablesUsedBytes() {
        return tables.usedBytes.get();
    }

    /** Bound on {@link #tablesUsedBytes()}, as of now. */
    public long tablesLimitBytes() {
        return tables.limitBytes();
    }

    /** What is used of a bound. */
    public record Fill(long usedBytes, long limitBytes) {
        private double share() {
            return (double) usedBytes / Math.max(1, limitBytes);
        }
    }

    /** Pages or tables, whichever has less room left. */
    public Fill fuller() {
        Fill ofPages = new Fill(usedBytes(), limitBytes());
        Fill ofTables = new Fill(tablesUsedBytes(), tablesLimitBytes());
        return ofTables.share() > ofPages.share() ? ofTables : ofPages;
    }

    /** How often a page was refused though the bound allowed it: what shards held then is the bound until something is free. */
    public long failedAllocations() {
        return failedAllocations.get();
    }

    /**
     * The shards that are in place on this member, as owner or as backup, and maybe some that have left or were replaced and are not
     * collected yet. While the garbage collector marks, this call keeps those that have left; a caller that asks often takes {@link #installed}.
     */
    public List<HistoryShard> installedShards() {
        return installed.list();
    }

    /** Of the same shards what can be seen without them. */
    public List<Standing> installed() {
        return installed.standings();
    }

    /** What can be seen of a shard without a look at it, so that it can be collected meanwhile. Refers to no shard. Thread-safe. */
    public static final class Standing {
        private volatile int key = HistoryShard.NO_KEY;
        private volatile @Nullable Object attachment;

        Standing() {}

        /** As {@link HistoryShard#key}. */
        public int key() {
            return key;
        }

        /** As {@link HistoryShard#attachment}. */
        public @Nullable Object attachment() {
            return attachment;
        }

        void keptAt(int mapKey) {
            key = mapKey;
        }

        void attach(@Nullable Object kept) {
            attachment = kept;
        }
    }

    /** That shard is in place. */
    void installed(HistoryShard shard) {
        installed.add(shard);
    }

    /** That shard, which has arrived, was not kept: what it held is in another. */
    void notKept(HistoryShard shard) {
        installed.remove(shard);
    }

    /**
     * Why a member whose histories take nothing yet cannot hold that; empty when it can.
     *
     * @param largest the largest of the shards
     * @param all of them together
     * @param shardsHeld how many these are
     */
    public Optional<String> whyNeverFits(MemoryNeed largest, MemoryNeed all, int shardsHeld) {
        return firstOf(
                        largest,
                        (ledger, bytes) -> ledger.shortOf("its largest shard", bytes, ledger.bound.shardBytes()))
                .or(() -> firstOf(
                        all,
                        (ledger, bytes) -> ledger.shortOf(
                                "its " + shardsHeld + " shards",
                                bytes,
                                Math.min(ledger.ceilingBytes, ledger.bound.bytes(shardsHeld)))));
    }

    /**
     * Why there is no room for one more shard that takes that, beside what is used now; empty when there is. What counts and is not in
     * place any more is collected then, so that a later load finds its room.
     */
    public Optional<String> whyDoesNotFit(MemoryNeed shard) {
        Optional<String> shortage = shortageOf(shard);
        if (shortage.isPresent()) {
            noRoom();
        }
        return shortage;
    }

    private Optional<String> shortageOf(MemoryNeed shard) {
        return firstOf(
                shard,
                (ledger, bytes) -> ledger.shortOf("this shard", bytes, ledger.bound.shardBytes())
                        .or(() -> ledger.shortOf(
                                "this shard",
                                bytes,
                                Math.min(ledger.ceilingBytes, ledger.bound.bytes(shards.get() + 1))
                                        - ledger.usedBytes.get())));
    }

    /** The reason of the first bound that it passes. */
    private Optional<String> firstOf(MemoryNeed need, BiFunction<Ledger, Long, Optional<String>> shortage) {
        if (tables == pages) {
            return shortage.apply(pages, need.pageBytes() + need.tableBytes());
        }
        return shortage.apply(pages, need.pageBytes()).or(() -> shortage.apply(tables, need.tableBytes()));
    }

    /** Opens the account of a shard; what it took is returned when the shard is collected. */
    Account openAccount(Object shard) {
        if (pages.isNearlyFull() || tables.isNearlyFull()) {
            collect(shards.get() - installed.countKeys());
        }
        Account account = new Account(this);
        shards.incrementAndGet();
        CLEANER.register(shard, () -> {
            shards.decrementAndGet();
            account.close();
        });
        return account;
    }

    /** The bytes of one kind, and their bound. */
    private final class Ledger {
        private final String name;
        private final String option;
        private final HistoryBound bound;
        private final AtomicLong usedBytes = new AtomicLong();

        /** Where allocation failed; nothing is asked of the system above it. */
        private volatile long ceilingBytes = Long.MAX_VALUE;

        Ledger(String name, String option, HistoryBound bound) {
            this.name = name;
            this.option = option;
            this.bound = bound;
        }

        /** In words, when that needs more bytes than there are. */
        Optional<String> shortOf(String what, long neededBytes, long bytes) {
            return neededBytes <= bytes
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "%s: %s would take %,d bytes, and there are %,d; give members more %s, raise history-memory if it is set, add members,"
                                    + " or load fewer cards or shorter histories",
                            name,
                            what,
                            neededBytes,
                            Math.max(0, bytes),
                            option));
        }

        long limitBytes() {
            return Math.min(ceilingBytes, bound.bytes(shards.get()));
        }

        /** Whether a further page would go beyond what new cards may take. */
        boolean isFull() {
            long limit = limitBytes();
            return usedBytes.get() + ChunkLayout.PAGE_SIZE_BYTES > limit - reserveBytes(limit);
        }

        boolean isNearlyFull() {
            return usedBytes.get() > limitBytes() * NEARLY_FULL;
        }

        void take(long bytes) {
            usedBytes.addAndGet(bytes);
            if (bytes < 0) {
                ceilingBytes = Long.MAX_VALUE;
            }
        }

        /** Whether so many more bytes fit for a shard that has so many. */
        boolean fitsShard(long shardBytes, long moreBytes) {
            return shardBytes + moreBytes <= bound.shardBytes();
        }

        /** Whether so many more bytes fit, for all shards and for one that has so many. */
        boolean fits(long shardBytes, long moreBytes, boolean leavesReserve) {
            long limit = limitBytes();
            long shardLimit = bound.shardBytes();
            return usedBytes.get() + moreBytes <= limit - (leavesReserve ? reserveBytes(limit) : 0)
                    && shardBytes + moreBytes <= shardLimit - (leavesReserve ? reserveBytes(shardLimit) : 0);
        }
    }

    /** What new cards leave for entries of known ones, in whole pages: none where the bound is less than twenty. */
    private static long reserveBytes(long limitBytes) {
        long bytes = (long) (limitBytes * KNOWN_CARDS_RESERVE);
        return bytes - bytes % ChunkLayout.PAGE_SIZE_BYTES;
    }

    /** What one shard has taken. Must not refer to the shard. */
    static final class Account {
        private final HistoryMemory memory;
        private final AtomicLong pageBytes = new AtomicLong();
        private final AtomicLong tableBytes;

        private Account(HistoryMemory memory) {
            this.memory = memory;
            tableBytes = memory.tables == memory.pages ? pageBytes : new AtomicLong();
        }

        /** Whether pages of so many bytes fit under the bound. */
        boolean hasRoom(long morePageBytes) {
            return counted(memory.pages.fits(pageBytes.get(), morePageBytes, false));
        }

        /** Whether so many more bytes fit under the bound on this shard. */
        boolean hasRoomInShard(long morePageBytes, long moreTableBytes) {
            if (memory.tables == memory.pages) {
                return memory.pages.fitsShard(pageBytes.get(), morePageBytes + moreTableBytes);
            }
            return memory.pages.fitsShard(pageBytes.get(), morePageBytes)
                    && memory.tables.fitsShard(tableBytes.get(), moreTableBytes);
        }

        /** Whether so many more bytes leave the reserve for entries of known cards. */
        boolean hasRoomForNewCard(long morePageBytes, long moreTableBytes) {
            if (memory.tables == memory.pages) {
                return counted(memory.pages.fits(pageBytes.get(), morePageBytes + moreTableBytes, true));
            }
            return counted(memory.pages.fits(pageBytes.get(), morePageBytes, true)
                    && memory.tables.fits(tableBytes.get(), moreTableBytes, true));
        }

        private boolean counted(boolean fits) {
            if (!fits) {
                memory.noRoom();
            }
            return fits;
        }

        /**
         * A new page, whether or not it fits under the bound.
         *
         * @throws OutOfMemoryError when there is none; nothing is charged then
         */
        ByteBuffer newPage() {
            ByteBuffer page = memory.allocator.apply(ChunkLayout.PAGE_SIZE_BYTES);
            memory.pages.take(ChunkLayout.PAGE_SIZE_BYTES);
            pageBytes.addAndGet(ChunkLayout.PAGE_SIZE_BYTES);
            return page;
        }

        /** Records that there was no memory for a page that the bound allowed. */
        void allocationFailed() {
            memory.failedAllocations.incrementAndGet();
            memory.pages.ceilingBytes = memory.pages.usedBytes.get();
        }

        /** Charges tables of so many bytes more, or gives them back; whether or not they fit under the bound. */
        void resizeTables(long moreBytes) {
            if (moreBytes != 0) {
                memory.tables.take(moreBytes);
                tableBytes.addAndGet(moreBytes);
            }
        }

        private void close() {
            memory.pages.take(-pageBytes.getAndSet(0));
            memory.tables.take(-tableBytes.getAndSet(0));
        }
    }
}
