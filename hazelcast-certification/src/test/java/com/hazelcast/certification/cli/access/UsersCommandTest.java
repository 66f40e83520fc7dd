package com.hazelcast.certification.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.User;
import com.hazelcast.certification.access.UserFile;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class UsersCommandTest {
    private static final String SECRET = "a secret of some length";
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-25T16:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new UsersCommand(CLOCK))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    private String file() {
        return folder.resolve("users").toString();
    }

    private User only() {
        return new UserFile(folder.resolve("users")).users().get(0);
    }

    @Test
    void shouldAddAUserWithTheSecretOfStandardInputAndListAndRemoveIt() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream((SECRET + "\nmore").getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(run("add", file(), "anna", "--role", "analyst", "--expires", "2027-01-31T00:00:00Z"))
                    .isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(only().secret().matches(SECRET)).isTrue();
        assertThat(run("list", file())).isZero();
        assertThat(run("remove", file(), "anna")).isZero();
        assertThat(out.toString().lines())
                .containsExactly("added: anna analyst", "anna analyst expires=2027-01-31T00:00:00Z", "removed: anna");
    }

    @Test
    void shouldPrintAGeneratedSecretOnce() {
        assertThat(run("add", file(), "anna", "--role", "operator", "--generate"))
                .isZero();
        String secret = out.toString().lines().toList().get(1).substring("secret: ".length());
        assertThat(only().role()).isEqualTo(Role.OPERATOR);
        assertThat(only().secret().matches(secret)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-25T16:00:00Z", "2026-01-31T00:00:00Z"})
    void shouldRefuseAUserWhoHasExpiredAlready(String expires) {
        assertThat(run("add", file(), "anna", "--role", "analyst", "--generate", "--expires", expires))
                .isNotZero();
        assertThat(out.toString()).contains("expires=" + expires + " now=2026-11-25T16:00:00Z");
        assertThat(folder.resolve("users")).doesNotExist();
    }

    @Test
    void shouldRefuseARoleThatIsNone() {
        assertThat(run("add", file(), "anna", "--role", "chief", "--generate")).isEqualTo(2);
        assertThat(out.toString()).contains("a role is viewer, analyst or operator: role=chief");
    }
}
