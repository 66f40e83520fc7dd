package com.hazelcast.certification.client.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewaysFrameTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);
    private static final InetSocketAddress FIRST = InetSocketAddress.createUnresolved("member-1.example", 9_511);

    @Test
    void shouldReadWhatItWrote() {
        List<InetSocketAddress> gateways = List.of(
                FIRST,
                InetSocketAddress.createUnresolved("192.0.2.1", 1),
                InetSocketAddress.createUnresolved("fe80::1%eth0", 65_535));
        for (Optional<Integer> own : List.of(Optional.of(2), Optional.<Integer>empty())) {
            GatewaysFrame written = new GatewaysFrame(gateways, own);
            ByteBuf frame = written.write(ALLOCATOR);
            assertThat(Frame.isIntact(frame)).isTrue();
            assertThat(GatewaysFrame.read(frame)).isEqualTo(written);
        }
    }

    @Test
    void shouldHoldAsManyGatewaysAsThereMayBeInAFrame() {
        String longest = "a".repeat(253);
        GatewaysFrame most = new GatewaysFrame(
                IntStream.rangeClosed(1, GatewaysFrame.GATEWAYS_MAX)
                        .mapToObj(port -> InetSocketAddress.createUnresolved(longest, port))
                        .toList(),
                Optional.empty());
        ByteBuf frame = most.write(ALLOCATOR);
        assertThat(frame.readableBytes()).isLessThan(ProtocolLimits.FRAME_SIZE_BYTES_MAX);
        assertThat(GatewaysFrame.read(frame)).isEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "0.0.0.0, 1", "::, 1", "a b, 1", "a/b, 1", "'a\nb', 1", "ä, 1", "a, 0"})
    void shouldRefuseWhatCannotBeConnectedTo(String host, int port) {
        assertRefused(
                body -> {
                    byte[] bytes = host.getBytes(StandardCharsets.ISO_8859_1);
                    body.writeShort(0).writeShort(1).writeByte(bytes.length).writeBytes(bytes);
                    body.writeShort(port);
                },
                "no address of a gateway: host=");
    }

    @Test
    void shouldRefuseListsWithAReason() {
        byte[] host = "a".getBytes(StandardCharsets.US_ASCII);
        assertRefused(body -> {}, "too short");
        assertRefused(body -> body.writeShort(0xffff).writeShort(0), "gateways=0");
        assertRefused(body -> body.writeShort(0xffff).writeShort(GatewaysFrame.GATEWAYS_MAX + 1), "gateways=1025");
        assertRefused(body -> body.writeShort(0).writeShort(1), "shorter than its count");
        assertRefused(
                body -> body.writeShort(0).writeShort(1).writeByte(200).writeBytes(host), "shorter than its count");
        assertRefused(
                body -> body.writeShort(0)
                        .writeShort(1)
                        .writeByte(1)
                        .writeBytes(host)
                        .writeShort(1)
                        .writeByte(0),
                "longer than its count");
        assertRefused(
                body -> body.writeShort(1)
                        .writeShort(1)
                        .writeByte(1)
                        .writeBytes(host)
                        .writeShort(1),
                "own=1 gateways=1");
        assertThatThrownBy(() -> new GatewaysFrame(List.of(FIRST, FIRST), Optional.empty()))
                .hasMessageContaining("comes twice");
    }

    private static void assertRefused(Consumer<ByteBuf> body, String reason) {
        ByteBuf frame = ALLOCATOR.buffer().writeInt(0).writeByte(FrameType.GATEWAYS);
        body.accept(frame);
        frame.writeInt(0);
        assertThatThrownBy(() -> GatewaysFrame.read(frame))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        broken -> assertThat(broken.code()).isEqualTo(ErrorCode.MALFORMED_FRAME))
                .hasMessageContaining(reason);
    }
}
