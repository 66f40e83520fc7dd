package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The pages of one shard and the chunks in them. A freed chunk is the next one given out; pages are only added.
 *
 * <p>Single-threaded. Giving out and freeing a chunk cost a few instructions and at most one cache miss.
 */
final class ChunkPages {
    /** The last format of shards whose entries have no labels. */
    private static final int LAST_WITHOUT_LABELS = 8;

    /** The last format of shards whose chunks do not say which entries are prompt. */
    private static final int LAST_WITHOUT_PROMPT = 9;

    /** So many chunks of a chain are touched ahead: more would drive others out of the cache. */
    private static final int TOUCHED_MAX = 16;

    private static final byte[] WIPED = new byte[ChunkLayout.ENTRIES_SIZE_BYTES];

    private final HistoryMemory.Account account;
    private ByteBuffer[] pages = new ByteBuffer[1];
    private int pageCount;
    private int nextFresh = 1;
    private int firstFree = ChunkLayout.NONE;

    ChunkPages(HistoryMemory.Account account) {
        this.account = account;
    }

    /** The page that holds the chunk. */
    ByteBuffer page(int chunk) {
        return pages[ChunkLayout.page(chunk)];
    }

    /** The chunk with the entries before those of the given one, or {@link ChunkLayout#NONE}. */
    int older(int chunk) {
        return ChunkLayout.older(head(chunk));
    }

    /**
     * Touches both ends of an entry of each chunk. The loop does nothing else, so that many of its cache misses are under way at once.
     *
     * @param offsets of the entries in the pages of these chunks
     * @return a sum of touched bytes, without meaning; it keeps the loads from being optimised away
     */
    long touchEntries(int[] chunks, int[] offsets, int count) {
        long touched = 0;
        for (int i = 0; i < count; i++) {
            ByteBuffer page = page(chunks[i]);
            touched += page.getInt(offsets[i]) + page.getInt(offsets[i] + ChunkLayout.ENTRY_SIZE_BYTES - Integer.BYTES);
        }
        return touched;
    }

    /**
     * Touches the heads of some chunks and of what is older than them, one chunk of each chain in turn, so that their cache misses overlap.
     *
     * @param chunks none of them {@link ChunkLayout#NONE}; the call changes it
     * @return as {@link #touchEntries}
     */
    long touchOlder(int[] chunks, int count) {
        long touched = 0;
        boolean isAny = count > 0;
        for (int step = 0; step < TOUCHED_MAX && isAny; step++) {
            isAny = false;
            for (int i = 0; i < count; i++) {
                // Chunk 0 is nobody's, and there.
                touched += head(chunks[i]);
            }
            for (int i = 0; i < count; i++) {
                if (chunks[i] != ChunkLayout.NONE) {
                    chunks[i] = older(chunks[i]);
                    isAny = true;
                }
            }
        }
        return touched;
    }

    /** Touches both ends of the chunk that is older than the given one. Returns as {@link #touchEntries}. */
    long touchOlder(int chunk) {
        int older = older(chunk);
        ByteBuffer page = page(older);
        int offset = ChunkLayout.offset(older);
        return (long) page.getInt(offset) + page.getInt(offset + ChunkLayout.ENTRIES_SIZE_BYTES);
    }

    private int head(int chunk) {
        return page(chunk).getInt(ChunkLayout.offset(chunk));
    }

    /** Which entries of the chunk are prompt, a bit each. */
    int prompt(int chunk) {
        return ChunkLayout.prompt(head(chunk));
    }

    /** Replaces what {@link #prompt} returns. */
    void setPrompt(int chunk, int prompt) {
        setHead(chunk, older(chunk), prompt);
    }

    /** Whether {@link #take} can be served within the memory's bound; adds a page for that, if it must. */
    boolean ensureRoom() {
        return hasFreeChunk() || account.hasRoom(ChunkLayout.PAGE_SIZE_BYTES) && tryAddPage();
    }

    /**
     * As {@link #ensureRoom}, within the bound on this shard, whatever others hold.
     *
     * @param tableBytes that a card takes beside its chunk
     */
    boolean ensureRoomInShard(long tableBytes) {
        int pageBytes = hasFreeChunk() ? 0 : ChunkLayout.PAGE_SIZE_BYTES;
        return account.hasRoomInShard(pageBytes, tableBytes) && (pageBytes == 0 || tryAddPage());
    }

    /**
     * As {@link #ensureRoom}, and leaves the memory's reserve for known cards as it is.
     *
     * @param tableBytes that the new card takes beside its chunk
     */
    boolean ensureRoomForNewCard(long tableBytes) {
        int pageBytes = hasFreeChunk() ? 0 : ChunkLayout.PAGE_SIZE_BYTES;
        return account.hasRoomForNewCard(pageBytes, tableBytes) && (pageBytes == 0 || tryAddPage());
    }

    /** Memory that there is not, though the bound allows it, is as a full one. */
    private boolean tryAddPage() {
        if (pageCount == ChunkLayout.PAGES_MAX) {
            return false;
        }
        try {
            addPage();
            return true;
        } catch (OutOfMemoryError e) {
            account.allocationFailed();
            return false;
        }
    }

    private boolean hasFreeChunk() {
        return firstFree != ChunkLayout.NONE || ChunkLayout.page(nextFresh) < pageCount;
    }

    /** A chunk whose {@code older} is the given one, and of which every place has its bit set; its entries hold garbage. */
    int take(int older) {
        int chunk = firstFree;
        if (chunk == ChunkLayout.NONE) {
            chunk = nextFresh;
            if (ChunkLayout.page(chunk) >= pageCount) {
                addPage();
            }
            nextFresh = ChunkLayout.following(chunk);
        } else {
            firstFree = older(chunk);
        }
        setHead(chunk, older, ChunkLayout.ALL_PROMPT);
        return chunk;
    }

    /** Frees the chunk and all before it. */
    void freeChain(int newest) {
        int chunk = newest;
        while (chunk != ChunkLayout.NONE) {
            int older = older(chunk);
            setHead(chunk, firstFree, 0);
            firstFree = chunk;
            chunk = older;
        }
    }

    /** Overwrites the entries of the chunk and of all before it. */
    void wipeChain(int newest) {
        for (int chunk = newest; chunk != ChunkLayout.NONE; chunk = older(chunk)) {
            page(chunk).put(ChunkLayout.entryOffset(chunk, 0), WIPED);
        }
    }

    /** Makes the chunk the oldest of its card. */
    void cutAfter(int chunk) {
        int older = older(chunk);
        setHead(chunk, ChunkLayout.NONE, prompt(chunk));
        freeChain(older);
    }

    private void setHead(int chunk, int older, int prompt) {
        page(chunk).putInt(ChunkLayout.offset(chunk), ChunkLayout.head(older, prompt));
    }

    /** Allocates first and publishes afterwards: when there is no memory, all is as it was. */
    private void addPage() {
        if (pageCount == ChunkLayout.PAGES_MAX) {
            throw new IllegalStateException(
                    "a shard holds no more pages than a chunk's number can name; use more shards: pageCount="
                            + pageCount);
        }
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount + Math.max(8, pageCount >> 1));
        }
        pages[pageCount] = account.newPage();
        pageCount++;
    }

    /** Bytes of all pages. */
    long sizeBytes() {
        return (long) pageCount * ChunkLayout.PAGE_SIZE_BYTES;
    }

    /** Chunks of the chain that begins with that one. */
    int chainLength(int newest) {
        int length = 0;
        for (int chunk = newest; chunk != ChunkLayout.NONE; chunk = older(chunk)) {
            length++;
        }
        return length;
    }

    /** Writes the entries of the chunks of a chain and which of them are prompt, newest chunk first. */
    void writeChain(int newest, ByteBuffer out) {
        for (int chunk = newest; chunk != ChunkLayout.NONE; chunk = older(chunk)) {
            out.put(out.position(), page(chunk), ChunkLayout.entryOffset(chunk, 0), ChunkLayout.ENTRIES_SIZE_BYTES);
            out.position(out.position() + ChunkLayout.ENTRIES_SIZE_BYTES);
            out.put((byte) prompt(chunk));
        }
    }

    /**
     * Reads so many chunks that {@link #writeChain} wrote, whether or not they fit under the bound; returns the newest.
     *
     * @param entriesInNewest how many entries the newest has, those that were dropped included
     * @param format of shards that their entries are of
     */
    int readChain(int length, int entriesInNewest, ByteBuffer in, int format) {
        int newest = ChunkLayout.NONE;
        int newer = ChunkLayout.NONE;
        for (int i = 0; i < length; i++) {
            int chunk = take(ChunkLayout.NONE);
            page(chunk).put(ChunkLayout.entryOffset(chunk, 0), in, in.position(), ChunkLayout.ENTRIES_SIZE_BYTES);
            in.position(in.position() + ChunkLayout.ENTRIES_SIZE_BYTES);
            convert(format, page(chunk), ChunkLayout.entryOffset(chunk, 0));
            int entries = i == 0 ? entriesInNewest : ChunkLayout.ENTRIES;
            int written = saysPrompt(format) ? in.get() & ChunkLayout.ALL_PROMPT : 0;
            setPrompt(chunk, written | ChunkLayout.promptAbove(entries));
            if (i == 0) {
                newest = chunk;
            } else {
                setHead(newer, chunk, prompt(newer));
            }
            newer = chunk;
        }
        return newest;
    }

    /** Whether chunks of shards of that format say which entries are prompt. */
    static boolean saysPrompt(int format) {
        return format > LAST_WITHOUT_PROMPT;
    }

    /** Brings all entries from that format of shards to today's, but for the bits of places that have no entry. */
    void convert(int format) {
        if (format > LAST_WITHOUT_LABELS) {
            return;
        }
        for (int i = 0; i < pageCount; i++) {
            for (int chunk = 0; chunk < ChunkLayout.CHUNKS_PER_PAGE; chunk++) {
                convert(format, pages[i], ChunkLayout.entryOffset(chunk, 0));
            }
        }
    }

    private static void convert(int format, ByteBuffer page, int entriesOffset) {
        if (format > LAST_WITHOUT_LABELS) {
            return;
        }
        for (int i = 0; i < ChunkLayout.ENTRIES; i++) {
            int offset = entriesOffset + i * ChunkLayout.ENTRY_SIZE_BYTES;
            long times = page.getLong(offset + TransactionLayout.TIMES_OFFSET);
            long payment = page.getLong(offset + TransactionLayout.PAYMENT_OFFSET);
            if (format == LAST_WITHOUT_LABELS) {
                page.putLong(offset + TransactionLayout.TIMES_OFFSET, TransactionLayout.entryTimesOfFormat8(times));
            } else {
                page.putLong(
                        offset + TransactionLayout.TIMES_OFFSET, TransactionLayout.entryTimesOfFormat7(times, payment));
                page.putLong(offset + TransactionLayout.PAYMENT_OFFSET, TransactionLayout.paymentOfEntry(payment));
            }
        }
    }

    /** Writes all pages, in each chunk the head behind the entries: so the format has it. */
    void writeTo(DataOutput out) throws IOException {
        out.writeInt(nextFresh);
        out.writeInt(firstFree);
        out.writeInt(pageCount);
        ByteBuffer written = ByteBuffer.allocate(ChunkLayout.PAGE_SIZE_BYTES);
        for (int i = 0; i < pageCount; i++) {
            for (int at = 0; at < ChunkLayout.PAGE_SIZE_BYTES; at += ChunkLayout.SIZE_BYTES) {
                written.put(at, pages[i], at + ChunkLayout.HEAD_SIZE_BYTES, ChunkLayout.ENTRIES_SIZE_BYTES);
                written.put(at + ChunkLayout.ENTRIES_SIZE_BYTES, pages[i], at, ChunkLayout.HEAD_SIZE_BYTES);
            }
            out.write(written.array());
        }
    }

    void readFrom(DataInput in) throws IOException {
        nextFresh = in.readInt();
        firstFree = in.readInt();
        int count = in.readInt();
        if (count > ChunkLayout.PAGES_MAX) {
            throw new IOException("the shard has more pages than a chunk's number can name; use more shards: pageCount="
                    + count + " pageCountMax=" + ChunkLayout.PAGES_MAX);
        }
        ByteBuffer written = ByteBuffer.allocate(ChunkLayout.PAGE_SIZE_BYTES);
        for (int i = 0; i < count; i++) {
            in.readFully(written.array());
            addPage();
            for (int at = 0; at < ChunkLayout.PAGE_SIZE_BYTES; at += ChunkLayout.SIZE_BYTES) {
                pages[i].put(at, written, at + ChunkLayout.ENTRIES_SIZE_BYTES, ChunkLayout.HEAD_SIZE_BYTES);
                pages[i].put(at + ChunkLayout.HEAD_SIZE_BYTES, written, at, ChunkLayout.ENTRIES_SIZE_BYTES);
            }
        }
    }
}
