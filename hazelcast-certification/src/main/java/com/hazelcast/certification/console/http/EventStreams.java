package com.hazelcast.certification.console.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The open streams of server-sent events. A client that does not take its events misses some, and after half a minute of that is
 * cut. So is one that would not be let in any more, with its next event. When there are too many, one with a token takes the place
 * of the oldest without. Thread-safe.
 */
public final class EventStreams {
    /** Each costs some messages a second. */
    static final int COUNT_MAX = 32;

    /** A stream whose browser has taken nothing for so long is ended. */
    static final long MISSING_MAX_NS = TimeUnit.SECONDS.toNanos(30);

    /** Bytes that wait for a client before it misses events. */
    private static final int QUEUE_BYTES_MAX = 64 << 10;

    private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanoClock;

    /** Without streams. */
    public EventStreams() {
        this(System::nanoTime);
    }

    /** @param nanoClock as {@code System.nanoTime()} */
    EventStreams(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** A client; what it misses is used on its event loop only. */
    private static final class Stream {
        private final HttpServerResponse response;
        private final Context loop;

        /** To end the answer in order would wait for a client that takes nothing. */
        private final Runnable cut;

        private final boolean hasToken;
        private final BooleanSupplier isStillLetIn;
        private final long beginNs;
        private boolean isMissing;
        private long missingSinceNs;

        Stream(
                HttpServerResponse response,
                boolean hasToken,
                BooleanSupplier isStillLetIn,
                Context loop,
                Runnable cut,
                long beginNs) {
            this.response = response;
            this.hasToken = hasToken;
            this.isStillLetIn = isStillLetIn;
            this.loop = loop;
            this.cut = cut;
            this.beginNs = beginNs;
        }
    }

    /** Whether no client follows. */
    public boolean isEmpty() {
        return streams.isEmpty();
    }

    /**
     * Begins the stream of a client, on its event loop.
     *
     * @param hasToken whether the client has presented one
     * @param isStillLetIn whether what it has presented still holds; asked before each event, on the loop
     * @param cut closes its connection at once, whatever is still to be sent
     * @throws HttpFailure 503 when there are too many
     */
    void open(HttpServerResponse response, boolean hasToken, BooleanSupplier isStillLetIn, Context loop, Runnable cut) {
        if (streams.size() >= COUNT_MAX && !(hasToken && cutOldestWithoutToken())) {
            throw new HttpFailure(
                    HttpFailure.UNAVAILABLE, "too many consoles are open on this member; take another member's");
        }
        Stream stream = new Stream(response, hasToken, isStillLetIn, loop, cut, nanoClock.getAsLong());
        response.setWriteQueueMaxSize(QUEUE_BYTES_MAX);
        response.putHeader("Content-Type", "text/event-stream; charset=utf-8");
        response.setChunked(true);
        response.exceptionHandler(failure -> streams.remove(stream));
        response.closeHandler(closed -> streams.remove(stream));
        streams.add(stream);
    }

    private boolean cutOldestWithoutToken() {
        Optional<Stream> oldest = streams.stream()
                .filter(stream -> !stream.hasToken)
                .max(Comparator.comparingLong(stream -> nanoClock.getAsLong() - stream.beginNs));
        oldest.ifPresent(stream -> {
            streams.remove(stream);
            stream.loop.runOnContext(ignored -> stream.cut.run());
        });
        return oldest.isPresent();
    }

    /** The text of an event. */
    public static String event(String name, Object data) {
        return "event: " + name + "\ndata: " + ConsoleJson.write(data) + "\n\n";
    }

    /** Sends a text, one event or several, to all clients. Does not block. */
    public void publish(String text) {
        for (Stream stream : streams) {
            stream.loop.runOnContext(ignored -> write(stream, text));
        }
    }

    private void write(Stream stream, String text) {
        if (!streams.contains(stream)) {
            return;
        }
        if (!stream.isStillLetIn.getAsBoolean()) {
            streams.remove(stream);
            stream.cut.run();
        } else if (!stream.response.writeQueueFull()) {
            stream.isMissing = false;
            var unused = stream.response.write(text);
        } else if (!stream.isMissing) {
            stream.isMissing = true;
            stream.missingSinceNs = nanoClock.getAsLong();
        } else if (nanoClock.getAsLong() - stream.missingSinceNs > MISSING_MAX_NS) {
            streams.remove(stream);
            stream.cut.run();
        }
    }
}
