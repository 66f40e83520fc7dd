package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.CardShard;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Hands what callers send to outboxes: to the main one, whose connection is to any member, or, shard by shard, to that of the connection to
 * the shard's owner.
 *
 * <p><b>Order.</b> All of a shard that is not answered is in one outbox, which sends it in its order. When the shard is to have another
 * outbox, what is handed in of it waits here until everything before it is answered, or its connection is lost; then what was not answered goes to
 * the other outbox first, in its order. So a wait is as long as an answer at most takes: a connection without one is given up. As nothing is
 * known of what was sent before the number of shards was known, no shard gets another outbox until that is answered.
 *
 * <p>{@link #add} may be called by any thread; everything else runs on the client's event loop. What waits is within the client's bound,
 * {@link ClientConfig#unacknowledgedMax}. Costs some ten nanoseconds a transaction and a hundred bytes a shard.
 */
final class ShardRoutes {
    private static final Shard[] UNKNOWN = {};

    private final ClientConfig config;
    private final ClientCounters counters;
    private final Queue<Pending> arrived = new ConcurrentLinkedQueue<>();
    private final Outbox main;
    private Shard[] shards = UNKNOWN;

    /** Not answered, of the time when it was not known how many shards there are; in the main outbox. */
    private int unsharded;

    private long dispatched;

    ShardRoutes(ClientConfig config, ClientCounters counters) {
        this.config = config;
        this.counters = counters;
        this.main = newOutbox();
    }

    /** An outbox that shards can be given. */
    Outbox newOutbox() {
        return new Outbox(config.format(), config.takesDeferrals(), counters, this::answered);
    }

    /** Of the connection to any member. */
    Outbox main() {
        return main;
    }

    void add(Pending transaction) {
        arrived.add(transaction);
    }

    /** Hands all that has arrived to outboxes. */
    void dispatch() {
        for (Pending next = arrived.poll(); next != null; next = arrived.poll()) {
            dispatched++;
            if (shards.length == 0) {
                unsharded++;
                main.add(next);
            } else {
                next.setShard(CardShard.of(next.record(), config.format(), shards.length));
                shards[next.shard()].add(next);
            }
        }
    }

    /** Transactions that were handed to outboxes so far. */
    long dispatched() {
        return dispatched;
    }

    /** There are so many shards; returns whether that is what was said before, if something was. */
    boolean open(int count) {
        if (shards.length == 0) {
            Shard[] made = new Shard[count];
            for (int shard = 0; shard < count; shard++) {
                made[shard] = new Shard(main);
            }
            shards = made;
        }
        return shards.length == count;
    }

    /** How many shards there are; 0: not known. */
    int shardCount() {
        return shards.length;
    }

    /**
     * The shard is to have that outbox, as soon as its order allows it.
     *
     * @param isOwner whether its connection is to the shard's owner
     */
    void assign(int shard, Outbox outbox, boolean isOwner) {
        shards[shard].assign(outbox, isOwner);
    }

    /** The connection of that outbox is lost, and no shard is assigned to it any more: what it has goes where its shards are assigned. */
    void handOver(Outbox lost) {
        List<Pending> taken = lost.handOver();
        for (Shard shard : shards) {
            shard.leave(lost);
        }
        taken.forEach(transaction -> shards[transaction.shard()].current.add(transaction));
        for (Shard shard : shards) {
            shard.release();
        }
    }

    private void answered(Pending transaction) {
        if (transaction.shard() == Pending.NO_SHARD) {
            unsharded--;
        } else {
            shards[transaction.shard()].answered();
        }
    }

    /** Takes out, in order, what is in no outbox. */
    List<Pending> drain() {
        List<Pending> left = new ArrayList<>();
        for (Shard shard : shards) {
            left.addAll(shard.held);
            shard.held.clear();
        }
        for (Pending next = arrived.poll(); next != null; next = arrived.poll()) {
            left.add(next);
        }
        return left;
    }

    private final class Shard {
        private final Queue<Pending> held = new ArrayDeque<>(0);

        /** Where all of it is that is not answered. */
        private Outbox current;

        private Outbox assigned;
        private boolean isOwner;
        private int out;

        Shard(Outbox first) {
            current = first;
            assigned = first;
        }

        void add(Pending transaction) {
            if (current == assigned || unsharded > 0) {
                hand(transaction);
            } else {
                held.add(transaction);
                settle();
            }
        }

        private void hand(Pending transaction) {
            out++;
            current.add(transaction);
            if (isOwner && current == assigned) {
                counters.toOwner();
            }
        }

        void assign(Outbox outbox, boolean isOfOwner) {
            assigned = outbox;
            isOwner = isOfOwner;
            settle();
        }

        void answered() {
            out--;
            settle();
        }

        private void settle() {
            if (out == 0 && unsharded == 0) {
                current = assigned;
            }
            release();
        }

        void leave(Outbox lost) {
            if (current == lost) {
                current = assigned;
            }
        }

        /** Hands on what waits, when it need not wait any more. */
        void release() {
            while (current == assigned && !held.isEmpty()) {
                hand(held.remove());
            }
        }
    }
}
