/**
 * Exceptions planted in running members, by an agent that changes the product's classes as they are loaded: the product itself
 * has no place for them.
 *
 * <p>Enters: the agent's option, the folder where firings are recorded. Runs inside members, on the threads of the methods in which
 * it throws. Imports nothing of the system tests: these classes travel in a jar of their own.
 */
@NullMarked
package com.hazelcast.certification.systemtests.planted;

import org.jspecify.annotations.NullMarked;
