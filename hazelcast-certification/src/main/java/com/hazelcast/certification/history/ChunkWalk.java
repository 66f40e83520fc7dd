package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.ByteBuffer;

/**
 * The walk over the entries of one card, from the newest chunk to the oldest: what {@link CardHistory} and the rules read with.
 * Single-threaded; allocates nothing.
 */
abstract class ChunkWalk implements HistoryCursor {
    private static final int LAST_IN_CHUNK = ChunkLayout.ENTRIES - 1;

    /** A chunk with fewer that are newer is not marked: a walk from the newest is as short. */
    private static final int MARKED_FROM = 2;

    final ChunkPages pages;

    /** The card: its newest chunk, its entries, and those at the old end of its oldest chunk that are gone. */
    int newestChunk;

    int count;
    int skip;

    /** {@link TransactionLayout#timesCeiling} of a time not before the newest entry's, nor much after it. */
    long timesCeiling;

    /** The walk: the chunk, the index in it and the entries still to come. */
    int walkChunk;

    ByteBuffer walkPage;
    int walkOffset;
    int walkIndex;
    private int walkLeft;

    /** Whether a chunk is touched while the newer one before it is read. */
    private boolean isFar;

    /** A sum that keeps the touching loads alive; without meaning. */
    long touched;

    ChunkWalk(ChunkPages pages) {
        this.pages = pages;
        this.walkPage = ByteBuffer.allocate(0);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void rewind() {
        isFar = false;
        begin();
    }

    @Override
    public void rewindFar() {
        isFar = true;
        begin();
    }

    private void begin() {
        walkLeft = count;
        if (count > 0) {
            enter(newestChunk, (count + skip - 1) % ChunkLayout.ENTRIES + 1);
        }
    }

    /** Goes back to the new end of a marked chunk of the card. */
    final void rewindTo(int mark) {
        isFar = false;
        int behind = ChunkLayout.behind(mark) * ChunkLayout.ENTRIES;
        int filled = Math.min(count + skip - behind, ChunkLayout.ENTRIES);
        walkLeft = behind + filled - skip;
        enter(ChunkLayout.marked(mark), filled);
    }

    /**
     * A mark half-way between the newest chunk and the walk, so that the walk may go on for as many entries as it has passed since before it
     * needs another; {@link ChunkLayout#UNMARKED} when that does not fit, or is near the newest.
     */
    final int markAhead() {
        int newest = (count + skip - 1) / ChunkLayout.ENTRIES;
        int here = (walkLeft + skip) / ChunkLayout.ENTRIES;
        int toNewest = (newest - here) / 2;
        int behind = newest - toNewest;
        if (behind > ChunkLayout.BEHIND_MAX || toNewest < MARKED_FROM) {
            return ChunkLayout.UNMARKED;
        }
        int chunk = newestChunk;
        for (int i = 0; i < toNewest; i++) {
            chunk = pages.older(chunk);
        }
        return ChunkLayout.mark(chunk, behind);
    }

    /** Puts the walk on the entry with that many newer ones. Looks at no entry before. */
    final void seek(int newer) {
        rewind();
        pass(newer);
    }

    /** As {@link #seek(int)}, by way of a marked chunk if that is not behind the entry. */
    final void seek(int newer, int mark) {
        if (mark == ChunkLayout.UNMARKED) {
            seek(newer);
            return;
        }
        rewindTo(mark);
        int passed = count - walkLeft;
        if (passed > newer) {
            seek(newer);
        } else {
            pass(newer - passed);
        }
    }

    /** Of a walk that is at the new end of a chunk: passes that many entries, and goes to the one behind them. */
    private void pass(int entries) {
        int left = entries;
        for (int inChunk = walkIndex; left >= inChunk && leaveChunk(); inChunk = walkIndex) {
            left -= inChunk;
        }
        for (int i = 0; i <= left; i++) {
            next();
        }
    }

    /** How many entries are newer than a time. Looks at one entry of each chunk, but for the one in which they end. Leaves the walk behind them. */
    final int newerThan(long afterMs) {
        rewind();
        long unused = passNewer(afterMs, 0);
        return count - walkLeft;
    }

    /**
     * Goes on until the entry to come is not newer than a time, or none is to come. Looks at one entry of each chunk, but for the one in
     * which it ends.
     *
     * @return the time of the last entry that was passed, or, when none was, the given one
     */
    final long passNewer(long afterMs, long noneMs) {
        long passedMs = noneMs;
        while (walkLeft > 0) {
            if (walkIndex == 0) {
                enter(pages.older(walkChunk), LAST_IN_CHUNK + 1);
            }
            long oldestMs = oldestOfChunkMs();
            if (oldestMs <= afterMs) {
                return passNewerInChunk(afterMs, passedMs);
            }
            passedMs = oldestMs;
            if (!leaveChunk()) {
                return passedMs;
            }
        }
        return passedMs;
    }

    /** As {@link #passNewer}, in a chunk that has such an entry. */
    private long passNewerInChunk(long afterMs, long noneMs) {
        long passedMs = noneMs;
        while (next() && timeMs() > afterMs) {
            passedMs = timeMs();
        }
        walkLeft++;
        walkIndex++;
        walkOffset += ChunkLayout.ENTRY_SIZE_BYTES;
        return passedMs;
    }

    /** How many entries are to come. */
    final int left() {
        return walkLeft;
    }

    /** Passes what is to come in the chunk of the walk, and goes to the next older one; false when there is none. */
    private boolean leaveChunk() {
        walkLeft -= Math.min(walkLeft, walkIndex);
        if (walkLeft == 0) {
            return false;
        }
        enter(pages.older(walkChunk), LAST_IN_CHUNK + 1);
        return true;
    }

    /** The time of the oldest entry that is to come in the chunk of the walk; one has to. */
    private long oldestOfChunkMs() {
        int entryOffset = walkOffset - Math.min(walkLeft, walkIndex) * ChunkLayout.ENTRY_SIZE_BYTES;
        long entryTimes = walkPage.getLong(entryOffset + TransactionLayout.TIMES_OFFSET);
        return TransactionLayout.timeMs(TransactionLayout.timesOfEntry(entryTimes, timesCeiling));
    }

    private void enter(int chunk, int indexAbove) {
        walkChunk = chunk;
        walkPage = pages.page(chunk);
        walkIndex = indexAbove;
        walkOffset = ChunkLayout.entryOffset(chunk, indexAbove);
        if (isFar) {
            touched += pages.touchOlder(chunk);
        }
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
        return TransactionLayout.timesOfEntry(entryTimes(), timesCeiling);
    }

    @Override
    public long payment() {
        return TransactionLayout.paymentOfEntry(entryPayment());
    }

    @Override
    public int outcome() {
        return TransactionLayout.outcomeOfEntry(entryOutcome());
    }

    @Override
    public int verdict() {
        return TransactionLayout.entryVerdict(entryTimes(), entryPayment(), entryOutcome());
    }

    /** What is kept of the entry's reference: see {@link TransactionLayout#tag}. */
    public int tag() {
        return TransactionLayout.entryTag(entryTimes());
    }

    /** What the entry turned out to be, see {@link #setLabel}; 0 while nobody has said. */
    public int label() {
        return TransactionLayout.entryLabel(entryTimes());
    }

    /**
     * Changes the label of the entry that the walk is on, and nothing else of the card.
     *
     * @param label from 0, none, and below {@link TransactionLayout#LABELS}; its meaning is the caller's
     */
    public void setLabel(int label) {
        walkPage.putLong(walkOffset + TransactionLayout.TIMES_OFFSET, TransactionLayout.withLabel(entryTimes(), label));
    }

    /**
     * Whether the entry was {@linkplain HistoryLimits#isPrompt decided promptly}. False: later, or that is not known, as of an entry
     * that was loaded.
     */
    public boolean isPrompt() {
        int head = walkPage.getInt(ChunkLayout.headOffset(walkOffset, walkIndex));
        return (head & ChunkLayout.promptBit(walkIndex)) != 0;
    }

    /** Changes {@link #isPrompt} of the entry that the walk is on. */
    final void setPrompt(boolean isPrompt) {
        putPrompt(walkPage, walkOffset, walkIndex, isPrompt);
    }

    static void putPrompt(ByteBuffer page, int entryOffset, int index, boolean isPrompt) {
        int headOffset = ChunkLayout.headOffset(entryOffset, index);
        int head = page.getInt(headOffset);
        int bit = ChunkLayout.promptBit(index);
        page.putInt(headOffset, isPrompt ? head | bit : head & ~bit);
    }

    private int entryOutcome() {
        return walkPage.getInt(walkOffset + TransactionLayout.OUTCOME_OFFSET);
    }

    private long entryTimes() {
        return walkPage.getLong(walkOffset + TransactionLayout.TIMES_OFFSET);
    }

    private long entryPayment() {
        return walkPage.getLong(walkOffset + TransactionLayout.PAYMENT_OFFSET);
    }
}
