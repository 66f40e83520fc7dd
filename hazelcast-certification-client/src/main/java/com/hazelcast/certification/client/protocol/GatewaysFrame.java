package com.hazelcast.certification.client.protocol;

import static com.hazelcast.certification.client.protocol.GatewayAddresses.malformed;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * Where clients reach the members whose gateway is open: sent behind the member's hello, and again whenever it changes, to clients of version
 * 5 and above.
 *
 * <pre>
 *  0          4     5      7        9                                                  n-4      n
 *  | length 4 |type1| own 2| count 2| count gateways: host length 1, host, port 2 each | CRC 4 |
 * </pre>
 *
 * @param gateways 1 to 1,024, each once; not resolved
 * @param own index of the member that sends it; empty when it is not among them
 */
public record GatewaysFrame(List<InetSocketAddress> gateways, Optional<Integer> own) {
    /** More members than any cluster has. */
    public static final int GATEWAYS_MAX = 1_024;

    private static final int NOT_AMONG_THEM = 0xffff;
    private static final int OWN_OFFSET = Frame.BODY_OFFSET;
    private static final int COUNT_OFFSET = OWN_OFFSET + Short.BYTES;
    private static final int GATEWAYS_OFFSET = COUNT_OFFSET + Short.BYTES;

    /** @throws ProtocolException when there are too few or too many, one comes twice, or one cannot be connected to */
    public GatewaysFrame {
        gateways = List.copyOf(gateways);
        GatewayAddresses.requireList(gateways);
        if (own.isPresent() && (own.get() < 0 || own.get() >= gateways.size())) {
            throw malformed("the member is not in its own list: own=" + own.get() + " gateways=" + gateways.size());
        }
    }

    /** The address of the member that sends it, as clients reach it. */
    public Optional<InetSocketAddress> ownAddress() {
        return own.map(gateways::get);
    }

    public ByteBuf write(ByteBufAllocator allocator) {
        int sizeBytes = GATEWAYS_OFFSET + GatewayAddresses.sizeBytes(gateways) + Frame.CRC_SIZE_BYTES;
        ByteBuf frame = Frame.begin(allocator, FrameType.GATEWAYS, sizeBytes)
                .writeShort(own.orElse(NOT_AMONG_THEM))
                .writeShort(gateways.size());
        GatewayAddresses.write(frame, gateways);
        return Frame.end(frame);
    }

    /**
     * Reads a whole frame.
     *
     * @throws ProtocolException when it is no list that a client can use; says why
     */
    public static GatewaysFrame read(ByteBuf frame) {
        if (frame.readableBytes() < GATEWAYS_OFFSET + Frame.CRC_SIZE_BYTES) {
            throw malformed("too short for a list of gateways: frameSizeBytes=" + frame.readableBytes());
        }
        ByteBuf body = frame.slice(
                frame.readerIndex() + OWN_OFFSET, frame.readableBytes() - OWN_OFFSET - Frame.CRC_SIZE_BYTES);
        int own = body.readUnsignedShort();
        int count = body.readUnsignedShort();
        List<InetSocketAddress> gateways = GatewayAddresses.read(body, count);
        if (body.isReadable()) {
            throw malformed("a list of gateways is longer than its count: gateways=" + count);
        }
        return new GatewaysFrame(gateways, own == NOT_AMONG_THEM ? Optional.empty() : Optional.of(own));
    }
}
