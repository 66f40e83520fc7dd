package com.hazelcast.certification.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class CertificateWatchTest {
    private static final Instant NOW = Instant.parse("2026-11-27T00:00:00Z");

    @TempDir
    private Path folder;

    private final CertificateWatch watch = new CertificateWatch(Clock.fixed(NOW, ZoneOffset.UTC), 3_600_000);
    private final AtomicInteger reloads = new AtomicInteger();

    @AfterEach
    void close() {
        watch.close();
    }

    private static X509Bundle bundle(Algorithm algorithm, int days) throws Exception {
        return new CertificateBuilder()
                .algorithm(algorithm)
                .subject("CN=member")
                .notBefore(NOW.minus(Duration.ofDays(400)))
                .notAfter(NOW.plus(Duration.ofDays(days)))
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
    }

    private CertificateFiles files() {
        return new CertificateFiles(
                "gateway", folder.resolve("member.pem"), folder.resolve("member.key"), Optional.empty());
    }

    private void write(X509Bundle certificate, X509Bundle key) throws Exception {
        Files.writeString(files().certificate(), certificate.getCertificatePathPEM());
        Files.writeString(files().key(), key.getPrivateKeyPEM());
    }

    private double days() {
        return watch.daysLeft().get("gateway");
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"ecp256", "rsa2048", "ed25519"})
    void shouldHaveThePortTakeFilesThatHaveChanged(Algorithm algorithm) throws Exception {
        X509Bundle first = bundle(Algorithm.ecp256, 10);
        write(first, first);
        watch.follow(files(), reloads::incrementAndGet);
        assertThat(days()).isCloseTo(10, within(0.01));
        X509Bundle second = bundle(algorithm, 300);
        write(second, second);
        watch.look();
        assertThat(reloads).as("files that may still be written").hasValue(0);
        watch.look();
        watch.look();
        assertThat(reloads).hasValue(1);
        assertThat(days()).isCloseTo(300, within(0.01));
    }

    @Test
    void shouldKeepWhatIsInUseWhileTheKeyIsNotTheCertificates() throws Exception {
        X509Bundle first = bundle(Algorithm.ecp256, 10);
        write(first, first);
        watch.follow(files(), reloads::incrementAndGet);
        X509Bundle second = bundle(Algorithm.ecp256, 300);
        write(second, first);
        watch.look();
        watch.look();
        assertThat(reloads).hasValue(0);
        assertThat(days()).isCloseTo(10, within(0.01));
        // A change has another time or another size.
        Files.writeString(files().key(), "\n" + second.getPrivateKeyPEM());
        watch.look();
        watch.look();
        assertThat(reloads).hasValue(1);
        assertThat(days()).isCloseTo(300, within(0.01));
    }

    @Test
    void shouldCountTheDaysOfWhatThePortUsesWhenItDoesNotTakeTheFiles() throws Exception {
        X509Bundle first = bundle(Algorithm.ecp256, 10);
        write(first, first);
        AtomicInteger tries = new AtomicInteger();
        watch.follow(files(), () -> {
            tries.incrementAndGet();
            throw new IllegalArgumentException("the port does not take it");
        });
        X509Bundle second = bundle(Algorithm.ecp256, 300);
        write(second, second);
        for (int i = 0; i < 4; i++) {
            watch.look();
        }
        assertThat(tries).as("once for each change").hasValue(1);
        assertThat(days()).isCloseTo(10, within(0.01));
    }

    @Test
    void shouldKeepWhatIsInUseWhileAFileIsMissing() throws Exception {
        X509Bundle first = bundle(Algorithm.ecp256, 10);
        write(first, first);
        watch.follow(files(), reloads::incrementAndGet);
        Files.delete(files().key());
        for (int i = 0; i < 3; i++) {
            watch.look();
        }
        assertThat(reloads).hasValue(0);
        X509Bundle second = bundle(Algorithm.ecp256, 300);
        write(second, second);
        watch.look();
        watch.look();
        assertThat(days()).isCloseTo(300, within(0.01));
    }

    @Test
    void shouldSayThatACertificateHasEnded() throws Exception {
        X509Bundle ended = bundle(Algorithm.ecp256, -2);
        write(ended, ended);
        watch.follow(files(), reloads::incrementAndGet);
        assertThat(days()).isCloseTo(-2, within(0.01));
    }

    @Test
    void shouldNameTheFileThatIsNoCertificate() throws Exception {
        X509Bundle first = bundle(Algorithm.ecp256, 10);
        write(first, first);
        Files.writeString(files().certificate(), "nothing\n");
        assertThatThrownBy(() -> watch.follow(files(), reloads::incrementAndGet))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("member.pem");
    }
}
