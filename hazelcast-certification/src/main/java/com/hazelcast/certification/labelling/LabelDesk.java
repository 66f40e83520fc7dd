package com.hazelcast.certification.labelling;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.map.IMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where labels come in on a member. They go to the owners of their shards, a call for {@value #REQUESTS_PER_CALL} of a shard, one after the
 * other; labels of one list are taken in its order. A result is given when every copy has the label, as strictly as transactions are
 * answered: what an owner cannot confirm is sent again until it can, or the time is up. Labels of a shard that come later wait until no call of
 * earlier ones can come any more, so none of these takes the place of a later one. Thread-safe; never blocks.
 */
public final class LabelDesk implements AutoCloseable {
    /** Requests of a call: a partition thread is busy with them for less than a millisecond with usual histories. */
    private static final int REQUESTS_PER_CALL = 500;

    private static final Logger LOG = LoggerFactory.getLogger(LabelDesk.class);
    private static final long RETRY_DELAY_MS = 100;

    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final boolean isStrict;
    private final CopyGuard guard;
    private final LongUnaryOperator identity;
    private final LabelMeter meter;
    private final ScheduledExecutorService caller;

    /** By shard, until no call of what came last can come any more. */
    private final Map<Integer, CompletableFuture<Void>> lastOfShard = new ConcurrentHashMap<>();

    /**
     * Of a member.
     *
     * @param backups that each shard is to have
     * @param identity of the code of a card's number: the same, or the keyed identifier
     */
    public LabelDesk(
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            int backups,
            Acks acks,
            CopyGuard guard,
            LongUnaryOperator identity,
            LabelMeter meter) {
        this.map = map;
        this.keys = keys;
        this.isStrict = acks == Acks.STRICT && backups > 0;
        this.guard = guard;
        this.identity = identity;
        this.meter = meter;
        this.caller = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "fraud-labels");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Labels what the requests name.
     *
     * @param requests of cards by the codes of their numbers
     * @param within after that time what is not confirmed is {@link LabelResult#UNAVAILABLE}
     * @return a result a request, in their order; never fails
     */
    public CompletableFuture<LabelResult[]> add(List<LabelRequest> requests, Duration within) {
        Map<Integer, List<Integer>> byShard = new TreeMap<>();
        List<LabelRequest> identified = new ArrayList<>();
        for (LabelRequest request : requests) {
            LabelRequest own = request.of(identity.applyAsLong(request.card()));
            int shard = CardHash.shard(CardHash.of(own.card()), keys.shardCount());
            byShard.computeIfAbsent(shard, ignored -> new ArrayList<>()).add(identified.size());
            identified.add(own);
        }
        LabelResult[] results = new LabelResult[identified.size()];
        List<CompletableFuture<Void>> all = new ArrayList<>();
        byShard.forEach((shard, places) -> all.add(addTo(shard, places, identified, results, within)));
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApplyAsync(ignored -> counted(identified, results), Runnable::run);
    }

    private LabelResult[] counted(List<LabelRequest> requests, LabelResult[] results) {
        for (int i = 0; i < results.length; i++) {
            if (results[i] == LabelResult.LABELLED) {
                meter.labelled(requests.get(i).label());
            } else {
                meter.rejected(results[i]);
            }
        }
        return results;
    }

    private CompletableFuture<Void> addTo(
            int shard, List<Integer> places, List<LabelRequest> requests, LabelResult[] results, Duration within) {
        CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
        for (int first = 0; first < places.size(); first += REQUESTS_PER_CALL) {
            List<Integer> part = places.subList(first, Math.min(places.size(), first + REQUESTS_PER_CALL));
            before = before.thenComposeAsync(
                    ignored -> {
                        Attempts attempts = new Attempts(
                                shard, part.stream().map(requests::get).toList());
                        attempts.begin(within);
                        return attempts.answer.thenAcceptAsync(
                                answered -> {
                                    for (int i = 0; i < answered.length; i++) {
                                        results[part.get(i)] = answered[i];
                                    }
                                },
                                Runnable::run);
                    },
                    Runnable::run);
        }
        return before;
    }

    /** The calls that bring some labels to one shard, until they are safe or nobody waits any more. */
    private final class Attempts {
        private final int shard;
        private final CompletableFuture<LabelResult[]> answer = new CompletableFuture<>();

        /** Complete when none of these calls can come any more, nor one of those before. */
        private final CompletableFuture<Void> ended = new CompletableFuture<>();

        /** None once there is an answer: what waits for calls of before keeps no labels. */
        @GuardedBy("this")
        private List<LabelRequest> requests;

        /** Complete while no call is out. */
        @GuardedBy("this")
        private CompletableFuture<Void> returned = CompletableFuture.completedFuture(null);

        Attempts(int shard, List<LabelRequest> requests) {
            this.shard = shard;
            this.requests = requests;
        }

        /** Calls when those of before have ended; the time runs from now on. */
        void begin(Duration within) {
            var unused = answer.completeOnTimeout(unavailable(), within.toMillis(), TimeUnit.MILLISECONDS);
            CompletableFuture<Void> last = lastOfShard.put(shard, ended);
            CompletableFuture<Void> before = last == null ? CompletableFuture.completedFuture(null) : last;
            var unusedEnd = answer.whenCompleteAsync((results, failure) -> end(before), Runnable::run);
            var unusedBegin = before.whenCompleteAsync((nothing, failure) -> later(0), Runnable::run);
        }

        private void end(CompletableFuture<Void> before) {
            CompletableFuture<Void> out;
            synchronized (this) {
                requests = List.of();
                out = returned;
            }
            // Not on the same stack: thousands may wait, each for the one before.
            var unused = CompletableFuture.allOf(before, out)
                    .whenCompleteAsync(
                            (nothing, failure) -> {
                                boolean unusedRemoved = lastOfShard.remove(shard, ended);
                                boolean unusedEnded = ended.complete(null);
                            },
                            caller);
        }

        private synchronized LabelResult[] unavailable() {
            LabelResult[] results = new LabelResult[requests.size()];
            Arrays.fill(results, LabelResult.UNAVAILABLE);
            return results;
        }

        void later(long delayMs) {
            if (answer.isDone()) {
                return;
            }
            try {
                // Not at once: Hazelcast lets no remote call be made on a thread that handles responses.
                Future<?> unused = caller.schedule(this::call, delayMs, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                // The member is leaving.
                boolean unused = answer.complete(unavailable());
            }
        }

        private void call() {
            TakeLabels labels;
            CompletableFuture<Void> out = new CompletableFuture<>();
            synchronized (this) {
                if (answer.isDone()) {
                    return;
                }
                labels = new TakeLabels(requests);
                returned = out;
            }
            try {
                var unused = map.submitToKey(keys.keyOf(shard), labels)
                        .whenCompleteAsync((found, failure) -> called(out, found, failure), Runnable::run);
            } catch (RuntimeException e) {
                called(out, null, e);
            }
        }

        private void called(CompletableFuture<Void> out, byte @Nullable [] found, @Nullable Throwable failure) {
            boolean unused = out.complete(null);
            if (found == null) {
                LOG.debug("labels go to their shard again: shard={}", shard, failure);
                later(RETRY_DELAY_MS);
                return;
            }
            LabelAnswer.State state = LabelAnswer.state(found);
            if (state == LabelAnswer.State.AWAITED) {
                later(RETRY_DELAY_MS);
            } else if (state == LabelAnswer.State.SETTLED) {
                finish(found);
            } else {
                guard.whenSafe(
                        shard,
                        isStrict,
                        LabelAnswer.confirmedView(found),
                        () -> finish(found),
                        () -> later(RETRY_DELAY_MS));
            }
        }

        private void finish(byte[] found) {
            boolean unused = answer.complete(LabelAnswer.results(found));
        }
    }

    /** Ends retries: what is not confirmed is {@link LabelResult#UNAVAILABLE} when its time is up. */
    @Override
    public void close() {
        caller.shutdownNow();
    }
}
