package com.hazelcast.certification.access.oidc;

import com.hazelcast.certification.access.Role;
import com.nimbusds.jwt.JWTClaimsSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who somebody is by the claims of an ID token that has been checked. A value. */
record OidcIdentity(String name, Role role) {
    /** Names of files have no colon, so nobody of the provider has the name of somebody else. */
    private static final String PREFIX = "oidc:";

    /** What may stand in lines of logs as a word. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9@._+|-]{0,127}");

    /**
     * Reads the claims.
     *
     * @throws OidcRefused when there is no name, or no role
     */
    static OidcIdentity of(JWTClaimsSet claims, OidcSettings settings) throws OidcRefused {
        Object found = find(claims, settings.nameClaim());
        if (!(found instanceof String name) || !NAME.matcher(name).matches()) {
            throw new OidcRefused(
                    OidcRefused.Reason.NO_NAME,
                    "the provider gives no name of letters, digits, '@', '.', '_', '+', '|' and '-' in the claim "
                            + settings.nameClaim() + " of its ID token; choose another one by console-oidc-name");
        }
        List<String> values = texts(find(claims, settings.rolesClaim()));
        return roleOf(values, settings)
                .map(role -> new OidcIdentity(PREFIX + name, role))
                .orElseThrow(() -> new OidcRefused(
                        OidcRefused.Reason.NO_ROLE,
                        PREFIX + name,
                        name + " has no role on this console; the provider must give a value in the claim "
                                + settings.rolesClaim() + " that console-oidc-viewer, console-oidc-analyst or"
                                + " console-oidc-operator names"));
    }

    /** The highest one. */
    private static Optional<Role> roleOf(List<String> values, OidcSettings settings) {
        Role[] roles = Role.values();
        for (int i = roles.length - 1; i >= 0; i--) {
            if (settings.values().getOrDefault(roles[i], List.of()).stream().anyMatch(values::contains)) {
                return Optional.of(roles[i]);
            }
        }
        return Optional.empty();
    }

    /** The claim of that name, or the one that its parts lead to: {@code realm_access.roles}. */
    private static @Nullable Object find(JWTClaimsSet claims, String name) {
        Object whole = claims.getClaim(name);
        if (whole != null) {
            return whole;
        }
        Object at = claims.getClaims();
        for (String part : name.split("\\.", -1)) {
            at = at instanceof Map<?, ?> map ? map.get(part) : null;
        }
        return at;
    }

    private static List<String> texts(@Nullable Object claim) {
        if (claim instanceof String one) {
            return List.of(one);
        }
        return claim instanceof List<?> list
                ? list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }
}
