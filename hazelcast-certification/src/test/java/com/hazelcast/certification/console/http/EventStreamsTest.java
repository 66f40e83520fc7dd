package com.hazelcast.certification.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventStreamsTest {
    private final AtomicLong nowNs = new AtomicLong();
    private final AtomicInteger cuts = new AtomicInteger();
    private final EventStreams streams = new EventStreams(nowNs::get);

    /** Of a client that takes nothing: it never ends in order. */
    private static HttpServerResponse full() {
        return (HttpServerResponse) Proxy.newProxyInstance(
                EventStreamsTest.class.getClassLoader(),
                new Class<?>[] {HttpServerResponse.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "writeQueueFull" -> true;
                    case "reset", "end", "write" -> Promise.promise().future();
                    default -> proxy;
                });
    }

    /** Runs what it is given at once. */
    private static Context loop() {
        return (Context) Proxy.newProxyInstance(
                EventStreamsTest.class.getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, arguments) -> {
                    @SuppressWarnings("unchecked")
                    Handler<Void> task = (Handler<Void>) arguments[0];
                    task.handle(null);
                    return proxy;
                });
    }

    private void open(boolean hasToken) {
        streams.open(full(), hasToken, () -> true, loop(), cuts::incrementAndGet);
    }

    @Test
    void shouldCutAClientThatTakesNoEvents() {
        open(true);
        streams.publish("event");
        nowNs.set(EventStreams.MISSING_MAX_NS);
        streams.publish("event");
        assertThat(cuts).hasValue(0);

        nowNs.incrementAndGet();
        streams.publish("event");

        assertThat(cuts).hasValue(1);
        assertThat(streams.isEmpty()).isTrue();
    }

    @Test
    void shouldCutTheOldestWithoutATokenWhenOneWithATokenNeedsItsPlace() {
        for (int i = 0; i < EventStreams.COUNT_MAX; i++) {
            open(false);
        }
        open(true);
        assertThat(cuts).hasValue(1);
    }
}
