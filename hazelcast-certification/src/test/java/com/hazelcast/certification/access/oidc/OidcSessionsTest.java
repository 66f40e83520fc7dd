package com.hazelcast.certification.access.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.access.Role;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OidcSessionsTest {
    private static final Instant NOW = Instant.parse("2027-01-04T08:00:00Z");
    private static final String NAME = "oidc:anna";

    private final OidcSessions sessions = sessions("a-secret-of-the-client", NOW);
    private final String token = sessions.begin(NAME, Role.ANALYST);

    private static OidcSessions sessions(String secret, Instant at) {
        return new OidcSessions(
                new OidcSettings(
                        URI.create("https://login.example"),
                        "fraud",
                        ClientSecret.of("console-oidc-client-secret", secret),
                        Optional.empty(),
                        List.of(),
                        "preferred_username",
                        "groups",
                        Map.of(Role.VIEWER, List.of("staff"))),
                Clock.fixed(at, ZoneOffset.UTC));
    }

    @Test
    void shouldBeKnownToAllMembersWithTheSecret() {
        assertThat(sessions("a-secret-of-the-client", NOW).find(token))
                .contains(new OidcSessions.Session(NAME, Role.ANALYST));
        assertThat(sessions("another-secret-of-it", NOW).find(token)).isEmpty();
    }

    @Test
    void shouldEndAfterSomeHours() {
        Instant end = NOW.plus(Duration.ofHours(OidcSessions.HOURS_MAX));
        assertThat(sessions("a-secret-of-the-client", end.minusMillis(1_000)).find(token))
                .isPresent();
        assertThat(sessions("a-secret-of-the-client", end).find(token)).isEmpty();
    }

    @Test
    void shouldEndWithASignOutOfThatNameAndNotOfAnother() {
        sessions.signOut("oidc:otto");
        assertThat(sessions.find(token)).isPresent();
        sessions.signOut(NAME);
        assertThat(sessions.find(token)).isEmpty();
    }

    @Test
    void shouldEndASessionThatBeganOnAMemberWhoseClockIsAhead() {
        String ofOther = sessions("a-secret-of-the-client", NOW.plusSeconds(5)).begin(NAME, Role.ANALYST);
        assertThat(sessions.find(ofOther)).isPresent();
        sessions.signOut(NAME);
        assertThat(sessions.find(ofOther)).isEmpty();
        assertThat(sessions.find(token)).isEmpty();
        assertThat(sessions.find(sessions.begin(NAME, Role.ANALYST)))
                .as("begun here afterwards, before that time by this clock")
                .isPresent();
    }

    @Test
    void shouldLetInASessionThatBeganAfterTheSignOutOnAMemberWhoseClockIsBehind() {
        sessions.signOut(NAME);
        Instant behind = NOW.minus(OidcSessions.CLOCKS_APART).plusMillis(1);
        String ofOther = sessions("a-secret-of-the-client", behind).begin(NAME, Role.ANALYST);
        assertThat(sessions.find(ofOther)).isPresent();
        assertThat(sessions.find(token)).as("the one that has ended").isEmpty();
        sessions.signOut(NAME);
        assertThat(sessions.find(ofOther)).isEmpty();
    }

    @Test
    void shouldEndASessionThatItHasLetInOnAMemberWhoseClockIsBehind() {
        String ofOther = sessions("a-secret-of-the-client", NOW.minusSeconds(5)).begin(NAME, Role.ANALYST);
        assertThat(sessions.find(ofOther)).isPresent();
        sessions.signOut(NAME);
        assertThat(sessions.find(ofOther)).isEmpty();
    }

    @Test
    void shouldEndASessionOfAnotherMemberThatItHasNeverSeen() {
        String ofOther = sessions("a-secret-of-the-client", NOW.minus(OidcSessions.CLOCKS_APART))
                .begin(NAME, Role.ANALYST);
        sessions.signOut(NAME);
        assertThat(sessions.find(ofOther)).isEmpty();
    }

    @Test
    void shouldEndASessionThatBeganHereAndWasNotUsedYet() {
        String second = sessions.begin(NAME, Role.ANALYST);
        sessions.signOut(NAME);
        assertThat(sessions.find(second)).isEmpty();
    }

    @Test
    void shouldEndAllSessionsOfANameThatHasMoreThanAreKeptSingly() {
        List<String> tokens = IntStream.range(0, 100)
                .mapToObj(i ->
                        sessions("a-secret-of-the-client", NOW.plusMillis(i)).begin(NAME, Role.ANALYST))
                .toList();
        assertThat(tokens).allSatisfy(one -> assertThat(sessions.find(one)).isPresent());
        sessions.signOut(NAME);
        assertThat(tokens).allSatisfy(one -> assertThat(sessions.find(one)).isEmpty());
        assertThat(sessions.find(sessions.begin(NAME, Role.ANALYST)))
                .as("begun here afterwards, before some of them by this clock")
                .isPresent();
    }

    @Test
    void shouldTakeNothingElseForASession() {
        String[] parts = token.split("\\.", -1);
        String unsigned = "eyJhbGciOiJub25lIn0." + parts[1] + ".";
        String changed = parts[0] + "." + parts[1] + "." + new StringBuilder(parts[2]).reverse();
        assertThat(List.of("", "..", "operator-0123456789", unsigned, changed))
                .allSatisfy(other -> assertThat(sessions.find(other)).isEmpty());
    }
}
