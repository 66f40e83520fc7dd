package com.hazelcast.certification.systemtests.soak;

/** What must have no trend, and how much it may change over a part of the run before that is one. */
enum SoakFigure {
    TPS("transactions a second", true, -1, 0.1, 0),
    P999("p99.9 of answers, ms", true, 1, 0.5, 10),
    BYTES_PER_CARD("bytes a card", false, 1, 0.05, 0),
    RESIDENT("resident memory, MiB", false, 1, 0.1, 16),
    THREADS("threads", false, 1, 0.1, 5),
    FILES("file descriptors", false, 1, 0.1, 20);

    private final String text;
    private final boolean isOfCluster;
    private final int badSign;
    private final double shareMax;
    private final double changeMin;

    /**
     * A figure.
     *
     * @param isOfCluster whether members share it out among themselves as connections come and go: all together have a trend or none
     * @param badSign -1: it must not fall, 1: it must not rise
     * @param shareMax how much of its median it may change
     * @param changeMin what change is none in any case
     */
    SoakFigure(String text, boolean isOfCluster, int badSign, double shareMax, double changeMin) {
        this.text = text;
        this.isOfCluster = isOfCluster;
        this.badSign = badSign;
        this.shareMax = shareMax;
        this.changeMin = changeMin;
    }

    String text() {
        return text;
    }

    double of(SoakSample sample) {
        return switch (this) {
            case TPS -> sample.tps();
            case P999 -> sample.p999Ms();
            case BYTES_PER_CARD -> sample.bytesPerCard();
            case RESIDENT -> sample.residentMib();
            case THREADS -> sample.threads();
            case FILES -> sample.files();
        };
    }

    boolean isOfCluster() {
        return isOfCluster;
    }

    /** Of the members' values at one moment: their sum of transactions, the slowest of answers. */
    double together(double one, double other) {
        return this == TPS ? one + other : Math.max(one, other);
    }

    /** The greatest change for the worse that is no trend, at that median. */
    double changeMax(double median) {
        return Math.max(changeMin, shareMax * median);
    }

    /** Of the interval of the slope, the end that is least for the worse. */
    double leastWorse(TheilSen trend) {
        return badSign > 0 ? trend.low() : -trend.high();
    }
}
