package com.hazelcast.certification.console.http;

import io.vertx.core.Context;
import java.util.Optional;
import java.util.function.Consumer;

/** What the HTTP port serves beside its pages and the metrics. Thread-safe; only what says so may block. */
public interface ConsoleContent {
    /** The path of the API, the stream of events left out; empty: there is no such path. */
    Optional<Endpoint> endpoint(String path);

    /** The event with which a stream begins. Blocks. */
    String firstEvent();

    /** Whether that path tells of the member's health. */
    boolean isHealth(String path);

    /** Answers a path that tells of the member's health, at once or within a second or so; {@code whenAnswered} runs on the loop. */
    void answerHealth(String path, Context loop, Consumer<Health> whenAnswered);

    /** How the member is: the status of the answer and its JSON. */
    record Health(int status, String json) {}

    /** A caller asked to look a card up by its number, and its role does not allow it. */
    void denied(Caller caller);

    /** A request from that address came with a token that gives no role. */
    void wrongToken(String address);
}
