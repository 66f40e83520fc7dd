/**
 * What a cluster is sent, the ledger of what it answered, and the audit that compares the ledger with what the copies hold.
 *
 * <p>Enters: a client, a rate, a seed; later the contents of all copies. Leaves: answers a second, the longest wait, and what was lost,
 * doubled or differs. A load runs on a thread of its own; answers enter the ledger on the threads of its client. The audit runs on the
 * thread that asks for it. Imports nothing of the other packages: it knows no processes and no faults.
 */
@NullMarked
package com.hazelcast.certification.systemtests.traffic;

import org.jspecify.annotations.NullMarked;
