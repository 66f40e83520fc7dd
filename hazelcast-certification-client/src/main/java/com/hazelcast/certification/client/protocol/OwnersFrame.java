package com.hazelcast.certification.client.protocol;

import static com.hazelcast.certification.client.protocol.GatewayAddresses.malformed;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which member owns which shard: sent behind the gateways, and again whenever it changes, to clients of version 6.
 *
 * <pre>
 *  0          4     5       6        10       12                                                                    n-4      n
 *  | length 4 |type1| cards1| shards4| count 2| count gateways: host length 1, host, port 2 | shards owners: 2 each | CRC 4 |
 * </pre>
 *
 * @param isByNumber whether {@link CardShard} says the shard of a card. Where members have a card key it does not, and a client cannot know
 *     it
 * @param gateways of the members that own shards, and perhaps others; 1 to 1,024, each once, not resolved
 * @param owners of each shard the index of its owner's gateway, or {@link #NOBODY}; 1 to 65,535
 */
public record OwnersFrame(boolean isByNumber, List<InetSocketAddress> gateways, List<Integer> owners) {
    /** In place of an owner: there is none, or its gateway takes no batches. */
    public static final int NOBODY = -1;

    /** More shards than any cluster has. */
    public static final int SHARDS_MAX = 0xffff;

    private static final byte BY_NUMBER = 1;
    private static final byte KEYED = 2;
    private static final int NOBODY_ON_THE_WIRE = 0xffff;
    private static final int CARDS_OFFSET = Frame.BODY_OFFSET;
    private static final int SHARDS_OFFSET = CARDS_OFFSET + Byte.BYTES;
    private static final int COUNT_OFFSET = SHARDS_OFFSET + Integer.BYTES;
    private static final int GATEWAYS_OFFSET = COUNT_OFFSET + Short.BYTES;

    /** @throws ProtocolException when a list is too short or too long, or an owner is not in it */
    public OwnersFrame {
        gateways = List.copyOf(gateways);
        owners = List.copyOf(owners);
        GatewayAddresses.requireList(gateways);
        requireShards(owners.size());
        for (int owner : owners) {
            if (owner < NOBODY || owner >= gateways.size()) {
                throw malformed("an owner is not in the list: owner=" + owner + " gateways=" + gateways.size());
            }
        }
    }

    private static void requireShards(long count) {
        if (count < 1 || count > SHARDS_MAX) {
            throw malformed("a table has 1 to " + SHARDS_MAX + " shards: shards=" + count);
        }
    }

    public int shardCount() {
        return owners.size();
    }

    /** Where clients reach the owner of a shard. */
    public Optional<InetSocketAddress> owner(int shard) {
        int owner = owners.get(shard);
        return owner == NOBODY ? Optional.empty() : Optional.of(gateways.get(owner));
    }

    public ByteBuf write(ByteBufAllocator allocator) {
        int sizeBytes = GATEWAYS_OFFSET
                + GatewayAddresses.sizeBytes(gateways)
                + owners.size() * Short.BYTES
                + Frame.CRC_SIZE_BYTES;
        ByteBuf frame = Frame.begin(allocator, FrameType.OWNERS, sizeBytes)
                .writeByte(isByNumber ? BY_NUMBER : KEYED)
                .writeInt(owners.size())
                .writeShort(gateways.size());
        GatewayAddresses.write(frame, gateways);
        for (int owner : owners) {
            frame.writeShort(owner == NOBODY ? NOBODY_ON_THE_WIRE : owner);
        }
        return Frame.end(frame);
    }

    /**
     * Reads a whole frame.
     *
     * @throws ProtocolException when it is no table that a client can use; says why
     */
    public static OwnersFrame read(ByteBuf frame) {
        if (frame.readableBytes() < GATEWAYS_OFFSET + Frame.CRC_SIZE_BYTES) {
            throw malformed("too short for a table of owners: frameSizeBytes=" + frame.readableBytes());
        }
        ByteBuf body = frame.slice(
                frame.readerIndex() + CARDS_OFFSET, frame.readableBytes() - CARDS_OFFSET - Frame.CRC_SIZE_BYTES);
        // What a later release may say in place of these two, a client cannot compute either.
        boolean isByNumber = body.readByte() == BY_NUMBER;
        long shards = body.readUnsignedInt();
        requireShards(shards);
        List<InetSocketAddress> gateways = GatewayAddresses.read(body, body.readUnsignedShort());
        if (body.readableBytes() != shards * Short.BYTES) {
            throw malformed("a table of owners is longer or shorter than its count: shards=" + shards + " ownersBytes="
                    + body.readableBytes());
        }
        List<Integer> owners = new ArrayList<>((int) shards);
        for (int shard = 0; shard < shards; shard++) {
            int owner = body.readUnsignedShort();
            owners.add(owner == NOBODY_ON_THE_WIRE ? NOBODY : owner);
        }
        return new OwnersFrame(isByNumber, gateways, owners);
    }
}
