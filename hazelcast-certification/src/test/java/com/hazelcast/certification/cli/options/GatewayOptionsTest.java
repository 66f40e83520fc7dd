package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.gateway.GatewaySettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class GatewayOptionsTest {
    @Command
    static final class Carrier {
        @Mixin
        GatewayOptions gateway;
    }

    @Test
    void shouldHaveNoGatewayUnlessAPortIsGiven() {
        assertThat(parse("")).isEmpty();
    }

    @Test
    void shouldTakeACertificateItsKeyAndAnAuthority() {
        GatewaySettings settings = parse(
                        "--gateway-port=9511 --gateway-tls-cert=a --gateway-tls-key=b --gateway-tls-client-ca=c --gateway-connections-max=7")
                .orElseThrow();
        assertThat(settings.tls())
                .contains(new GatewaySettings.Tls(Path.of("a"), Path.of("b"), Optional.of(Path.of("c"))));
        assertThat(settings.connectionsMax()).isEqualTo(7);
    }

    @Test
    void shouldAllowAPlainGatewayWhenConfigured() {
        assertThat(parse("--gateway-port=9511 --gateway-plain").orElseThrow().tls())
                .isEmpty();
    }

    @Test
    void shouldTakeTheLimitsOfAClient() {
        GatewaySettings settings = parse(
                        "--gateway-port=9511 --gateway-plain --gateway-connections-per-address=5"
                                + " --gateway-connections-per-certificate=6 --gateway-new-cards-per-second=7 --gateway-new-cards-burst=8")
                .orElseThrow();
        assertThat(settings.clients()).isEqualTo(new GatewaySettings.ClientLimits(5, 6, 7, 8));
        assertThat(parse("--gateway-port=9511 --gateway-plain").orElseThrow().clients())
                .isEqualTo(new GatewaySettings.ClientLimits(1_024, 1_024, 100, 10_000));
    }

    @Test
    void shouldTakeAsManyThreadsAsConfigured() {
        assertThat(parse("--gateway-port=9511 --gateway-plain --gateway-threads=9")
                        .orElseThrow()
                        .threads()
                        .loops())
                .isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({"'', 1, 1", "--gateway-threads=9, 9, 4", "--gateway-threads=9 --gateway-handshake-threads=2, 9, 2"})
    void shouldShakeHandsOnHalfAsManyThreadsUnlessConfigured(String arguments, int loops, int handshakes) {
        GatewaySettings.Threads threads = parse("--gateway-port=9511 --gateway-plain " + arguments)
                .orElseThrow()
                .threads();
        assertThat(threads.handshakes())
                .isEqualTo(arguments.isEmpty() ? GatewaySettings.usualHandshakeThreads(threads.loops()) : handshakes);
        assertThat(threads.loops()).isEqualTo(arguments.isEmpty() ? threads.loops() : loops);
    }

    @Test
    void shouldSendClientsWhereTheyReachIt() {
        assertThat(parse("--gateway-port=9511 --gateway-plain --gateway-public-address=gateway.example:443")
                        .orElseThrow()
                        .publicAddress())
                .contains(InetSocketAddress.createUnresolved("gateway.example", 443));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "4, 4", "8, 4", "16, 4", "64, 16", "4000, 256"})
    void shouldTakeAQuarterOfManyProcessorsAndAllOfFew(int processors, int threads) {
        assertThat(GatewaySettings.usualThreads(processors)).isEqualTo(threads);
    }

    @ParameterizedTest
    @CsvSource({
        "--gateway-port=9511 --gateway-host=0.0.0.0 --gateway-tls-cert=a --gateway-tls-key=b --gateway-tls-client-ca=c",
        "--gateway-port=9511 --gateway-host=192.0.2.1 --gateway-tls-cert=a --gateway-tls-key=b --gateway-clients-without-certificate",
        "--gateway-port=9511 --gateway-host=192.0.2.1 --gateway-plain --gateway-clients-without-certificate",
        "--gateway-port=9511 --gateway-host=127.0.0.2 --gateway-tls-cert=a --gateway-tls-key=b",
        "--gateway-port=9511 --gateway-host=::1 --gateway-plain",
    })
    void shouldOpenWhereClientsAreKnownOrNeedNotBe(String arguments) {
        assertThat(parse(arguments)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "--gateway-port=9511 --gateway-host=0.0.0.0 --gateway-tls-cert=a --gateway-tls-key=b, give --gateway-tls-client-ca",
        "--gateway-port=9511 --gateway-host=192.0.2.1 --gateway-plain, --gateway-clients-without-certificate: gateway-host=192.0.2.1",
        "--gateway-port=9511 --gateway-tls-cert=a --gateway-tls-key=b --gateway-tls-client-ca=c --gateway-clients-without-certificate, leave out one of them",
        "--gateway-port=9511 --gateway-plain --gateway-connections-per-address=0, gateway-connections-per-address=0",
        "--gateway-port=9511 --gateway-plain --gateway-connections-per-address=few, must be a number or auto",
        "--gateway-port=9511 --gateway-plain --gateway-connections-per-certificate=0, gateway-connections-per-certificate=0",
        "--gateway-port=9511 --gateway-plain --gateway-new-cards-per-second=-1, gateway-new-cards-per-second=-1",
        "--gateway-port=9511 --gateway-plain --gateway-new-cards-burst=0, gateway-new-cards-burst=0",
        "--gateway-port=9511 --gateway-plain --gateway-threads=0, gateway-threads=0",
        "--gateway-port=9511 --gateway-plain --gateway-threads=all, must be a number or auto",
        "--gateway-port=9511 --gateway-plain --gateway-handshake-threads=0, gateway-handshake-threads=0",
        "--gateway-port=9511 --gateway-plain --gateway-public-address=here, gateway-public-address=here",
        "--gateway-port=9511 --gateway-plain --gateway-public-address=0.0.0.0:1, clients cannot connect to that",
        "--gateway-port=9511, 'give --gateway-tls-cert and --gateway-tls-key, or allow readable cards with --gateway-plain'",
        "--gateway-port=9511 --gateway-tls-cert=a, give both",
        "--gateway-port=9511 --gateway-plain --gateway-tls-client-ca=a, give both",
        "--gateway-port=9511 --gateway-plain --gateway-tls-cert=a --gateway-tls-key=b, leave out one of them",
        "--gateway-port=70000, gateway-port must be 0 to 65535: gateway-port=70000",
        "--gateway-port=9511 --gateway-plain --gateway-connections-max=0, gateway-connections-max=0",
        "--gateway-port=9511 --gateway-plain --gateway-batches-in-flight=2000, gateway-batches-in-flight=2000",
    })
    void shouldSayWhatIsWrongAndWhatToDo(String arguments, String sentence) {
        assertThatThrownBy(() -> parse(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private static Optional<GatewaySettings> parse(String arguments) {
        Carrier carrier = new Carrier();
        new CommandLine(carrier).parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        return carrier.gateway.toSettings();
    }
}
