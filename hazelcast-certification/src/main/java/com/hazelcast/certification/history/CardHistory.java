package com.hazelcast.certification.history;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.ByteBuffer;

/**
 * One card's history, opened for one transaction at a time: first {@link #place} it, then let the rules walk, then
 * {@link #insert} it. A shard has one instance and moves it from card to card, so nothing is allocated.
 *
 * <p>Entries lie in a chain of {@linkplain ChunkLayout chunks}, newest chunk first, in time order. The usual
 * transaction is newer than all of them: it touches the card's slot and its newest chunk, nothing else. A late one is
 * put in its place by moving the newer entries up. Single-threaded.
 */
public final class CardHistory implements HistoryCursor {
    private static final int LAST_IN_CHUNK = ChunkLayout.ENTRIES - 1;

    private final CardTable table;
    private final ChunkPages pages;
    private final int entriesPerCardMax;
    private final ShardCounts counts;

    private int slot;
    private long word;
    private int newestChunk;
    private int count;
    private int skip;

    /** How many entries are newer than the placed transaction. */
    private int newerCount;

    /** The walk: the chunk, the index in it and the entries still to come. */
    private int walkChunk;

    private ByteBuffer walkPage;
    private int walkOffset;
    private int walkIndex;
    private int walkLeft;

    CardHistory(CardTable table, ChunkPages pages, int entriesPerCardMax, ShardCounts counts) {
        this.table = table;
        this.pages = pages;
        this.entriesPerCardMax = entriesPerCardMax;
        this.counts = counts;
        this.walkPage = ByteBuffer.allocate(0);
    }

    void open(int openedSlot) {
        slot = openedSlot;
        word = table.wordAt(openedSlot);
        newestChunk = CardSlot.newestChunk(word);
        count = CardSlot.count(word);
        skip = CardSlot.skip(word);
        newerCount = 0;
    }

    /**
     * Finds the place of a transaction of this card and drops what is 90 days older than it.
     *
     * @return {@link Placement#FRESH}, {@link Placement#TOO_OLD}, or, for a transaction that the history holds, {@link
     *     Placement#duplicate} with the recorded verdict
     */
    public int place(long times, long payment, int outcome) {
        return place(times, payment, outcome, 0);
    }

    /** As {@link #place(long, long, int)}, of a transaction whose reference has that {@linkplain TransactionLayout#tag tag}. */
    public int place(long times, long payment, int outcome, int tag) {
        newerCount = 0;
        if (count == 0) {
            return Placement.FRESH;
        }
        rewind();
        next();
        long newestMs = TransactionLayout.timeMs(times());
        long timeMs = TransactionLayout.timeMs(times);
        if (timeMs > newestMs) {
            dropExpired(timeMs, newestMs);
            return Placement.FRESH;
        }
        if (timeMs <= newestMs - HistoryLimits.HORIZON_MS) {
            return Placement.TOO_OLD;
        }
        return placeLate(times, payment, outcome, tag, timeMs);
    }

    private int placeLate(long times, long payment, int outcome, int tag, long timeMs) {
        do {
            long entryMs = TransactionLayout.timeMs(times());
            if (entryMs < timeMs) {
                break;
            }
            if (entryMs > timeMs) {
                newerCount++;
            } else if (tag == tag()
                    && TransactionLayout.isSameTransaction(times, payment, outcome, times(), payment(), outcome())) {
                return Placement.duplicate(TransactionLayout.verdict(outcome()));
            }
        } while (next());
        return newerCount == count && isAtBound() ? Placement.TOO_OLD : Placement.FRESH;
    }

    /** Whether the bound has dropped entries, for all that is known: it leaves up to a chunk less than it allows. */
    private boolean isAtBound() {
        return count > entriesPerCardMax - ChunkLayout.ENTRIES;
    }

    private void dropExpired(long timeMs, long newestMs) {
        if (!CardSlot.mayHaveExpired(word, timeMs) && timeMs - newestMs < HistoryLimits.HORIZON_MS) {
            return;
        }
        long horizonMs = timeMs - HistoryLimits.HORIZON_MS;
        int kept = 0;
        rewind();
        while (next() && TransactionLayout.timeMs(times()) > horizonMs) {
            kept++;
        }
        if (kept < count) {
            counts.expired += count - kept;
            keepNewest(kept);
        }
    }

    /** Whether {@link #insert} needs a chunk that the memory's bound does not allow. */
    public boolean isOutOfMemory() {
        return isNewestChunkFull() && !pages.hasRoom();
    }

    /** Whether room for the placed transaction could be made only by dropping entries that are all newer. */
    public boolean isFullOfNewer() {
        return count > 0 && newerCount == count && isOutOfMemory();
    }

    /** Drops the oldest chunk's entries, so that the next insertion finds a free chunk. */
    public void recycleOldest() {
        counts.droppedByMemory += dropOldestChunk();
    }

    /**
     * Inserts the transaction at its place, or as the newest when nothing was placed since the card was opened, its
     * verdict recorded in the outcome. Drops the oldest chunk's entries when the card is at its bound. A next transaction
     * of the card is placed, or the card opened, anew.
     *
     * @param marks see {@link HistoryCursor#marks()}
     */
    public void insert(long times, long payment, int outcome, int marks) {
        insert(times, payment, outcome, 0, marks);
    }

    /** As {@link #insert(long, long, int, int)}, of a transaction whose reference has that tag. */
    public void insert(long times, long payment, int outcome, int tag, int marks) {
        if (count >= entriesPerCardMax) {
            counts.droppedByBound += dropOldestChunk();
        }
        countRecent(TransactionLayout.timeMs(times));
        int place = Math.min(newerCount, count);
        openTop();
        moveGapDown(place);
        walkPage.putLong(walkOffset + TransactionLayout.TIMES_OFFSET, TransactionLayout.taggedTimes(times, tag));
        walkPage.putLong(walkOffset + TransactionLayout.PAYMENT_OFFSET, TransactionLayout.taggedPayment(payment, tag));
        walkPage.putInt(walkOffset + TransactionLayout.OUTCOME_OFFSET, outcome);
        walkPage.put(walkOffset + TransactionLayout.TAG_OFFSET, (byte) tag);
        boolean isOldest = place == count - 1;
        int oldestTick = isOldest ? CardSlot.tick(TransactionLayout.timeMs(times)) : CardSlot.oldestTick(word);
        save(oldestTick, CardSlot.marks(word) | marks & CardSlot.MARKS_MASK);
        counts.held++;
    }

    private void countRecent(long timeMs) {
        int recent = table.recentAt(slot);
        if (recent != RecentCount.NONE) {
            table.setRecent(slot, RecentCount.withEntry(recent, newestMs(), timeMs));
        }
    }

    private int dropOldestChunk() {
        int dropped = Math.min(count, ChunkLayout.ENTRIES - skip);
        keepNewest(count - dropped);
        return dropped;
    }

    private boolean isNewestChunkFull() {
        return (count + skip) % ChunkLayout.ENTRIES == 0;
    }

    /** Adds an entry, content undefined, at the new end. */
    private void openTop() {
        if (isNewestChunkFull()) {
            newestChunk = pages.take(newestChunk);
        }
        count++;
    }

    /** Moves the gap at the new end below that many newer entries, in one walk that ends on the gap. */
    private void moveGapDown(int newer) {
        seek(0);
        for (int i = 0; i < newer; i++) {
            ByteBuffer gapPage = walkPage;
            int gapOffset = walkOffset;
            next();
            gapPage.put(gapOffset, walkPage, walkOffset, ChunkLayout.ENTRY_SIZE_BYTES);
        }
    }

    /** Puts the walk on the entry with that many newer ones. */
    private void seek(int newer) {
        rewind();
        for (int i = 0; i <= newer; i++) {
            next();
        }
    }

    /** Drops all but the newest entries. */
    private void keepNewest(int kept) {
        int dropped = count - kept;
        if (kept == 0) {
            pages.freeChain(newestChunk);
            newestChunk = ChunkLayout.NONE;
            count = 0;
            skip = 0;
            save(0, 0);
        } else {
            seek(kept - 1);
            pages.cutAfter(walkChunk);
            count = kept;
            skip = walkIndex;
            save(CardSlot.tick(TransactionLayout.timeMs(times())), CardSlot.marks(word));
        }
        table.setRecent(slot, RecentCount.withNewest(table.recentAt(slot), kept));
        counts.held -= dropped;
    }

    private void save(int oldestTick, int marks) {
        word = CardSlot.of(newestChunk, count, skip, oldestTick, marks);
        table.setWord(slot, word);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int marks() {
        return CardSlot.marks(word);
    }

    @Override
    public void rewind() {
        walkLeft = count;
        if (count > 0) {
            enter(newestChunk, (count + skip - 1) % ChunkLayout.ENTRIES + 1);
        }
    }

    /** As the interface says, but usually answered from the card's {@link RecentCount}, which a walk leaves for the next. */
    @Override
    public boolean holdsNewer(int entries, long afterMs) {
        if (count < entries) {
            return false;
        }
        long newestMs = newestMs();
        if (newestMs <= afterMs) {
            return false;
        }
        int recent = table.recentAt(slot);
        if (recent != RecentCount.NONE) {
            long sinceMs = RecentCount.sinceMs(recent, newestMs);
            int since = RecentCount.count(recent);
            if (since >= entries && sinceMs > afterMs) {
                return true;
            }
            if (since < Math.min(entries, RecentCount.COUNT_MAX) && sinceMs <= afterMs + 1) {
                return false;
            }
        }
        boolean holds = HistoryCursor.super.holdsNewer(entries, afterMs);
        countSince(RecentCount.sinceMs(holds ? TransactionLayout.timeMs(times()) : afterMs), newestMs);
        return holds;
    }

    private void countSince(long sinceMs, long newestMs) {
        rewind();
        int since = 0;
        while (since < RecentCount.COUNT_MAX && next() && TransactionLayout.timeMs(times()) >= sinceMs) {
            since++;
        }
        table.setRecent(slot, RecentCount.of(sinceMs, newestMs, since));
    }

    private long newestMs() {
        seek(0);
        return TransactionLayout.timeMs(times());
    }

    private void enter(int chunk, int indexAbove) {
        walkChunk = chunk;
        walkPage = pages.page(chunk);
        walkIndex = indexAbove;
        walkOffset = ChunkLayout.offset(chunk) + indexAbove * ChunkLayout.ENTRY_SIZE_BYTES;
    }

    @Override
    public boolean next() {
        if (walkLeft == 0) {
            return false;
        }
        walkLeft--;
        if (walkIndex == 0) {
            enter(pages.older(walkChunk), LAST_IN_CHUNK + 1);
        }
        walkIndex--;
        walkOffset -= ChunkLayout.ENTRY_SIZE_BYTES;
        return true;
    }

    @Override
    public long times() {
        return TransactionLayout.untaggedTimes(taggedTimes());
    }

    @Override
    public long payment() {
        return TransactionLayout.untaggedPayment(taggedPayment());
    }

    @Override
    public int outcome() {
        return walkPage.getInt(walkOffset + TransactionLayout.OUTCOME_OFFSET);
    }

    /** What is kept of the entry's reference: see {@link TransactionLayout#tag}. */
    public int tag() {
        byte low = walkPage.get(walkOffset + TransactionLayout.TAG_OFFSET);
        return TransactionLayout.entryTag(taggedTimes(), taggedPayment(), low);
    }

    private long taggedTimes() {
        return walkPage.getLong(walkOffset + TransactionLayout.TIMES_OFFSET);
    }

    private long taggedPayment() {
        return walkPage.getLong(walkOffset + TransactionLayout.PAYMENT_OFFSET);
    }
}
