package com.hazelcast.certification.source.door;

import com.hazelcast.certification.client.protocol.ErrorCode;

/** Why clients are sent to other members. */
record TurnAway(ErrorCode code, String message) {}
