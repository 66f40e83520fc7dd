package com.hazelcast.certification.console.http;

import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/**
 * Threads for requests that wait for others. Scrapes have their own, and callers with a token have their own: whatever the others
 * ask, these wait for nobody but themselves. What waits for a thread is bounded by the connections, of which each has one
 * request. Thread-safe.
 */
final class Workers {
    private static final int API_THREADS = 4;
    private static final int TRUSTED_API_THREADS = 2;
    private static final int PROVIDER_THREADS = 2;

    private final WorkerExecutor api;
    private final WorkerExecutor trustedApi;
    private final WorkerExecutor scrapes;
    private final WorkerExecutor trustedScrapes;
    private final WorkerExecutor signIns;
    private final WorkerExecutor provider;

    Workers(Vertx vertx) {
        api = vertx.createSharedWorkerExecutor("fraud-console", API_THREADS);
        trustedApi = vertx.createSharedWorkerExecutor("fraud-console-token", TRUSTED_API_THREADS);
        scrapes = vertx.createSharedWorkerExecutor("fraud-metrics", 1);
        signIns = vertx.createSharedWorkerExecutor("fraud-sign-in", 1);
        provider = vertx.createSharedWorkerExecutor("fraud-sign-in-provider", PROVIDER_THREADS);
        trustedScrapes = vertx.createSharedWorkerExecutor("fraud-metrics-token", 1);
    }

    /** For the API's requests. */
    WorkerExecutor api(Caller caller) {
        return caller.hasToken() ? trustedApi : api;
    }

    /** For checks of secrets, which take time on purpose: never more than one core. */
    WorkerExecutor signIns() {
        return signIns;
    }

    /** For calls to the provider that signs people in, which may be slow. */
    WorkerExecutor provider() {
        return provider;
    }

    /** For scrapes. */
    WorkerExecutor scrapes(Caller caller) {
        return caller.hasToken() ? trustedScrapes : scrapes;
    }
}
