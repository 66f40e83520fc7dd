package com.hazelcast.certification.storage.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * Looks at the frames of a file while its bytes go by in their order, such as while it is copied. Needs no key: the checksum of an encrypted frame
 * is of its encrypted bytes. Behind a frame whose bytes are damaged it goes on by the frame's length; behind one whose head is damaged it looks at
 * nothing more. Used by one thread; takes a checksum of all bytes, and no memory but for a head.
 */
public final class FrameCheck {
    private static final long NONE = -1;

    private final FileHead.Kind kind;
    private final ByteBuffer head = ByteBuffer.allocate(Math.max(FileHead.SIZE_BYTES, Frames.HEAD_SIZE_BYTES));
    private Part part = Part.FILE_HEAD;
    private boolean isSealed;
    private CRC32C crc = new CRC32C();
    private long frameOffset;
    private int expectedCrc;
    private int bodySizeBytes;
    private int bodyLeftBytes;
    private long damagedAt = NONE;
    private long lastWholeAt = NONE;

    /** What the next bytes are of. */
    private enum Part {
        FILE_HEAD,
        FRAME_HEAD,
        BODY,
        UNKNOWN
    }

    /** Of a file of that kind, of which nothing has gone by yet. */
    public FrameCheck(FileHead.Kind kind) {
        this.kind = kind;
        head.limit(FileHead.SIZE_BYTES);
    }

    /** Takes the next bytes, all that the buffer has left. */
    public void accept(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            switch (part) {
                case FILE_HEAD, FRAME_HEAD -> acceptHead(bytes);
                case BODY -> acceptBody(bytes);
                case UNKNOWN -> bytes.position(bytes.limit());
            }
        }
    }

    private void acceptHead(ByteBuffer bytes) {
        int count = Math.min(head.remaining(), bytes.remaining());
        head.put(bytes.slice(bytes.position(), count));
        bytes.position(bytes.position() + count);
        if (head.hasRemaining()) {
            return;
        }
        head.flip();
        if (part == Part.FILE_HEAD) {
            endFileHead();
        } else {
            endFrameHead();
        }
    }

    private void endFileHead() {
        try {
            isSealed = FileHead.parse(head, kind).isSealed();
            frameOffset = FileHead.SIZE_BYTES;
            awaitFrame();
        } catch (IOException e) {
            damaged();
            part = Part.UNKNOWN;
        }
    }

    private void awaitFrame() {
        head.clear().limit(Frames.HEAD_SIZE_BYTES);
        part = Part.FRAME_HEAD;
    }

    private void endFrameHead() {
        int magic = head.getInt();
        bodySizeBytes = head.getInt();
        expectedCrc = head.getInt();
        if (magic != Frames.MAGIC || bodySizeBytes < 0 || bodySizeBytes > Frames.LENGTH_MAX_BYTES) {
            damaged();
            part = Part.UNKNOWN;
            return;
        }
        crc = Frames.begunCrc(bodySizeBytes, frameOffset);
        bodyLeftBytes = bodySizeBytes;
        part = Part.BODY;
        if (bodyLeftBytes == 0) {
            endBody();
        }
    }

    private void acceptBody(ByteBuffer bytes) {
        int count = Math.min(bodyLeftBytes, bytes.remaining());
        crc.update(bytes.slice(bytes.position(), count));
        bytes.position(bytes.position() + count);
        bodyLeftBytes -= count;
        if (bodyLeftBytes == 0) {
            endBody();
        }
    }

    private void endBody() {
        if ((int) crc.getValue() == expectedCrc) {
            lastWholeAt = frameOffset;
        } else {
            damaged();
        }
        frameOffset += Frames.HEAD_SIZE_BYTES + bodySizeBytes;
        awaitFrame();
    }

    private void damaged() {
        damagedAt = damagedAt == NONE ? frameOffset : damagedAt;
    }

    /** Whether the frames are encrypted; of a head that is damaged: no. */
    public boolean isSealed() {
        return isSealed;
    }

    /** Where the first frame begins that is not whole, when the file ends here; 0: its head is not. */
    public OptionalLong damagedAt() {
        if (damagedAt != NONE) {
            return OptionalLong.of(damagedAt);
        }
        boolean isAtBorder = part == Part.FRAME_HEAD && head.position() == 0;
        return isAtBorder ? OptionalLong.empty() : OptionalLong.of(frameOffset);
    }

    /** Whether a whole frame follows one that is damaged: then it is none that was being written when a process ended. */
    public boolean isDamagedWithin() {
        return damagedAt != NONE && lastWholeAt > damagedAt;
    }
}
