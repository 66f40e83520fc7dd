package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.gateway.GatewayCertificates;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.metrics.Accounting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stream of a source inside TLS: all of it arrives, and none of it where an end is not what it should be. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SourceTlsTest {
    private static final long COUNT = 20_000;

    @TempDir
    Path folder;

    private final TestCluster cluster = new TestCluster();
    private GatewayCertificates certificates;

    @BeforeEach
    void make() throws Exception {
        certificates = new GatewayCertificates(folder);
    }

    @AfterEach
    void end() throws Exception {
        cluster.close();
    }

    @Test
    void shouldReadTheWholeStreamOfASourceThatAsksForACertificate() throws Exception {
        cluster.withSourceTls(certificates.forReader(certificates.authority));
        FraudMember member = cluster.startMember(cluster.startSource(COUNT, certificates.forSource()));
        cluster.load();
        cluster.control().start();
        cluster.awaitAnswered(member, COUNT);
        Accounting accounting = member.status().accounting();
        assertThat(accounting.scored() + accounting.duplicate()).isEqualTo(COUNT);
        assertThat(accounting.rejected()).isZero();
    }

    @Test
    void shouldStopInTheMiddleOfAStreamWithoutHalfARecord() throws Exception {
        cluster.withSourceTls(certificates.forReader(certificates.authority));
        FraudMember member = cluster.startMember(cluster.startSource(Long.MAX_VALUE, certificates.forSource()));
        cluster.load();
        cluster.control().start();
        TestCluster.await("something read", () -> member.status().accounting().received() > COUNT);
        cluster.control().stop();
        Accounting accounting = member.status().accounting();
        assertThat(accounting.inFlight()).isZero();
        assertThat(accounting.rejected()).isZero();
    }

    @Test
    void shouldReadNothingFromASourceOfAnotherAuthority() throws Exception {
        cluster.withSourceTls(certificates.forReader(certificates.strangeAuthority));
        assertNothingRead(cluster.startMember(cluster.startSource(COUNT, certificates.forSource())));
    }

    @Test
    void shouldReadNothingFromASourceWithoutTls() throws Exception {
        cluster.withSourceTls(certificates.forReader(certificates.authority));
        assertNothingRead(cluster.startMember(cluster.startSource(COUNT, 0)));
    }

    @Test
    void shouldGetNothingWithoutTheCertificateThatTheSourceAsksFor() throws Exception {
        cluster.withSourceTls(certificates.forNamelessReader());
        assertNothingRead(cluster.startMember(cluster.startSource(COUNT, certificates.forSource())));
    }

    private void assertNothingRead(FraudMember member) {
        cluster.load();
        cluster.control().start();
        TestCluster.pause();
        assertThat(member.status().accounting().received()).isZero();
    }

    @Test
    void shouldNameAFileThatIsNotThere() {
        assertThatThrownBy(() -> SourceTls.ofReader(folder.resolve("none.pem"), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none.pem");
    }

    @Test
    void shouldRefuseAFileThatHoldsNoCertificate() throws Exception {
        Path file = Files.writeString(folder.resolve("empty.pem"), "nothing");
        assertThatThrownBy(() -> SourceTls.ofReader(file, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PEM");
    }
}
