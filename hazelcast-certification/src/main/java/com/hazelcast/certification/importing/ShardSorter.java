package com.hazelcast.certification.importing;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.MemoryNeed;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Sorts the spilled rows of a shard by card and time into its file. A counting sort by card, then each card's rows by time. What is more
 * than the bound is first divided by another hash of the card, as often as need be; the rows of one card must fit under the bound.
 * Single-threaded.
 */
final class ShardSorter {
    /** A row's place among those of its card takes so many bits beside the time. */
    private static final int PLACE_BITS = 22;

    /** Most rows that are sorted at once, whatever the memory. */
    static final int ROWS_CEILING = 1 << PLACE_BITS;

    /** What a row takes while it is sorted: itself, its card twice, its place. */
    private static final int BYTES_PER_ROW = SpilledRow.SIZE_BYTES + 2 * Long.BYTES + Integer.BYTES;

    private static final long SIGN = Long.MIN_VALUE;

    private final int rowsMax;
    private final ShardFileWriter writer;
    private ShardTotals totals = ShardTotals.NONE;

    /** @param rowsMax rows that are sorted at once */
    ShardSorter(ShardFileWriter writer, int rowsMax) {
        this.writer = writer;
        this.rowsMax = rowsMax;
    }

    /** How many rows may be sorted at once in that memory. */
    static int rowsIn(long bytes) {
        return (int) Math.max(1_024, Math.min(ROWS_CEILING, bytes / BYTES_PER_ROW));
    }

    /** Sorts what is in these files into the shard's, and returns what that is. */
    ShardTotals sort(List<Path> spills, Path folder) throws IOException {
        sort(spills, folder, 0);
        return totals;
    }

    private void sort(List<Path> spills, Path folder, int depth) throws IOException {
        long bytes = 0;
        for (Path spill : spills) {
            bytes += Files.size(spill);
        }
        if (bytes / SpilledRow.SIZE_BYTES <= rowsMax) {
            sortInMemory(read(spills, (int) bytes));
            return;
        }
        int parts = (int) Math.min(64, bytes / SpilledRow.SIZE_BYTES * 3 / 2 / rowsMax + 2);
        Path divided = folder.resolve("divided-" + depth);
        divide(spills, divided, parts, depth);
        for (int part = 0; part < parts; part++) {
            Path file = Spill.file(divided, part);
            if (!Files.exists(file)) {
                continue;
            }
            if (Files.size(file) == bytes && depth > 2) {
                throw new IOException("one card has more rows than can be sorted at once; leave the oldest out: rows="
                        + bytes / SpilledRow.SIZE_BYTES + " most=" + rowsMax);
            }
            sort(List.of(file), divided, depth + 1);
            Files.delete(file);
        }
        Files.delete(divided);
    }

    private static void divide(List<Path> spills, Path into, int parts, int depth) throws IOException {
        Spill spill = new Spill(into, new long[parts], 4 << 20);
        byte[] row = new byte[SpilledRow.SIZE_BYTES];
        for (Path file : spills) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 18)) {
                while (in.readNBytes(row, 0, row.length) == row.length) {
                    long card = SpilledRow.card(row, 0);
                    spill.add(
                            CardHash.shard(CardHash.of(CardHash.of(card) + depth + 1), parts),
                            card,
                            SpilledRow.times(row, 0),
                            SpilledRow.payment(row, 0),
                            SpilledRow.outcome(row, 0),
                            SpilledRow.kept(row, 0));
                }
            }
        }
        long[] unused = spill.flush();
    }

    private static byte[] read(List<Path> spills, int bytes) throws IOException {
        byte[] rows = new byte[bytes];
        int at = 0;
        for (Path file : spills) {
            try (InputStream in = Files.newInputStream(file)) {
                at += in.readNBytes(rows, at, bytes - at);
            }
        }
        if (at != bytes || bytes % SpilledRow.SIZE_BYTES != 0) {
            throw new IOException("spilled rows are missing; import again into an empty folder: files=" + spills);
        }
        return rows;
    }

    private void sortInMemory(byte[] rows) throws IOException {
        int count = rows.length / SpilledRow.SIZE_BYTES;
        long[] cards = distinctCards(rows, count);
        int[] ends = new int[cards.length];
        int[] ranks = new int[count];
        for (int row = 0; row < count; row++) {
            int rank = Arrays.binarySearch(cards, SpilledRow.card(rows, row * SpilledRow.SIZE_BYTES) ^ SIGN);
            ranks[row] = rank;
            ends[rank]++;
        }
        for (int rank = 1; rank < ends.length; rank++) {
            ends[rank] += ends[rank - 1];
        }
        int[] byCard = new int[count];
        for (int row = count - 1; row >= 0; row--) {
            byCard[--ends[ranks[row]]] = row;
        }
        for (int rank = 0; rank < cards.length; rank++) {
            int end = rank + 1 < cards.length ? ends[rank + 1] : count;
            writeCard(rows, cards[rank] ^ SIGN, byCard, ends[rank], end);
        }
    }

    /** The cards in unsigned order, their highest bit turned. */
    private static long[] distinctCards(byte[] rows, int count) {
        long[] cards = new long[count];
        for (int row = 0; row < count; row++) {
            cards[row] = SpilledRow.card(rows, row * SpilledRow.SIZE_BYTES) ^ SIGN;
        }
        Arrays.sort(cards);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || cards[i] != cards[i - 1]) {
                cards[distinct++] = cards[i];
            }
        }
        return Arrays.copyOf(cards, distinct);
    }

    private void writeCard(byte[] rows, long card, int[] byCard, int from, int to) throws IOException {
        int[] kept = new int[to - from];
        int count = 0;
        int duplicates = 0;
        int tooOld = 0;
        int[] sorted = byTime(rows, byCard, from, to);
        long newestMs = timeMs(rows, sorted[sorted.length - 1]);
        for (int i = 0; i < sorted.length; i++) {
            if (i > 0 && isSame(rows, sorted[i], sorted[i - 1])) {
                duplicates++;
            } else if (timeMs(rows, sorted[i]) <= newestMs - HistoryLimits.HORIZON_MS) {
                tooOld++;
            } else {
                kept[count++] = sorted[i];
            }
        }
        writer.card(card, count);
        long amountUnits = 0;
        long digest = 0;
        int labels = 0;
        for (int i = 0; i < count; i++) {
            int at = kept[i];
            long times = SpilledRow.times(rows, at);
            long payment = SpilledRow.payment(rows, at);
            writer.row(times, payment, SpilledRow.outcome(rows, at), SpilledRow.kept(rows, at));
            labels += label(rows, at) == Label.FRAUD.code() ? 1 : 0;
            amountUnits += TransactionLayout.amountUnits(payment);
            digest += ShardTotals.digestOf(
                    card,
                    TransactionLayout.timeMs(times),
                    TransactionLayout.amountUnits(payment),
                    TransactionLayout.currency(times),
                    TransactionLayout.country(times),
                    TransactionLayout.merchant(payment));
        }
        totals = totals.plus(new ShardTotals(
                count,
                1,
                duplicates,
                tooOld,
                labels,
                MemoryNeed.chunksOf(count),
                amountUnits,
                digest,
                timeMs(rows, kept[0]),
                newestMs));
    }

    /** Where the card's rows are in the array, oldest first; the order of those of one millisecond is that of their contents. */
    private static int[] byTime(byte[] rows, int[] byCard, int from, int to) {
        long[] keys = new long[to - from];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = timeMs(rows, byCard[from + i] * SpilledRow.SIZE_BYTES) << PLACE_BITS | i;
        }
        Arrays.sort(keys);
        int[] sorted = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            sorted[i] = byCard[from + (int) (keys[i] & ROWS_CEILING - 1)] * SpilledRow.SIZE_BYTES;
        }
        for (int begin = 0; begin < sorted.length; ) {
            int end = begin + 1;
            while (end < sorted.length && keys[end] >>> PLACE_BITS == keys[begin] >>> PLACE_BITS) {
                end++;
            }
            if (end - begin > 1) {
                sortByContents(rows, sorted, begin, end);
            }
            begin = end;
        }
        return sorted;
    }

    private static void sortByContents(byte[] rows, int[] offsets, int begin, int end) {
        List<Integer> ties = new ArrayList<>();
        for (int i = begin; i < end; i++) {
            ties.add(offsets[i]);
        }
        // What makes two rows the same transaction comes first, so that these are neighbours.
        ties.sort(Comparator.<Integer>comparingLong(at -> SpilledRow.times(rows, at))
                .thenComparingLong(at -> SpilledRow.payment(rows, at))
                .thenComparingInt(at -> TransactionLayout.city(SpilledRow.outcome(rows, at)))
                .thenComparingInt(at -> SpilledRow.tag(rows, at))
                // Of rows that are the same transaction the one with a label is kept, and fraud before genuine.
                .thenComparing(at -> label(rows, at), Comparator.reverseOrder())
                // The rest is for an order that does not depend on who has read which row first.
                .thenComparingInt(at -> SpilledRow.outcome(rows, at))
                .thenComparingInt(at -> SpilledRow.kept(rows, at)));
        for (int i = begin; i < end; i++) {
            offsets[i] = ties.get(i - begin);
        }
    }

    private static int label(byte[] rows, int offset) {
        return SpilledRow.keptLabel(SpilledRow.kept(rows, offset));
    }

    private static long timeMs(byte[] rows, int offset) {
        return TransactionLayout.timeMs(SpilledRow.times(rows, offset));
    }

    private static boolean isSame(byte[] rows, int a, int b) {
        return SpilledRow.tag(rows, a) == SpilledRow.tag(rows, b)
                && TransactionLayout.isSameTransaction(
                        SpilledRow.times(rows, a),
                        SpilledRow.payment(rows, a),
                        SpilledRow.outcome(rows, a),
                        SpilledRow.times(rows, b),
                        SpilledRow.payment(rows, b),
                        SpilledRow.outcome(rows, b));
    }
}
