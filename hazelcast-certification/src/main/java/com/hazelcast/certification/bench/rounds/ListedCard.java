package com.hazelcast.certification.bench.rounds;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * The history of a card as a list of transactions, oldest first: nothing is kept beside it, so each rule walks. A walk costs a step a
 * transaction. Used by one thread at a time.
 */
final class ListedCard implements HistoryCursor, CardHolder, IdentifiedDataSerializable {
    private static final int CAPACITY_FIRST = 24;

    private long[] times = new long[CAPACITY_FIRST];
    private long[] payments = new long[CAPACITY_FIRST];
    private int[] outcomes = new int[CAPACITY_FIRST];
    private int count;
    private int flags;
    private int at;

    @Override
    public ListedCard card(long card) {
        return this;
    }

    /** Puts a transaction in its place by time. The oldest goes where a card would hold more than the product lets it. */
    void add(long addedTimes, long payment, int outcome) {
        if (count == HistoryLimits.ENTRIES_PER_CARD_DEFAULT) {
            drop(1);
        }
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
            payments = Arrays.copyOf(payments, 2 * count);
            outcomes = Arrays.copyOf(outcomes, 2 * count);
        }
        int place = count;
        // The time is in the upper bits.
        while (place > 0 && times[place - 1] > addedTimes) {
            place--;
        }
        System.arraycopy(times, place, times, place + 1, count - place);
        System.arraycopy(payments, place, payments, place + 1, count - place);
        System.arraycopy(outcomes, place, outcomes, place + 1, count - place);
        times[place] = addedTimes;
        payments[place] = payment;
        outcomes[place] = outcome;
        count++;
        flags |= HistoryFlags.of(payment);
    }

    /** Forgets what is 90 days older than that time. */
    void expire(long timeMs) {
        int expired = 0;
        while (expired < count && TransactionLayout.timeMs(times[expired]) <= timeMs - HistoryLimits.HORIZON_MS) {
            expired++;
        }
        drop(expired);
    }

    private void drop(int oldest) {
        if (oldest > 0) {
            count -= oldest;
            System.arraycopy(times, oldest, times, 0, count);
            System.arraycopy(payments, oldest, payments, 0, count);
            System.arraycopy(outcomes, oldest, outcomes, 0, count);
        }
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int flags() {
        return flags;
    }

    @Override
    public void rewind() {
        at = count;
    }

    @Override
    public boolean next() {
        at--;
        return at >= 0;
    }

    @Override
    public long times() {
        return times[at];
    }

    @Override
    public long payment() {
        return payments[at];
    }

    @Override
    public int outcome() {
        return outcomes[at];
    }

    /** Not kept. */
    @Override
    public int verdict() {
        return 0;
    }

    @Override
    public int getFactoryId() {
        return RoundMessages.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return RoundMessages.CARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLongArray(Arrays.copyOf(times, count));
        out.writeLongArray(Arrays.copyOf(payments, count));
        out.writeIntArray(Arrays.copyOf(outcomes, count));
        out.writeInt(flags);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        times = Objects.requireNonNull(in.readLongArray());
        payments = Objects.requireNonNull(in.readLongArray());
        outcomes = Objects.requireNonNull(in.readIntArray());
        count = times.length;
        flags = in.readInt();
    }
}
