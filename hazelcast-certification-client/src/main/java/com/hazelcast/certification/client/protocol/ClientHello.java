package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.UUID;

/**
 * The client's first frame.
 *
 * <pre>
 *  0          4     5         9           11       12    13                    29      33
 *  | length 4 |type1| magic 4 | version 2 | format1|  0  | client id 16        | CRC 4 |
 * </pre>
 *
 * @param clientId the same for all connections of one client; the most significant byte first
 * @param format of the records in this connection's batches
 * @param version that the connection speaks from then on
 */
public record ClientHello(UUID clientId, RecordFormat format, int version) {
    private static final int MAGIC_OFFSET = Frame.BODY_OFFSET;
    private static final int VERSION_OFFSET = MAGIC_OFFSET + Integer.BYTES;
    private static final int FORMAT_OFFSET = VERSION_OFFSET + Short.BYTES;
    private static final int RESERVED_OFFSET = FORMAT_OFFSET + Byte.BYTES;
    private static final int ID_OFFSET = RESERVED_OFFSET + Byte.BYTES;

    /** Size of the frame. */
    public static final int SIZE_BYTES = ID_OFFSET + 2 * Long.BYTES + Frame.CRC_SIZE_BYTES;

    /** Of the version that waits for each answer. */
    public ClientHello(UUID clientId, RecordFormat format) {
        this(clientId, format, ProtocolLimits.VERSION_WAITING);
    }

    /** Whether its client is sent deferrals. */
    public boolean takesDeferrals() {
        return version > ProtocolLimits.VERSION_WAITING;
    }

    /** Whether its client is answered with action and set. */
    public boolean takesSets() {
        return version > ProtocolLimits.VERSION_WITHOUT_SETS;
    }

    /** Whether its client is sent where the members' gateways are. */
    public boolean takesGateways() {
        return version > ProtocolLimits.VERSION_WITHOUT_GATEWAYS;
    }

    /** Whether its client is sent which member owns which shard. */
    public boolean takesOwners() {
        return version > ProtocolLimits.VERSION_WITHOUT_OWNERS;
    }

    public ByteBuf write(ByteBufAllocator allocator) {
        ByteBuf frame = Frame.begin(allocator, FrameType.CLIENT_HELLO, SIZE_BYTES)
                .writeInt(ProtocolLimits.MAGIC)
                .writeShort(version)
                .writeByte(format.code())
                .writeByte(0)
                .writeLong(clientId.getMostSignificantBits())
                .writeLong(clientId.getLeastSignificantBits());
        return Frame.end(frame);
    }

    /**
     * Reads a whole frame.
     *
     * @throws ProtocolException when it is something else, or of another version
     */
    public static ClientHello read(ByteBuf frame) {
        int start = frame.readerIndex();
        boolean hasMagic = frame.readableBytes() >= FORMAT_OFFSET
                && Frame.type(frame) == FrameType.CLIENT_HELLO
                && frame.getInt(start + MAGIC_OFFSET) == ProtocolLimits.MAGIC;
        if (!hasMagic) {
            throw new ProtocolException(
                    ErrorCode.WRONG_MAGIC, "the first frame is no client hello; see docs/protocol.md");
        }
        int version = requireVersion(frame.getUnsignedShort(start + VERSION_OFFSET));
        Frame.requireSize(frame, SIZE_BYTES);
        RecordFormat format = RecordFormat.of(frame.getUnsignedByte(start + FORMAT_OFFSET));
        if (version == ProtocolLimits.VERSION_MIN && format.hasReference()) {
            throw new ProtocolException(
                    ErrorCode.UNKNOWN_FORMAT,
                    "version 1 has no references; say hello with version 2: format=" + format.code());
        }
        return new ClientHello(
                new UUID(frame.getLong(start + ID_OFFSET), frame.getLong(start + ID_OFFSET + Long.BYTES)),
                format,
                version);
    }

    static int requireVersion(int version) {
        if (version < ProtocolLimits.VERSION_MIN || version > ProtocolLimits.VERSION) {
            throw new ProtocolException(
                    ErrorCode.UNSUPPORTED_VERSION,
                    "this side speaks versions " + ProtocolLimits.VERSION_MIN + " to " + ProtocolLimits.VERSION
                            + ": version=" + version);
        }
        return version;
    }
}
