/**
 * Labels on their way to the shards: from a list of requests to the owners, from there to the backups, and back when every copy has them.
 *
 * <p>Enters: {@code LabelRequest}s. Leaves: a {@code LabelResult} each, in their order. Calls are made on one thread of this package; labels
 * are taken on partition threads, between batches. Factory 4911.
 */
package com.hazelcast.certification.labelling;
