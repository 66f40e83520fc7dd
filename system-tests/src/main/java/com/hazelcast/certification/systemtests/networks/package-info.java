/**
 * Bad networks that last: between clients and gateways, between members, and between two members of three.
 *
 * <p>Enters: the ends of connections, how the links between them are. Leaves: the same bytes later, and outcomes, as in {@code faults}. Each
 * connection has threads of its own here, which end with it; a fault runs on the thread of its run.
 */
@NullMarked
package com.hazelcast.certification.systemtests.networks;

import org.jspecify.annotations.NullMarked;
