package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.DecisionMeter;
import java.util.Locale;
import java.util.function.Supplier;

/** Notified of what passes the API. Thread-safe; must not block. */
public interface ApiMeter extends DecisionMeter {
    /**
     * A request was answered.
     *
     * @param isTurnedAway whether it was turned away, so that its status is no error
     * @param tookNs since it had come
     */
    void answered(Call call, int status, boolean isTurnedAway, long tookNs);

    /** Lines of the access log were dropped, because its buffer was full or its file could not be written. */
    void accessLinesDropped(int count);

    /** What can be read at any time. */
    void observe(Gauge gauge, Supplier<Number> figure);

    /** What can be read of the API at any time. */
    enum Gauge {
        CONNECTIONS("Connections to this member's API"),
        CONNECTIONS_LIMIT("Bound on these; more are answered 503"),
        QUEUE("Calls and transactions of single calls that the API has taken and not answered"),
        QUEUE_LIMIT("Bound on these; more are answered 503"),
        BATCHES("Batches that the API has taken and not answered"),
        ACCESS_LINES("Lines of the access log that wait to be written");

        private final String help;
        private final String label = name().toLowerCase(Locale.ROOT);

        Gauge(String help) {
            this.help = help;
        }

        /** The end of the metric's name. */
        public String label() {
            return label;
        }

        /** What it counts. */
        public String help() {
            return help;
        }
    }
}
