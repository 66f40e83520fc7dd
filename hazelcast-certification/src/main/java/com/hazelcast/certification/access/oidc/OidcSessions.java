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
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Sessions of people whom the provider has signed in: a token that the page sends with each request, with name and role in it, signed with a key that all
 * members derive from the client's secret. So a page goes on with another member when its own fails, also while the provider is away. A session ends {@value
 * #HOURS_MAX} hours after its sign-in. Thread-safe; a check takes some microseconds.
 */
public final class OidcSessions {
    /** Hours after which people sign in again. */
    static final int HOURS_MAX = 8;

    private static final String MAC = "HmacSHA256";
    private static final String ISSUER = "fraud-console";
    private static final String ROLE = "role";
    private static final String ISSUED_MS = "ms";
    private static final JOSEObjectType TYPE = new JOSEObjectType("fraud-session");
    private static final int NAMES_MAX = 4_096;

    private final Clock clock;
    private final MACSigner signer;
    private final MACVerifier verifier;

    /**
     * Until when sessions were begun that have ended, in ms, by name. Beyond {@value #NAMES_MAX} names the oldest is forgotten; its page has forgotten
     * the token.
     */
    @GuardedBy("this")
    private final Map<String, Long> signedOut = ofNames();

    /**
     * When the last session of a name was begun that was let in here, in ms, by the clock of the member where it began, which may be ahead. Beyond {@value
     * #NAMES_MAX} names the oldest is forgotten.
     */
    @GuardedBy("this")
    private final Map<String, Long> letIn = ofNames();

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

    private static Map<String, Long> ofNames() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
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

    /** Behind what a sign-out here has ended: by a clock that was ahead it may be later than now. */
    private synchronized long beginMs(String name) {
        Long until = signedOut.get(name);
        return until == null ? clock.millis() : Math.max(clock.millis(), until + 1);
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

    private synchronized boolean isLetIn(String name, long issuedMs) {
        Long until = signedOut.get(name);
        if (until != null && issuedMs <= until) {
            return false;
        }
        letIn.merge(name, issuedMs, Math::max);
        return true;
    }

    /** Ends the sessions of that name, on this member: those that were begun until now by its clock, and all that it has let in. */
    public synchronized void signOut(String name) {
        long untilMs = Math.max(clock.millis(), letIn.getOrDefault(name, 0L));
        signedOut.remove(name);
        signedOut.put(name, untilMs);
        letIn.remove(name);
    }
}
