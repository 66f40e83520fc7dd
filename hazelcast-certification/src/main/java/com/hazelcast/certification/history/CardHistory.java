package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.history.layout.CardTotal;
import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.history.layout.RecentCount;
import com.hazelcast.certification.history.layout.WindowEdge;
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
public final class CardHistory extends ChunkWalk {
    /** What a shard counts of its entries. Written by the thread of the shard alone. */
    static final class Counts {
        /** Entries in chunks, pruned ones not included. */
        long held;

        /** Entries dropped because they were 90 days older than a newer one. */
        long expired;

        /** Entries dropped by the bound on entries a card. */
        long droppedByBound;

        /** Entries dropped because the history memory was full. */
        long droppedByMemory;

        /** Time of the newest entry that ever came, as far as it is known: after a shard was read to 35 minutes, never later than it was. */
        long newestMs = Long.MIN_VALUE;
    }

    private final CardTable table;
    private final int entriesPerCardMax;
    private final Counts counts;
    private final EdgeWalk edgeWalk = new EdgeWalk();

    private int slot;
    private long word;
    private long total;
    private boolean hasDropped;

    /** How many entries are newer than the placed transaction, and how many of them or of its millisecond. */
    private int newerCount;

    private int notOlderCount;

    /** The placed transaction is 90 days newer than the oldest entry, and so than all that was dropped before. */
    private boolean isFloorExpired;

    CardHistory(CardTable table, ChunkPages pages, int entriesPerCardMax, Counts counts) {
        super(pages);
        this.table = table;
        this.entriesPerCardMax = entriesPerCardMax;
        this.counts = counts;
    }

    void open(int openedSlot) {
        slot = openedSlot;
        word = table.wordAt(openedSlot);
        hasDropped = CardSlot.hasDropped(word);
        newestChunk = CardSlot.newestChunk(word);
        count = CardSlot.count(word);
        skip = CardSlot.skip(word);
        setTotal(table.totalAt(openedSlot));
        forgetPlace();
    }

    private void setTotal(long newTotal) {
        total = newTotal;
        timesCeiling = CardTotal.timesCeiling(newTotal);
    }

    private void saveTotal(long newTotal) {
        setTotal(newTotal);
        table.setTotal(slot, newTotal);
    }

    private void forgetPlace() {
        edgeWalk.forget();
        newerCount = 0;
        notOlderCount = 0;
        isFloorExpired = false;
    }

    /**
     * Finds the place of a transaction of this card and drops what is 90 days older than it.
     *
     * @return {@link Placement#FRESH}, {@link Placement#TOO_OLD}, or, for a transaction that the history holds, {@link
     *     Placement#duplicate} with the recorded verdict; the walk is on that entry then
     */
    public int place(long times, long payment, int outcome) {
        return place(times, payment, outcome, 0);
    }

    /** As {@link #place(long, long, int)}, of a transaction whose reference has that {@linkplain TransactionLayout#tag tag}. */
    public int place(long times, long payment, int outcome, int tag) {
        forgetPlace();
        if (count == 0) {
            return Placement.FRESH;
        }
        rewind();
        next();
        long newestMs = timeMs();
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
            long entryMs = timeMs();
            if (entryMs < timeMs) {
                break;
            }
            notOlderCount++;
            if (entryMs > timeMs) {
                newerCount++;
            } else if (tag == tag()
                    && TransactionLayout.isSameTransaction(times, payment, outcome, times(), payment(), outcome())) {
                return Placement.duplicate(verdict());
            }
        } while (next());
        boolean mayHaveBeenDropped = hasDropped && notOlderCount == count;
        return mayHaveBeenDropped || isAtBound() && isNotNewerThanWhatGoes() ? Placement.TOO_OLD : Placement.FRESH;
    }

    private boolean isAtBound() {
        return count >= entriesPerCardMax;
    }

    /** Whether room for the placed transaction costs an entry that is not older than it. */
    private boolean isNotNewerThanWhatGoes() {
        return notOlderCount > count - goingCount();
    }

    /** Entries that have to go for another chunk: those of the oldest; of a single full one, the oldest. */
    private int goingCount() {
        if (!isSingleChunk()) {
            return ChunkLayout.ENTRIES - skip;
        }
        return count == ChunkLayout.ENTRIES ? 1 : 0;
    }

    private boolean isSingleChunk() {
        return count + skip <= ChunkLayout.ENTRIES;
    }

    private void dropExpired(long timeMs, long newestMs) {
        if (!CardSlot.mayHaveExpired(word, timeMs, HistoryLimits.HORIZON_MS)
                && timeMs - newestMs < HistoryLimits.HORIZON_MS) {
            return;
        }
        edgeWalk.collect(this, table, slot, timeMs);
        int dropped = edgeWalk.expired(this, table, slot);
        if (dropped > 0) {
            counts.expired += dropped;
            isFloorExpired = true;
            keepNewest(count - dropped);
        }
    }

    /**
     * Drops what is 90 days older than that time, whatever the newest entry is; a card that loses its last one so remembers since when it
     * has none. What was dropped for room before is older still, so late transactions are taken again.
     *
     * @return how many entries were dropped; not counted as expired
     */
    int expire(long timeMs) {
        long horizonMs = timeMs - HistoryLimits.HORIZON_MS;
        if (!CardSlot.mayHaveExpired(word, timeMs, HistoryLimits.HORIZON_MS)
                && CardTotal.newestFromMs(total) > horizonMs) {
            return 0;
        }
        int kept = newerThan(horizonMs);
        int dropped = count - kept;
        if (dropped > 0) {
            forgetPlace();
            hasDropped = false;
            keepNewest(kept);
        }
        return dropped;
    }

    /** Drops all entries and overwrites them. */
    void wipe() {
        pages.wipeChain(newestChunk);
        keepNewest(0);
    }

    /** Whether {@link #insert} needs a chunk that the memory's bound does not allow, or that there is no memory for. */
    boolean isOutOfMemory() {
        return isNewestChunkFull() && !isAtBound() && !pages.ensureRoom();
    }

    /** Whether memory is full and room for the placed transaction would cost an entry that is not older than it. */
    public boolean isFullOfNewer() {
        return count > 0 && isOutOfMemory() && isNotNewerThanWhatGoes();
    }

    /**
     * Makes room for the next insertion without memory: drops the oldest chunk's entries, or, of a single chunk, its oldest
     * entry. From then on nothing at or before the oldest entry that is left is taken; so a card that has entries keeps one.
     */
    void recycleOldest() {
        counts.droppedByMemory += makeRoom();
    }

    /**
     * Up to when this card has dropped entries for room: the time of the oldest that is left; {@link Long#MIN_VALUE} when it has
     * dropped none. Costs a walk.
     */
    public long droppedUpToMs() {
        if (!hasDropped) {
            return Long.MIN_VALUE;
        }
        seek(count - 1);
        return timeMs();
    }

    /**
     * Prepares a card that has dropped entries, here or elsewhere, for a union: drops what is older than that, and lets entries
     * at or before the oldest be inserted until {@link #endUnion}.
     */
    public void beginUnion(long droppedUpToMs) {
        int kept = 0;
        rewind();
        while (next() && timeMs() >= droppedUpToMs) {
            kept++;
        }
        hasDropped = false;
        counts.droppedByMemory += count - kept;
        keepNewest(kept);
    }

    /** Records that the card, which has entries, has dropped some: nothing at or before its oldest is taken from now on. */
    public void endUnion() {
        hasDropped = true;
        save(CardSlot.oldestTick(word), CardSlot.flags(word));
    }

    /**
     * Records the placed transaction: inserts it, and makes room as {@link #recycleOldest} before, when there is no memory. Whoever
     * must not drop newer entries for it asks {@link #isFullOfNewer} before.
     *
     * @param flags see {@link HistoryCursor#flags()}
     * @param isPrompt whether it was decided promptly, see {@link #isPrompt()}
     * @return whether room was made so: a backup must {@linkplain #recordAs do the same}
     */
    public boolean record(long times, long payment, int outcome, int verdict, int tag, int flags, boolean isPrompt) {
        boolean isRecycled = isOutOfMemory();
        recordAs(isRecycled, times, payment, outcome, verdict, tag, flags, isPrompt);
        return isRecycled;
    }

    /** As {@link #record}, with room made if and only if the owner has made it. */
    public void recordAs(
            boolean isRecycled,
            long times,
            long payment,
            int outcome,
            int verdict,
            int tag,
            int flags,
            boolean isPrompt) {
        if (isRecycled) {
            recycleOldest();
        }
        insert(times, payment, outcome, verdict, tag, flags, isPrompt);
    }

    /**
     * Inserts the transaction at its place, or as the newest when nothing was placed since the card was opened, with
     * verdict 0, and leaves the walk on it. Makes room as {@link #recycleOldest} when the card is at its bound. A next transaction
     * of the card is placed, or the card opened, anew. When the transaction was decided is not known then.
     *
     * @param flags see {@link HistoryCursor#flags()}
     */
    public void insert(long times, long payment, int outcome, int flags) {
        insert(times, payment, outcome, 0, 0, flags);
    }

    /** As {@link #insert(long, long, int, int)}, of a transaction with a verdict, whose reference has that tag. */
    public void insert(long times, long payment, int outcome, int verdict, int tag, int flags) {
        insert(times, payment, outcome, verdict, tag, flags, false);
    }

    private void insert(long times, long payment, int outcome, int verdict, int tag, int flags, boolean isPrompt) {
        if (isAtBound()) {
            counts.droppedByBound += makeRoom();
        }
        // Fails when there is no memory, so it comes before anything is changed.
        int top = isNewestChunkFull() ? pages.take(newestChunk) : newestChunk;
        hasDropped = hasDropped && !isFloorExpired;
        long timeMs = TransactionLayout.timeMs(times);
        int amountUnits = TransactionLayout.amountUnits(payment);
        countRecent(timeMs);
        moveEdges(timeMs, amountUnits);
        saveTotal(CardTotal.withEntry(total, timeMs, amountUnits));
        int place = Math.min(newerCount, count);
        newestChunk = top;
        count++;
        moveGapDown(place);
        walkPage.putLong(
                walkOffset + TransactionLayout.TIMES_OFFSET, TransactionLayout.entryTimes(times, tag, verdict));
        walkPage.putLong(
                walkOffset + TransactionLayout.PAYMENT_OFFSET, TransactionLayout.entryPayment(payment, verdict));
        walkPage.putInt(
                walkOffset + TransactionLayout.OUTCOME_OFFSET, TransactionLayout.entryOutcome(outcome, verdict));
        // A new place at the new end has the bit set.
        if (place > 0 || !isPrompt) {
            setPrompt(isPrompt);
        }
        boolean isOldest = place == count - 1;
        int oldestTick = isOldest ? CardSlot.tick(timeMs) : CardSlot.oldestTick(word);
        // What stands there in a card without entries is none of its flags.
        int flagsBefore = count == 1 ? 0 : CardSlot.flags(word);
        save(oldestTick, flagsBefore | flags & CardSlot.FLAGS_MASK);
        counts.held++;
        counts.newestMs = Math.max(counts.newestMs, timeMs);
        edgeWalk.forget();
    }

    /** Brings the edges up to date with an entry that is about to be inserted. */
    private void moveEdges(long timeMs, int amountUnits) {
        long newestMs = count == 0 ? timeMs : newestMs();
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            long known = table.edgeAt(slot, edge);
            long moved = count == 0
                    ? WindowEdge.of(timeMs, 0, 0)
                    : timeMs >= newestMs
                            ? edgeAtNewest(edge, known, newestMs, timeMs)
                            : WindowEdge.withLate(
                                    known, HistoryLimits.edgeWidthMs(edge), newestMs, timeMs, amountUnits);
            if (moved != known) {
                table.setEdge(slot, edge, moved);
            }
        }
    }

    /** The edge when the newest entry is of that time: as it was, or what the rules' walk has found, or unknown. */
    private long edgeAtNewest(int edge, long known, long newestMs, long timeMs) {
        if (WindowEdge.holdsAfter(known, newestMs, timeMs - HistoryLimits.edgeWidthMs(edge))) {
            return known;
        }
        return edgeWalk.isOf(timeMs) ? edgeWalk.edge(edge) : WindowEdge.UNKNOWN;
    }

    @Override
    public long sumUnits() {
        return CardTotal.sumUnits(total);
    }

    /** As the interface says; of a transaction that is not the newest, or a width that is not kept, by a walk. */
    @Override
    public void sumWithin(long timeMs, long widthMs, WindowSum into) {
        int edge = HistoryLimits.edgeOf(widthMs);
        if (edge < 0 || count == 0) {
            super.sumWithin(timeMs, widthMs, into);
            return;
        }
        long newestMs = newestMs();
        if (timeMs < newestMs) {
            super.sumWithin(timeMs, widthMs, into);
            return;
        }
        long known = table.edgeAt(slot, edge);
        if (WindowEdge.holdsAfter(known, newestMs, timeMs - widthMs)) {
            into.set(count - WindowEdge.count(known), sumUnits() - WindowEdge.sumUnits(known));
            return;
        }
        if (!edgeWalk.isOf(timeMs)) {
            edgeWalk.collect(this, table, slot, timeMs);
        }
        edgeWalk.putInside(edge, count, sumUnits(), into);
    }

    private void countRecent(long timeMs) {
        int recent = table.recentAt(slot);
        if (recent != RecentCount.NONE) {
            table.setRecent(slot, RecentCount.withEntry(recent, newestMs(), timeMs));
        }
    }

    /** Drops what has to go, and returns how many that were; of a single chunk it also closes the gap at the old end. */
    private int makeRoom() {
        int dropped = goingCount();
        if (dropped > 0) {
            hasDropped = true;
            isFloorExpired = false;
        }
        if (isSingleChunk()) {
            if (count > 0) {
                moveToOldEnd(dropped);
            }
        } else {
            keepNewest(count - dropped);
        }
        return dropped;
    }

    /** Moves all but so many of the oldest entries of a single chunk to its old end. */
    private void moveToOldEnd(int dropped) {
        if (dropped > 0) {
            seek(count - dropped - 1);
            forgetOldest(dropped, unitsToCome());
        }
        ByteBuffer page = pages.page(newestChunk);
        int from = ChunkLayout.entryOffset(newestChunk, skip + dropped);
        page.put(ChunkLayout.entryOffset(newestChunk, 0), page, from, (count - dropped) * ChunkLayout.ENTRY_SIZE_BYTES);
        int movedPrompt = pages.prompt(newestChunk) >>> skip + dropped;
        count -= dropped;
        pages.setPrompt(newestChunk, movedPrompt | ChunkLayout.promptAbove(count));
        skip = 0;
        counts.held -= dropped;
        seek(count - 1);
        save(CardSlot.tick(timeMs()), CardSlot.flags(word));
        table.setRecent(slot, RecentCount.withNewest(table.recentAt(slot), count));
    }

    private boolean isNewestChunkFull() {
        return (count + skip) % ChunkLayout.ENTRIES == 0;
    }

    /** Moves the gap at the new end below that many newer entries, in one walk that ends on the gap. */
    private void moveGapDown(int newer) {
        seek(0);
        for (int i = 0; i < newer; i++) {
            ByteBuffer gapPage = walkPage;
            int gapOffset = walkOffset;
            int gapIndex = walkIndex;
            next();
            gapPage.put(gapOffset, walkPage, walkOffset, ChunkLayout.ENTRY_SIZE_BYTES);
            putPrompt(gapPage, gapOffset, gapIndex, isPrompt());
        }
    }

    /** Drops all but the newest entries. */
    private void keepNewest(int kept) {
        int dropped = count - kept;
        if (kept == 0) {
            saveTotal(CardTotal.EMPTY);
            pages.freeChain(newestChunk);
            newestChunk = ChunkLayout.NONE;
            table.setMark(slot, ChunkLayout.UNMARKED);
            hasDropped = false;
            count = 0;
            skip = 0;
            save(0, 0);
        } else {
            int mark = table.markAt(slot);
            seek(kept - 1, mark);
            table.setMark(slot, ChunkLayout.markWithout(mark, (skip + dropped) / ChunkLayout.ENTRIES));
            int oldestChunk = walkChunk;
            int oldestIndex = walkIndex;
            int oldestTick = CardSlot.tick(timeMs());
            if (dropped > 0) {
                forgetOldest(dropped, unitsToCome());
            }
            pages.cutAfter(oldestChunk);
            count = kept;
            skip = oldestIndex;
            save(oldestTick, CardSlot.flags(word));
        }
        table.setRecent(slot, RecentCount.withNewest(table.recentAt(slot), kept));
        counts.held -= dropped;
    }

    private long unitsToCome() {
        long units = 0;
        while (next()) {
            units += amountUnits();
        }
        return units;
    }

    /** Takes that many of the oldest entries, not all, out of total and edges. */
    private void forgetOldest(int dropped, long droppedUnits) {
        long newestMs = newestMs();
        edgeWalk.dropOldest(dropped, droppedUnits);
        saveTotal(CardTotal.without(total, droppedUnits));
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            table.setEdge(
                    slot, edge, WindowEdge.withoutOldest(table.edgeAt(slot, edge), newestMs, dropped, droppedUnits));
        }
    }

    private void save(int oldestTick, int flags) {
        word = CardSlot.of(hasDropped, newestChunk, count, skip, oldestTick, flags);
        table.setWord(slot, word);
    }

    @Override
    public int flags() {
        return CardSlot.flags(word);
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
        boolean holds = super.holdsNewer(entries, afterMs);
        countSince(RecentCount.sinceMs(holds ? timeMs() : afterMs), newestMs);
        return holds;
    }

    private void countSince(long sinceMs, long newestMs) {
        rewind();
        int since = 0;
        while (since < RecentCount.COUNT_MAX && next() && timeMs() >= sinceMs) {
            since++;
        }
        table.setRecent(slot, RecentCount.of(sinceMs, newestMs, since));
    }

    private long newestMs() {
        seek(0);
        return timeMs();
    }
}
