/**
 * What a set of rules says, checked and typed: the tree that the interpreter walks and the compiler turns into classes.
 *
 * <p>Immutable; values only. Every value is a {@code long} (see {@link com.hazelcast.certification.rules.model.Type}) or
 * {@link com.hazelcast.certification.rules.model.Expression#MISSING}. Imports neither Hazelcast nor sockets nor metrics.
 */
package com.hazelcast.certification.rules.model;
