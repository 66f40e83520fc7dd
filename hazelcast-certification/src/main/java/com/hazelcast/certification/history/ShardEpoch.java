package com.hazelcast.certification.history;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Which of two copies of a shard is ahead: the one that knows of the later <em>round</em>. A round is a tenure of an owner in which
 * enough copies were confirmed, and only in a round is anything answered. It is written with the shard.
 *
 * <p>Two numbers, as in consensus protocols. The <em>round</em> is the last confirmed one that this copy knows of; each outcome brings
 * its owner's to the backups, so a copy that holds what was answered in a round knows of that round. The <em>promise</em> is the
 * highest round that anybody has begun to ask copies for, as far as this copy has heard; an owner sends it to its backups before it
 * confirms. Whoever goes on promises a round after all that it has heard of, so no two owners confirm the same one: they would
 * need copies apart from each other.
 *
 * <p>So a side that was left behind is behind, whatever it has scored and not answered, or confirmed and not sent; and a side that cannot
 * confirm never gets ahead, however often its members change. Used by the thread that uses the shard.
 */
public final class ShardEpoch {
    private long round;
    private long promise;

    /** Whether the promise is of the owner of this object, which knows that nobody has confirmed it. Not written. */
    private boolean isOwnPromise;

    ShardEpoch() {}

    /** The last round that is known to be confirmed; 0: none. */
    public long round() {
        return round;
    }

    /** The owner promises the next round, unless it has; returns the promise, which its backups are to {@linkplain #heard hear}. */
    public long promise() {
        if (promise <= round || !isOwnPromise) {
            promise = Math.max(promise, round) + 1;
            isOwnPromise = true;
        }
        return promise;
    }

    /** The highest round that is known to be promised. */
    public long promised() {
        return promise;
    }

    /** The owner confirms the round that it has promised. */
    public void confirm() {
        round = Math.max(round, promise);
    }

    /** Another owner's promise. */
    public void heard(long promised) {
        promise = Math.max(promise, promised);
        isOwnPromise = false;
    }

    /** The round of another owner, whose outcome this is. */
    public void learn(long confirmed) {
        round = Math.max(round, confirmed);
        heard(confirmed);
    }

    /** All that another copy knows; returns whether this one did not. */
    public boolean add(ShardEpoch other) {
        long roundBefore = round;
        long promiseBefore = promise;
        learn(other.round);
        heard(other.promise);
        return round != roundBefore || promise != promiseBefore;
    }

    boolean isSame(ShardEpoch other) {
        return round == other.round && promise == other.promise;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(round);
        out.writeLong(promise);
    }

    void readFrom(DataInput in) throws IOException {
        round = in.readLong();
        promise = in.readLong();
    }
}
