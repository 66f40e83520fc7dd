/**
 * Answers that other members keep: which member gave an id, and what it answers for it.
 *
 * <p>Enters: ids and references of transactions that were submitted before, and what this member answers for them. Leaves: questions to the
 * members that may keep them; answers of theirs. A question runs on an executor of its own on the other member, and its answer comes on a
 * thread of Hazelcast; nothing blocks. So many wait for one member at most, and more fail. Which id is whose stands in the members' attributes.
 */
package com.hazelcast.certification.api.reads;
