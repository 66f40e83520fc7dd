package com.hazelcast.certification.history;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * From a card's number to its {@linkplain CardSlot slot word}: an open-addressing table with linear probing, two longs a
 * slot, so that a look-up usually touches one cache line.
 *
 * <p>Capacity grows by a quarter at a time, not by doubling, to keep the load between 0.64 and 0.8 and so at most 25
 * bytes a card. A capacity need not be a power of two: the home slot is a multiply and a shift (Lemire, "Fast random
 * integer generation in an interval", 2018). Single-threaded.
 *
 * <pre>
 *  63               47 46            0
 *  | recent count 17  | card + 1  47 |   first word; 0 marks a free slot
 *  | slot word                    64 |   second word
 * </pre>
 */
final class CardTable {
    /** "Not in the table". */
    static final int ABSENT = -1;

    private static final int CAPACITY_MIN = 64;
    private static final int LONGS_PER_SLOT = 2;
    private static final int KEY_BITS = Long.SIZE - RecentCount.BITS;
    private static final long KEY_MASK = (1L << KEY_BITS) - 1;

    private long[] slots;

    private int capacity;
    private int cardCount;

    CardTable(int cardsExpected) {
        allocate(Math.max(CAPACITY_MIN, slotsFor(cardsExpected)));
    }

    private static int slotsFor(int cards) {
        return (int) Math.min(Integer.MAX_VALUE / LONGS_PER_SLOT - 8, cards * 5L / 4 + 1);
    }

    private void allocate(int newCapacity) {
        capacity = newCapacity;
        slots = new long[newCapacity * LONGS_PER_SLOT];
    }

    /** Slots, free ones included. */
    int capacity() {
        return capacity;
    }

    int cardCount() {
        return cardCount;
    }

    long sizeBytes() {
        return (long) slots.length * Long.BYTES;
    }

    /** Where a look-up of that hash begins. */
    int home(long hash) {
        return (int) ((hash & 0xffff_ffffL) * capacity >>> 32);
    }

    /** The first word of a slot, whatever it is: touched ahead of a look-up, its cache miss overlaps with others. */
    long keyAt(int slot) {
        return slots[slot * LONGS_PER_SLOT];
    }

    /** The slot of the card, or {@link #ABSENT}. */
    int find(long card, int home) {
        long key = card + 1;
        int slot = home;
        while (true) {
            long there = slots[slot * LONGS_PER_SLOT];
            if ((there & KEY_MASK) == key) {
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
        return slotsFor(cardCount + newCards) <= capacity;
    }

    /** Makes room for at least that many more cards. All slots move. */
    void grow(int newCards) {
        long[] old = slots;
        int wanted = Math.max(slotsFor(cardCount + newCards), capacity + (capacity >> 2));
        allocate(wanted);
        for (int i = 0; i < old.length; i += LONGS_PER_SLOT) {
            if (old[i] != 0) {
                int slot = freeSlot(home(CardHash.of((old[i] & KEY_MASK) - 1)));
                slots[slot * LONGS_PER_SLOT] = old[i];
                slots[slot * LONGS_PER_SLOT + 1] = old[i + 1];
            }
        }
    }

    /**
     * Adds a card that is absent, with an empty slot word; there must be room. Returns its slot.
     *
     * @throws IllegalArgumentException when the card's number takes more than the 47 bits of 14 digits
     */
    int add(long card, int home) {
        if (card < 0 || card >= KEY_MASK) {
            throw new IllegalArgumentException("a card has 14 digits at most, and this one takes "
                    + (Long.SIZE - Long.numberOfLeadingZeros(card)) + " bits of " + KEY_BITS);
        }
        int slot = freeSlot(home);
        slots[slot * LONGS_PER_SLOT] = card + 1;
        slots[slot * LONGS_PER_SLOT + 1] = CardSlot.EMPTY;
        cardCount++;
        return slot;
    }

    private int freeSlot(int home) {
        int slot = home;
        while (slots[slot * LONGS_PER_SLOT] != 0) {
            if (++slot == capacity) {
                slot = 0;
            }
        }
        return slot;
    }

    boolean isUsed(int slot) {
        return slots[slot * LONGS_PER_SLOT] != 0;
    }

    /** The card at a used slot. */
    long cardAt(int slot) {
        return (slots[slot * LONGS_PER_SLOT] & KEY_MASK) - 1;
    }

    /** What is known of the card's {@link RecentCount}. */
    int recentAt(int slot) {
        return (int) (slots[slot * LONGS_PER_SLOT] >>> KEY_BITS);
    }

    void setRecent(int slot, int recent) {
        slots[slot * LONGS_PER_SLOT] = slots[slot * LONGS_PER_SLOT] & KEY_MASK | (long) recent << KEY_BITS;
    }

    long wordAt(int slot) {
        return slots[slot * LONGS_PER_SLOT + 1];
    }

    void setWord(int slot, long word) {
        slots[slot * LONGS_PER_SLOT + 1] = word;
    }

    /** Writes the table but for the recent counts, which the reader finds anew. */
    void writeTo(DataOutput out) throws IOException {
        out.writeInt(capacity);
        out.writeInt(cardCount);
        for (int slot = 0; slot < capacity; slot++) {
            if (isUsed(slot)) {
                out.writeInt(slot);
                out.writeLong(keyAt(slot) & KEY_MASK);
                out.writeLong(wordAt(slot));
            }
        }
    }

    void readFrom(DataInput in) throws IOException {
        allocate(in.readInt());
        cardCount = in.readInt();
        for (int i = 0; i < cardCount; i++) {
            int slot = in.readInt();
            slots[slot * LONGS_PER_SLOT] = in.readLong();
            slots[slot * LONGS_PER_SLOT + 1] = in.readLong();
        }
    }
}
