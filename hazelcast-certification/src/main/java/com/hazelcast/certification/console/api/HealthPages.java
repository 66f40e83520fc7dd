package com.hazelcast.certification.console.api;

import com.hazelcast.certification.console.http.ConsoleContent.Health;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.HttpFailure;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@code /livez} and {@code /readyz} answer to whoever restarts members or sends them traffic: no token is needed, and nothing but
 * the member's own state is said. Never blocks, so no worker that waits for others delays it. Thread-safe.
 */
final class HealthPages {
    private static final int OK = 200;

    private final ReadinessCheck check;

    HealthPages(ReadinessCheck check) {
        this.check = check;
    }

    private record Liveness(boolean live, @Nullable String reason) {}

    /** What answers each path, at once or within a second or so. */
    Map<String, Supplier<CompletableFuture<Health>>> all() {
        return Map.of("/livez", this::live, "/readyz", this::ready);
    }

    private CompletableFuture<Health> live() {
        Optional<String> dead = Optional.ofNullable(check.whyDead());
        return CompletableFuture.completedFuture(
                answer(dead.isEmpty(), ConsoleJson.write(new Liveness(dead.isEmpty(), dead.orElse(null)))));
    }

    private CompletableFuture<Health> ready() {
        return check.check()
                .thenApplyAsync(readiness -> answer(readiness.ready(), ConsoleJson.write(readiness)), Runnable::run);
    }

    private static Health answer(boolean isGood, String json) {
        return new Health(isGood ? OK : HttpFailure.UNAVAILABLE, json);
    }
}
