package com.hazelcast.certification.api;

import com.hazelcast.certification.member.FraudMember;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The client's end of a connection of HTTP/2 (RFC 9113), frame by frame as a test wants it: without TLS, known beforehand to be of that version.
 * Used by one thread.
 */
final class RawHttp2 implements AutoCloseable {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int READ_TIMEOUT_MS = 20_000;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;

    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private static final short INITIAL_WINDOW_SIZE = 4;

    private static final int CANCEL = 8;

    /** Of the static table of RFC 7541: {@code :method: GET}, {@code :method: POST} and {@code :scheme: http}, whole. */
    private static final int GET = 0x80 | 2;

    private static final int POST = 0x80 | 3;
    private static final int SCHEME_HTTP = 0x80 | 6;

    /** Of the same, only the names. */
    private static final int AUTHORITY = 1;

    private static final int METHOD = 2;
    private static final int PATH = 4;

    private final Socket socket;
    private final DataInputStream in;

    /** @param windowBytes of the body of each answer so much may come; at least 1, because the member sends a head with the begin of its body */
    RawHttp2(FraudMember member, int windowBytes) throws IOException {
        socket = new Socket("127.0.0.1", member.apiPort().orElseThrow());
        socket.setSoTimeout(READ_TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
        socket.getOutputStream().write(PREFACE.getBytes(StandardCharsets.US_ASCII));
        write(
                SETTINGS,
                0,
                0,
                ByteBuffer.allocate(Short.BYTES + Integer.BYTES)
                        .putShort(INITIAL_WINDOW_SIZE)
                        .putInt(windowBytes)
                        .array());
    }

    /** Begins and ends a request; streams have odd numbers that rise. */
    void get(int stream, String path) throws IOException {
        write(HEADERS, END_HEADERS | END_STREAM, stream, head(GET, path));
    }

    /** As {@link #get}, for the head of the answer alone. */
    void askHead(int stream, String path) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        put(METHOD, "HEAD", block);
        putTarget(path, block);
        write(HEADERS, END_HEADERS | END_STREAM, stream, block.toByteArray());
    }

    /** As {@link #get}, with a body. */
    void post(int stream, String path, String body) throws IOException {
        beginPost(stream, path);
        write(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.US_ASCII));
    }

    /** Begins a request whose body is to come. */
    void beginPost(int stream, String path) throws IOException {
        write(HEADERS, END_HEADERS, stream, head(POST, path));
    }

    /** Gives up a request. */
    void giveUp(int stream) throws IOException {
        write(
                RST_STREAM,
                0,
                stream,
                ByteBuffer.allocate(Integer.BYTES).putInt(CANCEL).array());
    }

    private static byte[] head(int method, String path) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(method);
        putTarget(path, block);
        return block.toByteArray();
    }

    private static void putTarget(String path, ByteArrayOutputStream to) {
        to.write(SCHEME_HTTP);
        put(AUTHORITY, "a", to);
        put(PATH, path, to);
    }

    /** Literal, not indexed, its name from the static table; the value is shorter than 127 characters. */
    private static void put(int name, String value, ByteArrayOutputStream to) {
        to.write(name);
        to.write(value.length());
        to.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private void write(int type, int flags, int stream, byte[] payload) throws IOException {
        // The length has three bytes, and the type the next one.
        byte[] frame = ByteBuffer.allocate(2 * Integer.BYTES + Byte.BYTES + payload.length)
                .putInt(payload.length << Byte.SIZE | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
        socket.getOutputStream().write(frame);
    }

    /** Reads on until the head of the answer to that stream has come; throws when the connection ends before. */
    void awaitHead(int stream) throws IOException {
        boolean unusedEnd = awaitsNoBody(stream);
    }

    /** As {@link #awaitHead}; returns whether the answer ends with its head. */
    boolean awaitsNoBody(int stream) throws IOException {
        while (true) {
            int lengthAndType = in.readInt();
            int flags = in.readUnsignedByte();
            int ofStream = in.readInt();
            in.readFully(new byte[lengthAndType >>> Byte.SIZE]);
            if ((lengthAndType & 0xff) == HEADERS && ofStream == stream) {
                return (flags & END_STREAM) != 0;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
