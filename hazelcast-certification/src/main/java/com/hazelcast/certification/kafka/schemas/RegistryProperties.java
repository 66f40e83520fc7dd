package com.hazelcast.certification.kafka.schemas;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/**
 * How a member shows itself to the registry, and by whose certificates it knows it: properties with the names that other clients of
 * registries have for them. Read once, when the member starts. Immutable.
 */
public final class RegistryProperties {
    /** In front of their names, where they stand among those of Kafka's clients. */
    public static final String PREFIX = "schema.registry.";

    private static final String USER = "basic.auth.user.info";
    private static final String TOKEN = "bearer.auth.token";
    private static final String TLS = "ssl.";

    private final Optional<String> authorization;
    private final Optional<SSLContext> tls;

    /**
     * The properties.
     *
     * @param properties without the prefix
     * @throws IllegalArgumentException naming one that is not known or has a wrong value; shows no value
     */
    public RegistryProperties(Map<String, String> properties) {
        ConfigDef known = new ConfigDef();
        SslConfigs.addClientSslSupport(known);
        Map<String, String> ofTls = new HashMap<>();
        new TreeMap<>(properties).forEach((name, value) -> {
            if (name.startsWith(TLS) && known.names().contains(name)) {
                ofTls.put(name, value);
            } else if (!name.equals(USER) && !name.equals(TOKEN)) {
                throw new IllegalArgumentException("there is no such property of the schema registry; there are " + USER
                        + " (USER:PASSWORD), " + TOKEN + ", and those of Kafka's clients that begin with " + TLS
                        + ": kafka." + PREFIX + name);
            }
        });
        authorization = authorization(properties);
        tls = ofTls.isEmpty() ? Optional.empty() : Optional.of(tls(known, ofTls));
    }

    /** Those among properties of Kafka's clients that are the registry's, without the prefix. */
    public static Map<String, String> among(Map<String, String> all) {
        Map<String, String> found = new HashMap<>();
        all.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                found.put(name.substring(PREFIX.length()), value);
            }
        });
        return found;
    }

    private static Optional<String> authorization(Map<String, String> properties) {
        String user = properties.get(USER);
        String token = properties.get(TOKEN);
        if (user != null && token != null) {
            throw new IllegalArgumentException("a registry takes a password or a token; leave one of these out: kafka."
                    + PREFIX + USER + ", kafka." + PREFIX + TOKEN);
        }
        if (user != null && user.indexOf(':') < 1) {
            throw new IllegalArgumentException(
                    "a user and a password have a colon between them: kafka." + PREFIX + USER);
        }
        if (user != null) {
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
        }
        return Optional.ofNullable(token).map(given -> "Bearer " + given);
    }

    private static SSLContext tls(ConfigDef known, Map<String, String> properties) {
        try {
            DefaultSslEngineFactory factory = new DefaultSslEngineFactory();
            factory.configure(known.parse(properties));
            return factory.sslContext();
        } catch (KafkaException e) {
            throw new IllegalArgumentException(
                    "the properties of the registry's TLS do not fit together, or name a file that cannot be read: kafka."
                            + PREFIX + TLS + "*: " + e.getMessage(),
                    e);
        }
    }

    /** The header {@code Authorization}; empty: none. */
    Optional<String> authorization() {
        return authorization;
    }

    /** Certificates; empty: those that the JDK has. */
    Optional<SSLContext> tls() {
        return tls;
    }
}
