package com.hazelcast.certification.directory;

import com.hazelcast.certification.client.protocol.GatewaysFrame;
import com.hazelcast.certification.client.protocol.OwnersFrame;

/**
 * What gateways say to their clients of the cluster.
 *
 * @param gateways where the members' gateways are that take batches
 * @param owners which of them own which shards
 */
public record GatewayLists(GatewaysFrame gateways, OwnersFrame owners) {}
