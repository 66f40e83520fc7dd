package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.source.door.DoorSettings;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class DoorOptionsTest {
    @Command
    static final class Carrier {
        @Mixin
        DoorOptions door;
    }

    @Test
    void shouldHaveNoDoorUnlessAPortIsGiven() {
        assertThat(parse("")).isEmpty();
    }

    @Test
    void shouldTakeACertificateItsKeyAndAnAuthority() {
        DoorSettings settings = parse(
                        "--door-port=9511 --door-tls-cert=a --door-tls-key=b --door-tls-client-ca=c --door-connections-max=7")
                .orElseThrow();
        assertThat(settings.tls())
                .contains(new DoorSettings.Tls(Path.of("a"), Path.of("b"), Optional.of(Path.of("c"))));
        assertThat(settings.connectionsMax()).isEqualTo(7);
    }

    @Test
    void shouldAllowAPlainDoorWhenToldSo() {
        assertThat(parse("--door-port=9511 --door-plain").orElseThrow().tls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--door-port=9511, 'give --door-tls-cert and --door-tls-key, or allow readable cards with --door-plain'",
        "--door-port=9511 --door-tls-cert=a, give both",
        "--door-port=9511 --door-plain --door-tls-client-ca=a, give both",
        "--door-port=9511 --door-plain --door-tls-cert=a --door-tls-key=b, leave out one of them",
        "--door-port=70000, door-port must be 0 to 65535: door-port=70000",
        "--door-port=9511 --door-plain --door-connections-max=0, door-connections-max=0",
        "--door-port=9511 --door-plain --door-batches-in-flight=2000, door-batches-in-flight=2000",
    })
    void shouldSayWhatIsWrongAndWhatToDo(String arguments, String sentence) {
        assertThatThrownBy(() -> parse(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private static Optional<DoorSettings> parse(String arguments) {
        Carrier carrier = new Carrier();
        new CommandLine(carrier).parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        return carrier.door.toSettings();
    }
}
