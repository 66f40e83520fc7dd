package com.hazelcast.certification.client.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.Reference;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The document's examples, made by another program, are what this module writes; and its tables list every error. */
class DocumentedBytesTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);
    private static final Path DOCUMENT = Path.of("../docs/protocol.md");

    @Test
    void shouldWriteTheBytesOfTheDocument() throws IOException {
        byte[] record = new byte[CompactRecord.SIZE_BYTES];
        CompactRecord.put(
                record,
                0,
                17_721_111,
                CompactRecord.times(1_798_967_585_307L, 107, 107),
                CompactRecord.payment(34_209, 74_106, 494),
                CompactRecord.outcome(9_691, 0));

        assertDocumented(new ClientHello(new UUID(0x0001020304050607L, 0x08090a0b0c0d0e0fL), RecordFormat.TEXT)
                .write(ALLOCATOR));
        assertDocumented(new MemberHello(8, 10_000, ProtocolLimits.FRAME_SIZE_BYTES_MAX, 60_000)
                .write(ALLOCATOR, ProtocolLimits.VERSION_WAITING));
        assertDocumented(BatchFrame.write(ALLOCATOR, 1, List.of(record), RecordFormat.COMPACT));
        byte[] referenced = Arrays.copyOf(record, RecordFormat.COMPACT_WITH_REFERENCE.recordSizeBytes());
        RecordFormat.COMPACT_WITH_REFERENCE.putReference(referenced, 0, Reference.hash("order-4711"));
        assertDocumented(BatchFrame.write(ALLOCATOR, 2, List.of(referenced), RecordFormat.COMPACT_WITH_REFERENCE));
        assertDocumented(AnswerFrame.write(ALLOCATOR, 1, new byte[] {0, 0x45, (byte) 0x8a}));
        assertDocumented(new GatewaysFrame(
                        List.of(
                                InetSocketAddress.createUnresolved("10.0.0.1", 9_511),
                                InetSocketAddress.createUnresolved("10.0.0.2", 9_511)),
                        Optional.of(1))
                .write(ALLOCATOR));
        assertDocumented(new OwnersFrame(
                        true,
                        List.of(
                                InetSocketAddress.createUnresolved("10.0.0.1", 9_511),
                                InetSocketAddress.createUnresolved("10.0.0.2", 9_511)),
                        List.of(1, 0, OwnersFrame.NOBODY))
                .write(ALLOCATOR));
        assertDocumented(Frame.empty(ALLOCATOR, FrameType.GOODBYE));
    }

    @Test
    void shouldListEveryErrorWithItsCode() throws IOException {
        String document = Files.readString(DOCUMENT);
        for (ErrorCode error : ErrorCode.values()) {
            if (error != ErrorCode.UNKNOWN) {
                Matcher row = Pattern.compile("\\| " + error.code() + " \\| `" + error.label() + "` \\|")
                        .matcher(document);
                assertThat(row.find()).as(error.name()).isTrue();
            }
        }
    }

    private static void assertDocumented(ByteBuf frame) throws IOException {
        String hex = HexFormat.ofDelimiter(" ").formatHex(Frames.bytes(frame));
        assertThat(Files.readAllLines(DOCUMENT)).contains(hex);
    }
}
