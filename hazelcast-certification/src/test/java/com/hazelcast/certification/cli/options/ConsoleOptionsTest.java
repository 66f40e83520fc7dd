package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @ParameterizedTest
    @CsvSource({
        "--http-host=0.0.0.0, 'give http-cert, http-key and console-viewer-token or users, or leave it on 127.0.0.1'",
        "--http-host=0.0.0.0 --http-cert=a --http-key=b, console-viewer-token",
        "--http-host=0.0.0.0 --console-viewer-token=viewer-0123456789, http-cert",
        "--http-cert=a, give both: http-cert=a http-key=null",
        "--http-port=70000, http-port must be 0 to 65535: http-port=70000",
        "--console-analyst-token=same-0123456789ab --console-operator-token=same-0123456789ab, a token has one role",
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
