package com.hazelcast.certification.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;

/**
 * A connection between a source and a reader, plain or inside TLS. One thread reads and one writes; any may end it.
 */
abstract class SourceLink implements Closeable {
    private final SocketChannel channel;

    private SourceLink(SocketChannel channel) {
        this.channel = channel;
    }

    /** The channel as it is. */
    static SourceLink plain(SocketChannel channel) {
        return new Plain(channel);
    }

    /** The channel inside TLS, which both ends have agreed on. */
    static SourceLink secured(SocketChannel channel, SSLSocket socket) throws IOException {
        return new Secured(channel, socket);
    }

    /** Reads what there is, at least a byte; waits for it. Returns -1 at the end of the stream. */
    abstract int read(ByteBuffer target) throws IOException;

    /** Most bytes that one read takes, whatever the target has room for: behind so many there may be more. */
    int readMax() {
        return Integer.MAX_VALUE;
    }

    /** Bytes that wait to be read, about: inside TLS those that are still encrypted are counted as they are. Does not block. */
    abstract int available() throws IOException;

    /** Writes all that the buffer holds. */
    abstract void write(ByteBuffer bytes) throws IOException;

    /** Lets the other end see the end of the stream; what it sends can still be read. */
    abstract void shutdownOutput() throws IOException;

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static final class Plain extends SourceLink {
        private final SocketChannel channel;

        Plain(SocketChannel channel) {
            super(channel);
            this.channel = channel;
        }

        @Override
        int read(ByteBuffer target) throws IOException {
            return channel.read(target);
        }

        @Override
        int available() throws IOException {
            return channel.socket().getInputStream().available();
        }

        @Override
        void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        @Override
        void shutdownOutput() throws IOException {
            channel.shutdownOutput();
        }
    }

    private static final class Secured extends SourceLink {
        /** What one record of TLS carries. */
        private static final int CHUNK_BYTES = 16 << 10;

        private final SSLSocket socket;
        private final InputStream encrypted;
        private final InputStream in;
        private final OutputStream out;
        private final byte[] received = new byte[CHUNK_BYTES];
        private final byte[] sent = new byte[CHUNK_BYTES];

        Secured(SocketChannel channel, SSLSocket socket) throws IOException {
            super(channel);
            this.socket = socket;
            this.encrypted = channel.socket().getInputStream();
            this.in = socket.getInputStream();
            this.out = socket.getOutputStream();
        }

        @Override
        int available() throws IOException {
            return in.available() + encrypted.available();
        }

        @Override
        int readMax() {
            return CHUNK_BYTES;
        }

        @Override
        int read(ByteBuffer target) throws IOException {
            int count = in.read(received, 0, Math.min(CHUNK_BYTES, target.remaining()));
            if (count > 0) {
                target.put(received, 0, count);
            }
            return count;
        }

        @Override
        void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                int count = Math.min(CHUNK_BYTES, bytes.remaining());
                bytes.get(bytes.position(), sent, 0, count);
                out.write(sent, 0, count);
                // Only what has been sent counts.
                bytes.position(bytes.position() + count);
            }
        }

        @Override
        void shutdownOutput() throws IOException {
            socket.shutdownOutput();
        }
    }
}
