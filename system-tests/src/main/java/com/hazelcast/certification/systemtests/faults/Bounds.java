package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Every field at its bounds and one past them ({@link FieldBounds}), through a source and, in each format, through the gateway of
 * every member. Fails unless each record that a gateway took is answered, and members account for all of them.
 */
public final class Bounds implements Fault, AutoCloseable {
    private static final int TIMEOUT_MS = 60_000;

    private final BoundsSource source = new BoundsSource();

    /** A source on a free port. */
    public Bounds() throws IOException {}

    /** The option that members read the source by. */
    public String option() {
        return "--source=127.0.0.1:" + source.port();
    }

    @Override
    public String name() {
        return "every field at its bounds and one past them, by source and gateway";
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
        long before = cluster.accounting().received();
        long sent = source.send(FieldBounds.text(System.currentTimeMillis()), cluster.size());
        for (InetSocketAddress gateway : cluster.gateways(0)) {
            for (RecordFormat format : RecordFormat.values()) {
                sent += exchange(gateway, format);
            }
        }
        long expected = before + sent;
        SystemCluster.await(
                "members account for all", () -> cluster.accounting().received() >= expected);
    }

    /** Sends a batch of them in that format, and returns how many that were once they are answered. */
    private static int exchange(InetSocketAddress gateway, RecordFormat format) throws IOException {
        List<byte[]> records = inFormat(format);
        try (Socket socket = new Socket(gateway.getAddress(), gateway.getPort())) {
            socket.setSoTimeout(TIMEOUT_MS);
            UnpooledByteBufAllocator buffers = UnpooledByteBufAllocator.DEFAULT;
            write(socket, new ClientHello(UUID.randomUUID(), format).write(buffers));
            write(socket, BatchFrame.write(buffers, 1, records, format));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            ByteBuf frame = readFrame(in);
            while (Frame.type(frame) != FrameType.ANSWER) {
                if (Frame.type(frame) == FrameType.ERROR) {
                    throw new IllegalStateException("a gateway has ended the connection: format=" + format);
                }
                frame = readFrame(in);
            }
            if (AnswerFrame.count(frame) != records.size()) {
                throw new IllegalStateException("not every record was answered: format=" + format);
            }
        }
        return records.size();
    }

    private static List<byte[]> inFormat(RecordFormat format) {
        long nowMs = System.currentTimeMillis();
        List<byte[]> records = format.isCompact() ? FieldBounds.compact(nowMs) : FieldBounds.text(nowMs);
        long[] references = {0, 1, -1, Long.MIN_VALUE};
        return records.stream()
                .map(record -> {
                    byte[] sized = Arrays.copyOf(record, format.recordSizeBytes());
                    format.putReference(sized, 0, references[Math.floorMod(Arrays.hashCode(record), 4)]);
                    return sized;
                })
                .toList();
    }

    private static void write(Socket socket, ByteBuf frame) throws IOException {
        socket.getOutputStream().write(ByteBufUtil.getBytes(frame));
        frame.release();
    }

    private static ByteBuf readFrame(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] frame = new byte[Integer.BYTES + length];
        in.readFully(frame, Integer.BYTES, length);
        return Unpooled.wrappedBuffer(frame).setInt(0, length);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
