package com.hazelcast.certification.rules.compiled;

/** Up to {@link #AGGREGATES} aggregates of a set, as a generated class has them. Numbered from 0 here. Stateless. */
abstract class AggregateCode {
    /** Aggregates of a class: as many as a word has bits. */
    static final int AGGREGATES = Long.SIZE;

    /**
     * Shows each entry that {@link Evaluation#next} leads to, from the newest on, to the aggregates that are {@link Evaluation#live}, and
     * takes those out that no further entry can change.
     */
    abstract void walk(Evaluation e);

    /** Looks at the transaction itself as an entry; true when nothing that follows can change what is asked of it. */
    abstract boolean stepThis(int aggregate, Evaluation e);
}
