package com.hazelcast.certification.access.oidc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.access.Role;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Sessions of people whom the provider has signed in: a token that the page sends with each request, with name and role in it, signed with
 * a key that all members derive from the client's secret. So a page goes on with another member when its own fails, also while the provider
 * is away. A session ends {@value #HOURS_MAX} hours after its sign-in. Thread-safe; a check takes some microseconds.
 *
 * <p>A sign-out ends, on this member, every session of the name that this member knows, by whatever clock it was begun, and those that
 * others have begun more than {@link #CLOCKS_APART} before by this member's clock. A session that this member has never seen and that is
 * younger than that may have been begun behind the sign-out, by a clock that is behind: it goes on.
 */
public final class OidcSessions {
    /** Hours after which people sign in again. */
    static final int HOURS_MAX = 8;

    /** What the clocks of two members may differ by at most, with a session that goes on where it should and ends where it should. */
    static final Duration CLOCKS_APART = Duration.ofMinutes(1);

    private static final String MAC = "HmacSHA256";
    private static final String ISSUER = "fraud-console";
    private static final String ROLE = "role";
    private static final String ISSUED_MS = "ms";
    private static final JOSEObjectType TYPE = new JOSEObjectType("fraud-session");
    private static final int NAMES_MAX = 4_096;

    private final Clock clock;
    private final MACSigner signer;
    private final MACVerifier verifier;

    /** The sessions that have ended, by name. Beyond {@value #NAMES_MAX} names the oldest is forgotten; its page has forgotten the token. */
    @GuardedBy("this")
    private final Map<String, Begun> ended = ofNames();

    /** The sessions that were begun or let in here, by name. Beyond {@value #NAMES_MAX} names the oldest is forgotten. */
    @GuardedBy("this")
    private final Map<String, Begun> known = ofNames();

    /**
     * Sessions of one name by when they were begun, in ms, by the clock of the member where that was: all until a time, and single ones
     * behind it. Beyond {@value #MAX} single ones that time moves on to the earliest of them, so more sessions belong to it than were
     * added.
     */
    private static final class Begun {
        private static final int MAX = 32;

        private final NavigableSet<Long> singlesMs = new TreeSet<>();
        private long untilMs = Long.MIN_VALUE;

        void add(long beginMs) {
            if (beginMs > untilMs && singlesMs.add(beginMs) && singlesMs.size() > MAX) {
                addUntil(singlesMs.first());
            }
        }

        void addUntil(long beginMs) {
            untilMs = Math.max(untilMs, beginMs);
            singlesMs.headSet(untilMs, true).clear();
        }

        void addAll(Begun others) {
            addUntil(others.untilMs);
            others.singlesMs.forEach(this::add);
        }

        boolean has(long beginMs) {
            return beginMs <= untilMs || singlesMs.contains(beginMs);
        }

        /** The first time from that one on with no session of these. */
        long nextWithout(long fromMs) {
            long beginMs = Math.max(fromMs, untilMs + 1);
            while (singlesMs.contains(beginMs)) {
                beginMs++;
            }
            return beginMs;
        }
    }

    /** Who has a session. */
    public record Session(String name, Role role) {}

    /** Of that provider's people. */
    public OidcSessions(OidcSettings settings, Clock clock) {
        this.clock = clock;
        byte[] key = key(settings);
        try {
            this.signer = new MACSigner(key);
            this.verifier = new MACVerifier(key);
        } catch (JOSEException e) {
            throw new IllegalStateException("a key of 256 bits is enough for HMAC-SHA256", e);
        }
    }

    private static Map<String, Begun> ofNames() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Begun> eldest) {
                return size() > NAMES_MAX;
            }
        };
    }

    private static byte[] key(OidcSettings settings) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(settings.secret().text().getBytes(StandardCharsets.UTF_8), MAC));
            return mac.doFinal(("fraud console sessions\n" + settings.issuer() + "\n" + settings.clientId())
                    .getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
    }

    /** The token of a session that begins. */
    String begin(String name, Role role) {
        long nowMs = beginMs(name);
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).type(TYPE).build(),
                new JWTClaimsSet.Builder()
                        .issuer(ISSUER)
                        .subject(name)
                        .claim(ROLE, role.label())
                        .claim(ISSUED_MS, nowMs)
                        .expirationTime(Date.from(Instant.ofEpochMilli(nowMs).plus(Duration.ofHours(HOURS_MAX))))
                        .build());
        try {
            token.sign(signer);
        } catch (JOSEException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
        return token.serialize();
    }

    /** When a session begins here: now, or, when one of that name has ended that was begun now, a bit later. */
    private synchronized long beginMs(String name) {
        long beginMs = ended.getOrDefault(name, new Begun()).nextWithout(clock.millis());
        known.computeIfAbsent(name, any -> new Begun()).add(beginMs);
        return beginMs;
    }

    /** Whose session a token is; empty: it is none, or one that has ended. */
    public Optional<Session> find(String token) {
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            if (!TYPE.equals(jwt.getHeader().getType()) || !jwt.verify(verifier)) {
                return Optional.empty();
            }
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            String name = claims.getSubject();
            boolean isOver =
                    !clock.instant().isBefore(claims.getExpirationTime().toInstant())
                            || !isLetIn(name, claims.getLongClaim(ISSUED_MS));
            return isOver ? Optional.empty() : Optional.of(new Session(name, Role.of(claims.getStringClaim(ROLE))));
        } catch (ParseException | JOSEException e) {
            // Another kind of token, which others look at.
            return Optional.empty();
        }
    }

    private synchronized boolean isLetIn(String name, long beginMs) {
        if (ended.getOrDefault(name, new Begun()).has(beginMs)) {
            return false;
        }
        known.computeIfAbsent(name, any -> new Begun()).add(beginMs);
        return true;
    }

    /** Ends the sessions of that name, on this member, as the class describes. */
    public synchronized void signOut(String name) {
        // The name is one of the newest again.
        Begun endedOfName = Optional.ofNullable(ended.remove(name)).orElseGet(Begun::new);
        endedOfName.addUntil(clock.millis() - CLOCKS_APART.toMillis());
        Optional.ofNullable(known.remove(name)).ifPresent(endedOfName::addAll);
        ended.put(name, endedOfName);
    }
}
