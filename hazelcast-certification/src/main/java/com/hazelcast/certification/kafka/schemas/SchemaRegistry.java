package com.hazelcast.certification.kafka.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.mapping.FieldProblem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * The schemas of a registry, each asked for once. Thread-safe; asking for one never blocks: whoever asks for one that is not there yet is
 * told so, and asks again.
 *
 * <p>A registry that does not answer is asked again after a second, as long as someone asks. That it has no schema of an id is believed
 * for half a minute. At most {@value #SCHEMAS_MAX} ids are remembered; one that was not asked for the longest goes first.
 */
public final class SchemaRegistry {
    /** Ids that are remembered. */
    static final int SCHEMAS_MAX = 1_000;

    private static final long ASK_AGAIN_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long UNKNOWN_NS = TimeUnit.SECONDS.toNanos(30);

    /** How deep schemas may refer to each other. */
    private static final int DEPTH_MAX = 16;

    private static final String AVRO = "AVRO";

    private final RegistryClient client;
    private final List<String> addresses;

    @GuardedBy("this")
    private final Map<Integer, Asked> asked = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Asked> eldest) {
            return size() > SCHEMAS_MAX;
        }
    };

    /**
     * What has been asked.
     *
     * @param answer empty: there is no such schema
     * @param before why the registry did not answer before; empty: it was not asked
     */
    private record Asked(CompletableFuture<Optional<RegisteredSchema>> answer, long sinceNs, String before) {}

    /**
     * Of a registry that is not asked yet.
     *
     * @param addresses where it answers, the next one when one fails
     * @throws IllegalArgumentException when one is no address of HTTP
     */
    public SchemaRegistry(List<String> addresses, RegistryProperties properties) {
        this.addresses = List.copyOf(addresses);
        this.client = new RegistryClient(addresses, properties);
    }

    SchemaRegistry(String address, RegistryProperties properties, Duration timeout) {
        this.addresses = List.of(address);
        this.client = new RegistryClient(addresses, properties, timeout);
    }

    /**
     * The schema of an id.
     *
     * @throws SchemaAwaited when the registry has not answered yet, or cannot be asked
     * @throws FieldProblem when it has no such schema
     */
    public RegisteredSchema schema(int id) {
        Asked question = asked(id);
        if (!question.answer.isDone()) {
            throw new SchemaAwaited(
                    question.before.isEmpty()
                            ? "the schema registry's answer: schema=" + id + " kafka-registry="
                                    + String.join(",", addresses)
                            : question.before);
        }
        try {
            return question.answer
                    .join()
                    .orElseThrow(() -> FieldProblem.withoutValue(
                            "unknown_schema",
                            "",
                            "the schema registry has no schema of the id that stands in front of the record: schema="
                                    + id + " kafka-registry=" + String.join(",", addresses),
                            "let the producer use this registry, or correct kafka-registry"));
        } catch (CompletionException e) {
            throw new SchemaAwaited(why(e));
        }
    }

    /**
     * The id of a schema of Avro that is registered when it is first asked for; after a failure it is tried again. A call waits for the
     * registry, no longer than an answer may take, until one has said the id. Thread-safe.
     *
     * @return fails with {@link SchemaAwaited} when the registry does not say the id
     */
    public IntSupplier registered(String subject, String text) {
        return new IntSupplier() {
            private volatile int id;

            @Override
            public int getAsInt() {
                return id == 0 ? ask() : id;
            }

            private synchronized int ask() {
                if (id == 0) {
                    id = register(subject, text);
                }
                return id;
            }
        };
    }

    /**
     * The id of a schema that somebody has registered, when the registry has that schema there. A call waits for the registry, no longer
     * than an answer may take, until it had it once. Thread-safe.
     *
     * @param isRequired whether a text of Avro is the schema that it must be
     * @return fails with {@link SchemaAwaited} when the registry has another schema there, or none, or does not say
     */
    public IntSupplier existing(int id, Predicate<String> isRequired) {
        return new IntSupplier() {
            private volatile boolean isKnown;

            @Override
            public int getAsInt() {
                if (!isKnown) {
                    require(id, isRequired);
                    isKnown = true;
                }
                return id;
            }
        };
    }

    private void require(int id, Predicate<String> isRequired) {
        String where = ": kafka-out-schema=" + id + " kafka-registry=" + String.join(",", addresses);
        try {
            JsonNode schema = client.get("/schemas/ids/" + Integer.toUnsignedString(id))
                    .join()
                    .orElseThrow(() -> new RegistryClient.Failure(
                            "the schema registry has no schema of that id: register the schema of verdicts there, or correct kafka-out-schema"
                                    + where));
            if (!AVRO.equals(schema.path("schemaType").asText(AVRO)) || !isRequired.test(text(schema))) {
                throw new RegistryClient.Failure(
                        "the schema of that id is not the schema of verdicts: correct kafka-out-schema" + where);
            }
        } catch (CompletionException e) {
            throw new SchemaAwaited(why(e));
        } catch (RegistryClient.Failure e) {
            throw new SchemaAwaited(String.valueOf(e.getMessage()));
        }
    }

    private int register(String subject, String text) {
        try {
            return client.post(
                            "/subjects/" + escaped(subject) + "/versions",
                            JsonNodeFactory.instance.objectNode().put("schema", text))
                    .join()
                    .map(answer -> answer.path("id").asInt())
                    .filter(id -> id > 0)
                    .orElseThrow(() -> new RegistryClient.Failure(
                            "the schema registry gives the schema of verdicts no id: register it there, and name its id: kafka-out-schema; subject="
                                    + subject + " kafka-registry=" + String.join(",", addresses)));
        } catch (CompletionException e) {
            throw new SchemaAwaited(why(e));
        } catch (RegistryClient.Failure e) {
            throw new SchemaAwaited(String.valueOf(e.getMessage()));
        }
    }

    private static String escaped(String subject) {
        return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String why(CompletionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause instanceof RegistryClient.Failure
                ? String.valueOf(cause.getMessage())
                : "the schema registry's answer cannot be used: " + cause;
    }

    private synchronized Asked asked(int id) {
        Asked before = asked.get(id);
        long nowNs = System.nanoTime();
        if (before != null && !isToBeAskedAgain(before, nowNs)) {
            return before;
        }
        String why = "";
        if (before != null && before.answer.isCompletedExceptionally()) {
            try {
                var unused = before.answer.join();
            } catch (CompletionException e) {
                why = why(e);
            }
        }
        Asked again = new Asked(ask(id), nowNs, why);
        asked.put(id, again);
        return again;
    }

    private static boolean isToBeAskedAgain(Asked before, long nowNs) {
        if (!before.answer.isDone()) {
            return false;
        }
        if (before.answer.isCompletedExceptionally()) {
            return nowNs - before.sinceNs > ASK_AGAIN_NS;
        }
        return before.answer.join().isEmpty() && nowNs - before.sinceNs > UNKNOWN_NS;
    }

    private CompletableFuture<Optional<RegisteredSchema>> ask(int id) {
        return client.get("/schemas/ids/" + Integer.toUnsignedString(id)).thenCompose(answer -> {
            if (answer.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            JsonNode schema = answer.get();
            Map<String, String> references = new LinkedHashMap<>();
            return addReferences(schema, references, 0)
                    .thenApply(ignored -> Optional.of(
                            new RegisteredSchema(schema.path("schemaType").asText(AVRO), text(schema), references)));
        });
    }

    private static String text(JsonNode schema) {
        String text = schema.path("schema").asText();
        if (text.isEmpty()) {
            throw new RegistryClient.Failure(
                    "the answer of the schema registry has no schema in it: correct kafka-registry");
        }
        return text;
    }

    /** Adds what a schema refers to, each after what it refers to itself. */
    private CompletableFuture<Void> addReferences(JsonNode schema, Map<String, String> found, int depth) {
        CompletableFuture<Void> all = CompletableFuture.allOf();
        if (depth > DEPTH_MAX) {
            return CompletableFuture.failedFuture(new RegistryClient.Failure(
                    "schemas of the registry refer to each other in a circle, or deeper than " + DEPTH_MAX));
        }
        for (JsonNode reference : schema.path("references")) {
            all = all.thenCompose(ignored -> addReference(reference, found, depth));
        }
        return all;
    }

    private CompletableFuture<Void> addReference(JsonNode reference, Map<String, String> found, int depth) {
        String name = reference.path("name").asText();
        if (found.containsKey(name)) {
            return CompletableFuture.allOf();
        }
        String subject = reference.path("subject").asText();
        String path = "/subjects/" + escaped(subject) + "/versions/"
                + reference.path("version").asInt();
        return client.get(path).thenCompose(answer -> {
            JsonNode referred = answer.orElseThrow(() -> new RegistryClient.Failure(
                    "the schema registry lacks a schema that another one refers to: register it: subject=" + subject
                            + " version=" + reference.path("version").asInt()));
            return addReferences(referred, found, depth + 1).thenRun(() -> found.put(name, text(referred)));
        });
    }
}
