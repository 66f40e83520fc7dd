package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.gateway.GatewaySettings;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ApiOptionsTest {
    @Command
    static final class Carrier {
        @Mixin
        ApiOptions api;
    }

    @Test
    void shouldHaveNoApiUnlessAPortIsGiven() {
        assertThat(parse("")).isEmpty();
    }

    @Test
    void shouldServeEveryoneWithoutTlsOnLoopback() {
        ApiSettings settings = parse("--api-port=8600").orElseThrow();
        assertThat(settings.tls()).isEmpty();
        assertThat(settings.needsIdentity()).isFalse();
        assertThat(settings.clientQueueMax()).isEqualTo(2_048);
        assertThat(settings.accessLog().orElseThrow().file()).isEqualTo(Path.of("api-access-8600.log"));
        assertThat(settings.accessLog().orElseThrow().waits()).isFalse();
    }

    @Test
    void shouldTakeACertificateItsKeyAndAnAuthority() {
        ApiSettings settings = parse(
                        "--api-port=8600 --api-host=0.0.0.0 --api-tls-cert=a --api-tls-key=b --api-tls-client-ca=c")
                .orElseThrow();
        assertThat(settings.tls())
                .contains(new GatewaySettings.Tls(Path.of("a"), Path.of("b"), Optional.of(Path.of("c"))));
        assertThat(settings.needsIdentity()).isTrue();
    }

    @Test
    void shouldTakeAsManyThreadsAsConfiguredElseAsTheGateway() {
        assertThat(parse("--api-port=8600 --api-threads=9").orElseThrow().threads())
                .isEqualTo(9);
        assertThat(parse("--api-port=8600").orElseThrow().threads())
                .isEqualTo(GatewaySettings.usualThreads(Runtime.getRuntime().availableProcessors()));
    }

    @ParameterizedTest
    @CsvSource({
        "--api-port=8600 --api-host=::1",
        "--api-port=8600 --api-host=192.0.2.1 --api-plain --api-tokens=a",
        "--api-port=8600 --api-host=192.0.2.1 --api-plain --api-clients-without-token",
        "--api-port=8600 --api-host=192.0.2.1 --api-tls-cert=a --api-tls-key=b --api-tokens=c",
        "--api-port=8600 --api-access-log=none",
    })
    void shouldOpenWhereClientsAreKnownOrNeedNotBe(String arguments) {
        assertThat(parse(arguments)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "--api-host=0.0.0.0 --api-tokens=a, 'give --api-tls-cert and --api-tls-key, or allow readable cards with --api-plain: api-host=0.0.0.0'",
        "--api-host=192.0.2.1 --api-plain, --api-clients-without-token: api-host=192.0.2.1",
        "--api-host=192.0.2.1 --api-tls-cert=a --api-tls-key=b, give --api-tokens or --api-tls-client-ca",
        "--api-tokens=a --api-clients-without-token, leave out one of them",
        "--api-plain --api-tls-cert=a --api-tls-key=b, leave out one of them",
        "--api-tls-cert=a, give both",
        "--api-tls-client-ca=a, give both",
        "--api-queue-per-client=few, must be a number or auto",
        "--api-queue=0, api-queue=0",
        "--api-deadline=11s, api-deadline=11000",
        "--api-flagged-action=approve, api-flagged-action=approve",
        "--api-access-log-full=block, api-access-log-full=block",
        "--api-access-log-files=0, api-access-log-files=0",
        "--api-connections-max=0, api-connections-max=0",
        "--api-threads=0, api-threads=0",
        "--api-threads=257, api-threads=257",
        "--api-threads=all, must be a number or auto",
    })
    void shouldSayWhatIsWrongAndWhatToDo(String arguments, String sentence) {
        assertThatThrownBy(() -> parse("--api-port=8600 " + arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private static Optional<ApiSettings> parse(String arguments) {
        Carrier carrier = new Carrier();
        new CommandLine(carrier).parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        return carrier.api.toSettings();
    }
}
