package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.DecisionFrame;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ErrorFrame;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** The member's side of a connection, frame by frame as a test wants it. Used by the test's thread. */
final class ScriptedMember implements AutoCloseable {
    private static final int TIMEOUT_MS = 20_000;

    private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private Socket client = new Socket();
    private int helloVersion;
    private DataInputStream in = new DataInputStream(InputStream.nullInputStream());

    ScriptedMember() throws IOException {
        server.setSoTimeout(TIMEOUT_MS);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** As a member writes its address in a frame. */
    InetSocketAddress name() {
        return InetSocketAddress.createUnresolved("127.0.0.1", address().getPort());
    }

    /** Takes the next connection, with its hello, and says hello with those limits. */
    void greet(int batchesInFlightMax, int recordsPerBatchMax, int idleMs) throws IOException {
        accept();
        write(new MemberHello(batchesInFlightMax, recordsPerBatchMax, ProtocolLimits.FRAME_SIZE_BYTES_MAX, idleMs)
                .write(new UnpooledByteBufAllocator(false, true), ProtocolLimits.VERSION_WAITING));
    }

    /** Takes the next connection and sends it away. */
    void sendAway(ErrorCode code) throws IOException {
        accept();
        write(ErrorFrame.write(new UnpooledByteBufAllocator(false, true), code, "as the test says"));
        cut();
    }

    /** Whether somebody connects within that time. */
    boolean isCalled(int withinMs) throws IOException {
        server.setSoTimeout(withinMs);
        try {
            server.accept().close();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            server.setSoTimeout(TIMEOUT_MS);
        }
    }

    private void accept() throws IOException {
        client = server.accept();
        client.setSoTimeout(TIMEOUT_MS);
        in = new DataInputStream(client.getInputStream());
        helloVersion = ClientHello.read(readFrame()).version();
    }

    /** That the last client has said hello with. */
    int helloVersion() {
        return helloVersion;
    }

    ByteBuf readFrame() throws IOException {
        int length = in.readInt();
        byte[] frame = new byte[Integer.BYTES + length];
        in.readFully(frame, Integer.BYTES, length);
        return Unpooled.wrappedBuffer(frame).setInt(0, length);
    }

    /** The next frame that is no ping. */
    ByteBuf readBatch() throws IOException {
        ByteBuf frame = readFrame();
        while (Frame.type(frame) == FrameType.PING) {
            frame = readFrame();
        }
        return frame;
    }

    /** Answers as the client's version has it; a rule declines. */
    void answer(long number, byte... answers) throws IOException {
        UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false, true);
        if (helloVersion <= ProtocolLimits.VERSION_WITHOUT_SETS) {
            write(AnswerFrame.write(buffers, number, answers));
            return;
        }
        ByteBuf frame = DecisionFrame.begin(buffers, number, answers.length);
        for (byte answer : answers) {
            int kind = answer & AnswerFrame.KIND_MASK;
            int value = answer & AnswerFrame.VALUE_MASK;
            boolean isDeclined = value != 0 && kind != AnswerFrame.REJECTED;
            DecisionFrame.add(frame, kind, isDeclined ? Verdict.Action.DECLINE.ordinal() : 0, value, 0);
        }
        write(DecisionFrame.end(frame));
    }

    void write(ByteBuf frame) throws IOException {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes).release();
        client.getOutputStream().write(bytes);
    }

    void cut() throws IOException {
        client.close();
    }

    @Override
    public void close() throws IOException {
        client.close();
        server.close();
    }
}
