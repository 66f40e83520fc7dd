package com.hazelcast.certification.console.api;

import com.hazelcast.certification.console.flagged.CardLookup;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.Endpoint;
import com.hazelcast.certification.console.http.HttpFailure;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The paths of the API, without the stream of events. Immutable. */
final class Endpoints {
    private static final String FLAGGED = "/api/flagged";
    private static final String CARD = "/api/card";

    private final ConsoleApi api;
    private final Executor controls;

    /** @param controls runs what a control action does, when it has been accepted */
    Endpoints(ConsoleApi api, Executor controls) {
        this.api = api;
        this.controls = controls;
    }

    List<Endpoint> all() {
        return List.of(
                Endpoint.get("/api/session", call -> ConsoleJson.write(api.session(call.caller()))),
                Endpoint.get("/api/overview", call -> ConsoleJson.write(api.overview())),
                Endpoint.get("/api/throughput", call -> ConsoleJson.write(api.throughput(call.param("seconds")))),
                Endpoint.get("/api/rules", call -> ConsoleJson.write(api.rules())),
                Endpoint.get(FLAGGED, call -> ConsoleJson.write(api.flagged(call.param("after"), call.param("max")))),
                Endpoint.get(FLAGGED + Endpoint.ID_PART, call -> api.explanation(call.caller(), call.id())),
                Endpoint.lookUp(CARD, this::card),
                Endpoint.get(CARD + Endpoint.ID_PART, call -> ConsoleJson.write(api.card(call.caller(), call.id()))),
                Endpoint.post("/api/sign-out", this::signOut),
                Endpoint.control("/api/control", this::control));
    }

    private String card(Endpoint.Call call) {
        return ConsoleJson.write(api.card(call.caller(), read(call.body(), CardLookup.Request.class)));
    }

    private String signOut(Endpoint.Call call) {
        api.signOut(call.caller());
        return "{}";
    }

    private String control(Endpoint.Call call) {
        ControlAction action = api.accept(read(call.body(), ControlAction.Request.class), call.caller());
        controls.execute(() -> api.run(action, call.caller()));
        return ConsoleJson.write(new ControlAction.Accepted(action.label()));
    }

    /** @throws HttpFailure 400 when it is none */
    static <T> T read(String body, Class<T> type) {
        try {
            return Optional.ofNullable(ConsoleJson.read(body, type)).orElseThrow(IllegalArgumentException::new);
        } catch (IllegalArgumentException e) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST,
                    "the body must be a JSON object as docs/console-api.md describes it; whole numbers have no point");
        }
    }
}
