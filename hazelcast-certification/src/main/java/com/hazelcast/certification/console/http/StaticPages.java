package com.hazelcast.certification.console.http;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The console's pages: files of the class path below {@code console/}, kept in memory once requested. Thread-safe. */
final class StaticPages {
    private static final String FOLDER = "/console";
    private static final String INDEX = "/index.html";

    /** Paths that may be pages, as a regular expression: names with an extension, outside of the API. */
    static final String PATHS = "/|(?!/api/).+\\.[a-z0-9]+";

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("yaml", "application/yaml"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("txt", "text/plain; charset=utf-8"));

    private final Map<String, Page> pages = new ConcurrentHashMap<>();

    /** A file. */
    record Page(String type, Buffer bytes) {}

    /** The file at a path, one of {@link #PATHS}; {@code /} is the index. */
    Optional<Page> find(String path) {
        String page = path.equals("/") ? INDEX : path;
        Page known = pages.get(page);
        return known != null ? Optional.of(known) : read(page);
    }

    private Optional<Page> read(String path) {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (type == null) {
            return Optional.empty();
        }
        try (InputStream in = StaticPages.class.getResourceAsStream(FOLDER + path)) {
            if (in == null) {
                return Optional.empty();
            }
            Page page = new Page(type, Buffer.buffer(in.readAllBytes()));
            pages.put(path, page);
            return Optional.of(page);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read a page of the console: path=" + path, e);
        }
    }
}
