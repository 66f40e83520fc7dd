package com.hazelcast.certification.rules.compiled;

/** Up to {@link #AGGREGATES} aggregates of a set, as a generated class has them. Numbered from 0 here. Stateless. */
abstract class AggregateCode {
    /** Aggregates of a class: as many as a word has bits. */
    static final int AGGREGATES = Long.SIZE;

    /**
     * Shows the entry that the walk is at to aggregates.
     *
     * @param live as bits
     * @return those of them that an entry that follows can still change
     */
    abstract long steps(long live, Evaluation e);

    /** Looks at the transaction itself as an entry; true when nothing that follows can change what is asked of it. */
    abstract boolean stepThis(int aggregate, Evaluation e);
}
