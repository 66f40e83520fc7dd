package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Addresses of gateways in a frame, one behind the other; a list of them has 1 to {@link GatewaysFrame#GATEWAYS_MAX}, each once.
 *
 * <pre>
 *  0         1       1 + n    3 + n
 *  | n 1     | host n | port 2 |
 * </pre>
 */
final class GatewayAddresses {
    /** The longest name of a host. */
    private static final int HOST_BYTES_MAX = 253;

    /** The largest port of TCP. */
    private static final int PORT_MAX = 0xffff;

    /** Addresses to which nobody can connect. */
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private GatewayAddresses() {}

    /** @throws ProtocolException when there are too few or too many, one comes twice, or one cannot be connected to */
    static void requireList(List<InetSocketAddress> gateways) {
        requireCount(gateways.size());
        if (new HashSet<>(gateways).size() != gateways.size()) {
            throw malformed("a gateway comes twice: gateways=" + gateways.size());
        }
        gateways.forEach(gateway -> requireAddress(gateway.getHostString(), gateway.getPort()));
    }

    private static void requireCount(int count) {
        if (count < 1 || count > GatewaysFrame.GATEWAYS_MAX) {
            throw malformed("a list has 1 to " + GatewaysFrame.GATEWAYS_MAX + " gateways: gateways=" + count);
        }
    }

    private static void requireAddress(String host, int port) {
        boolean isName = !host.isEmpty()
                && host.length() <= HOST_BYTES_MAX
                && host.chars().allMatch(GatewayAddresses::isOfName)
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

    static ProtocolException malformed(String message) {
        return new ProtocolException(ErrorCode.MALFORMED_FRAME, message);
    }

    static int sizeBytes(List<InetSocketAddress> gateways) {
        int sizeBytes = 0;
        for (InetSocketAddress gateway : gateways) {
            sizeBytes += Byte.BYTES + gateway.getHostString().length() + Short.BYTES;
        }
        return sizeBytes;
    }

    static void write(ByteBuf frame, List<InetSocketAddress> gateways) {
        for (InetSocketAddress gateway : gateways) {
            byte[] host = gateway.getHostString().getBytes(StandardCharsets.US_ASCII);
            frame.writeByte(host.length).writeBytes(host).writeShort(gateway.getPort());
        }
    }

    /**
     * Reads so many, and leaves the reader behind them.
     *
     * @throws ProtocolException when there are fewer, or one cannot be connected to
     */
    static List<InetSocketAddress> read(ByteBuf body, int count) {
        requireCount(count);
        List<InetSocketAddress> gateways = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            gateways.add(read(body));
        }
        return gateways;
    }

    private static InetSocketAddress read(ByteBuf body) {
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
