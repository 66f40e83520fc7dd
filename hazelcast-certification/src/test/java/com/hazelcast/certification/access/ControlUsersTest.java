package com.hazelcast.certification.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.access.ControlUsers.Admission;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlUsersTest {
    private static final String SECRET = "a secret of some length";

    @TempDir
    Path folder;

    private ControlUsers users(boolean isRequired) {
        Path file = folder.resolve("users");
        boolean unused = new UserFile(file).put(new User("anna", Role.ANALYST, QuickSecret.of(SECRET), Long.MAX_VALUE));
        return new ControlUsers(Optional.of(file), isRequired, Clock.systemUTC());
    }

    @Test
    void shouldAdmitAUserWithTheRole() {
        Admission admission = users(true).admit(ControlCaller.here("anna", SECRET), Role.ANALYST);
        assertThat(admission.isRefused()).isFalse();
        assertThat(admission.user()).map(User::name).contains("anna");
        assertThat(admission.roleName()).isEqualTo("analyst");
    }

    @Test
    void shouldRefuseWhatTakesAnotherRole() {
        Admission admission = users(false).admit(ControlCaller.here("anna", SECRET), Role.OPERATOR);
        assertThat(admission.isRefused()).isTrue();
        assertThat(admission.result()).isEqualTo("denied");
        assertThat(admission.why()).contains("takes the role operator", "role=analyst");
        assertThat(admission.name()).isEqualTo("anna");
    }

    @Test
    void shouldRefuseAWrongSecretAndLockTheNameOutInTheEnd() {
        ControlUsers users = users(false);
        ControlCaller wrong = ControlCaller.here("anna", "another secret");
        Admission first = users.admit(wrong, Role.VIEWER);
        assertThat(first.result()).isEqualTo("wrong_secret");
        assertThat(first.user()).isEmpty();
        Admission last = first;
        for (int i = 0; i < 5; i++) {
            last = users.admit(wrong, Role.VIEWER);
        }
        assertThat(last.result()).isEqualTo("locked_out");
        assertThat(users.admit(ControlCaller.here("anna", SECRET), Role.VIEWER).isRefused())
                .as("also with the right secret")
                .isTrue();
    }

    @Test
    void shouldNotWriteTheNameOfNobody() {
        assertThat(users(false)
                        .admit(ControlCaller.here("typed-secret", SECRET), Role.VIEWER)
                        .name())
                .isEqualTo("-");
    }

    @Test
    void shouldRequireAUserOnlyWhereThatIsAskedFor() {
        assertThat(users(false).admit(ControlCaller.here(), Role.OPERATOR).isRefused())
                .isFalse();
        Admission refused = users(true).admit(ControlCaller.here(), Role.OPERATOR);
        assertThat(refused.why()).contains("--user", "FRAUD_USER_SECRET");
        assertThat(users(true).admit(ControlCaller.MEMBER, Role.OPERATOR).isRefused())
                .as("members act for users of the console")
                .isFalse();
    }

    @Test
    void shouldRefuseAUserWhomNobodyCanCheck() {
        ControlUsers none = new ControlUsers(Optional.empty(), false, Clock.systemUTC());
        assertThat(none.admit(ControlCaller.here("anna", SECRET), Role.VIEWER).why())
                .contains("this member has no users");
    }

    @Test
    void shouldNotShowTheSecret() {
        assertThat(ControlCaller.here("anna", SECRET).toString())
                .contains("anna")
                .doesNotContain(SECRET);
    }
}
