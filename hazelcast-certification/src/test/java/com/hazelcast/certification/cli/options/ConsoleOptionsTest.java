package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.oidc.OidcSettings;
import com.hazelcast.certification.console.http.ConsoleSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ConsoleOptionsTest {
    private static final String TOKENS =
            "--console-viewer-token=viewer-0123456789 --console-analyst-token=analyst-0123456789"
                    + " --console-operator-token=operator-0123456789";

    @Command
    static final class Carrier {
        @Mixin
        ConsoleOptions console;
    }

    private static final String OIDC =
            "--console-oidc-issuer=https://login.example/realms/x --console-oidc-client-id=fraud"
                    + " --console-oidc-client-secret=secret-0123456789";

    @Test
    void shouldBeOpenOnLoopbackAndTakeNoControlByDefault() {
        ConsoleSettings settings = parse("");
        assertThat(settings.host()).isEqualTo("127.0.0.1");
        assertThat(settings.port()).isEqualTo(7777);
        assertThat(settings.tls()).isEmpty();
        assertThat(settings.viewer()).isEmpty();
        assertThat(settings.analyst()).isEmpty();
        assertThat(settings.operator()).isEmpty();
    }

    @Test
    void shouldGoBeyondLoopbackWithCertificateAndTokens() {
        ConsoleSettings settings = parse("--http-host=0.0.0.0 --http-cert=a --http-key=b " + TOKENS);
        assertThat(settings.tls()).contains(new ConsoleSettings.Tls(Path.of("a"), Path.of("b")));
        assertThat(settings.viewer()).isPresent();
        assertThat(settings.analyst()).isPresent();
        assertThat(settings.operator()).isPresent();
    }

    @Test
    void shouldTakeAProviderInPlaceOfTokens() {
        ConsoleSettings settings = parse("--http-host=0.0.0.0 --http-cert=a --http-key=b " + OIDC
                + " --console-oidc-analyst=leads,analysts --console-oidc-address=https://10.0.0.1:7777");
        OidcSettings oidc = settings.oidc().orElseThrow();
        assertThat(oidc.provider()).isEqualTo("login.example");
        assertThat(oidc.scopes()).containsExactly("openid", "profile");
        assertThat(oidc.nameClaim()).isEqualTo("preferred_username");
        assertThat(oidc.rolesClaim()).isEqualTo("groups");
        assertThat(oidc.values().get(Role.ANALYST)).containsExactly("leads", "analysts");
        assertThat(oidc.gives(Role.VIEWER)).isTrue();
        assertThat(oidc.gives(Role.OPERATOR)).isFalse();
        assertThat(settings.toString()).doesNotContain("secret-0123456789");
    }

    @ParameterizedTest
    @CsvSource({
        "--http-host=0.0.0.0, 'give http-cert, http-key and console-viewer-token or users, or leave it on 127.0.0.1'",
        "--http-host=0.0.0.0 --http-cert=a --http-key=b, console-viewer-token",
        "--http-host=0.0.0.0 --console-viewer-token=viewer-0123456789, http-cert",
        "--http-cert=a, give both: http-cert=a http-key=null",
        "--http-port=70000, http-port must be 0 to 65535: http-port=70000",
        "--console-analyst-token=same-0123456789ab --console-operator-token=same-0123456789ab, a token has one role",
        "--console-oidc-client-id=fraud, keys of a provider need the provider; give console-oidc-issuer",
        "--console-oidc-client-secret=secret-0123456789, give console-oidc-issuer",
        "--console-oidc-scopes=openid, give console-oidc-issuer",
        "--console-oidc-name=preferred_username, give console-oidc-issuer",
        "--console-oidc-roles=groups, give console-oidc-issuer",
        "--console-oidc-issuer=https://login.example, give console-oidc-client-secret or FRAUD_CONSOLE_OIDC_CLIENT_SECRET",
        "--console-oidc-issuer=https://login.example --console-oidc-client-secret=short, must be 16 to 1024",
        "--console-oidc-issuer=https://login.example --console-oidc-client-secret=secret-0123456789, console-oidc-client-id",
        "--console-oidc-issuer=http://login.example --console-oidc-client-secret=secret-0123456789, begins with https://",
        "'" + OIDC + "', no one could sign in by the provider",
        "'" + OIDC
                + " --console-oidc-viewer=a --console-oidc-address=https://console.example/path', HOST:PORT without a path",
        "'" + OIDC
                + " --console-oidc-viewer=a --console-oidc-address=http://console.example', HOST:PORT without a path",
        "--console-viewer-token=short, console-viewer-token must be 16 to 256",
    })
    void shouldSayWhatIsWrongAndWhatToDo(String arguments, String sentence) {
        assertThatThrownBy(() -> parse(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private static ConsoleSettings parse(String arguments) {
        Carrier carrier = new Carrier();
        new CommandLine(carrier).parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        return carrier.console.toSettings();
    }
}
