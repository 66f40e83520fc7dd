package com.hazelcast.certification.api.cards;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Histories that one thread asks for in one pass, read shard by shard when the pass ends, at most {@value #CARDS_PER_CALL} a call. Used by its
 * thread alone.
 */
final class CardReads {
    /** The histories of busy cards are long, and a call answers all of its cards at once. */
    static final int CARDS_PER_CALL = 32;

    private final Consumer<Runnable> whenPassEnds;
    private final ShardCall call;
    private final List<List<Read>> byShard = new ArrayList<>();
    private final List<Integer> shards = new ArrayList<>();

    /** Reads cards of one shard. */
    @FunctionalInterface
    interface ShardCall {
        /** Of one card as it is, of several each behind its size; see {@link ReadCards}. Completes with null when the shard is not there. */
        CompletableFuture<byte[]> read(int shard, long[] cards);
    }

    private record Read(long card, CompletableFuture<byte[]> history) {}

    CardReads(int shardCount, Consumer<Runnable> whenPassEnds, ShardCall call) {
        this.whenPassEnds = whenPassEnds;
        this.call = call;
        for (int shard = 0; shard < shardCount; shard++) {
            byShard.add(new ArrayList<>());
        }
    }

    CompletableFuture<byte[]> read(int shard, long card) {
        Read read = new Read(card, new CompletableFuture<>());
        List<Read> own = byShard.get(shard);
        if (own.isEmpty()) {
            if (shards.isEmpty()) {
                // First: when it throws nothing is collected, and the next read tries it again.
                whenPassEnds.accept(this::ask);
            }
            shards.add(shard);
        }
        own.add(read);
        return read.history;
    }

    private void ask() {
        List<Integer> asked = List.copyOf(shards);
        shards.clear();
        for (int shard : asked) {
            List<Read> reads = List.copyOf(byShard.get(shard));
            byShard.get(shard).clear();
            for (int first = 0; first < reads.size(); first += CARDS_PER_CALL) {
                ask(shard, reads.subList(first, Math.min(reads.size(), first + CARDS_PER_CALL)));
            }
        }
    }

    private void ask(int shard, List<Read> reads) {
        long[] cards = reads.stream().mapToLong(Read::card).toArray();
        var unused = call.read(shard, cards)
                .whenCompleteAsync((answer, failure) -> answer(reads, answer, failure), Runnable::run);
    }

    private static void answer(List<Read> reads, byte @Nullable [] answer, @Nullable Throwable failure) {
        IntFunction<byte[]> histories = answer == null || reads.size() == 1 ? index -> answer : each(answer);
        for (int i = 0; i < reads.size(); i++) {
            CompletableFuture<byte[]> history = reads.get(i).history;
            boolean unused =
                    failure == null ? history.complete(histories.apply(i)) : history.completeExceptionally(failure);
        }
    }

    private static IntFunction<byte[]> each(byte[] answer) {
        ByteBuffer all = ByteBuffer.wrap(answer);
        return index -> {
            byte[] history = new byte[all.getInt()];
            all.get(history);
            return history;
        };
    }
}
