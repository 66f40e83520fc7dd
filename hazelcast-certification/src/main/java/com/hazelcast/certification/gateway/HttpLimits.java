package com.hazelcast.certification.gateway;

/** Limits that both HTTP ports of a member have, the console's and the API's. */
public final class HttpLimits {
    /** Bytes of all headers of a request; with more it is refused. */
    public static final int HEADERS_BYTES_MAX = 8 << 10;

    /** Bytes of a request's first line. */
    public static final int REQUEST_LINE_BYTES_MAX = 2 << 10;

    /** How long a member waits for a port to open. */
    public static final long START_TIMEOUT_S = 30;

    /** How long it waits for one to close. */
    public static final long CLOSE_TIMEOUT_MS = 2_000;

    private HttpLimits() {}
}
