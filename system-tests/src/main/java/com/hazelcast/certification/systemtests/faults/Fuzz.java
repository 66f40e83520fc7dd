package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Malformed input at the gateways: records mutated, cut short or random inside whole frames, and frames mutated or cut short.
 * One frame of bad records and one bad frame a connection.
 *
 * @param count records and frames in all
 */
public record Fuzz(int count) implements Fault {
    private static final int RECORDS_PER_FRAME = 999;
    private static final int TIMEOUT_MS = 20_000;

    @Override
    public String name() {
        return String.format("%,d malformed records and frames", count);
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
        int sent = 0;
        for (int connection = 0; sent < count; connection++) {
            InetSocketAddress gateway = cluster.gateways(connection).get(0);
            try (Socket socket = new Socket(gateway.getAddress(), gateway.getPort())) {
                socket.setSoTimeout(TIMEOUT_MS);
                socket.getOutputStream()
                        .write(bytes(new ClientHello(UUID.randomUUID(), RecordFormat.TEXT)
                                .write(UnpooledByteBufAllocator.DEFAULT)));
                socket.getOutputStream().write(badRecords(random));
                socket.getOutputStream().write(badFrame(random));
                socket.shutdownOutput();
                // Until the gateway has answered what it could and closes.
                socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            } catch (java.net.SocketException e) {
                // The gateway has cut the connection, as it may.
            }
            sent += RECORDS_PER_FRAME + 1;
        }
    }

    private static byte[] bytes(ByteBuf buffer) {
        try {
            return ByteBufUtil.getBytes(buffer);
        } finally {
            buffer.release();
        }
    }

    private static byte[] frame(List<byte[]> records) {
        return bytes(BatchFrame.write(UnpooledByteBufAllocator.DEFAULT, 1, records, RecordFormat.TEXT));
    }

    private static byte[] badRecords(SplittableRandom random) {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < RECORDS_PER_FRAME; i++) {
            records.add(badRecord(random));
        }
        return frame(records);
    }

    /** Never a record that could be scored: the country is no number, or the card is missing, or all is random. */
    private static byte[] badRecord(SplittableRandom random) {
        byte[] record = new byte[RecordFormat.TEXT.recordSizeBytes()];
        byte[] good = String.format(
                        "%014d,%013d,1x7,00,34209,107,0494,09691,74106", random.nextInt(1000), 1_798_967_585_307L)
                .getBytes(StandardCharsets.US_ASCII);
        switch (random.nextInt(3)) {
            case 0 -> System.arraycopy(good, 0, record, 0, good.length);
            case 1 -> System.arraycopy(good, 0, record, 0, random.nextInt(good.length));
            default -> random.nextBytes(record);
        }
        return record;
    }

    private static byte[] badFrame(SplittableRandom random) {
        byte[] frame = frame(List.of(badRecord(random)));
        switch (random.nextInt(3)) {
            case 0 -> frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> frame = java.util.Arrays.copyOf(frame, random.nextInt(frame.length));
            default -> random.nextBytes(frame);
        }
        return frame;
    }
}
