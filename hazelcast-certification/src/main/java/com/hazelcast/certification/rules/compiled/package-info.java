/**
 * Sets of rules as bytecode: one method a rule, made once and run millions of times.
 *
 * <p>Enters: a checked set. Leaves: an evaluator that comes to the same decisions as {@code rules.interpreted}. Each evaluator
 * belongs to one thread; a compiled set is shared. Deciding allocates nothing. Imports neither Hazelcast nor sockets nor
 * metrics. See {@code docs/decisions/0035-rules-become-bytecode.md}.
 */
package com.hazelcast.certification.rules.compiled;
