package com.hazelcast.certification.console.api;

import com.hazelcast.certification.access.oidc.OidcRefused;
import com.hazelcast.certification.access.oidc.OidcSignIn;
import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.Endpoint;
import com.hazelcast.certification.console.http.HttpFailure;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The paths by which a provider of OpenID Connect signs people in. Nobody has signed in who asks them. Immutable. */
final class SignInEndpoints {
    private static final String OIDC = "/api/oidc";

    /** The codes of some providers are long. */
    private static final int FINISH_BODY_BYTES_MAX = 16 << 10;

    private final Optional<OidcSignIn> provider;
    private final CardLookups audit;

    /**
     * What a page shows before a sign-in.
     *
     * @param provider its host; null: there is none
     * @param address of the console, as an origin, to which alone the provider sends browsers back
     */
    record Offer(@Nullable String provider, @Nullable String address) {}

    /**
     * What a browser has brought back.
     *
     * @param error why there is no code
     */
    record Finish(
            @Nullable String state,
            @Nullable String code,
            @Nullable String error) {}

    /** A session that has begun. */
    record Began(String user, String role, String token) {}

    SignInEndpoints(Optional<OidcSignIn> provider, CardLookups audit) {
        this.provider = provider;
        this.audit = audit;
    }

    List<Endpoint> all() {
        Endpoint offer = Endpoint.get(OIDC, call -> ConsoleJson.write(offer()));
        return provider.map(from -> List.of(
                        offer,
                        Endpoint.post(OIDC + "/begin", call -> ConsoleJson.write(begin(from, call.caller()))),
                        Endpoint.post(OIDC + "/finish", call -> ConsoleJson.write(finish(from, call)))
                                .withBody(FINISH_BODY_BYTES_MAX)))
                .orElse(List.of(offer));
    }

    private Offer offer() {
        return new Offer(
                provider.map(OidcSignIn::provider).orElse(null),
                provider.map(OidcSignIn::address).orElse(null));
    }

    private OidcSignIn.Begun begin(OidcSignIn from, Caller caller) {
        try {
            return from.begin(caller.address());
        } catch (OidcRefused e) {
            throw refused(e, caller);
        }
    }

    private Began finish(OidcSignIn from, Endpoint.Call call) {
        Finish back = Endpoints.read(call.body(), Finish.class);
        String state = Objects.requireNonNullElse(back.state(), "");
        try {
            if (back.error() != null) {
                throw from.refused(state, back.error());
            }
            OidcSignIn.SignedIn signedIn = from.finish(state, Objects.requireNonNullElse(back.code(), ""));
            Caller caller = new Caller(
                    signedIn.name(),
                    signedIn.role(),
                    Caller.Proof.SIGN_IN,
                    call.caller().address());
            // The page gets its session only when this is written down.
            audit.signedInByProvider(caller);
            return new Began(caller.name(), caller.roleName(), signedIn.token());
        } catch (OidcRefused e) {
            throw refused(e, call.caller());
        }
    }

    private HttpFailure refused(OidcRefused refusal, Caller caller) {
        audit.refusedByProvider(
                refusal.name().isEmpty() ? Caller.NOBODY : refusal.name(),
                caller.address(),
                refusal.reason().label());
        return new HttpFailure(
                refusal.reason() == OidcRefused.Reason.PROVIDER_AWAY ? HttpFailure.UNAVAILABLE : HttpFailure.FORBIDDEN,
                refusal.sentence());
    }
}
