package com.hazelcast.certification.client.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class OwnersFrameTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);

    private static List<InetSocketAddress> gateways(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(port -> InetSocketAddress.createUnresolved("m", port))
                .toList();
    }

    @Property(tries = 200)
    void shouldReadWhatItWrote(
            @ForAll boolean isByNumber,
            @ForAll @IntRange(min = 1, max = 50) int members,
            @ForAll @IntRange(min = 1, max = 600) int shards,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<Integer> owners =
                random.ints(shards, OwnersFrame.NOBODY, members).boxed().toList();
        OwnersFrame written = new OwnersFrame(isByNumber, gateways(members), owners);
        ByteBuf frame = written.write(ALLOCATOR);
        assertThat(Frame.isIntact(frame)).isTrue();
        assertThat(Frame.type(frame)).isEqualTo(FrameType.OWNERS);
        assertThat(OwnersFrame.read(frame)).isEqualTo(written);
    }

    @Test
    void shouldFindTheGatewayOfAnOwner() {
        OwnersFrame table = new OwnersFrame(true, gateways(2), List.of(1, OwnersFrame.NOBODY));
        assertThat(table.shardCount()).isEqualTo(2);
        assertThat(table.owner(0)).contains(InetSocketAddress.createUnresolved("m", 2));
        assertThat(table.owner(1)).isEmpty();
    }

    @Test
    void shouldHoldAsManyShardsAndGatewaysAsThereMayBeInAFrame() {
        List<InetSocketAddress> gateways = IntStream.rangeClosed(1, GatewaysFrame.GATEWAYS_MAX)
                .mapToObj(port -> InetSocketAddress.createUnresolved("a".repeat(253), port))
                .toList();
        OwnersFrame most = new OwnersFrame(
                true, gateways, Collections.nCopies(OwnersFrame.SHARDS_MAX, GatewaysFrame.GATEWAYS_MAX - 1));
        ByteBuf frame = most.write(ALLOCATOR);
        assertThat(frame.readableBytes()).isLessThan(ProtocolLimits.FRAME_SIZE_BYTES_MAX);
        assertThat(OwnersFrame.read(frame)).isEqualTo(most);
    }

    /** What a later release may say of cards. */
    @Test
    void shouldTakeCardsOfAnotherKindForThoseWhoseShardNoClientKnows() {
        ByteBuf frame =
                new OwnersFrame(true, gateways(1), List.of(0)).write(ALLOCATOR).setByte(5, 3);
        assertThat(OwnersFrame.read(frame).isByNumber()).isFalse();
    }

    @Test
    void shouldRefuseTablesWithAReason() {
        assertRefused(body -> {}, "too short");
        assertRefused(body -> head(body, 0), "shards=0");
        assertRefused(body -> head(body, 0x10000), "shards=65536");
        assertRefused(body -> head(body, -1), "shards=4294967295");
        assertRefused(body -> head(body, 2).writeShort(0), "shards=2 ownersBytes=2");
        assertRefused(body -> head(body, 1).writeShort(0).writeShort(0), "shards=1 ownersBytes=4");
        assertRefused(body -> head(body, 1).writeShort(1), "owner=1 gateways=1");
        assertRefused(body -> body.writeByte(1).writeInt(1).writeShort(0), "gateways=0");
        assertRefused(body -> body.writeByte(1).writeInt(1).writeShort(1).writeByte(9), "shorter than its count");
    }

    /** By number, so many shards, and one gateway. */
    private static ByteBuf head(ByteBuf body, int shards) {
        return body.writeByte(1)
                .writeInt(shards)
                .writeShort(1)
                .writeByte(1)
                .writeBytes("a".getBytes(StandardCharsets.US_ASCII))
                .writeShort(1);
    }

    private static void assertRefused(Consumer<ByteBuf> body, String reason) {
        ByteBuf frame = ALLOCATOR.buffer().writeInt(0).writeByte(FrameType.OWNERS);
        body.accept(frame);
        frame.writeInt(0);
        assertThatThrownBy(() -> OwnersFrame.read(frame))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        broken -> assertThat(broken.code()).isEqualTo(ErrorCode.MALFORMED_FRAME))
                .hasMessageContaining(reason);
    }
}
