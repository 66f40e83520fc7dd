package com.hazelcast.certification.access.oidc;

import com.hazelcast.certification.access.oidc.OidcRefused.Reason;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.openid.connect.sdk.Nonce;
import java.text.ParseException;
import java.time.Clock;

/** Puts into words why the library has rejected an ID token. What the token says of itself is only looked at here when it has been rejected. */
final class IdTokenFault {
    private IdTokenFault() {}

    static OidcRefused of(BadJOSEException rejected, JWT token, OidcSettings settings, Nonce nonce, Clock clock) {
        if (token instanceof PlainJWT) {
            return fault(Reason.NOT_SIGNED, "is not signed");
        }
        if (!(rejected instanceof BadJWTException)) {
            return fault(Reason.WRONG_SIGNATURE, "is not signed by a key of the provider");
        }
        try {
            return ofClaims(token.getJWTClaimsSet(), settings, nonce, clock);
        } catch (ParseException e) {
            return fault(Reason.BAD_TOKEN, "has claims that cannot be read");
        }
    }

    private static OidcRefused ofClaims(JWTClaimsSet claims, OidcSettings settings, Nonce nonce, Clock clock)
            throws ParseException {
        if (!settings.issuer().toString().equals(claims.getIssuer())) {
            return fault(Reason.WRONG_ISSUER, "is of another issuer than console-oidc-issuer");
        }
        if (!claims.getAudience().contains(settings.clientId())) {
            return fault(Reason.WRONG_AUDIENCE, "is for another client than console-oidc-client-id");
        }
        if (claims.getExpirationTime() != null
                && claims.getExpirationTime().toInstant().isBefore(clock.instant())) {
            return fault(Reason.EXPIRED, "has expired; compare the clocks of the provider and of this member");
        }
        if (!nonce.getValue().equals(claims.getStringClaim("nonce"))) {
            return fault(Reason.WRONG_NONCE, "belongs to another sign-in");
        }
        if (claims.getIssueTime() != null && claims.getIssueTime().toInstant().isAfter(clock.instant())) {
            return fault(
                    Reason.BAD_TOKEN,
                    "was issued at a time that is still to come; compare the clocks of the provider and of this member");
        }
        return fault(Reason.BAD_TOKEN, "lacks a claim, or has one that does not fit");
    }

    private static OidcRefused fault(Reason reason, String what) {
        return new OidcRefused(reason, "the provider's ID token " + what);
    }
}
