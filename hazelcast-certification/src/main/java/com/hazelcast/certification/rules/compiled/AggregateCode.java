package com.hazelcast.certification.rules.compiled;

/** Up to {@link #AGGREGATES} aggregates of a set, as a generated class has them. Numbered from 0 here. Stateless. */
abstract class AggregateCode {
    /** Aggregates of a class: as many as a word has bits. */
    static final int AGGREGATES = Long.SIZE;

    /** Looks at the entry that the walk is at; true when nothing that follows can change what is asked of it. */
    abstract boolean step(int aggregate, Evaluation e);

    /** Looks at the transaction itself as an entry; result as of {@link #step}. */
    abstract boolean stepThis(int aggregate, Evaluation e);
}
