package com.hazelcast.certification.api.http;

import java.util.Locale;

/** What can be read of the API at any time. */
public enum ApiGauge {
    CONNECTIONS("Connections to this member's API"),
    CONNECTIONS_LIMIT("Bound on these; more are answered 503"),
    QUEUE("Calls and transactions of single calls that the API has taken and not answered"),
    QUEUE_LIMIT("Bound on these; more are answered 503"),
    BATCHES("Batches that the API has taken and not answered"),
    ACCESS_LINES("Lines of the access log that wait to be written");

    private final String help;
    private final String label = name().toLowerCase(Locale.ROOT);

    ApiGauge(String help) {
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
