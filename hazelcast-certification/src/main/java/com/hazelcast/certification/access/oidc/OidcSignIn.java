package com.hazelcast.certification.access.oidc;

import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.oidc.OidcRefused.Reason;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Nonce;
import java.net.URI;
import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Signs people in by the provider: a browser is sent there, and comes back with a code, which is exchanged for who it is. Thread-safe. */
public final class OidcSignIn {
    private final OidcSettings settings;
    private final OidcProvider provider;
    private final OidcSessions sessions;
    private final PendingSignIns pending;
    private final Supplier<String> ownAddress;

    /**
     * What a page needs to begin.
     *
     * @param address where the browser goes
     * @param state which it brings back
     */
    public record Begun(String address, String state) {}

    /** Who has signed in, and the token of the session. */
    public record SignedIn(String name, Role role, String token) {
        @Override
        public String toString() {
            return name + " as " + role.label();
        }
    }

    /**
     * Of a member.
     *
     * @param ownAddress of the console, as an origin; used when none is configured
     */
    public OidcSignIn(OidcSettings settings, OidcSessions sessions, Supplier<String> ownAddress, Clock clock) {
        this(settings, sessions, ownAddress, clock, System::nanoTime);
    }

    OidcSignIn(
            OidcSettings settings,
            OidcSessions sessions,
            Supplier<String> ownAddress,
            Clock clock,
            LongSupplier nanoClock) {
        this.settings = settings;
        this.provider = new OidcProvider(settings, clock);
        this.sessions = sessions;
        this.pending = new PendingSignIns(nanoClock);
        this.ownAddress = ownAddress;
    }

    /** The provider as people know it: its host. */
    public String provider() {
        return settings.provider();
    }

    /** The console's address, as an origin: the only place that the provider sends a browser to. */
    public String address() {
        return settings.address().map(URI::toString).orElseGet(ownAddress);
    }

    /**
     * Begins a sign-in. Blocks for a call to the provider, if it has not answered for long.
     *
     * @param from address that the request came from
     * @throws OidcRefused when the provider does not answer
     */
    public Begun begin(String from) throws OidcRefused {
        String state = new State().getValue();
        PendingSignIns.Pending begun =
                pending.begin(new Nonce(), new CodeVerifier(), URI.create(address() + "/"), from);
        URI address = provider.signInAt(state, begun);
        pending.put(state, begun);
        return new Begun(address.toString(), state);
    }

    /**
     * Ends a sign-in that began here, whatever comes of it. Blocks for calls to the provider.
     *
     * @throws OidcRefused with the reason when it came to nothing
     */
    public SignedIn finish(String state, String code) throws OidcRefused {
        PendingSignIns.Pending begun = take(state);
        if (code.isBlank()) {
            throw new OidcRefused(Reason.PROVIDER_REFUSED, "the provider has sent no code; sign in again");
        }
        OidcIdentity identity = OidcIdentity.of(provider.claims(code, begun), settings);
        return new SignedIn(identity.name(), identity.role(), sessions.begin(identity.name(), identity.role()));
    }

    /**
     * Ends a sign-in that the provider has refused.
     *
     * @return the refusal
     * @throws OidcRefused when it did not begin here
     */
    public OidcRefused refused(String state, String error) throws OidcRefused {
        PendingSignIns.Pending unused = take(state);
        return new OidcRefused(
                Reason.PROVIDER_REFUSED, "the provider has refused the sign-in; ask who runs it: error=" + word(error));
    }

    private PendingSignIns.Pending take(String state) throws OidcRefused {
        return pending.take(state)
                .orElseThrow(() -> new OidcRefused(
                        Reason.UNKNOWN_STATE,
                        "this member has not begun this sign-in, or it was ended, or it took longer than "
                                + PendingSignIns.SECONDS_MAX / 60 + " minutes; sign in again"));
    }

    /** An error's code as it may stand in a sentence. */
    static String word(@Nullable String code) {
        return code != null && code.matches("[a-z_]{1,60}") ? code : "unknown";
    }
}
