/**
 * How a member keeps its promise that an answered transaction is held by its owner and every configured backup.
 *
 * <p>Enters: shards whose answers {@code routing} holds back, and views of the members. Leaves: whether each may be answered. Probes
 * and confirmations run on partition threads; what members ask each other, on an executor of its own; counting, waiting and watching,
 * on threads of its own. Knows nothing of batches, control calls or the console.
 */
package com.hazelcast.certification.copies;
