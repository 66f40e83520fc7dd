package com.hazelcast.certification.api.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The calls that need no token: health, and the description of the API. Used on an event loop. */
final class OpenCalls {
    static final String LIVE = "/livez";
    static final String READY = "/readyz";
    static final String DESCRIBED = "/openapi.yaml";

    /** Each by {@code GET}, and so by {@code HEAD}. */
    static final Set<String> PATHS = Set.of(LIVE, READY, DESCRIBED);

    static final String DESCRIPTION = "/com/hazelcast/certification/api/http/openapi.yaml";
    private static final String YAML = "application/yaml";

    private final ApiLoop loop;
    private final String description = read();

    OpenCalls(ApiLoop loop) {
        this.loop = loop;
    }

    private static String read() {
        try (InputStream file = OpenCalls.class.getResourceAsStream(DESCRIPTION)) {
            if (file == null) {
                throw new IllegalStateException("the jar lacks a file, build it again: file=" + DESCRIPTION);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void live(Exchange exchange) {
        exchange.identified(Call.OPEN, null);
        answer(exchange, loop.parts().health().live());
    }

    void ready(Exchange exchange) {
        exchange.identified(Call.OPEN, null);
        var unused = loop.parts()
                .health()
                .ready()
                .whenCompleteAsync(
                        (report, failure) -> loop.answer(exchange, () -> answer(exchange, unlessCold(report))),
                        Runnable::run);
    }

    private Health.@Nullable Report unlessCold(Health.@Nullable Report report) {
        return report != null && report.isGood() && !loop.isWarm() ? Rehearsal.COLD : report;
    }

    private static void answer(Exchange exchange, Health.@Nullable Report report) {
        if (report == null) {
            exchange.answer(503, "{\"ready\":false,\"reasons\":[]}", null);
        } else {
            exchange.answer(report.isGood() ? 200 : 503, report.json(), null);
        }
    }

    void description(Exchange exchange) {
        exchange.identified(Call.OPEN, null);
        exchange.answer(200, YAML, description, null, 0);
    }
}
