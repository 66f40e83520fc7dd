package com.hazelcast.certification.console.api;

import com.hazelcast.certification.api.http.Health;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.members.MemberParts;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The health of a member as the API says it; the same as the console's. Thread-safe; never blocks. */
public final class MemberHealth implements Health {
    private final ReadinessCheck check;

    /** Of a member. */
    public MemberHealth(MemberParts parts) {
        this.check = new ReadinessCheck(parts);
    }

    private record Liveness(boolean live, @Nullable String reason) {}

    @Override
    public Report live() {
        String dead = check.whyDead();
        return new Report(dead == null, ConsoleJson.write(new Liveness(dead == null, dead)));
    }

    @Override
    public CompletableFuture<Report> ready() {
        return check.check()
                .thenApplyAsync(
                        readiness -> new Report(readiness.ready(), ConsoleJson.write(readiness)), Runnable::run);
    }
}
