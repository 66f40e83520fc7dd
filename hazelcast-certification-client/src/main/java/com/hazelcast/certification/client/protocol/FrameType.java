package com.hazelcast.certification.client.protocol;

/** The types of frames. */
public final class FrameType {
    /** The client's first frame. */
    public static final byte CLIENT_HELLO = 1;

    /** The member's answer to it. */
    public static final byte MEMBER_HELLO = 2;

    /** Records, from the client. */
    public static final byte BATCH = 3;

    /** Their answers, from the member. */
    public static final byte ANSWER = 4;

    /** The member's last frame when it ends a connection that the client has not ended. */
    public static final byte ERROR = 5;

    /** The client's word that no batch follows, and the member's that every answer has been sent. */
    public static final byte GOODBYE = 6;

    /** The client is there, with nothing to send. */
    public static final byte PING = 7;

    /** The member's answer to a ping. */
    public static final byte PONG = 8;

    /** Where clients reach the members, from the member. Version 5. */
    public static final byte GATEWAYS = 9;

    /** Which member owns which shard, from the member. Version 6. */
    public static final byte OWNERS = 10;

    private FrameType() {}
}
