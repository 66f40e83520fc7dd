package com.hazelcast.certification.history;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Which payments of a shard had which references lately: so that a reference that comes again with another payment can be
 * rejected. Histories keep only a {@linkplain TransactionLayout#tag tag} of each reference, which is enough to keep two payments
 * that are alike apart, and far too little to call one wrong.
 *
 * <p>Two tables of {@value #ENTRIES_MAX} references each, by open addressing: new ones go into the younger; when it is full it
 * becomes the older one, whose content is forgotten. So the last {@value #ENTRIES_MAX} are always known, and no more than twice as
 * many. Takes nothing before the first reference, then up to 1 MiB a shard, which the shard's account is charged. Used by the
 * shard's thread.
 */
public final class RecentReferences {
    /** References that are always known, once as many have come. */
    static final int ENTRIES_MAX = 16_384;

    /** Slots of a table: the least, and twice the entries, so that it is never more than half full. */
    private static final int SLOTS_MIN = 1_024;

    private static final int SLOTS_MAX = 2 * ENTRIES_MAX;
    private static final int LONGS_PER_SLOT = 2;
    private static final long[] NONE = {};

    private final HistoryMemory.Account account;

    /** Pairs of key and payment; key 0 marks a free slot. */
    private long[] younger = NONE;

    private long[] older = NONE;
    private int used;

    RecentReferences(HistoryMemory.Account account) {
        this.account = account;
    }

    /**
     * Whether the card's reference is known, of late, with another payment than this one.
     *
     * @param reference not {@link TransactionLayout#NO_REFERENCE}
     * @param times as a history holds them, like payment and outcome
     */
    public boolean isOfAnother(long card, long reference, long times, long payment, int outcome) {
        long known = known(card, reference);
        return known != 0 && known != payment(times, payment, outcome);
    }

    /**
     * Whether the card's reference is known, with whatever payment.
     *
     * @param reference not {@link TransactionLayout#NO_REFERENCE}
     */
    public boolean isKnown(long card, long reference) {
        return known(card, reference) != 0;
    }

    private long known(long card, long reference) {
        long key = key(card, reference);
        long known = find(younger, key);
        return known == 0 ? find(older, key) : known;
    }

    /** Keeps the payment of a card's reference, if there is one, until many others have come. */
    public void record(long card, long reference, long times, long payment, int outcome) {
        if (reference == TransactionLayout.NO_REFERENCE) {
            return;
        }
        if (used * LONGS_PER_SLOT * 2 >= younger.length) {
            makeRoom();
        }
        used += put(younger, key(card, reference), payment(times, payment, outcome));
    }

    private void makeRoom() {
        long sizeBefore = sizeBytes();
        if (used == ENTRIES_MAX) {
            older = younger;
            younger = new long[SLOTS_MAX * LONGS_PER_SLOT];
            used = 0;
        } else {
            long[] small = younger;
            younger = new long[Math.max(SLOTS_MIN * LONGS_PER_SLOT, small.length * 2)];
            for (int i = 0; i < small.length; i += LONGS_PER_SLOT) {
                if (small[i] != 0) {
                    put(younger, small[i], small[i + 1]);
                }
            }
        }
        account.resizeTables(sizeBytes() - sizeBefore);
    }

    /** Forgets all. */
    void clear() {
        account.resizeTables(-sizeBytes());
        younger = NONE;
        older = NONE;
        used = 0;
    }

    /** Adds another shard's references, as far as there is room for them, for a merge. */
    public void addAll(RecentReferences other) {
        for (long[] table : new long[][] {other.older, other.younger}) {
            for (int i = 0; i < table.length; i += LONGS_PER_SLOT) {
                if (table[i] != 0 && find(younger, table[i]) == 0 && find(older, table[i]) == 0) {
                    if (used * LONGS_PER_SLOT * 2 >= younger.length) {
                        makeRoom();
                    }
                    used += put(younger, table[i], table[i + 1]);
                }
            }
        }
    }

    private static long key(long card, long reference) {
        long key = CardHash.of(reference ^ CardHash.of(card));
        return key == 0 ? 1 : key;
    }

    private static long payment(long times, long payment, int outcome) {
        long hash = CardHash.of(times ^ CardHash.of(payment ^ CardHash.of(TransactionLayout.city(outcome))));
        return hash == 0 ? 1 : hash;
    }

    private static int slot(long[] table, long key) {
        return (int) ((key & 0xffff_ffffL) * (table.length / LONGS_PER_SLOT) >>> 32) * LONGS_PER_SLOT;
    }

    private static int following(long[] table, int slot) {
        return slot + LONGS_PER_SLOT == table.length ? 0 : slot + LONGS_PER_SLOT;
    }

    /** The payment of the key, or 0. */
    private static long find(long[] table, long key) {
        if (table.length == 0) {
            return 0;
        }
        int slot = slot(table, key);
        while (table[slot] != 0 && table[slot] != key) {
            slot = following(table, slot);
        }
        return table[slot] == 0 ? 0 : table[slot + 1];
    }

    /** Puts a pair, if the key is new; returns how many were added. */
    private static int put(long[] table, long key, long payment) {
        int slot = slot(table, key);
        while (table[slot] != 0) {
            if (table[slot] == key) {
                return 0;
            }
            slot = following(table, slot);
        }
        table[slot] = key;
        table[slot + 1] = payment;
        return 1;
    }

    long sizeBytes() {
        return (long) (younger.length + older.length) * Long.BYTES;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(used);
        for (long[] table : new long[][] {younger, older}) {
            out.writeInt(table.length);
            for (long value : table) {
                out.writeLong(value);
            }
        }
    }

    /** Reads what {@link #writeTo} wrote, into what holds none. */
    void readFrom(DataInput in) throws IOException {
        used = in.readInt();
        younger = read(in);
        older = read(in);
        account.resizeTables(sizeBytes());
    }

    private static long[] read(DataInput in) throws IOException {
        long[] table = new long[in.readInt()];
        for (int i = 0; i < table.length; i++) {
            table[i] = in.readLong();
        }
        return table;
    }
}
