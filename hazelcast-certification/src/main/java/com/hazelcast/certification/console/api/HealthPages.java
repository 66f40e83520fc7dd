package com.hazelcast.certification.console.api;

import com.hazelcast.certification.console.http.ConsoleContent.Health;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.HttpFailure;
import io.vertx.core.Context;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What {@code /livez} and {@code /readyz} answer to whoever restarts members or sends them traffic: no token is needed, and nothing but
 * the member's own state is said. Never blocks, so no worker that waits for others delays it. Thread-safe.
 */
final class HealthPages {
    private static final String LIVE = "/livez";
    private static final String READY = "/readyz";
    private static final int OK = 200;

    private final ReadinessCheck check;

    HealthPages(ReadinessCheck check) {
        this.check = check;
    }

    private record Liveness(boolean live, @Nullable String reason) {}

    boolean has(String path) {
        return path.equals(LIVE) || path.equals(READY);
    }

    /** Answers that path, at once or within a second or so; {@code whenAnswered} runs on the loop. */
    void answer(String path, Context loop, Consumer<Health> whenAnswered) {
        if (path.equals(LIVE)) {
            Optional<String> dead = Optional.ofNullable(check.whyDead());
            whenAnswered.accept(
                    answer(dead.isEmpty(), ConsoleJson.write(new Liveness(dead.isEmpty(), dead.orElse(null)))));
            return;
        }
        var unused = check.check()
                .thenAcceptAsync(
                        readiness -> whenAnswered.accept(answer(readiness.ready(), ConsoleJson.write(readiness))),
                        task -> loop.runOnContext(ignored -> task.run()));
    }

    private static Health answer(boolean isGood, String json) {
        return new Health(isGood ? OK : HttpFailure.UNAVAILABLE, json);
    }
}
