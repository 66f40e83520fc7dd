package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    private final AtomicInteger cuts = new AtomicInteger();
    private final Exchange.OnTheWay<Connection.Untaken> untaken = Connection.noneUntaken();
    private final Connection connection = opened(cuts);
    private final long beginNs = System.nanoTime();

    private Connection opened(AtomicInteger itsCuts) {
        return new Connection(
                plain(), ApiClientsTest.clients(Optional.empty()), false, itsCuts::incrementAndGet, untaken);
    }

    /** Its close never ends, as where a client reads nothing. */
    private static HttpConnection plain() {
        return (HttpConnection) Proxy.newProxyInstance(
                ConnectionTest.class.getClassLoader(),
                new Class<?>[] {HttpConnection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isSsl" -> false;
                    case "remoteAddress" -> SocketAddress.inetSocketAddress(1, "127.0.0.1");
                    case "close" -> Promise.promise().future();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    /** A request whose body has not come whole, and who is called with what comes of it. */
    private static HttpServerRequest unfinished(Map<String, Object> handlers) {
        return (HttpServerRequest) Proxy.newProxyInstance(
                ConnectionTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "handler", "endHandler", "exceptionHandler" -> {
                        if (arguments[0] == null) {
                            handlers.remove(method.getName());
                        } else {
                            handlers.put(method.getName(), arguments[0]);
                        }
                        yield proxy;
                    }
                    case "resume" -> proxy;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    /** Whoever collects a body has what has come of it, and the connection waits seconds for the rest. */
    @Test
    void shouldLetGoOfTheBodyOfARequestThatIsAnsweredBeforeItHasComeWhole() {
        Map<String, Object> handlers = new HashMap<>();
        HttpServerRequest request = unfinished(handlers);
        Buffer body = Buffer.buffer();
        HttpServerRequest unused = request.handler(body::appendBuffer)
                .endHandler(ended -> body.appendString("end"))
                .exceptionHandler(lost -> body.appendString("lost"));
        assertThat(handlers).hasSize(3);

        connection.discard(request);

        assertThat(handlers).isEmpty();
    }

    private void lookAfter(long times) {
        connection.closeIfIdle(beginNs + times * (Connection.TAKEN_NS + 1));
    }

    @Test
    void shouldCutAClientThatDoesNotTakeAnAnswer() {
        connection.writes(Promise.<Void>promise().future(), 0);
        lookAfter(0);
        assertThat(cuts).hasValue(0);
        lookAfter(1);
        assertThat(cuts).hasValue(1);
    }

    /** With HTTP/2 each stream is taken by itself. */
    @Test
    void shouldCutAClientThatDoesNotTakeAnAnswerThoughItTakesLaterOnes() {
        connection.writes(Promise.<Void>promise().future(), 0);
        Promise<Void> later = Promise.promise();
        connection.writes(later.future(), 0);
        later.complete();
        lookAfter(0);
        assertThat(cuts).hasValue(0);
        lookAfter(1);
        assertThat(cuts).hasValue(1);
    }

    @Test
    void shouldNotCutAClientThatTakesItsAnswersThoughAnotherIsAlwaysOnItsWay() {
        for (int i = 0; i < 5; i++) {
            Promise<Void> answer = Promise.promise();
            connection.writes(answer.future(), 0);
            lookAfter(i);
            answer.complete();
        }
        connection.writes(Future.succeededFuture(), 0);
        lookAfter(5);
        lookAfter(6);
        assertThat(cuts).hasValue(0);
    }

    /** A hundred streams a connection, and thousands of connections, would fill the memory before the time of one is over. */
    @Test
    void shouldCutTheConnectionOfTheFirstAnswerWhenThoseThatAreNotTakenAreTooLarge() {
        AtomicInteger cutsOfOther = new AtomicInteger();
        Connection other = opened(cutsOfOther);
        Promise<Void> taken = Promise.promise();
        other.writes(taken.future(), 8 << 20);
        connection.writes(Promise.<Void>promise().future(), 1 << 20);
        taken.complete();
        for (int i = 0; i < 14; i++) {
            other.writes(Promise.<Void>promise().future(), 1 << 20);
        }
        assertThat(cuts).hasValue(0);

        other.writes(Promise.<Void>promise().future(), 1 << 20);
        assertThat(cuts).hasValue(1);
        assertThat(cutsOfOther).hasValue(0);
    }
}
