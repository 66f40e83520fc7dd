/**
 * Control of a running cluster, as a client or from a member: load, start, stop, status, and the comparison of owners with backups.
 *
 * <p>Enters: a command's or a console's call. Leaves: what all members answer. A call runs on a member's executor of control calls, which
 * has it done by the {@linkplain com.hazelcast.certification.cluster.ControlledMember member}; who calls blocks. Also the few things on
 * which members and clients must agree: the cluster's secret, the classes that what arrives may name, and the states that members are
 * in. Knows nothing of the console or of how a member is wired.
 */
package com.hazelcast.certification.cluster;
