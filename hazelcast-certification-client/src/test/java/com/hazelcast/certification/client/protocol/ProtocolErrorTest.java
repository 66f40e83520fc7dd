package com.hazelcast.certification.client.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way in which bytes can break the protocol, by its name. */
class ProtocolErrorTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);
    private static final ClientHello HELLO = new ClientHello(new UUID(1, 2), RecordFormat.TEXT);

    @Test
    void shouldKeepTheLayoutOfTheDocument() {
        assertThat(Frames.bytes(Frame.empty(ALLOCATOR, FrameType.GOODBYE)))
                .containsExactly(0, 0, 0, 5, 6, 0x3e, 0xfb, 0x68, 0x76);
        assertThat(ClientHello.SIZE_BYTES).isEqualTo(33);
        assertThat(MemberHello.SIZE_BYTES).isEqualTo(29);
        assertThat(BatchFrame.sizeBytes(1, RecordFormat.TEXT)).isEqualTo(121);
        assertThat(BatchFrame.sizeBytes(1, RecordFormat.COMPACT)).isEqualTo(49);
        assertThat(AnswerFrame.sizeBytes(1)).isEqualTo(22);
    }

    @Test
    void shouldSayWrongMagicWhenSomethingElseIsSpoken() {
        byte[] request = "GET / HTTP/1.1\r\nHost: member\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThat(Frames.errorOf(Frames.fresh(), request)).isEqualTo(ErrorCode.WRONG_MAGIC);

        ByteBuf frame = HELLO.write(ALLOCATOR).setInt(5, 0x12345678);
        assertError(ErrorCode.WRONG_MAGIC, () -> ClientHello.read(frame));
        assertError(ErrorCode.WRONG_MAGIC, () -> ClientHello.read(Frame.empty(ALLOCATOR, FrameType.PING)));
        assertError(ErrorCode.WRONG_MAGIC, () -> MemberHello.read(HELLO.write(ALLOCATOR)));
    }

    @Test
    void shouldNameTheVersionWhenItIsNotSpoken() {
        for (int version : new int[] {0, ProtocolLimits.VERSION + 1}) {
            ByteBuf frame = HELLO.write(ALLOCATOR).setShort(9, version);
            assertError(ErrorCode.UNSUPPORTED_VERSION, () -> ClientHello.read(frame));
        }
    }

    @Test
    void shouldSpeakTheOldestVersionWithoutReferences() {
        ByteBuf hello = HELLO.write(ALLOCATOR).setShort(9, 1);
        assertThat(ClientHello.read(hello).version()).isEqualTo(1);

        ByteBuf referenced = new ClientHello(new UUID(1, 2), RecordFormat.COMPACT_WITH_REFERENCE, 1).write(ALLOCATOR);
        assertError(ErrorCode.UNKNOWN_FORMAT, () -> ClientHello.read(referenced));
    }

    @Test
    void shouldNameTheFormatWhenThereIsNone() {
        ByteBuf frame = HELLO.write(ALLOCATOR).setByte(11, 9);
        assertError(ErrorCode.UNKNOWN_FORMAT, () -> ClientHello.read(frame));
    }

    @Test
    void shouldRefuseAFrameLargerThanAnnounced() {
        byte[] length = {0x01, 0, 0, 0};
        assertThat(Frames.errorOf(Frames.greeted(), length)).isEqualTo(ErrorCode.FRAME_TOO_LARGE);
        byte[] negative = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};
        assertThat(Frames.errorOf(Frames.greeted(), negative)).isEqualTo(ErrorCode.FRAME_TOO_LARGE);
    }

    @Test
    void shouldRefuseAFrameTooShortForItsOwnParts() {
        assertThat(Frames.errorOf(Frames.greeted(), new byte[] {0, 0, 0, 4})).isEqualTo(ErrorCode.MALFORMED_FRAME);
    }

    @Test
    void shouldReadNothingBehindAWrongCrc() {
        byte[] wrong = Frames.bytes(Frame.empty(ALLOCATOR, FrameType.PING));
        wrong[wrong.length - 1]++;
        EmbeddedChannel channel = Frames.greeted();
        assertThat(Frames.errorOf(channel, wrong)).isEqualTo(ErrorCode.WRONG_CRC);

        assertThat(Frames.decode(channel, Frames.bytes(Frame.empty(ALLOCATOR, FrameType.PING)), 100))
                .isEmpty();
    }

    @Test
    void shouldRefuseACountThatIsOutOfRangeOrDoesNotFit() {
        List<byte[]> two = List.of(new byte[100], new byte[100]);
        ByteBuf frame = BatchFrame.write(ALLOCATOR, 1, two, RecordFormat.TEXT);
        assertError(ErrorCode.COUNT_OUT_OF_RANGE, () -> BatchFrame.count(frame, RecordFormat.TEXT, 1));
        assertError(ErrorCode.MALFORMED_FRAME, () -> BatchFrame.count(frame, RecordFormat.COMPACT, 10));
        ByteBuf none = BatchFrame.write(ALLOCATOR, 1, List.of(), RecordFormat.TEXT);
        assertError(ErrorCode.COUNT_OUT_OF_RANGE, () -> BatchFrame.count(none, RecordFormat.TEXT, 10));
        frame.setInt(13, -1);
        assertError(ErrorCode.COUNT_OUT_OF_RANGE, () -> BatchFrame.count(frame, RecordFormat.TEXT, 10));
        assertError(
                ErrorCode.MALFORMED_FRAME,
                () -> BatchFrame.count(Frame.empty(ALLOCATOR, FrameType.BATCH), RecordFormat.TEXT, 10));
    }

    @Test
    void shouldCountWhatIsLeftOfAFrameThatIsNotWhole() {
        FrameDecoder decoder = new FrameDecoder(ProtocolLimits.FRAME_SIZE_BYTES_MAX);
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        byte[] hello = Frames.bytes(HELLO.write(ALLOCATOR));
        Frames.decode(channel, Arrays.copyOf(hello, 20), 20);
        assertThat(decoder.partialBytes()).isEqualTo(20);
        Frames.decode(channel, Arrays.copyOfRange(hello, 20, hello.length), 100);
        assertThat(decoder.partialBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void shouldReadAgainEveryErrorThatIsWritten(ErrorCode code) {
        ProtocolException read = ErrorFrame.read(ErrorFrame.write(ALLOCATOR, code, "what is wrong; what to do"));
        assertThat(read.code()).isEqualTo(code);
        assertThat(read).hasMessage(code.label() + ": what is wrong; what to do");
    }

    @Test
    void shouldGiveEveryErrorACodeOfItsOwn() {
        Set<Integer> codes = new HashSet<>();
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(codes.add(code.code())).as(code.name()).isTrue();
        }
    }

    @Test
    void shouldCutATextThatIsTooLong() {
        ByteBuf frame = ErrorFrame.write(ALLOCATOR, ErrorCode.IDLE, "x".repeat(1_000));
        assertThat(frame.readableBytes()).isLessThan(ProtocolLimits.FIRST_FRAME_SIZE_BYTES_MAX);
    }

    private static void assertError(ErrorCode code, Runnable reading) {
        assertThatThrownBy(reading::run)
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
