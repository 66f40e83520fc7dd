package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.history.layout.CardTotal;
import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.history.layout.WindowEdge;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The histories of all cards of one shard: a table from card to newest chunk, and the chunks.
 *
 * <p>Used by one thread at a time, the partition thread of its map entry. Scoring a transaction touches about three
 * cache lines that are in no cache; {@link #locate} touches those of a group of transactions at once, so that the misses
 * overlap instead of adding up.
 *
 * <p><b>Flags.</b> Each card keeps four bits that are the union of what {@link CardHistory#insert} was given for its
 * entries. Their meaning is the inserter's; a history only hands them back, so that a rule that looks for a rare kind of
 * entry can know without a walk that there is none.
 */
public final class HistoryShard {
    /** Transactions that {@link #locate} takes at once: their cache lines fit the first-level cache. */
    public static final int LOCATE_MAX = 64;

    /** Key of a shard that was never put into the map. */
    public static final int NO_KEY = -1;

    private static final byte FORMAT_VERSION = 10;

    /** This and those after it are read, too. */
    private static final byte FORMAT_VERSION_OLDEST = 7;

    private final HistoryMemory memory;
    private final int entriesPerCardMax;
    private final CardTable table;
    private final ChunkPages pages;
    private final CardHistory.Counts counts = new CardHistory.Counts();
    private final CardHistory history;
    private final ShardSweep sweep;
    private final WrittenCards writtenCards;
    private final int[] homes = new int[LOCATE_MAX];
    private final int[] located = new int[LOCATE_MAX];

    /** The newest chunks of the located cards that have entries, and where in them the newest entry is. */
    private final int[] newest = new int[LOCATE_MAX];

    private final int[] newestOffsets = new int[LOCATE_MAX];

    /** Where walks to the old ends of the located cards begin, of those that are about to have one. */
    private final int[] ageing = new int[LOCATE_MAX];

    private final AppliedBatches batches = new AppliedBatches();
    private final RecentReferences references;
    private final CopyStatus copies = new CopyStatus();
    private final ShardEpoch epoch = new ShardEpoch();
    private final HistoryMemory.Standing standing = new HistoryMemory.Standing();

    /** The format of the head that was read: its cards are of it, too. */
    private byte readFormat = FORMAT_VERSION;

    private boolean installed;

    /**
     * An empty shard.
     *
     * @param cardsExpected sizes the table; more cards cost a copy of it
     */
    public HistoryShard(HistoryMemory memory, int entriesPerCardMax, int cardsExpected) {
        this.memory = memory;
        this.entriesPerCardMax = HistoryLimits.requireEntriesPerCard(entriesPerCardMax);
        HistoryMemory.Account account = memory.openAccount(this);
        this.table = new CardTable(account, cardsExpected);
        this.pages = new ChunkPages(account);
        this.history = new CardHistory(table, pages, entriesPerCardMax, counts);
        this.sweep = new ShardSweep(table, history);
        this.writtenCards = new WrittenCards(table, pages);
        this.references = new RecentReferences(account);
    }

    /**
     * Looks up the cards of a group of transactions, so that {@link #open(int)} finds them in the cache.
     *
     * @param transactions compact transactions, one behind the other
     * @param offset of the first
     * @param count at most {@link #LOCATE_MAX}
     * @return a sum of touched bytes, without meaning; it keeps the loads from being optimised away
     */
    public long locate(byte[] transactions, int offset, int count) {
        long touched = 0;
        int knownCount = 0;
        int ageingCount = 0;
        for (int i = 0; i < count; i++) {
            long card = TransactionLayout.cardAt(transactions, offset + i * TransactionLayout.TRANSACTION_SIZE_BYTES);
            int home = table.home(CardHash.of(card));
            homes[i] = home;
            touched += table.touch(home);
        }
        for (int i = 0; i < count; i++) {
            int at = offset + i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            int slot = table.find(TransactionLayout.cardAt(transactions, at), homes[i]);
            located[i] = slot;
            long word = slot == CardTable.ABSENT ? CardSlot.EMPTY : table.wordAt(slot);
            if (CardSlot.count(word) > 0) {
                int chunk = CardSlot.newestChunk(word);
                newest[knownCount] = chunk;
                newestOffsets[knownCount++] = ChunkLayout.entryOffset(chunk, CardSlot.entriesInNewestChunk(word) - 1);
                long timeMs = TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, at));
                if (CardSlot.mayHaveExpired(word, timeMs, HistoryLimits.HORIZON_MS) || hasLeftWindow(slot, timeMs)) {
                    ageing[ageingCount++] =
                            EdgeWalk.beginsAtMark(table, slot) ? ChunkLayout.marked(table.markAt(slot)) : chunk;
                }
            }
        }
        return touched + pages.touchEntries(newest, newestOffsets, knownCount) + pages.touchOlder(ageing, ageingCount);
    }

    /** Whether an entry of the card may leave a window whose sum is kept. */
    private boolean hasLeftWindow(int slot, long timeMs) {
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            long afterMs = timeMs - HistoryLimits.edgeWidthMs(edge);
            if (!WindowEdge.holdsAfter(table.edgeAt(slot, edge), timeMs, afterMs)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Opens the history of the card of the i-th transaction of the located group; null when it has no entries. Returns the
     * shard's one {@link CardHistory}, valid until the next call.
     */
    public @Nullable CardHistory openKnown(int indexInGroup, long card) {
        int slot = slotOf(indexInGroup, card);
        boolean hasEntries = slot != CardTable.ABSENT && CardSlot.count(table.wordAt(slot)) > 0;
        return hasEntries ? opened(slot) : null;
    }

    /**
     * Opens the history of that card, which has no entries, for its first; null when the memory's bound leaves no room for a
     * new card, or when the table holds no more. Returns as {@link #openKnown}.
     */
    public @Nullable CardHistory openNew(int indexInGroup, long card) {
        int slot = slotOf(indexInGroup, card);
        if (slot != CardTable.ABSENT) {
            return pages.ensureRoomForNewCard(0) ? opened(slot) : null;
        }
        return table.canHoldOneMore() && pages.ensureRoomForNewCard(table.growthBytes(1)) ? opened(add(card)) : null;
    }

    /**
     * Opens the history of that card for what another copy of the shard holds of it; null when it has no entries here, and this shard
     * has no room for its first. Only the bound on a shard counts: what all shards hold also has copies that are about to be freed,
     * and what is left out of a union is lost. Returns as {@link #openKnown}.
     */
    public @Nullable CardHistory openForUnion(long card) {
        int slot = find(card);
        if (slot != CardTable.ABSENT) {
            return CardSlot.count(table.wordAt(slot)) > 0 || pages.ensureRoomInShard(0) ? opened(slot) : null;
        }
        return table.canHoldOneMore() && pages.ensureRoomInShard(table.growthBytes(1)) ? opened(add(card)) : null;
    }

    /** Opens the history of that card, known or new; null when it is new and the memory's bound leaves no room for one. */
    public @Nullable CardHistory open(int indexInGroup, long card) {
        CardHistory known = openKnown(indexInGroup, card);
        return known == null ? openNew(indexInGroup, card) : known;
    }

    private int slotOf(int indexInGroup, long card) {
        int slot = located[indexInGroup];
        return slot == CardTable.ABSENT ? find(card) : slot;
    }

    /** Opens the history of a card, a new card's when it has none, whatever the memory's bound. */
    public CardHistory open(long card) {
        int slot = find(card);
        return opened(slot == CardTable.ABSENT ? add(card) : slot);
    }

    /** As {@link #open(long)}, of the card of the i-th transaction of the located group. */
    public CardHistory openAny(int indexInGroup, long card) {
        int slot = slotOf(indexInGroup, card);
        return opened(slot == CardTable.ABSENT ? add(card) : slot);
    }

    /**
     * Opens a card ahead of its first entry, unless it is held, whatever the memory's bound. While it has none, sweeps leave it for
     * {@link HistoryLimits#EMPTY_CARD_MAX_MS} from now on.
     */
    public void openAhead(long card) {
        int known = find(card);
        int slot = known == CardTable.ABSENT ? add(card) : known;
        if (CardSlot.count(table.wordAt(slot)) == 0) {
            table.setWord(slot, CardSlot.OPENED);
        }
    }

    private int find(long card) {
        return table.find(card, table.home(CardHash.of(card)));
    }

    private int add(long card) {
        if (!table.hasRoomFor(1)) {
            growTable();
        }
        return table.add(card, table.home(CardHash.of(card)));
    }

    /** Grows the table; what was located moves, so it is looked up again when it is opened. */
    private void growTable() {
        table.grow(1);
        forgetLocated();
    }

    private void forgetLocated() {
        Arrays.fill(located, CardTable.ABSENT);
    }

    private CardHistory opened(int slot) {
        history.open(slot);
        return history;
    }

    /** Calls back with each card held; no card may be added or removed meanwhile. */
    public void forEachCard(LongConsumer consumer) {
        for (int slot = 0; slot < table.capacity(); slot++) {
            if (table.isUsed(slot)) {
                consumer.accept(table.cardAt(slot));
            }
        }
    }

    /** Takes the history of a card. */
    public interface HistoryVisitor {
        /**
         * Takes one.
         *
         * @param history the shard's one {@link CardHistory}, valid until this returns; not to be changed
         */
        void visit(long card, CardHistory history);
    }

    /**
     * Visits the histories of the cards whose {@linkplain CardHash#position positions} lie from one to another, exclusive. Whoever goes through
     * all positions part by part sees each card once, also when others come and go between the parts.
     *
     * @param cards which of them
     */
    public void forEachHistory(long from, long to, LongPredicate cards, HistoryVisitor visitor) {
        table.forEachBetween(from, to, slot -> {
            long card = table.cardAt(slot);
            if (CardSlot.count(table.wordAt(slot)) > 0 && cards.test(card)) {
                visitor.visit(card, opened(slot));
            }
        });
    }

    /**
     * What a sweep did.
     *
     * @param looked cards that it looked at
     * @param expired entries dropped
     * @param removed cards that are not held any more
     * @param isChanged whether it did anything that another copy must do, too
     */
    public record Swept(int looked, int expired, int removed, boolean isChanged) {}

    /**
     * Drops entries that are 90 days older than that time, of the cards whose {@linkplain CardHash#position positions} lie from one to another,
     * exclusive, and removes cards that have been without an entry for long. What it drops is not {@linkplain #countExpired counted}.
     *
     * @param timeMs {@link Long#MIN_VALUE}: not known, as in a shard that has had no transaction. Then cards are looked at and left as they are
     * @param emptyMaxMs how long a card stays without an entry that has had some; at most {@link HistoryLimits#EMPTY_CARD_MAX_MS}, which is how
     *     long one stays that was {@linkplain #openAhead opened ahead}
     */
    public Swept sweep(long from, long to, long timeMs, long emptyMaxMs) {
        forgetLocated();
        return sweep.run(from, to, timeMs, emptyMaxMs);
    }

    /** So many entries were dropped by a sweep on the owner: a copy that had dropped them already counts them all the same. */
    public void countExpired(long entries) {
        counts.expired += entries;
    }

    /**
     * Time of the newest transaction that was ever inserted; after the shard was read up to 35 minutes before that. {@link Long#MIN_VALUE}:
     * there was none.
     */
    public long newestMs() {
        return counts.newestMs;
    }

    /**
     * Removes the card, and overwrites what was held of it. The recent references of all cards of the shard are forgotten: whose they are
     * cannot be determined.
     *
     * @return how many entries were held of it; -1: it was not held
     */
    public int forget(long card) {
        forgetLocated();
        references.clear();
        int slot = find(card);
        if (slot == CardTable.ABSENT) {
            return -1;
        }
        int entries = CardSlot.count(table.wordAt(slot));
        opened(slot).wipe();
        table.remove(slot);
        return entries;
    }

    /** Whether the card is held. */
    public boolean holds(long card) {
        return find(card) != CardTable.ABSENT;
    }

    /** Entries that are held of the card. */
    public int entryCount(long card) {
        int slot = find(card);
        return slot == CardTable.ABSENT ? 0 : CardSlot.count(table.wordAt(slot));
    }

    /** Cards held. */
    public int cardCount() {
        return table.cardCount();
    }

    /** Entries held. */
    public long heldCount() {
        return counts.held;
    }

    /** Entries held, counted card by card in the table: the data's own answer, independent of {@link #heldCount()}. */
    public long recount() {
        long held = 0;
        for (int slot = 0; slot < table.capacity(); slot++) {
            if (table.isUsed(slot)) {
                held += CardSlot.count(table.wordAt(slot));
            }
        }
        return held;
    }

    /** Entries dropped since the shard was made because they were 90 days older than a newer one of their card. */
    public long expiredCount() {
        return counts.expired;
    }

    /** Entries dropped since the shard was made by the bound on entries a card. */
    public long droppedByBoundCount() {
        return counts.droppedByBound;
    }

    /** Entries dropped since the shard was made because the history memory was full. */
    public long droppedByMemoryCount() {
        return counts.droppedByMemory;
    }

    /** Bytes of table, pages and references. */
    public long sizeBytes() {
        return table.sizeBytes() + pages.sizeBytes() + references.sizeBytes();
    }

    /** Whether the shard has been put in place on its owner and its backups. Until then nothing may be scored on it. */
    public boolean isInstalled() {
        return installed;
    }

    /** Records that owner and backups hold the shard. */
    public void install() {
        installed = true;
        memory.installed(this);
    }

    /** Records that another object is in its place, with all that it held. */
    public void replaced() {
        memory.notKept(this);
    }

    /** Records under which key of the map the shard is kept, also where it is moved to. */
    public void keptAt(int mapKey) {
        standing.keptAt(mapKey);
    }

    /** The key of the map, or {@link #NO_KEY}; written with the shard. */
    public int key() {
        return standing.key();
    }

    /** What can be seen of it without the shard itself. */
    HistoryMemory.Standing standing() {
        return standing;
    }

    /** What its owner has found out about its copies; not written with the shard. */
    public CopyStatus copies() {
        return copies;
    }

    /** What another package keeps beside this object; not written with the shard, and another object has none. May be read by any thread. */
    public @Nullable Object attachment() {
        return standing.attachment();
    }

    /** Keeps that beside this object. */
    public void attach(@Nullable Object kept) {
        standing.attach(kept);
    }

    /** In which rounds its copies were confirmed; written with the shard. */
    public ShardEpoch epoch() {
        return epoch;
    }

    /** The last batches that were applied; written with the shard. */
    public AppliedBatches batches() {
        return batches;
    }

    /** The last references and their payments; written with the shard. */
    public RecentReferences references() {
        return references;
    }

    /**
     * A hash of all entries, with verdicts, labels and whether they were decided promptly, that does not depend on where they lie: equal
     * histories have equal digests. Entries of a card in the same millisecond count in the order of their insertion, as the rules see them;
     * a card that was opened and got no entry does not count. Whether a card has dropped entries for room counts. Reads everything, so it
     * costs milliseconds a shard.
     */
    public long digest() {
        return HistoryDigest.of(table, history);
    }

    /**
     * Whether the other is the same state of the same shard, as one that was written and read again: Hazelcast asks after a merge,
     * and leaves shard and backups as they are when it is. Reads everything, as {@link #digest} does.
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof HistoryShard shard
                        && installed == shard.installed
                        && epoch.isSame(shard.epoch)
                        && counts.held == shard.counts.held
                        && counts.expired == shard.counts.expired
                        && digest() == shard.digest();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(counts.held);
    }

    /** Writes the shard, its free chunks included. */
    public void writeTo(DataOutput out) throws IOException {
        writeHead(out);
        table.writeTo(out);
        pages.writeTo(out);
    }

    /** Writes all but the cards. */
    public void writeHead(DataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        out.writeInt(entriesPerCardMax);
        out.writeInt(standing.key());
        out.writeBoolean(installed);
        epoch.writeTo(out);
        out.writeLong(counts.held);
        out.writeLong(counts.expired);
        out.writeLong(counts.droppedByBound);
        out.writeLong(counts.droppedByMemory);
        batches.writeTo(out);
        references.writeTo(out);
    }

    /**
     * Writes the cards from that {@linkplain CardHash#position position} on, each as it is now, about as many as fit into the buffer. Touches
     * nothing that a reader of the shard uses. Whoever writes all parts one after the other writes each card once, also when others come and
     * go between the parts.
     *
     * @return the position behind those written, {@link CardHash#POSITIONS} at the end; {@code from} when the buffer is too small for the next card
     */
    public long writeCards(long from, ByteBuffer out) {
        return writtenCards.write(from, out);
    }

    /** Adds the cards that {@link #writeCards} wrote, which are not there yet, whether or not they fit under the bound. */
    public void readCards(ByteBuffer in) {
        while (in.hasRemaining()) {
            if (!table.hasRoomFor(1)) {
                growTable();
            }
            int slot = writtenCards.read(in, readFormat);
            counts.held += CardSlot.count(table.wordAt(slot));
            recordNewest(slot);
        }
    }

    /** After a card of a format was read whose places without an entry have no bit. */
    private void setPromptAboveNewest(int slot) {
        long word = table.wordAt(slot);
        if (!ChunkPages.saysPrompt(readFormat) && CardSlot.count(word) > 0) {
            pages.setPrompt(CardSlot.newestChunk(word), ChunkLayout.promptAbove(CardSlot.entriesInNewestChunk(word)));
        }
    }

    /** After a card was read: its newest entry may be the newest of all. */
    private void recordNewest(int slot) {
        if (CardSlot.count(table.wordAt(slot)) > 0) {
            counts.newestMs = Math.max(counts.newestMs, CardTotal.newestFromMs(table.totalAt(slot)));
        }
    }

    /** Another shard of the same contents in the same memory, whether or not it fits under the bound. */
    public HistoryShard copy() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writeTo(new DataOutputStream(bytes));
            return readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), memory);
        } catch (IOException e) {
            throw new UncheckedIOException("a shard could not be copied in memory", e);
        }
    }

    /**
     * Another shard in the same memory with some of this one's cards and all else that it has, whether or not it fits under the bound. It is not in
     * place.
     *
     * @param held which cards; they are held here
     */
    public HistoryShard part(long[] held) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        try {
            writeHead(new DataOutputStream(head));
            HistoryShard part =
                    readEmpty(new DataInputStream(new ByteArrayInputStream(head.toByteArray())), memory, held.length);
            part.installed = false;
            for (long card : held) {
                part.readCards(writtenCards.one(find(card)));
            }
            return part;
        } catch (IOException e) {
            throw new UncheckedIOException("a part of a shard could not be copied in memory", e);
        }
    }

    /**
     * Reads what {@link #writeTo} wrote.
     *
     * @throws IOException when the format is of another version
     */
    public static HistoryShard readFrom(DataInput in, HistoryMemory memory) throws IOException {
        HistoryShard shard = readHead(in, memory, 0);
        shard.table.readFrom(in);
        shard.pages.readFrom(in);
        shard.pages.convert(shard.readFormat);
        for (int slot = 0; slot < shard.table.capacity(); slot++) {
            if (shard.table.isUsed(slot)) {
                shard.recordNewest(slot);
                shard.setPromptAboveNewest(slot);
            }
        }
        shard.readFormat = FORMAT_VERSION;
        if (shard.installed) {
            memory.installed(shard);
        }
        return shard;
    }

    /**
     * Reads what {@link #writeHead} wrote: a shard that has no cards yet, and does not count as in place.
     *
     * @param cardsExpected sizes the table
     */
    public static HistoryShard readEmpty(DataInput in, HistoryMemory memory, int cardsExpected) throws IOException {
        HistoryShard shard = readHead(in, memory, cardsExpected);
        shard.counts.held = 0;
        return shard;
    }

    private static HistoryShard readHead(DataInput in, HistoryMemory memory, int cardsExpected) throws IOException {
        byte version = in.readByte();
        if (version > FORMAT_VERSION || version < FORMAT_VERSION_OLDEST) {
            throw new IOException("this member reads shards of formats " + FORMAT_VERSION_OLDEST + " to "
                    + FORMAT_VERSION + "; run one version of the product in a cluster: formatVersion=" + version);
        }
        HistoryShard shard = new HistoryShard(memory, in.readInt(), cardsExpected);
        shard.readFormat = version;
        shard.standing.keptAt(in.readInt());
        shard.installed = in.readBoolean();
        shard.epoch.readFrom(in);
        shard.counts.held = in.readLong();
        shard.counts.expired = in.readLong();
        shard.counts.droppedByBound = in.readLong();
        shard.counts.droppedByMemory = in.readLong();
        shard.batches.readFrom(in);
        shard.references.readFrom(in);
        return shard;
    }
}
