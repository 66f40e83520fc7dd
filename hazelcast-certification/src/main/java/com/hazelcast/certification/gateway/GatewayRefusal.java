package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.ErrorCode;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Why the gateway ended a connection that its client had not ended in order, where no frame could say so. */
enum GatewayRefusal {
    /** There were as many connections as there may be. */
    TOO_MANY_CONNECTIONS,
    /** There were as many connections from the client's address as one may have. */
    TOO_MANY_FROM_ADDRESS,
    /** There were as many connections with the client's certificate as one may have. */
    TOO_MANY_OF_CERTIFICATE,
    /** A connection could not be accepted: this process has no file descriptor left. */
    ACCEPT_FAILED,
    /** Plain bytes, or bytes of something else, where TLS should begin. */
    NOT_TLS,
    /** TLS did not come about: another version, no or a wrong client certificate, a client that does not trust the member. */
    TLS_HANDSHAKE,
    /** The client disconnected in the middle of a frame. */
    TRUNCATED_FRAME,
    /** The client disconnected before everything was answered. */
    CLIENT_DISCONNECTED,
    /** Something went wrong in the gateway itself; the log says what. */
    INTERNAL;

    /** The value of the metric label {@code reason}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a log may say: bytes of a client that speaks no TLS may hold cards, and go nowhere. */
    static String message(SSLException failure) {
        return failure instanceof NotSslRecordException
                ? "it sent plain bytes where TLS should begin"
                : "TLS did not come about (" + failure.getMessage() + ")";
    }

    /** The label for what TLS could not come about by. */
    static String label(SSLException failure) {
        if (failure instanceof NotSslRecordException) {
            return NOT_TLS.label();
        }
        return failure instanceof SslHandshakeTimeoutException
                ? ErrorCode.HANDSHAKE_TIMEOUT.label()
                : TLS_HANDSHAKE.label();
    }
}
