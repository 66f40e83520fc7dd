package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where clients reach the members whose gateway is open: sent behind the member's hello, and again whenever it changes, to clients of version
 * 5.
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

    /** The longest name of a host. */
    private static final int HOST_BYTES_MAX = 253;

    private static final int NOT_AMONG_THEM = 0xffff;
    private static final int OWN_OFFSET = Frame.BODY_OFFSET;
    private static final int COUNT_OFFSET = OWN_OFFSET + Short.BYTES;
    private static final int GATEWAYS_OFFSET = COUNT_OFFSET + Short.BYTES;
    private static final int PORT_MAX = 0xffff;

    /** Addresses to which nobody can connect. */
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    /** @throws ProtocolException when there are too few or too many, one comes twice, or one cannot be connected to */
    public GatewaysFrame {
        gateways = List.copyOf(gateways);
        requireCount(gateways.size());
        if (new LinkedHashSet<>(gateways).size() != gateways.size()) {
            throw malformed("a gateway comes twice: gateways=" + gateways.size());
        }
        gateways.forEach(gateway -> requireAddress(gateway.getHostString(), gateway.getPort()));
        if (own.isPresent() && (own.get() < 0 || own.get() >= gateways.size())) {
            throw malformed("the member is not in its own list: own=" + own.get() + " gateways=" + gateways.size());
        }
    }

    private static void requireCount(int count) {
        if (count < 1 || count > GATEWAYS_MAX) {
            throw malformed("a list has 1 to " + GATEWAYS_MAX + " gateways: gateways=" + count);
        }
    }

    private static void requireAddress(String host, int port) {
        boolean isName = !host.isEmpty()
                && host.length() <= HOST_BYTES_MAX
                && host.chars().allMatch(GatewaysFrame::isOfName)
                && !WILDCARDS.contains(host);
        if (!isName || port < 1 || port > PORT_MAX) {
            throw malformed("no address of a gateway: host=" + host.replaceAll("[^!-~]", "?") + " port=" + port);
        }
    }

    /** Of names and of addresses of both families, with their zone. */
    private static boolean isOfName(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || ".-_:%".indexOf(character) >= 0;
    }

    private static ProtocolException malformed(String message) {
        return new ProtocolException(ErrorCode.MALFORMED_FRAME, message);
    }

    /** The address of the member that sends it, as clients reach it. */
    public Optional<InetSocketAddress> ownAddress() {
        return own.map(gateways::get);
    }

    public ByteBuf write(ByteBufAllocator allocator) {
        int sizeBytes = GATEWAYS_OFFSET + Frame.CRC_SIZE_BYTES;
        for (InetSocketAddress gateway : gateways) {
            sizeBytes += Byte.BYTES + gateway.getHostString().length() + Short.BYTES;
        }
        ByteBuf frame = Frame.begin(allocator, FrameType.GATEWAYS, sizeBytes)
                .writeShort(own.orElse(NOT_AMONG_THEM))
                .writeShort(gateways.size());
        for (InetSocketAddress gateway : gateways) {
            byte[] host = gateway.getHostString().getBytes(StandardCharsets.US_ASCII);
            frame.writeByte(host.length).writeBytes(host).writeShort(gateway.getPort());
        }
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
        requireCount(count);
        List<InetSocketAddress> gateways = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            gateways.add(readGateway(body));
        }
        if (body.isReadable()) {
            throw malformed("a list of gateways is longer than its count: gateways=" + count);
        }
        return new GatewaysFrame(gateways, own == NOT_AMONG_THEM ? Optional.empty() : Optional.of(own));
    }

    private static InetSocketAddress readGateway(ByteBuf body) {
        int hostBytes = body.isReadable() ? body.readUnsignedByte() : 0;
        if (body.readableBytes() < hostBytes + Short.BYTES) {
            throw malformed("a list of gateways is shorter than its count");
        }
        String host =
                body.readCharSequence(hostBytes, StandardCharsets.US_ASCII).toString();
        int port = body.readUnsignedShort();
        requireAddress(host, port);
        return InetSocketAddress.createUnresolved(host, port);
    }
}
