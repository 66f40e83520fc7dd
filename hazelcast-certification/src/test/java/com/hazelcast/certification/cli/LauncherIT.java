package com.hazelcast.certification.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as a person runs it: a process of its own, on the JDK of this test. */
@Tag("process")
class LauncherIT {
    private static final String LAUNCHER = System.getProperty("fraud.launcher");

    /** Three seconds, and as many again for a machine that does other things as well. */
    private static final long SAID_WITHIN_MS = 30_000;

    @TempDir
    private Path folder;

    private record Outcome(int status, String output) {}

    private Outcome run(Map<String, String> environment, String... command) throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().remove("FRAUD_JVM_OPTS");
        builder.environment().put("FRAUD_JAVA", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return new Outcome(process.exitValue(), Files.readString(output, UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldRunThroughASymbolicLinkFromAnyFolder() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of(LAUNCHER));
        Outcome outcome = run(Map.of(), link.toString(), "--version");
        Files.delete(link);
        assertThat(outcome.status()).isZero();
        assertThat(outcome.output()).contains(new BuildInfo().version()).contains("Java " + Runtime.version());
    }

    @Test
    void shouldRefuseABadMemorySizeInOneSentence() throws Exception {
        Outcome outcome = run(Map.of(), LAUNCHER, "member", "--heap=900000g");
        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.output())
                .startsWith("fraud: heap and native memory need ")
                .hasLineCount(1);
    }

    @Test
    void shouldTakeTheHeapOfAMemberFromItsConfigurationFile() throws Exception {
        Path file = Files.writeString(folder.resolve("member.yaml"), "heap: 96m\nport: 0\n");
        Outcome outcome =
                run(Map.of("FRAUD_JVM_OPTS", "-XX:+PrintCommandLineFlags"), LAUNCHER, "member", "--config=" + file);
        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.output())
                .contains("-XX:MaxHeapSize=" + 96 * 1024 * 1024)
                .contains("port=0");
    }

    @Test
    void shouldReserveNoHeapForHelp() throws Exception {
        Outcome outcome = run(Map.of("FRAUD_JVM_OPTS", "-XX:+PrintCommandLineFlags"), LAUNCHER, "member", "--help");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.output()).contains("Usage: ./fraud member").doesNotContain("AlwaysPreTouch");
    }

    @Test
    void shouldPreferJavaHomeToANewerJdk() throws Exception {
        makeJava("17.0.1");
        Path java = folder.resolve("bin/java");
        Files.writeString(java, "#!/bin/sh\necho called $0 >&2\nexit 1\n");
        Map<String, String> environment = Map.of("FRAUD_JAVA", "", "JAVA_HOME", folder.toString());
        assertThat(run(environment, LAUNCHER, "--version").output()).isEqualTo("called " + java + "\n");
    }

    @Test
    void shouldPassOverAJavaHomeThatIsTooOld() throws Exception {
        makeJava("11.0.2");
        Outcome outcome = run(Map.of("FRAUD_JAVA", "", "JAVA_HOME", folder.toString()), LAUNCHER, "--version");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.output()).startsWith("fraud ");
    }

    @Test
    void shouldNameTheOptionOfAPortInUseInOneSentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            Outcome exporter = run(Map.of(), LAUNCHER, "member", "--jmx-exporter=" + port);
            assertThat(exporter.status()).isEqualTo(2);
            assertThat(exporter.output())
                    .startsWith("fraud: port " + port + " is in use: --jmx-exporter=" + port)
                    .hasLineCount(1);
            Outcome member = run(Map.of(), LAUNCHER, "member", "--http-port=0", "--port=" + port);
            assertThat(member.status()).isEqualTo(2);
            assertThat(member.output())
                    .startsWith("fraud: port " + port + " is in use: --port=" + port)
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldBuildAgainWhenASetOfRulesThatComesWithTheProgramHasChanged() throws Exception {
        Path module = folder.resolve("hazelcast-certification");
        Path client = folder.resolve("hazelcast-certification-client");
        for (Path made : List.of(module, client)) {
            Files.createDirectories(made.resolve("src/main"));
            Files.createFile(made.resolve("pom.xml"));
        }
        Files.createFile(folder.resolve("pom.xml"));
        Path rules = Files.createDirectory(folder.resolve("rules"));
        Path set = Files.writeString(rules.resolve("some.rules"), "set some\n");
        Path jar =
                Files.createFile(Files.createDirectory(module.resolve("target")).resolve("fraud.jar"));
        Path launcher = Files.copy(Path.of(LAUNCHER), folder.resolve("fraud"));
        Path maven = Files.writeString(
                Files.createDirectory(folder.resolve("tools")).resolve("mvn"),
                "#!/bin/sh\necho called Maven >&2\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Map<String, String> environment =
                Map.of("FRAUD_NO_BUILD", "", "PATH", maven.getParent() + ":" + System.getenv("PATH"));
        FileTime now = FileTime.from(Instant.now());
        Files.setLastModifiedTime(jar, FileTime.from(now.toInstant().plusSeconds(60)));
        assertThat(run(environment, launcher.toString(), "--version").output()).doesNotContain("called Maven");

        Files.setLastModifiedTime(set, FileTime.from(now.toInstant().plusSeconds(120)));
        assertThat(run(environment, launcher.toString(), "--version").output()).contains("called Maven");
    }

    /** As a person waits for it: with the start of the program, and long before it gives up. */
    @Test
    void shouldSaySoonWhatItCouldNotReach() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            long beginNs = System.nanoTime();
            Process process = new ProcessBuilder(LAUNCHER, "ctl", "status", "--address=" + address, "--timeout=60s")
                    .redirectErrorStream(true)
                    .start();
            String said = process.inputReader(UTF_8).readLine();
            long saidMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
            process.destroyForcibly();
            assertThat(said)
                    .startsWith("fraud: " + address + " takes connections, and no member of the cluster fraud")
                    .contains("yet");
            assertThat(saidMs).as("ms").isLessThan(SAID_WITHIN_MS);
        }
    }

    /** Makes a JDK of that version that cannot run anything. */
    private void makeJava(String version) throws Exception {
        Files.createDirectories(folder.resolve("bin"));
        Path java = Files.createFile(folder.resolve("bin/java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    @Test
    void shouldRefuseAJavaThatIsTooOld() throws Exception {
        makeJava("11.0.2");
        Outcome outcome = run(Map.of("FRAUD_JAVA", folder.toString()), LAUNCHER, "--version");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.output())
                .isEqualTo("fraud: FRAUD_JAVA=" + folder + " is Java 11; the program needs 17 or later\n");
    }

    @Test
    void shouldLetFurtherJvmOptionsWin() throws Exception {
        Outcome outcome = run(Map.of("FRAUD_JVM_OPTS", "-Xmx77m -XX:+PrintCommandLineFlags"), LAUNCHER, "--version");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.output()).contains("-XX:MaxHeapSize=" + 77 * 1024 * 1024);
    }
}
