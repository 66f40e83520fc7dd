package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.history.layout.CardTotal;
import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.history.layout.RecentCount;
import com.hazelcast.certification.history.layout.WindowEdge;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * From a card to its {@linkplain CardSlot slot word}: an open-addressing table with linear probing, 46 bytes a slot, so that
 * a look-up touches one or two cache lines that lie together.
 *
 * <p>Capacity grows by an eighth at a time, not by doubling, to keep the load between 0.75 and 0.85 and so at most 61
 * bytes a card. A capacity need not be a power of two: the home slot is a multiply and a shift (Lemire, "Fast random
 * integer generation in an interval", 2018). Single-threaded.
 *
 * <pre>
 *  0            8             16        24         32         40       44               46
 *  | card + 1 8 | slot word 8 | total 8 | edge 0 8 | edge 1 8 | mark 4 | recent count 2 |    card + 1 is 0 in a free slot
 * </pre>
 *
 * <p>Word and {@link CardTotal} are written with the shard. {@link WindowEdge}s, the {@linkplain ChunkLayout mark} and {@link
 * RecentCount} are not: who reads it finds them anew.
 */
final class CardTable {
    /** "Not in the table". */
    static final int ABSENT = -1;

    /** Bytes that {@link #writeCard} writes. */
    static final int CARD_SIZE_BYTES = 3 * Long.BYTES;

    private static final int WORD_OFFSET = Long.BYTES;
    private static final int TOTAL_OFFSET = WORD_OFFSET + Long.BYTES;
    private static final int EDGES_OFFSET = TOTAL_OFFSET + Long.BYTES;
    private static final int MARK_OFFSET = EDGES_OFFSET + HistoryLimits.EDGES * Long.BYTES;
    private static final int RECENT_OFFSET = MARK_OFFSET + Integer.BYTES;
    private static final int SLOT_SIZE_BYTES = RECENT_OFFSET + Short.BYTES;

    private static final int CACHE_LINE_BYTES = 64;

    /** Slots: the least of a table, and what one Java array can have. */
    private static final int CAPACITY_MIN = 64;

    private static final int CAPACITY_MAX = (Integer.MAX_VALUE - 8) / SLOT_SIZE_BYTES;

    /** Slots for each card at the greatest load, in hundredths. */
    private static final long SLOTS_PER_HUNDRED_CARDS = 118;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final HistoryMemory.Account account;
    private final int capacityMax;
    private byte[] slots = {};

    private int capacity;
    private int cardCount;

    CardTable(HistoryMemory.Account account, int cardsExpected) {
        this(account, cardsExpected, CAPACITY_MAX);
    }

    /** A table with a bound of its own on its slots; for tests. */
    CardTable(HistoryMemory.Account account, int cardsExpected, int capacityMax) {
        this.account = account;
        this.capacityMax = capacityMax;
        allocate(Math.max(CAPACITY_MIN, slotsFor(cardsExpected)));
    }

    /**
     * Bytes of a table that is made for so many cards.
     *
     * @throws IllegalArgumentException when no table holds so many
     */
    static long sizeBytesFor(int cards) {
        int slots = Math.max(CAPACITY_MIN, slotsFor(cards));
        if (slots == CAPACITY_MAX) {
            throw new IllegalArgumentException(
                    "a shard holds no table for so many cards; use more shards: cardsInAShard=" + cards);
        }
        return (long) slots * SLOT_SIZE_BYTES;
    }

    private static int slotsFor(int cards) {
        return (int) Math.min(CAPACITY_MAX, slotsRequired(cards));
    }

    private static long slotsRequired(int cards) {
        return cards * SLOTS_PER_HUNDRED_CARDS / 100 + 1;
    }

    /** Charges the new slots; those before are the caller's to {@linkplain HistoryMemory.Account#resizeTables give back}. */
    private void allocate(int newCapacity) {
        slots = new byte[newCapacity * SLOT_SIZE_BYTES];
        capacity = newCapacity;
        account.resizeTables(slots.length);
    }

    /** Slots, free ones included. */
    int capacity() {
        return capacity;
    }

    int cardCount() {
        return cardCount;
    }

    long sizeBytes() {
        return slots.length;
    }

    /** Where a look-up of that hash begins. */
    int home(long hash) {
        return (int) ((hash & 0xffff_ffffL) * capacity >>> 32);
    }

    /**
     * Touches a slot and those behind it, as far as a look-up that begins there usually goes: ahead of it, cache misses overlap with others.
     *
     * @return a sum of touched bytes, without meaning; it keeps the loads from being optimised away
     */
    long touch(int slot) {
        int at = slot * SLOT_SIZE_BYTES;
        int last = slots.length - Long.BYTES;
        return (long) LONG.get(slots, at)
                + (long) LONG.get(slots, Math.min(at + CACHE_LINE_BYTES, last))
                + (long) LONG.get(slots, Math.min(at + 2 * CACHE_LINE_BYTES, last));
    }

    /** The first word of a slot. */
    private long keyAt(int slot) {
        return (long) LONG.get(slots, slot * SLOT_SIZE_BYTES);
    }

    private void setKey(int slot, long key) {
        LONG.set(slots, slot * SLOT_SIZE_BYTES, key);
    }

    /** The slot of the card, or {@link #ABSENT}. */
    int find(long card, int home) {
        long key = card + 1;
        int slot = home;
        while (true) {
            long there = keyAt(slot);
            if (there == key) {
                return slot;
            }
            if (there == 0) {
                return ABSENT;
            }
            if (++slot == capacity) {
                slot = 0;
            }
        }
    }

    /** Whether that many more cards fit without {@link #grow}. */
    boolean hasRoomFor(int newCards) {
        return slotsRequired(cardCount + newCards) <= capacity;
    }

    /** Whether one more card fits, if need be with {@link #grow}: look-ups in a table without a free slot would not end. */
    boolean canHoldOneMore() {
        return slotsRequired(cardCount + 1) <= capacityMax;
    }

    /** Bytes that the table has more when it has room for that many more cards; 0 when it has room. */
    long growthBytes(int newCards) {
        return hasRoomFor(newCards) ? 0 : (long) (grownCapacity(newCards) - capacity) * SLOT_SIZE_BYTES;
    }

    private int grownCapacity(int newCards) {
        return Math.min(capacityMax, Math.max(slotsFor(cardCount + newCards), capacity + (capacity >> 3)));
    }

    /** Makes room for at least that many more cards. All slots move; until they have, the old ones stand beside the new. */
    void grow(int newCards) {
        byte[] old = slots;
        int oldCapacity = capacity;
        allocate(grownCapacity(newCards));
        for (int i = 0; i < oldCapacity; i++) {
            long key = (long) LONG.get(old, i * SLOT_SIZE_BYTES);
            if (key != 0) {
                int slot = freeSlot(home(CardHash.of(key - 1)));
                System.arraycopy(old, i * SLOT_SIZE_BYTES, slots, slot * SLOT_SIZE_BYTES, SLOT_SIZE_BYTES);
            }
        }
        account.resizeTables(-old.length);
    }

    /**
     * Adds a card that is absent, with an empty slot word; there must be room. Returns its slot.
     *
     * @param card any word but {@code -1}
     */
    int add(long card, int home) {
        int slot = freeSlot(home);
        setKey(slot, card + 1);
        setWord(slot, CardSlot.EMPTY);
        setTotal(slot, CardTotal.EMPTY);
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            setEdge(slot, edge, WindowEdge.UNKNOWN);
        }
        setMark(slot, ChunkLayout.UNMARKED);
        setRecent(slot, RecentCount.NONE);
        cardCount++;
        return slot;
    }

    /**
     * Takes out the card at a slot, and moves others back to where look-ups find them without it. Slots that are known of any card are
     * none any more.
     */
    void remove(int slot) {
        int free = slot;
        for (int next = following(slot); isUsed(next); next = following(next)) {
            int home = home(CardHash.of(cardAt(next)));
            // A look-up from its home comes to the free slot before this one.
            boolean isBehindHome = free <= next ? home <= free || home > next : home <= free && home > next;
            if (isBehindHome) {
                System.arraycopy(slots, next * SLOT_SIZE_BYTES, slots, free * SLOT_SIZE_BYTES, SLOT_SIZE_BYTES);
                free = next;
            }
        }
        Arrays.fill(slots, free * SLOT_SIZE_BYTES, (free + 1) * SLOT_SIZE_BYTES, (byte) 0);
        cardCount--;
    }

    private int following(int slot) {
        return slot + 1 == capacity ? 0 : slot + 1;
    }

    private int freeSlot(int home) {
        int slot = home;
        while (isUsed(slot)) {
            if (++slot == capacity) {
                slot = 0;
            }
        }
        return slot;
    }

    boolean isUsed(int slot) {
        return keyAt(slot) != 0;
    }

    /** The card at a used slot. */
    long cardAt(int slot) {
        return keyAt(slot) - 1;
    }

    /**
     * Calls back with the slots of the cards whose {@linkplain CardHash#position positions} lie from one to another, exclusive; no card may be
     * added or removed meanwhile. A card lies at
     * its home or behind it, with no free slot between: the part is complete wherever the slots have moved since the last one.
     */
    void forEachBetween(long from, long to, IntConsumer consumer) {
        int last = home(to - 1);
        for (int slot = home(from), index = slot, seen = 0; seen < capacity; index++, seen++) {
            slot = index < capacity ? index : index - capacity;
            if (!isUsed(slot)) {
                if (index > last) {
                    return;
                }
                continue;
            }
            long position = CardHash.position(cardAt(slot));
            if (position >= from && position < to) {
                consumer.accept(slot);
            }
        }
    }

    /** What is known of the card's {@link RecentCount}. */
    int recentAt(int slot) {
        return (short) SHORT.get(slots, slot * SLOT_SIZE_BYTES + RECENT_OFFSET) & 0xffff;
    }

    void setRecent(int slot, int recent) {
        SHORT.set(slots, slot * SLOT_SIZE_BYTES + RECENT_OFFSET, (short) recent);
    }

    long wordAt(int slot) {
        return (long) LONG.get(slots, slot * SLOT_SIZE_BYTES + WORD_OFFSET);
    }

    void setWord(int slot, long word) {
        LONG.set(slots, slot * SLOT_SIZE_BYTES + WORD_OFFSET, word);
    }

    /** The card's {@link CardTotal}. */
    long totalAt(int slot) {
        return (long) LONG.get(slots, slot * SLOT_SIZE_BYTES + TOTAL_OFFSET);
    }

    void setTotal(int slot, long total) {
        LONG.set(slots, slot * SLOT_SIZE_BYTES + TOTAL_OFFSET, total);
    }

    /** What is known of one of the card's {@link WindowEdge}s. */
    long edgeAt(int slot, int edge) {
        return (long) LONG.get(slots, slot * SLOT_SIZE_BYTES + EDGES_OFFSET + edge * Long.BYTES);
    }

    void setEdge(int slot, int edge, long word) {
        LONG.set(slots, slot * SLOT_SIZE_BYTES + EDGES_OFFSET + edge * Long.BYTES, word);
    }

    /** The card's {@linkplain ChunkLayout mark}. */
    int markAt(int slot) {
        return (int) INT.get(slots, slot * SLOT_SIZE_BYTES + MARK_OFFSET);
    }

    void setMark(int slot, int mark) {
        INT.set(slots, slot * SLOT_SIZE_BYTES + MARK_OFFSET, mark);
    }

    /** Writes what the reader cannot find anew by itself. */
    void writeTo(DataOutput out) throws IOException {
        out.writeInt(capacity);
        out.writeInt(cardCount);
        for (int slot = 0; slot < capacity; slot++) {
            if (isUsed(slot)) {
                out.writeInt(slot);
                out.writeLong(keyAt(slot));
                out.writeLong(wordAt(slot));
                out.writeLong(totalAt(slot));
            }
        }
    }

    /** Writes what the reader cannot find anew by itself of a used slot. */
    void writeCard(int slot, ByteBuffer out) {
        out.putLong(keyAt(slot)).putLong(wordAt(slot)).putLong(totalAt(slot));
    }

    /** Reads a card that {@link #writeCard} wrote and that is not there yet; there must be room. Returns its slot. */
    int readCard(ByteBuffer in) {
        long card = in.getLong() - 1;
        int slot = add(card, home(CardHash.of(card)));
        setWord(slot, in.getLong());
        setTotal(slot, in.getLong());
        return slot;
    }

    void readFrom(DataInput in) throws IOException {
        account.resizeTables(-slots.length);
        allocate(in.readInt());
        cardCount = in.readInt();
        for (int i = 0; i < cardCount; i++) {
            int slot = in.readInt();
            setKey(slot, in.readLong());
            setWord(slot, in.readLong());
            setTotal(slot, in.readLong());
        }
    }
}
