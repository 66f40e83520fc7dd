package com.hazelcast.certification.client.protocol;

import java.util.Locale;

/** Why a member ends a connection. The codes are part of the protocol and never change their meaning. */
public enum ErrorCode {
    /** The first frame is no hello of this protocol. */
    WRONG_MAGIC(1),
    /** The client's version is not spoken here. */
    UNSUPPORTED_VERSION(2),
    /** The client asks for a record format that does not exist. */
    UNKNOWN_FORMAT(3),
    /** A frame of a type that does not exist, or that is not expected here. */
    UNEXPECTED_FRAME(4),
    /** A frame longer than the member has announced. */
    FRAME_TOO_LARGE(5),
    /** A frame whose length does not fit its content. */
    MALFORMED_FRAME(6),
    /** A frame whose CRC32C is not that of its bytes. */
    WRONG_CRC(7),
    /** A batch of no record, or of more than the member has announced. */
    COUNT_OUT_OF_RANGE(8),
    /** A batch whose number is not above that of the batch before it on the connection. */
    BATCH_OUT_OF_ORDER(9),
    /** A frame that was begun and not ended within the time. */
    FRAME_TIMEOUT(10),
    /** No frame for longer than the member has announced. */
    IDLE(11),
    /** Answers that were not taken within the time. */
    SLOW_READER(12),
    /** No hello within the time. */
    HANDSHAKE_TIMEOUT(13),
    /** The member leaves the cluster; what it has not answered is to be sent to another. */
    MEMBER_LEAVING(14),
    /** Scoring was stopped, or is not started yet. */
    NOT_SCORING(15),
    /** The member sees fewer members than it needs; what it has not answered is to be sent to another. */
    TOO_FEW_MEMBERS(16),
    /** A frame that waited too long for room in the member; what is not answered is to be sent to another. */
    OVERLOADED(17),
    /** A code that this version does not know. Never sent. */
    UNKNOWN(0xffff);

    private final int code;

    ErrorCode(int code) {
        this.code = code;
    }

    /** The code on the wire. */
    public int code() {
        return code;
    }

    /** The value of a metric label, for example {@code wrong_crc}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ErrorCode of(int code) {
        for (ErrorCode error : values()) {
            if (error.code == code) {
                return error;
            }
        }
        return UNKNOWN;
    }
}
