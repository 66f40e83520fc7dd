package com.hazelcast.certification.access.oidc;

import com.hazelcast.certification.access.Role;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The provider that signs people in, checked. Immutable.
 *
 * @param issuer its address, as its tokens have it
 * @param clientId what it calls the members
 * @param secret the same on all members, which sign sessions by it
 * @param address of this member's console as browsers reach it; empty: where its port is
 * @param scopes what the provider is asked for; {@code openid} is one of them
 * @param nameClaim of the ID token, with the name of the person
 * @param rolesClaim of the ID token, with the values that give a role
 * @param values of that claim that give each role
 */
public record OidcSettings(
        URI issuer,
        String clientId,
        ClientSecret secret,
        Optional<URI> address,
        List<String> scopes,
        String nameClaim,
        String rolesClaim,
        Map<Role, List<String>> values) {
    private static final String OPENID = "openid";
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]");

    /** @throws IllegalArgumentException when one of them cannot be used; names the key */
    public OidcSettings {
        if (!isSafe(issuer) || issuer.getRawQuery() != null || issuer.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the issuer is an address that begins with https:// (http:// only on loopback): console-oidc-issuer="
                            + issuer);
        }
        address.ifPresent(OidcSettings::requireOrigin);
        if (clientId.isBlank()) {
            throw new IllegalArgumentException(
                    "console-oidc-issuer needs console-oidc-client-id, as the provider has it");
        }
        if (nameClaim.isBlank() || rolesClaim.isBlank()) {
            throw new IllegalArgumentException(
                    "a claim has a name: console-oidc-name=" + nameClaim + " console-oidc-roles=" + rolesClaim);
        }
        if (values.values().stream().allMatch(List::isEmpty)) {
            throw new IllegalArgumentException(
                    "no one could sign in by the provider: set which values of the claim " + rolesClaim
                            + " give a role, by console-oidc-viewer, console-oidc-analyst or console-oidc-operator");
        }
        List<String> all = new ArrayList<>(scopes);
        if (!all.contains(OPENID)) {
            all.add(0, OPENID);
        }
        scopes = List.copyOf(all);
        values = Map.copyOf(values);
    }

    private static void requireOrigin(URI address) {
        String path = address.getRawPath();
        if (!isSafe(address)
                || path != null && !path.isEmpty()
                || address.getRawQuery() != null
                || address.getRawFragment() != null
                || address.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "the console's address is https://HOST:PORT without a path (http:// only on loopback): console-oidc-address="
                            + address);
        }
    }

    /** Whether what goes there can be read by nobody else. */
    static boolean isSafe(URI address) {
        String host = address.getHost();
        return host != null
                && ("https".equalsIgnoreCase(address.getScheme())
                        || "http".equalsIgnoreCase(address.getScheme())
                                && LOOPBACK.matcher(host).matches());
    }

    /** Whether some value gives a role that may do what that one may. */
    public boolean gives(Role role) {
        return values.entrySet().stream()
                .anyMatch(entry ->
                        entry.getKey().includes(role) && !entry.getValue().isEmpty());
    }

    /** The provider as people know it: its host. */
    public String provider() {
        return issuer.getHost();
    }
}
