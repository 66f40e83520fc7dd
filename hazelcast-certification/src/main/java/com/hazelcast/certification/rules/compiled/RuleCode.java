package com.hazelcast.certification.rules.compiled;

/** Up to {@link #RULES} rules of a set, as a generated class has them. Rules are numbered from 0 here. Stateless. */
abstract class RuleCode {
    /** Rules of a class: as many as a word has bits. */
    static final int RULES = Long.SIZE;

    /** What {@link #first} returns when none holds. */
    static final int NONE = RULES;

    /** The rules, as bits, that may hold by the transaction alone. */
    abstract long open(Evaluation e);

    /**
     * The first of some rules that holds, or {@link #NONE}. Sets {@link Evaluation#trying} before it tries one.
     *
     * @param open as bits; of those that {@link #open} returned
     */
    abstract int first(long open, Evaluation e);
}
