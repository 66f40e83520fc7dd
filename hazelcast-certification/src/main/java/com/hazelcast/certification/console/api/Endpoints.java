package com.hazelcast.certification.console.api;

import com.hazelcast.certification.console.flagged.CardLookup;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.Endpoint;
import com.hazelcast.certification.console.http.HttpFailure;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The paths of the API, without the stream of events. Immutable. */
final class Endpoints {
    private static final String FLAGGED = "/api/flagged/";
    private static final String CARD_LINK = "/api/card/";

    private final Map<String, Endpoint> byPath;
    private final Endpoint explanation;
    private final Endpoint linkedCard;
    private final ConsoleApi api;
    private final Executor controls;

    /** @param controls runs what a control action does, when it has been accepted */
    Endpoints(ConsoleApi api, Executor controls) {
        this.api = api;
        this.controls = controls;
        byPath = Map.of(
                "/api/session", Endpoint.get(call -> ConsoleJson.write(api.session(call.caller()))),
                "/api/overview", Endpoint.get(call -> ConsoleJson.write(api.overview())),
                "/api/throughput", Endpoint.get(call -> ConsoleJson.write(api.throughput())),
                "/api/rules", Endpoint.get(call -> ConsoleJson.write(api.rules())),
                "/api/flagged", Endpoint.get(call -> ConsoleJson.write(api.flagged(call.after(), call.max()))),
                "/api/card", Endpoint.lookUp(this::card),
                "/api/control", Endpoint.control(this::control));
        explanation =
                Endpoint.get(call -> api.explanation(call.caller(), call.path().substring(FLAGGED.length())));
        linkedCard = Endpoint.get(
                call -> ConsoleJson.write(api.card(call.caller(), call.path().substring(CARD_LINK.length()))));
    }

    Optional<Endpoint> find(String path) {
        if (path.startsWith(FLAGGED)) {
            return Optional.of(explanation);
        }
        return path.startsWith(CARD_LINK) ? Optional.of(linkedCard) : Optional.ofNullable(byPath.get(path));
    }

    private String card(Endpoint.Call call) {
        return ConsoleJson.write(api.card(call.caller(), read(call.body(), CardLookup.Request.class)));
    }

    private String control(Endpoint.Call call) {
        ControlAction action = api.accept(read(call.body(), ControlAction.Request.class));
        controls.execute(() -> api.run(action, call.caller().address()));
        return ConsoleJson.write(new ControlAction.Accepted(action.label()));
    }

    private static <T> T read(String body, Class<T> type) {
        try {
            return Optional.ofNullable(ConsoleJson.read(body, type)).orElseThrow(IllegalArgumentException::new);
        } catch (IllegalArgumentException e) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST, "the body must be a JSON object as docs/console-api.md describes it");
        }
    }
}
