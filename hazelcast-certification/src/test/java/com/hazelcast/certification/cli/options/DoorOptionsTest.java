package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.gateway.DoorSettings;
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

    @Test
    void shouldTakeTheLimitsOfAClient() {
        DoorSettings settings = parse(
                        "--door-port=9511 --door-plain --door-connections-per-address=5"
                                + " --door-connections-per-certificate=6 --door-new-cards-per-second=7 --door-new-cards-burst=8")
                .orElseThrow();
        assertThat(settings.clients()).isEqualTo(new DoorSettings.ClientLimits(5, 6, 7, 8));
        assertThat(parse("--door-port=9511 --door-plain").orElseThrow().clients())
                .isEqualTo(new DoorSettings.ClientLimits(1_024, 1_024, 100, 10_000));
    }

    @ParameterizedTest
    @CsvSource({
        "--door-port=9511 --door-host=0.0.0.0 --door-tls-cert=a --door-tls-key=b --door-tls-client-ca=c",
        "--door-port=9511 --door-host=192.0.2.1 --door-tls-cert=a --door-tls-key=b --door-clients-without-certificate",
        "--door-port=9511 --door-host=192.0.2.1 --door-plain --door-clients-without-certificate",
        "--door-port=9511 --door-host=127.0.0.2 --door-tls-cert=a --door-tls-key=b",
        "--door-port=9511 --door-host=::1 --door-plain",
    })
    void shouldOpenWhereClientsAreKnownOrNeedNotBe(String arguments) {
        assertThat(parse(arguments)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "--door-port=9511 --door-host=0.0.0.0 --door-tls-cert=a --door-tls-key=b, give --door-tls-client-ca",
        "--door-port=9511 --door-host=192.0.2.1 --door-plain, --door-clients-without-certificate: door-host=192.0.2.1",
        "--door-port=9511 --door-tls-cert=a --door-tls-key=b --door-tls-client-ca=c --door-clients-without-certificate, leave out one of them",
        "--door-port=9511 --door-plain --door-connections-per-address=0, door-connections-per-address=0",
        "--door-port=9511 --door-plain --door-connections-per-address=few, must be a number or auto",
        "--door-port=9511 --door-plain --door-connections-per-certificate=0, door-connections-per-certificate=0",
        "--door-port=9511 --door-plain --door-new-cards-per-second=-1, door-new-cards-per-second=-1",
        "--door-port=9511 --door-plain --door-new-cards-burst=0, door-new-cards-burst=0",
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
