package com.hazelcast.certification.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.access.Users.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsersTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String SECRET = "correct horse ü";
    private static final String HERE = "10.0.0.7";
    private static final Instant NOW = Instant.parse("2026-11-25T16:00:00Z");
    private static final HashedSecret HASHED = HashedSecret.of(SECRET, RANDOM);

    @TempDir
    Path folder;

    private long nowNs;

    private Path file() {
        return folder.resolve("users");
    }

    private Users users() {
        return new Users(Optional.of(file()), Clock.fixed(NOW, ZoneOffset.UTC), () -> nowNs);
    }

    private void put(String name, Role role, long expiresMs) {
        boolean unused = new UserFile(file()).put(new User(name, role, HASHED, expiresMs));
    }

    @Test
    void shouldSignInByNameAndSecretAndRememberThat() {
        put("anna", Role.ANALYST, Long.MAX_VALUE);
        Users users = users();
        assertThat(users.remembered("anna", SECRET)).isEmpty();
        assertThat(users.signIn("anna", SECRET, HERE).user()).hasValueSatisfying(user -> {
            assertThat(user.name()).isEqualTo("anna");
            assertThat(user.role()).isEqualTo(Role.ANALYST);
        });
        assertThat(users.remembered("anna", SECRET)).isPresent();
        assertThat(users.remembered("anna", SECRET + "x")).isEmpty();
        nowNs += TimeUnit.SECONDS.toNanos(Users.REMEMBERED_S);
        assertThat(users.remembered("anna", SECRET)).isEmpty();
    }

    @Test
    void shouldForgetWhoSignsOut() {
        put("anna", Role.ANALYST, Long.MAX_VALUE);
        Users users = users();
        assertThat(users.signIn("anna", SECRET, HERE).outcome()).isEqualTo(Outcome.SIGNED_IN);
        users.forget("anna");
        assertThat(users.remembered("anna", SECRET)).isEmpty();
    }

    @Test
    void shouldTakeNeitherAWrongSecretNorAnUnknownNameAndLockAfterFive() {
        put("anna", Role.VIEWER, Long.MAX_VALUE);
        Users users = users();
        assertThat(users.signIn("bert", SECRET, HERE))
                .isEqualTo(new Users.SignIn(Outcome.WRONG, false, Optional.empty(), 0));
        for (int i = 1; i < LockOut.OF_BOTH_MAX; i++) {
            assertThat(users.signIn("anna", "wrong secret", HERE).outcome()).isEqualTo(Outcome.WRONG);
        }
        assertThat(users.signIn("anna", "wrong secret", HERE).outcome()).isEqualTo(Outcome.WRONG_AND_LOCKED);
        assertThat(users.signIn("anna", SECRET, HERE).outcome()).isEqualTo(Outcome.LOCKED);
        nowNs += TimeUnit.SECONDS.toNanos(LockOut.LOCKED_S);
        assertThat(users.signIn("anna", SECRET, HERE).outcome()).isEqualTo(Outcome.SIGNED_IN);
    }

    @Test
    void shouldReadTheFileAgainAndTakeRightsAwayAtOnce() throws IOException {
        put("anna", Role.OPERATOR, Long.MAX_VALUE);
        Users users = users();
        assertThat(users.signIn("anna", SECRET, HERE).outcome()).isEqualTo(Outcome.SIGNED_IN);
        put("anna", Role.VIEWER, Long.MAX_VALUE);
        users.look();
        assertThat(users.remembered("anna", SECRET))
                .hasValueSatisfying(user -> assertThat(user.role()).isEqualTo(Role.VIEWER));
        assertThat(users.hasAny(Role.OPERATOR)).isFalse();
        Files.writeString(file(), "anna nobody x\n");
        users.look();
        assertThat(users.remembered("anna", SECRET))
                .as("a file with a mistake changes nothing")
                .isPresent();
        Files.writeString(file(), "# nobody\n");
        users.look();
        assertThat(users.remembered("anna", SECRET)).isEmpty();
    }

    @Test
    void shouldTakeNobodyWhoseTimeIsOver() {
        put("anna", Role.VIEWER, NOW.toEpochMilli());
        put("bert", Role.VIEWER, NOW.toEpochMilli() + 1);
        Users users = users();
        assertThat(users.signIn("anna", SECRET, HERE).outcome()).isEqualTo(Outcome.WRONG);
        assertThat(users.signIn("bert", SECRET, HERE).outcome()).isEqualTo(Outcome.SIGNED_IN);
    }

    @Test
    void shouldKeepCommentsAndRightsOfAFileThatItChanges() throws IOException {
        Files.writeString(file(), "# people\n");
        put("anna", Role.VIEWER, Long.MAX_VALUE);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
        assertThat(new UserFile(file()).put(new User("anna", Role.OPERATOR, HASHED, Long.MAX_VALUE)))
                .isTrue();
        assertThat(Files.readAllLines(file())).containsExactly("# people", "anna operator " + HASHED.text());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-r-----");
        assertThat(new UserFile(file()).remove("anna")).isTrue();
        assertThat(new UserFile(file()).remove("anna")).isFalse();
        assertThat(Files.readAllLines(file())).containsExactly("# people");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file());
        }
    }

    /** A folder of secrets may name its files by links. */
    @Test
    void shouldChangeTheFileThatALinkLeadsTo() throws IOException {
        put("anna", Role.VIEWER, Long.MAX_VALUE);
        Path link = Files.createSymbolicLink(folder.resolve("link"), file());
        assertThat(new UserFile(link).remove("anna")).isTrue();
        assertThat(link).isSymbolicLink();
        assertThat(file()).isEmptyFile();
    }

    @Test
    void shouldMakeAFileThatOnlyItsOwnerReads() throws IOException {
        put("anna", Role.VIEWER, Long.MAX_VALUE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldHashWithASaltAndShowNoSecret() {
        assertThat(HashedSecret.of(SECRET, RANDOM).text()).isNotEqualTo(HASHED.text());
        assertThat(HashedSecret.parse(HASHED.text()).matches(SECRET)).isTrue();
        assertThat(HASHED.toString()).isEqualTo("****");
        assertThat(HashedSecret.generate(RANDOM)).hasSize(24).isNotEqualTo(HashedSecret.generate(RANDOM));
        for (String secret : List.of("short", "x".repeat(257), "with a\nline break")) {
            assertThatThrownBy(() -> HashedSecret.of(secret, RANDOM))
                    .hasMessageContaining("length=" + secret.length())
                    .hasMessageNotContaining(secret);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "anna viewer",
                "anna nobody pbkdf2-sha512:1:00000000000000000000000000000000:0000000000000000000000000000000000000000000000000000000000000000",
                "anna viewer plain-secret",
                "anna viewer pbkdf2-sha512:9999999:00000000000000000000000000000000:0000000000000000000000000000000000000000000000000000000000000000",
                "-anna viewer x"
            })
    void shouldNameTheLineThatCannotBeUsedAndNotTheSecret(String line) throws IOException {
        Files.writeString(file(), "# people\n" + line + "\n");
        assertThatThrownBy(this::users)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("users=" + file() + " line=2")
                .hasMessageNotContaining("plain-secret");
    }
}
