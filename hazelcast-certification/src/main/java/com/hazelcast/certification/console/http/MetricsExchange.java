package com.hazelcast.certification.console.http;

import io.prometheus.metrics.exporter.common.PrometheusHttpExchange;
import io.prometheus.metrics.exporter.common.PrometheusHttpRequest;
import io.prometheus.metrics.exporter.common.PrometheusHttpResponse;
import io.vertx.core.MultiMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One scrape between the HTTP port and Prometheus' own handler, which chooses text, OpenMetrics or protobuf and compresses. It
 * is written to memory first, on a worker's thread. Used once, by one thread.
 */
final class MetricsExchange implements PrometheusHttpExchange, PrometheusHttpRequest, PrometheusHttpResponse {
    private final MultiMap requestHeaders;
    private final @Nullable String query;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status = HttpFailure.INTERNAL;

    MetricsExchange(MultiMap requestHeaders, @Nullable String query) {
        this.requestHeaders = requestHeaders;
        this.query = query;
    }

    int status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body.toByteArray();
    }

    @Override
    public PrometheusHttpRequest getRequest() {
        return this;
    }

    @Override
    public PrometheusHttpResponse getResponse() {
        return this;
    }

    @Override
    public @Nullable String getQueryString() {
        return query;
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return Collections.enumeration(requestHeaders.getAll(name));
    }

    @Override
    public String getMethod() {
        return "GET";
    }

    @Override
    public String getRequestPath() {
        return "/metrics";
    }

    @Override
    public void setHeader(String name, String value) {
        headers.put(name, value);
    }

    @Override
    public OutputStream sendHeadersAndGetBody(int statusCode, int contentLength) {
        status = statusCode;
        return body;
    }

    @Override
    public void handleException(IOException e) throws IOException {
        throw e;
    }

    @Override
    public void handleException(RuntimeException e) {
        throw e;
    }

    @Override
    public void close() {
        // All is in memory.
    }
}
