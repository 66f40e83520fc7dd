package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ProtocolException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a client has lost a connection, or has not come to have one. */
public enum ConnectionLoss {
    /** Nobody listens there, no route leads there, or no such host is known. */
    REFUSED,
    /** TLS did not come about, or broke. */
    TLS,
    /** The member did not answer in time. */
    TIMEOUT,
    /** The connection ended without a word. */
    CUT,
    /** The member sent the client to another one: it leaves, does not score, sees too few members, or has no room. */
    SENT_AWAY,
    /** One side takes the other's bytes for wrong, or does not speak its version. */
    PROTOCOL;

    private static final Set<ErrorCode> OF_MEMBERS_THAT_SEND_AWAY =
            Set.of(ErrorCode.MEMBER_LEAVING, ErrorCode.NOT_SCORING, ErrorCode.TOO_FEW_MEMBERS, ErrorCode.OVERLOADED);

    /** The value of a metric label. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Why a connection, or an attempt, was lost that ended with that failure; it looks at its causes as well. */
    public static ConnectionLoss of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            ConnectionLoss kind = ofOne(cause);
            if (kind != null) {
                return kind;
            }
        }
        return CUT;
    }

    private static @Nullable ConnectionLoss ofOne(Throwable cause) {
        if (cause instanceof ProtocolException broken) {
            return OF_MEMBERS_THAT_SEND_AWAY.contains(broken.code()) ? SENT_AWAY : PROTOCOL;
        }
        if (cause instanceof ConnectTimeoutException
                || cause instanceof SslHandshakeTimeoutException
                || cause instanceof SocketTimeoutException
                || cause instanceof TimeoutException) {
            return TIMEOUT;
        }
        if (cause instanceof SSLException) {
            return TLS;
        }
        boolean isRefused = cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof UnknownHostException;
        return isRefused ? REFUSED : null;
    }
}
