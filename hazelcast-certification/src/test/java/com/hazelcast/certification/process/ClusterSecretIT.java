package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member as a process keeps what its cluster's secret becomes out of its output. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ClusterSecretIT {
    private static final String NAME = "guarded";

    @TempDir
    private Path folder;

    @Test
    void shouldAnswerWhoKnowsTheSecretAndWriteItNowhere() throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), "0123456789abcdef0123456789abcdef\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Optional<ClusterSecret> secret = Optional.of(ClusterSecret.read(file));
        int controlPort = LocalCluster.freePort();
        try (FraudProcess member = FraudProcess.start(
                Path.of(System.getProperty("fraud.launcher")),
                folder,
                "member",
                List.of(
                        "member",
                        "--cluster-name=" + NAME,
                        "--cluster-secret-file=" + file,
                        "--port=" + LocalCluster.freePort(),
                        "--control-port=" + controlPort,
                        "--http-port=" + LocalCluster.freePort(),
                        "--heap=256m",
                        "--cards=1000"))) {
            member.awaitOutput("is up:", 120);
            try (ClusterControl control = ClusterControl.connect(NAME, secret, "127.0.0.1:" + controlPort, 30_000)) {
                assertThat(control.statuses()).hasSize(1);
            }
        }
        assertThat(Files.readString(folder.resolve("member.log")))
                .contains("cluster=" + NAME)
                .doesNotContain(ClusterSecret.joinName(NAME, secret));
    }
}
