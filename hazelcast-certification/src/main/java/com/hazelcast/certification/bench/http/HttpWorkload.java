package com.hazelcast.certification.bench.http;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** What is asked. Each event loop has one of its own, so it needs no locks. */
interface HttpWorkload {
    /** Says that an operation is over. */
    int OVER = -1;

    /** Names of its calls, for headings. */
    List<String> calls();

    /** Begins an operation: sets what it must remember, and returns its first call. */
    int begin(HttpOperation operation);

    /** Writes the whole request of the operation's present call. */
    void write(HttpOperation operation, ByteBuf out);

    /** What follows a call that was answered with a status of 2xx: another call, or {@link #OVER}. */
    int next(HttpOperation operation, HttpAnswer answer);
}
