package com.hazelcast.certification.systemtests;

import java.io.IOException;

/** A fault cannot be made on this machine; the message says what it needs. */
final class Impossible extends IOException {
    private static final long serialVersionUID = 1;

    Impossible(String message) {
        super(message);
    }
}
