package com.hazelcast.certification.api.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.api.decisions.Submitter;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.gateway.NewCardQuota;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks: by its token, by its certificate, or else by its address. Each has one share of the queue, over all connections. Thread-safe.
 */
final class ApiClients {
    /** Clients by certificate or address that are remembered; who has been silent longest, and waits for no answer, is forgotten. */
    static final int REMEMBERED_MAX = 16_384;

    private static final String REHEARSAL = "rehearsal";
    private static final Set<Role> ALL = Set.copyOf(EnumSet.allOf(Role.class));
    private static final Set<Role> OF_CERTIFICATE = Set.of(Role.SCORE, Role.READ);

    private final ApiSettings settings;
    private final @Nullable TokenFile file;
    private volatile Tokens tokens = new Tokens(List.of(), Map.of(), 0);
    private volatile @Nullable Token rehearsing;

    @GuardedBy("this")
    private final Map<String, ApiClient> others = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Token {
        private final byte[] hash;
        private final ApiClient client;

        Token(byte[] hash, ApiClient client) {
            this.hash = hash;
            this.client = client;
        }
    }

    /**
     * Who is named in the file.
     *
     * @param certificates by the hash of their certificates
     * @param version another one after each change, so that who remembers a client asks again
     */
    private record Tokens(List<Token> all, Map<String, ApiClient> certificates, int version) {}

    /** @throws IllegalArgumentException when the file of tokens cannot be used */
    ApiClients(ApiSettings settings) {
        this.settings = settings;
        this.file = settings.tokens().map(TokenFile::new).orElse(null);
        if (file != null) {
            take(file.tokens());
        }
    }

    /** Looks whether the tokens have changed. Blocks for a look at the file. */
    void look() {
        if (file != null && file.look()) {
            take(file.tokens());
        }
    }

    /** Changes with the tokens. */
    int version() {
        return tokens.version;
    }

    private synchronized void take(List<TokenFile.Token> read) {
        Map<String, ApiClient> before = new LinkedHashMap<>();
        tokens.all.forEach(token -> before.put(token.client.name(), token.client));
        tokens.certificates.values().forEach(client -> before.put(client.name(), client));
        List<Token> all = new ArrayList<>();
        Map<String, ApiClient> certificates = new HashMap<>();
        for (TokenFile.Token token : read) {
            ApiClient client = client(token, before);
            if (token.isCertificate()) {
                certificates.put(token.hash(), client);
            } else {
                all.add(new Token(HexFormat.of().parseHex(token.hash()), client));
            }
        }
        tokens = new Tokens(List.copyOf(all), Map.copyOf(certificates), tokens.version + 1);
    }

    /** What is on its way, and what has been used up of a rate, counts on: another line of the file may have changed. */
    private ApiClient client(TokenFile.Token token, Map<String, ApiClient> before) {
        boolean hasOwn = token.concurrency() > 0;
        int limit = hasOwn ? token.concurrency() : settings.clientQueueMax();
        TurnedAway.Reason whenFull = hasOwn ? TurnedAway.Reason.CONCURRENCY : TurnedAway.Reason.CLIENT_FULL;
        ApiClient known = before.get(token.name());
        Submitter submitter = known == null ? newSubmitter(token.name(), limit, whenFull) : known.submitter();
        // Where all places are of one share, those who wait have theirs of it as well.
        submitter.allow(limit, hasOwn ? settings.clientQueueMax() : 0, whenFull);
        return new ApiClient(
                token.name(),
                token.roles(),
                submitter,
                known != null && known.rate().perSecond() == token.rate()
                        ? known.rate()
                        : new NewCardQuota(token.rate(), Math.max(1, token.rate()), System::nanoTime),
                token.expiresMs(),
                false);
    }

    /** Lets the member itself call with a token of its own, until it is empty. */
    void rehearseBy(String token) {
        rehearsing = token.isEmpty()
                ? null
                : new Token(
                        sha256(token.getBytes(StandardCharsets.UTF_8)),
                        new ApiClient(
                                REHEARSAL,
                                Set.of(Role.SCORE),
                                newSubmitter(REHEARSAL, settings.clientQueueMax(), TurnedAway.Reason.CLIENT_FULL),
                                new NewCardQuota(0, 1, System::nanoTime),
                                Long.MAX_VALUE,
                                true));
    }

    private Submitter newSubmitter(String name, int limit, TurnedAway.Reason whenFull) {
        return new Submitter(
                name,
                limit,
                whenFull,
                new NewCardQuota(settings.newCardsPerSecond(), settings.newCardsBurst(), System::nanoTime));
    }

    /** The client of a token; empty when it is none, or has expired. Compares with all, each in the same time. */
    Optional<ApiClient> ofToken(String presented, long nowMs) {
        byte[] hash = sha256(presented.getBytes(StandardCharsets.UTF_8));
        ApiClient found = null;
        for (Token token : tokens.all) {
            if (MessageDigest.isEqual(token.hash, hash)) {
                found = token.client;
            }
        }
        Token own = rehearsing;
        if (own != null && MessageDigest.isEqual(own.hash, hash)) {
            found = own.client;
        }
        return Optional.ofNullable(found).filter(client -> nowMs < client.expiresMs());
    }

    /** The client of a certificate that TLS has accepted: the one that the file names, or else one of its own. */
    ApiClient ofCertificate(Certificate certificate) {
        try {
            String fingerprint = HexFormat.of().formatHex(sha256(certificate.getEncoded()));
            ApiClient named = tokens.certificates.get(fingerprint);
            return named == null ? other("certificate " + fingerprint, OF_CERTIFICATE) : named;
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that TLS has taken has no fingerprint", e);
        }
    }

    /** The client of an address; it may do nothing when clients must show who they are. */
    ApiClient ofAddress(String address) {
        return other("address " + address, settings.needsIdentity() ? Set.of() : ALL);
    }

    private synchronized ApiClient other(String name, Set<Role> roles) {
        ApiClient client = others.computeIfAbsent(
                name,
                key -> new ApiClient(
                        key,
                        roles,
                        newSubmitter(key, settings.clientQueueMax(), TurnedAway.Reason.CLIENT_FULL),
                        new NewCardQuota(0, 1, System::nanoTime),
                        Long.MAX_VALUE,
                        false));
        if (others.size() > REMEMBERED_MAX) {
            forgetOne();
        }
        return client;
    }

    /** Passes those that wait for answers; the queue bounds how many these are. */
    @GuardedBy("this")
    private void forgetOne() {
        Iterator<ApiClient> eldest = others.values().iterator();
        while (eldest.hasNext()) {
            if (eldest.next().submitter().inFlight() == 0) {
                eldest.remove();
                return;
            }
        }
    }

    /** Clients by certificate or address that are remembered now. */
    synchronized int remembered() {
        return others.size();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
