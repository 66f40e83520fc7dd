package com.hazelcast.certification.systemtests.cluster;

import java.io.IOException;

/** A fault cannot be made on this machine; the message says what it needs. */
public final class Impossible extends IOException {
    private static final long serialVersionUID = 1;

    public Impossible(String message) {
        super(message);
    }
}
