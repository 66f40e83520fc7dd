package com.hazelcast.certification.client.protocol;

/** Bytes that break the protocol, or the other side's word that ours did. The connection cannot go on. */
public final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    public ProtocolException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
