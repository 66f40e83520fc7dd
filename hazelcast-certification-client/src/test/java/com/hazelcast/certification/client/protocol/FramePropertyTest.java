package com.hazelcast.certification.client.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What is written is read again, however the bytes are cut; and no flipped bit goes unnoticed. */
class FramePropertyTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);

    @Property(tries = 200)
    void shouldReadAgainTheHellosThatWereWritten(
            @ForAll long high,
            @ForAll long low,
            @ForAll RecordFormat format,
            @ForAll @IntRange(min = 1, max = ProtocolLimits.BATCHES_IN_FLIGHT_MAX) int batches,
            @ForAll @IntRange(min = 1, max = ProtocolLimits.RECORDS_PER_BATCH_MAX) int records,
            @ForAll @IntRange(min = 1) int idleMs,
            @ForAll @IntRange(min = ProtocolLimits.VERSION_MIN, max = ProtocolLimits.VERSION) int version) {
        ClientHello client = new ClientHello(new UUID(high, low), format);
        MemberHello member = new MemberHello(batches, records, ProtocolLimits.FRAME_SIZE_BYTES_MAX, idleMs);

        assertThat(ClientHello.read(client.write(ALLOCATOR))).isEqualTo(client);
        assertThat(MemberHello.read(member.write(ALLOCATOR, version))).isEqualTo(member);
    }

    @Property(tries = 200)
    void shouldReadAgainABatchThatCameInPieces(
            @ForAll long number,
            @ForAll @IntRange(min = 1, max = 300) int count,
            @ForAll RecordFormat format,
            @ForAll @IntRange(min = 1, max = 4_000) int pieceBytes,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<byte[]> records = IntStream.range(0, count)
                .mapToObj(i -> {
                    byte[] record = new byte[format.recordSizeBytes()];
                    random.nextBytes(record);
                    return record;
                })
                .toList();
        byte[] written = Frames.bytes(BatchFrame.write(ALLOCATOR, number, records, format));

        ByteBuf frame = Frames.decode(Frames.greeted(), written, pieceBytes).get(0);

        assertThat(Frame.type(frame)).isEqualTo(FrameType.BATCH);
        assertThat(BatchFrame.number(frame)).isEqualTo(number);
        assertThat(BatchFrame.count(frame, format, count)).isEqualTo(count);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        records.forEach(expected::writeBytes);
        byte[] read = new byte[count * format.recordSizeBytes()];
        frame.getBytes(BatchFrame.RECORDS_OFFSET, read);
        assertThat(read).isEqualTo(expected.toByteArray());
    }

    @Property(tries = 200)
    void shouldReadAgainTheAnswersThatWereWritten(
            @ForAll long number, @ForAll @Size(min = 1, max = 500) byte[] answers) {
        ByteBuf frame = AnswerFrame.write(ALLOCATOR, number, answers);

        assertThat(AnswerFrame.number(frame)).isEqualTo(number);
        assertThat(AnswerFrame.count(frame)).isEqualTo(answers.length);
        for (int i = 0; i < answers.length; i++) {
            assertThat(AnswerFrame.answer(frame, i)).isEqualTo(answers[i]);
        }
    }

    @Property(tries = 500)
    void shouldHandOnNoFrameWithAFlippedBit(
            @ForAll @Size(min = 1, max = 60) byte[] answers, @ForAll @IntRange(min = 0) int bit) {
        byte[] bytes = Frames.bytes(AnswerFrame.write(ALLOCATOR, 7, answers));
        int flipped = bit % (bytes.length * Byte.SIZE);
        bytes[flipped / Byte.SIZE] ^= (byte) (1 << flipped % Byte.SIZE);
        EmbeddedChannel channel = Frames.greeted();

        Frames.errorOf(channel, bytes);

        // Refused, or waiting for the rest of a frame that now seems longer.
        ByteBuf handedOn = channel.readInbound();
        assertThat(handedOn).isNull();
    }

    @Property(tries = 500)
    void shouldNeverThrowAnythingButAProtocolErrorOnGarbage(@ForAll @Size(max = 400) byte[] garbage) {
        Frames.errorOf(Frames.greeted(), garbage);
        Frames.errorOf(Frames.fresh(), garbage);
    }
}
