package com.hazelcast.certification.console.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON body of one request, bounded in size and time. What is too large is let pass up to a bound, so that its sender
 * reads the answer instead of a cut connection. Used on the event loop.
 */
final class RequestBody {
    private static final int SIZE_BYTES_MAX = 4 << 10;
    private static final int PASSED_BYTES_MAX = 256 << 10;
    private static final long TIMEOUT_MS = 10_000;

    private final Buffer body = Buffer.buffer();
    private final HttpServerRequest request;
    private final Consumer<RuntimeException> whenRefused;
    private int sizeBytes;
    private boolean isOver;

    private RequestBody(HttpServerRequest request, Consumer<RuntimeException> whenRefused) {
        this.request = request;
        this.whenRefused = whenRefused;
    }

    /** Exactly one of the two is called, unless the client is gone before. */
    static void read(
            Vertx vertx, HttpServerRequest request, Consumer<String> whenRead, Consumer<RuntimeException> whenRefused) {
        requireJson(request.getHeader("Content-Type"));
        RequestBody reader = new RequestBody(request, whenRefused);
        long timer = vertx.setTimer(
                TIMEOUT_MS,
                late -> reader.refuse(new HttpFailure(HttpFailure.BAD_REQUEST, "the body did not come in time"), true));
        request.handler(reader::add);
        request.exceptionHandler(failure -> {
            vertx.cancelTimer(timer);
            reader.isOver = true;
        });
        request.endHandler(end -> {
            vertx.cancelTimer(timer);
            if (reader.sizeBytes > SIZE_BYTES_MAX) {
                reader.refuse(tooLarge(), false);
            } else if (!reader.isOver) {
                reader.isOver = true;
                whenRead.accept(reader.body.toString(StandardCharsets.UTF_8));
            }
        });
    }

    private static void requireJson(@Nullable String type) {
        if (type == null || !type.toLowerCase(Locale.ROOT).matches("application/json\\s*(;.*)?")) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, "send the body as Content-Type: application/json");
        }
    }

    private static HttpFailure tooLarge() {
        return new HttpFailure(
                HttpFailure.TOO_LARGE, "the body is too large; send at most " + SIZE_BYTES_MAX + " bytes");
    }

    private void add(Buffer chunk) {
        sizeBytes = Math.min(PASSED_BYTES_MAX, sizeBytes + chunk.length());
        if (sizeBytes <= SIZE_BYTES_MAX) {
            body.appendBuffer(chunk);
        } else if (sizeBytes == PASSED_BYTES_MAX) {
            refuse(tooLarge(), true);
        }
    }

    private void refuse(HttpFailure failure, boolean isCut) {
        if (isOver) {
            return;
        }
        isOver = true;
        if (isCut) {
            request.response().putHeader("Connection", "close");
        }
        whenRefused.accept(failure);
    }
}
