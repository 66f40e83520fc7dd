package com.hazelcast.certification.removing;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.shard.ForgottenCards;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the cluster forget cards. A card is forgotten when every copy of its shard has done so, as strictly as transactions are answered: what
 * an owner cannot confirm is done again until it can, or the time is up. Thread-safe; blocks.
 */
public final class CardRemoval {
    private static final Logger LOG = LoggerFactory.getLogger(CardRemoval.class);
    private static final long RETRY_DELAY_MS = 100;

    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final boolean isStrict;
    private final CopyGuard guard;
    private final LongUnaryOperator identity;

    /** Others on this member that keep what is about cards. */
    private final List<LongConsumer> others = new CopyOnWriteArrayList<>();

    /**
     * Of a member.
     *
     * @param backups that each shard is to have
     * @param identity of the code of a card's number: the same, or the keyed identifier
     */
    public CardRemoval(
            HazelcastInstance hazelcast,
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            int backups,
            Acks acks,
            CopyGuard guard,
            LongUnaryOperator identity) {
        this.hazelcast = hazelcast;
        this.map = map;
        this.keys = keys;
        this.isStrict = acks == Acks.STRICT && backups > 0;
        this.guard = guard;
        this.identity = identity;
    }

    /**
     * Forgets a card on all copies.
     *
     * @param code of its number
     * @return how many transactions were held of it; -1: the card was not held
     * @throws IllegalStateException when its shard is not there, or not every copy has forgotten it in time; says what to do
     */
    public int forget(long code, Duration within) throws InterruptedException {
        if (!RemovingSerialization.isKnownToAll(hazelcast)) {
            throw new IllegalStateException(
                    "a member of an older release is there, which forgets no card; run one release, and then this again: card="
                            + Pan.masked(code));
        }
        long card = identity.applyAsLong(code);
        int shard = CardHash.shard(CardHash.of(card), keys.shardCount());
        long endNs = System.nanoTime() + within.toNanos();
        int entries = -1;
        while (true) {
            try {
                byte[] answer = await(map.submitToKey(keys.keyOf(shard), new ForgetCard(card)), endNs);
                ForgetCard.Answer of = ForgetCard.Answer.of(answer);
                entries = Math.max(entries, of.entries());
                if (of.state() == ForgetCard.State.ABSENT) {
                    throw absent(code, shard);
                }
                if (of.state() != ForgetCard.State.AWAITED && isSafe(shard, of, endNs)) {
                    return entries;
                }
            } catch (TimeoutException e) {
                throw late(code, shard, e);
            } catch (ExecutionException | HazelcastException e) {
                LOG.debug("a card is to be forgotten again: shard={}", shard, e);
            }
            if (System.nanoTime() - endNs >= 0) {
                throw late(code, shard, null);
            }
            Thread.sleep(RETRY_DELAY_MS);
        }
    }

    /** From now on {@link #forgetFlagged} has that one forget the card, too. */
    public void alsoBy(LongConsumer other) {
        others.add(other);
    }

    /**
     * Leaves out, in what this member keeps of flagged transactions and elsewhere beside the shards, those of a card, whether or not it
     * holds the card's shard. A copy of that shard that has left this member and is not collected yet brings the card to nobody any more,
     * and what the disk has of one goes, the log included. Called when every copy in place has forgotten the card.
     */
    public void forgetFlagged(long code) {
        long card = identity.applyAsLong(code);
        ScoringContext.of(hazelcast).flagged().forget(card);
        others.forEach(other -> other.accept(card));
        int shard = CardHash.shard(CardHash.of(card), keys.shardCount());
        int key = keys.keyOf(shard);
        ShardContext context = ShardContext.of(hazelcast);
        ForgottenCards forgotten = context.forgotten();
        boolean isInPlace = forgotten.isApplied(key, card);
        forgotten.finished(key, card);
        if (!isInPlace) {
            context.storage()
                    .ifPresent(storage -> storage.renewWithout(
                            key, copy -> forgotten.missedBy(copy).contains(card)));
        }
    }

    private boolean isSafe(int shard, ForgetCard.Answer answer, long endNs)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!await(guard.isDurable().orElse(CompletableFuture.completedFuture(true)), endNs)) {
            return false;
        }
        if (!isStrict) {
            return true;
        }
        if (answer.state() == ForgetCard.State.CONFIRMED && await(guard.isStillSeen(shard, answer.view()), endNs)) {
            return true;
        }
        await(guard.confirmed(shard), endNs);
        return false;
    }

    private static <T> T await(CompletionStage<T> stage, long endNs)
            throws InterruptedException, ExecutionException, TimeoutException {
        return stage.toCompletableFuture().get(Math.max(1, endNs - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private static IllegalStateException absent(long code, int shard) {
        return new IllegalStateException(
                "the shard of the card is not loaded, or lost, so nothing is held of it here; when it is loaded or restored, forget the card"
                        + " again: card=" + Pan.masked(code) + " shard=" + shard);
    }

    private static IllegalStateException late(long code, int shard, @Nullable Exception cause) {
        return new IllegalStateException(
                "not every copy has forgotten the card in time; wait until ctl status names no problem, and run it again: card="
                        + Pan.masked(code) + " shard=" + shard,
                cause);
    }
}
