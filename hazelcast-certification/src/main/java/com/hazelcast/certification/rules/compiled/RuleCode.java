package com.hazelcast.certification.rules.compiled;

/** Up to {@link #RULES} rules of a set, as a generated class has them. Rules are numbered from 0 here. Stateless. */
abstract class RuleCode {
    /** Rules of a class: as many as a word has bits. */
    static final int RULES = Long.SIZE;

    /** The rules, as bits, that the transaction's codes do not rule out. */
    abstract long candidates(Evaluation e);

    /** False proves by the transaction alone that the rule does not hold. */
    abstract boolean isOpen(int rule, Evaluation e);

    /** Whether the rule holds. */
    abstract boolean holds(int rule, Evaluation e);
}
