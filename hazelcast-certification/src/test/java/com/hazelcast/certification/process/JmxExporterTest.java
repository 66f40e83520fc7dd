package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmxExporterTest {
    @TempDir
    Path folder;

    private ProgramFiles files() {
        return new ProgramFiles(folder.resolve("fraud"), folder.resolve("fraud.jar"));
    }

    private void makeAgent() throws IOException {
        Files.createFile(files().jmxAgent());
        Files.createDirectories(files().jmxRules().getParent());
        Files.createFile(files().jmxRules());
    }

    @Test
    void shouldServeOnLoopbackUnlessAnAddressIsGiven() {
        assertThat(JmxExporter.parse("9404")).isEqualTo(new JmxExporter("127.0.0.1", 9404));
        assertThat(JmxExporter.parse("10.0.0.1:9404")).isEqualTo(new JmxExporter("10.0.0.1", 9404));
        assertThat(JmxExporter.parse("[::1]:65535")).isEqualTo(new JmxExporter("[::1]", 65_535));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "65536", "127.0.0.1:0", "127.0.0.1:", ":9404", "many"})
    void shouldRefuseWhatIsNoPort(String text) {
        assertThatThrownBy(() -> JmxExporter.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("jmx-exporter=" + text);
    }

    @Test
    void shouldLoadTheAgentThatLiesBesideTheJar() throws IOException {
        makeAgent();
        int port = LocalCluster.freePort();

        assertThat(new JmxExporter("127.0.0.1", port).agentOption(files()))
                .isEqualTo("-javaagent:" + folder.resolve("jmx-exporter.jar") + "=127.0.0.1:" + port + ":"
                        + folder.resolve("observability/jmx-exporter.yaml"));
    }

    @Test
    void shouldSayThatTheAgentIsMissing() throws IOException {
        JmxExporter exporter = new JmxExporter("127.0.0.1", LocalCluster.freePort());

        assertThatThrownBy(() -> exporter.agentOption(files()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("jmx-exporter.jar")
                .hasMessageContaining("mvn package");
    }

    @Test
    void shouldRefuseAPortInUseBecauseTheAgentWouldEndTheJvm() throws IOException {
        makeAgent();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            JmxExporter exporter = new JmxExporter("127.0.0.1", taken.getLocalPort());

            assertThatThrownBy(() -> exporter.agentOption(files()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("port " + taken.getLocalPort() + " is in use: --jmx-exporter=");
        }
    }
}
