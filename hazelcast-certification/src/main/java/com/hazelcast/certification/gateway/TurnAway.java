package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.ErrorCode;

/** Why clients are sent to other members. */
record TurnAway(ErrorCode code, String message) {}
