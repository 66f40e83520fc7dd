package com.hazelcast.certification.gateway;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;

/**
 * Accepts nothing for a moment when accepting has failed, as without a file descriptor: the connection stays with the kernel, and
 * trying again at once would keep a core busy. Used on the event loop of the port.
 */
final class AcceptPause extends ChannelInboundHandlerAdapter {
    private static final long PAUSE_MS = 1_000;

    private final GatewayLog log;

    AcceptPause(GatewayLog log) {
        this.log = log;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        log.refused(
                GatewayRefusal.ACCEPT_FAILED.label(),
                "none",
                "it could not be accepted, see 'Open files' in USAGE.md (" + failure + ")");
        if (context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(false);
            var unused = context.executor()
                    .schedule(() -> context.channel().config().setAutoRead(true), PAUSE_MS, TimeUnit.MILLISECONDS);
        }
    }
}
