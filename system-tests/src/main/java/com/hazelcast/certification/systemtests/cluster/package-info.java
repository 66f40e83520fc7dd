/**
 * Members as processes on this machine, the network between them, and what their cluster is asked.
 *
 * <p>Enters: options of members, hosts on which they run. Leaves: processes that can be killed, stopped and started, the addresses of
 * their gateways and APIs, and the contents of all copies. One thread uses a cluster. Imports of the other packages the ledger only, in which a
 * fault excuses what it may take all copies of.
 */
@NullMarked
package com.hazelcast.certification.systemtests.cluster;

import org.jspecify.annotations.NullMarked;
