package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What tests do with whole shards. */
final class Shards {
    /** 2026-01-01, far from both ends of what a time may be. */
    static final long START_MS = 1_767_225_600_000L;

    private Shards() {}

    static HistoryShard empty(int entriesPerCardMax) {
        return empty(MemoryKind.HEAP, entriesPerCardMax);
    }

    static HistoryShard empty(MemoryKind kind, int entriesPerCardMax) {
        return new HistoryShard(HistoryMemory.unbounded(kind), entriesPerCardMax, 0);
    }

    /** The entries that a walk shows, newest first; their flags are not known and 0. */
    static List<Entry> walk(CardHistory history) {
        List<Entry> entries = new ArrayList<>();
        history.rewind();
        while (history.next()) {
            entries.add(new Entry(
                    history.times(),
                    history.payment(),
                    TransactionLayout.entryOutcome(history.outcome(), history.verdict()),
                    0,
                    history.isPrompt()));
        }
        return entries;
    }

    /** The shard has the model's cards, entries, counts and windows, and its flags miss none. */
    static void assertHolds(HistoryShard shard, PlainHistories model) {
        assertThat(shard.cardCount()).as("cards").isEqualTo(model.cardCount());
        for (long card : model.cards()) {
            assertThat(shard.holds(card)).as("holds card %d", card).isTrue();
            CardHistory history = shard.open(card);
            List<Entry> expected = model.entries(card).stream()
                    .map(entry -> entry.withFlags(0))
                    .toList();
            assertThat(history.count()).as("count of card %d", card).isEqualTo(expected.size());
            assertThat(walk(history)).as("walk of card %d", card).isEqualTo(expected);
            KeptWindows.assertAgree(history, card, expected);
            assertThat(history.flags() & model.flags(card))
                    .as("flags of card %d", card)
                    .isEqualTo(model.flags(card));
        }
        assertThat(shard.heldCount()).as("held").isEqualTo(model.heldCount());
        assertThat(shard.recount()).as("recount").isEqualTo(model.heldCount());
        assertThat(shard.expiredCount()).as("expired").isEqualTo(model.expiredCount());
        assertThat(shard.droppedByBoundCount()).as("dropped by bound").isEqualTo(model.droppedByBoundCount());
        assertThat(shard.droppedByMemoryCount()).as("dropped by memory").isEqualTo(model.droppedByMemoryCount());
    }

    /** Sweeps in parts, of which no border is at a card on purpose. Returns how many entries were dropped. */
    static int sweep(HistoryShard shard, long timeMs, long emptyMaxMs) {
        int expired = 0;
        long width = CardHash.POSITIONS / 5;
        for (long from = 0; from < CardHash.POSITIONS; from += width) {
            expired += shard.sweep(from, Math.min(CardHash.POSITIONS, from + width), timeMs, emptyMaxMs)
                    .expired();
        }
        shard.countExpired(expired);
        return expired;
    }

    static byte[] written(HistoryShard shard) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            shard.writeTo(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static HistoryShard read(byte[] bytes, HistoryMemory memory) throws IOException {
        return HistoryShard.readFrom(new DataInputStream(new ByteArrayInputStream(bytes)), memory);
    }

    /** The shard as a snapshot has it: head and cards apart, in buffers of that size. */
    static HistoryShard snapshot(HistoryShard shard, MemoryKind kind, int bufferBytes) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        try {
            shard.writeHead(new DataOutputStream(head));
            HistoryShard read = HistoryShard.readEmpty(
                    new DataInputStream(new ByteArrayInputStream(head.toByteArray())),
                    HistoryMemory.unbounded(kind),
                    shard.cardCount());
            ByteBuffer cards = ByteBuffer.allocate(bufferBytes);
            long next = 0;
            while (next < CardHash.POSITIONS) {
                next = shard.writeCards(next, cards);
                read.readCards(cards.flip());
                cards.clear();
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The shard written and read again, into memory of that kind. */
    static HistoryShard copy(HistoryShard shard, MemoryKind kind) {
        try {
            return read(written(shard), HistoryMemory.unbounded(kind));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
