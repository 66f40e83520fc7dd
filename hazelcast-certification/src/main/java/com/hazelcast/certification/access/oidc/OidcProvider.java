package com.hazelcast.certification.access.oidc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.access.oidc.OidcRefused.Reason;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The provider: what it says of itself; codes for ID tokens; and the check of these against its keys, which are fetched again when a token
 * names another one. Thread-safe; its methods block, a call for {@value #TIMEOUT_MS} ms at most until something comes.
 */
final class OidcProvider {
    private static final int TIMEOUT_MS = 4_000;

    /** A sign-in that begins later than that after the last look finds out whether the provider is there, before a browser goes. */
    private static final int LOOK_AGAIN_S = 10;

    /** The provider's list of keys; a longer answer is not read. */
    private static final int KEYS_BYTES_MAX = 256 << 10;

    private final OidcSettings settings;
    private final Clock clock;
    private final Issuer issuer;
    private final ClientID client;

    @GuardedBy("this")
    private @Nullable Described described;

    private record Described(
            OIDCProviderMetadata metadata, IDTokenValidator validator, JWKSource<SecurityContext> keys, long readNs) {}

    OidcProvider(OidcSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.issuer = new Issuer(settings.issuer());
        this.client = new ClientID(settings.clientId());
    }

    /**
     * Where a browser signs in.
     *
     * @throws OidcRefused when the provider does not answer
     */
    URI signInAt(String state, PendingSignIns.Pending pending) throws OidcRefused {
        OIDCProviderMetadata metadata = described(TimeUnit.SECONDS.toNanos(LOOK_AGAIN_S)).metadata;
        AuthenticationRequest.Builder request = new AuthenticationRequest.Builder(
                        ResponseType.CODE,
                        new Scope(settings.scopes().toArray(new String[0])),
                        client,
                        pending.redirect())
                .endpointURI(metadata.getAuthorizationEndpointURI())
                .state(new State(state))
                .nonce(pending.nonce())
                .codeChallenge(pending.verifier(), CodeChallengeMethod.S256);
        List<ResponseMode> modes = metadata.getResponseModes();
        if (modes != null && modes.contains(ResponseMode.FRAGMENT)) {
            // A fragment is sent to no server, so no log has the code, and it may be long.
            request.responseMode(ResponseMode.FRAGMENT);
        }
        return request.build().toURI();
    }

    /**
     * The claims of the ID token that a code gives, checked.
     *
     * @throws OidcRefused when there is none, or it is not right
     */
    JWTClaimsSet claims(String code, PendingSignIns.Pending pending) throws OidcRefused {
        Described provider = described(Long.MAX_VALUE);
        JWT token = idToken(provider.metadata, code, pending);
        try {
            return provider.validator.validate(token, pending.nonce()).toJWTClaimsSet();
        } catch (BadJOSEException e) {
            throw IdTokenFault.of(e, token, settings, pending.nonce(), clock);
        } catch (JOSEException e) {
            throw away("its keys cannot be read", e);
        } catch (ParseException e) {
            throw new OidcRefused(Reason.BAD_TOKEN, "the provider's ID token has claims that cannot be read");
        }
    }

    private JWT idToken(OIDCProviderMetadata metadata, String code, PendingSignIns.Pending pending) throws OidcRefused {
        HTTPRequest request = new TokenRequest.Builder(
                        metadata.getTokenEndpointURI(),
                        authentication(metadata),
                        new AuthorizationCodeGrant(new AuthorizationCode(code), pending.redirect(), pending.verifier()))
                .build()
                .toHTTPRequest();
        request.setConnectTimeout(TIMEOUT_MS);
        request.setReadTimeout(TIMEOUT_MS);
        request.setFollowRedirects(false);
        try {
            TokenResponse response = OIDCTokenResponseParser.parse(request.send());
            if (response instanceof OIDCTokenResponse right) {
                return right.getOIDCTokens().getIDToken();
            }
            throw refused(response.toErrorResponse().getErrorObject().getCode());
        } catch (IOException e) {
            throw away("its token endpoint does not answer", e);
        } catch (ParseException e) {
            // What it answered may have a token in it.
            throw new OidcRefused(
                    Reason.PROVIDER_AWAY,
                    "the provider's token endpoint gives no ID token: console-oidc-issuer=" + settings.issuer());
        }
    }

    private static OidcRefused refused(@Nullable String code) {
        return new OidcRefused(
                Reason.PROVIDER_REFUSED,
                "the provider has refused the code of this sign-in; begin it again. If that goes on, its client and this member's differ"
                        + " (console-oidc-client-id, console-oidc-client-secret): error=" + OidcSignIn.word(code));
    }

    private ClientAuthentication authentication(OIDCProviderMetadata metadata) {
        Secret secret = new Secret(settings.secret().text());
        List<ClientAuthenticationMethod> methods = metadata.getTokenEndpointAuthMethods();
        boolean isPost = methods != null
                && methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                && !methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
        return isPost ? new ClientSecretPost(client, secret) : new ClientSecretBasic(client, secret);
    }

    private synchronized Described described(long ageMaxNs) throws OidcRefused {
        Described known = described;
        if (known != null && System.nanoTime() - known.readNs < ageMaxNs) {
            return known;
        }
        try {
            Described read = read(known);
            described = read;
            return read;
        } catch (IOException | GeneralException e) {
            throw away("its description cannot be read", e);
        }
    }

    private Described read(@Nullable Described before) throws IOException, GeneralException, OidcRefused {
        OIDCProviderMetadata metadata = OIDCProviderMetadata.resolve(issuer, TIMEOUT_MS, TIMEOUT_MS);
        requireSafe("authorization_endpoint", metadata.getAuthorizationEndpointURI());
        requireSafe("token_endpoint", metadata.getTokenEndpointURI());
        requireSafe("jwks_uri", metadata.getJWKSetURI());
        URI keysUri = metadata.getJWKSetURI();
        JWKSource<SecurityContext> keys = before != null && keysUri.equals(before.metadata.getJWKSetURI())
                ? before.keys
                : keysAt(keysUri.toURL());
        return new Described(
                metadata,
                new IDTokenValidator(issuer, client, new JWSVerificationKeySelector<>(algorithms(), keys), null),
                keys,
                System.nanoTime());
    }

    /** Kept for five minutes, and fetched again for a key that is not there, twice in 30 s at most. */
    private static JWKSource<SecurityContext> keysAt(URL address) {
        return JWKSourceBuilder.create(address, new DefaultResourceRetriever(TIMEOUT_MS, TIMEOUT_MS, KEYS_BYTES_MAX))
                // It would need a thread.
                .refreshAheadCache(false)
                .build();
    }

    /** Signatures with a key pair: what is signed by a shared secret, or not at all, is refused. */
    private static Set<JWSAlgorithm> algorithms() {
        Set<JWSAlgorithm> all = new HashSet<>(JWSAlgorithm.Family.RSA);
        all.addAll(JWSAlgorithm.Family.EC);
        return all;
    }

    private void requireSafe(String name, @Nullable URI address) throws OidcRefused {
        if (address == null || !OidcSettings.isSafe(address)) {
            throw new OidcRefused(
                    Reason.PROVIDER_AWAY,
                    "the provider's description has no " + name + " with https: console-oidc-issuer="
                            + settings.issuer());
        }
    }

    private OidcRefused away(String what, Exception cause) {
        return new OidcRefused(
                Reason.PROVIDER_AWAY,
                "the provider cannot be used, " + what
                        + "; sign in by a name and secret of this console, or try again later: console-oidc-issuer="
                        + settings.issuer() + ": " + cause.getMessage());
    }
}
