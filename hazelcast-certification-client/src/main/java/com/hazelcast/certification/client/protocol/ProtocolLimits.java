package com.hazelcast.certification.client.protocol;

/** Every fixed number of the protocol. All integers on the wire are big-endian. */
public final class ProtocolLimits {
    /** "FRDS": both hellos begin with it, so that another protocol is recognised and rejected. */
    public static final int MAGIC = 0x46524453;

    /**
     * The newest version. A member answers a hello of a version above it, or below {@link #VERSION_MIN}, with {@link
     * ErrorCode#UNSUPPORTED_VERSION}. Who speaks it is sent which member {@linkplain OwnersFrame owns} which shard.
     */
    public static final int VERSION = 6;

    /** The version of clients that are sent where the members' {@linkplain GatewaysFrame gateways} are, and not who owns what. */
    public static final int VERSION_WITHOUT_OWNERS = 5;

    /**
     * The version of clients that are answered in {@linkplain DecisionFrame frames} with action and set, and know no other members than
     * their own list.
     */
    public static final int VERSION_WITHOUT_GATEWAYS = 4;

    /** The version of clients that take {@linkplain AnswerFrame#DEFERRED deferrals} and know no sets of rules. */
    public static final int VERSION_WITHOUT_SETS = 3;

    /** The version of clients that wait for each answer, however long a shard gives none. */
    public static final int VERSION_WAITING = 2;

    /** The oldest version that members speak. It has no references, and a card is the value of its digits. */
    public static final int VERSION_MIN = 1;

    /** Most records in a batch: what a member scores within milliseconds. A member may announce fewer. */
    public static final int RECORDS_PER_BATCH_MAX = 10_000;

    /** Largest frame: a full batch of text records with references. */
    public static final int FRAME_SIZE_BYTES_MAX =
            BatchFrame.sizeBytes(RECORDS_PER_BATCH_MAX, RecordFormat.TEXT_WITH_REFERENCE);

    /** Largest first frame: a hello, or the error in its place. Whoever sends more does not speak the protocol. */
    public static final int FIRST_FRAME_SIZE_BYTES_MAX = 512;

    /** Longest text of an error frame; longer ones are cut. */
    public static final int ERROR_TEXT_BYTES_MAX = 400;

    /** Most batches in flight that a member may announce: the field has 16 bits, and more would only wait. */
    public static final int BATCHES_IN_FLIGHT_MAX = 1_024;

    private ProtocolLimits() {}
}
