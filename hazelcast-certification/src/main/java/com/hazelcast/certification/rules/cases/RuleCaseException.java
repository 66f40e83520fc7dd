package com.hazelcast.certification.rules.cases;

import java.io.IOException;

/** A file of cases is not what it should be; the message is for the person who wrote it. */
public final class RuleCaseException extends IOException {
    private static final long serialVersionUID = 1L;

    RuleCaseException(String message) {
        super(message);
    }
}
