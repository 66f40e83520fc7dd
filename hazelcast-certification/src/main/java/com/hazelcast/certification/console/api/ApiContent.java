package com.hazelcast.certification.console.api;

import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.ConsoleContent;
import com.hazelcast.certification.console.http.Endpoint;
import com.hazelcast.certification.console.http.EventStreams;
import com.hazelcast.certification.console.members.MemberParts;
import io.vertx.core.Context;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** What the HTTP port serves of the API: its paths, the health pages, and the audit of who was turned away. Thread-safe. */
public final class ApiContent implements ConsoleContent {
    private final ConsoleApi api;
    private final Endpoints endpoints;
    private final HealthPages health;
    private final CardLookups lookups;

    /**
     * Of a member.
     *
     * @param controls runs what a control action does, when it has been accepted
     */
    public ApiContent(ConsoleApi api, MemberParts parts, CardLookups lookups, Executor controls) {
        this.api = api;
        this.endpoints = new Endpoints(api, controls);
        this.health = new HealthPages(new ReadinessCheck(parts));
        this.lookups = lookups;
    }

    @Override
    public Optional<Endpoint> endpoint(String path) {
        return endpoints.find(path);
    }

    @Override
    public String firstEvent() {
        return EventStreams.event(ConsoleApi.OVERVIEW_EVENT, api.overview());
    }

    @Override
    public boolean isHealth(String path) {
        return health.has(path);
    }

    @Override
    public void answerHealth(String path, Context loop, Consumer<Health> whenAnswered) {
        health.answer(path, loop, whenAnswered);
    }

    @Override
    public void denied(Caller caller) {
        lookups.denied(caller);
    }

    @Override
    public void wrongToken(String address) {
        lookups.wrongToken(address);
    }
}
