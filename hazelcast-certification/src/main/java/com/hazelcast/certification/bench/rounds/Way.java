package com.hazelcast.certification.bench.rounds;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A way to score, in the order in which they were found. Each is the one before with one thing changed, but for {@link #WINDOWS}. */
public enum Way {
    /** A card is an entry; a reader waits for the answer of each transaction. */
    ONE_CALL("one call a transaction, and its answer is waited for", 1, false),
    /** As before; calls are under way while the next records are read. */
    PIPELINED("pipelined calls", 1, false),
    /** As before; a read brings 100 records. */
    READS("pipelined calls, 100 records a read", 100, false),
    /** Cards share entries; a call has all transactions of a read that are of its shard. */
    SHARDS("shards instead of cards, 100 records a read", 100, false),
    /** The product: reads of up to 4,096 records, compact histories, sums that are kept. */
    WINDOWS("windows at constant cost, on the heap: the product", 0, true),
    /** The product with histories outside the heap. */
    NATIVE("native memory: the product", 0, true);

    private final String text;
    private final int recordsPerRead;
    private final boolean isProduct;

    Way(String text, int recordsPerRead, boolean isProduct) {
        this.text = text;
        this.recordsPerRead = recordsPerRead;
        this.isProduct = isProduct;
    }

    /** As an option takes it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it is, as the first cell of its row. */
    public String text() {
        return text;
    }

    /** Records that a reader waits for at once; 0: the product reads what there is. */
    int recordsPerRead() {
        return recordsPerRead;
    }

    /** Whether it runs the product's members. */
    public boolean isProduct() {
        return isProduct;
    }

    /**
     * The way with that label.
     *
     * @throws IllegalArgumentException when there is none, naming those that there are
     */
    public static Way of(String label) {
        return Arrays.stream(values())
                .filter(way -> way.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("way must be one of "
                        + Arrays.stream(values()).map(Way::label).collect(Collectors.joining(", ")) + ": way="
                        + label));
    }
}
