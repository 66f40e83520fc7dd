package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ErrorFrame;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.member.FraudMember;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.UUID;
import java.util.function.LongFunction;
import javax.net.ssl.SSLContext;

/** A socket to a gateway that sends whatever bytes a test wants. */
public final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 20_000;

    private final Socket socket;
    private final DataInputStream in;

    RawClient(FraudMember member) throws IOException {
        this(member, 0);
    }

    /** @param receiveBufferBytes 0: the system's */
    RawClient(FraudMember member, int receiveBufferBytes) throws IOException {
        this(connected(member, receiveBufferBytes));
    }

    private RawClient(Socket connected) throws IOException {
        socket = connected;
        in = new DataInputStream(socket.getInputStream());
    }

    /** A client at another address of this machine, which the gateway takes for another client. */
    static RawClient from(String address, FraudMember member) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(TIMEOUT_MS);
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(new InetSocketAddress("127.0.0.1", member.gatewayPort().orElseThrow()), TIMEOUT_MS);
        return new RawClient(socket);
    }

    /** A client that takes any certificate. */
    static RawClient overTls(FraudMember member, int receiveBufferBytes) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        Socket socket = connected(member, receiveBufferBytes);
        return new RawClient(context.getSocketFactory().createSocket(socket, "127.0.0.1", socket.getPort(), true));
    }

    /** A client of the gateway at that port of this machine. */
    public static RawClient to(int port) throws IOException {
        return new RawClient(connected(port, 0));
    }

    private static Socket connected(FraudMember member, int receiveBufferBytes) throws IOException {
        return connected(member.gatewayPort().orElseThrow(), receiveBufferBytes);
    }

    private static Socket connected(int port, int receiveBufferBytes) throws IOException {
        Socket socket = new Socket();
        if (receiveBufferBytes > 0) {
            socket.setReceiveBufferSize(receiveBufferBytes);
        }
        socket.setSoTimeout(TIMEOUT_MS);
        socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MS);
        return socket;
    }

    public void hello() throws IOException {
        hello(ProtocolLimits.VERSION_WAITING);
    }

    /** Says hello with that version. */
    void hello(int version) throws IOException {
        ByteBuf frame = new ClientHello(new UUID(1, 2), RecordFormat.TEXT, version)
                .write(new UnpooledByteBufAllocator(false, true));
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes).release();
        write(bytes);
    }

    public void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Writes one batch after the other and reads nothing, until the member cuts the connection. */
    void writeUntilCut(LongFunction<byte[]> batches) {
        try {
            for (long number = 1; ; number++) {
                write(batches.apply(number));
            }
        } catch (IOException cut) {
            // That is what the test waits for.
        }
    }

    /** Reads whatever comes, until the connection ends. */
    void readUntilCut() {
        try {
            while (true) {
                readFrame();
            }
        } catch (IOException cut) {
            // That is what the test waits for.
        }
    }

    /** The next whole frame. */
    public ByteBuf readFrame() throws IOException {
        int length = in.readInt();
        byte[] frame = new byte[Integer.BYTES + length];
        in.readFully(frame, Integer.BYTES, length);
        return Unpooled.wrappedBuffer(frame).setInt(0, length);
    }

    /** The code of the next error frame; frames before it are skipped. */
    ErrorCode readError() throws IOException {
        ByteBuf frame = readFrame();
        while (Frame.type(frame) != FrameType.ERROR) {
            frame = readFrame();
        }
        return ErrorFrame.read(frame).code();
    }

    /** Whether the member ends the connection. */
    boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
