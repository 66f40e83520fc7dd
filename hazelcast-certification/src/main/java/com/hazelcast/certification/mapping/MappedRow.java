package com.hazelcast.certification.mapping;

import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.transaction.CompactTransaction;
import org.jspecify.annotations.Nullable;

/** A row as a transaction; filled anew for each row by a {@link RowMapper}. Not thread-safe. */
public final class MappedRow implements CompactTransaction {
    long card;
    long times;
    long payment;
    int outcome;
    int verdict;

    @Nullable
    String reference;

    @Nullable
    Boolean label;

    /** The code of the card's number. */
    public long card() {
        return card;
    }

    @Override
    public long times() {
        return times;
    }

    @Override
    public long payment() {
        return payment;
    }

    @Override
    public int outcome() {
        return outcome;
    }

    /** The row's verdict, the code of a decision; 0 where it has none. */
    public int verdict() {
        return verdict;
    }

    /** The reference's name; null: the row has none. */
    public @Nullable String reference() {
        return reference;
    }

    /** The reference's hash; {@link Reference#NONE}: the row has none. */
    public long referenceHash() {
        return reference == null ? Reference.NONE : Reference.hash(reference);
    }

    /** Whether the row is labelled as fraud; null: it has no label. */
    public @Nullable Boolean label() {
        return label;
    }
}
