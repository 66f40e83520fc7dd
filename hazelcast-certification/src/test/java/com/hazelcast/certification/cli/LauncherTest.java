package com.hazelcast.certification.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.process.JvmHost;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.process.ProgramFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherTest {
    private static final JvmHost HOST = new JvmHost(25, 2, () -> 10L << 30, false);

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Map<String, String> environment, String... arguments) {
        ProgramFiles files = new ProgramFiles(folder.resolve("fraud"), folder.resolve("fraud.jar"));
        return Launcher.run(
                arguments,
                HOST,
                files,
                environment,
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8));
    }

    private List<String> lines(String... arguments) {
        assertThat(run(Map.of(), arguments)).isZero();
        return out.toString(UTF_8).lines().toList();
    }

    private String memberWith(String yaml) throws IOException {
        return "--config=" + Files.writeString(folder.resolve("member.yaml"), yaml);
    }

    @Test
    void shouldGiveAMemberTwoGibibytesOfHeap() {
        assertThat(lines("member")).contains("jvm -Xms2048m", "jvm -Xmx2048m", "jvm -XX:+AlwaysPreTouch");
    }

    @Test
    void shouldTakeTheMemoryFromTheConfigurationFile() throws IOException {
        assertThat(lines("member", memberWith("heap: 1g\nmemory: native\nnative-size: 3g\n")))
                .contains("jvm -Xmx1024m", "jvm -XX:MaxDirectMemorySize=3328m")
                .contains("env GLIBC_TUNABLES=glibc.malloc.hugetlb=1");
    }

    @Test
    void shouldTakeTheJmxExporterFromTheConfigurationFile() throws IOException {
        Files.createFile(folder.resolve("jmx-exporter.jar"));
        Files.createDirectories(folder.resolve("observability"));
        Files.createFile(folder.resolve("observability/jmx-exporter.yaml"));
        int port = LocalCluster.freePort();

        assertThat(lines("member", memberWith("jmx-exporter: " + port)))
                .contains("jvm -Dhazelcast.jmx=true")
                .anyMatch(line -> line.startsWith("jvm -javaagent:") && line.contains("=127.0.0.1:" + port + ":"));
    }

    @Test
    void shouldLetTheCommandLineWinOverTheConfigurationFile() throws IOException {
        assertThat(lines("member", "--heap", "512m", memberWith("heap: 1g\n"))).contains("jvm -Xmx512m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"member --help", "member --heap 4g -h", "bench kernel --help", "aot-cache --help", "bench"})
    void shouldReserveNothingForHelp(String call) {
        assertThat(lines(call.split(" ")))
                .contains("jvm -Xmx256m")
                .noneMatch(line -> line.startsWith("jvm -Xms") || line.contains("AlwaysPreTouch"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', -Xmx256m",
        "--version, -Xmx256m",
        "nonsense, -Xmx256m",
        "rules list, -Xmx256m",
        "plan, -Xmx256m",
        "aot-cache, -Xmx256m",
        "aot-cache --training cache, -XX:AOTCacheOutput=cache",
        "aot-cache --training cache, -Xmx2048m",
        "ctl status, -Dhazelcast.phone.home.enabled=false",
        "ctl status, -Xmx256m",
        "rules submit set.rules, -Dhazelcast.phone.home.enabled=false",
        "rules compare set.rules, -XX:TieredStopAtLevel=4",
        "rules evaluate set.rules, -XX:TieredStopAtLevel=4",
        "lists get trusted, -Dhazelcast.phone.home.enabled=false",
        "lists get trusted, -Xmx1g",
        "lists put trusted trusted.csv, -Xmx1g",
        "rules submit set.rules, -Xmx1g",
        "rules activate 3, -Xmx1g",
        "rules evaluate set.rules, -Xmx1g",
        "labels add frauds.csv, -Dhazelcast.phone.home.enabled=false",
        "labels add frauds.csv, -Xmx1g",
        "labels table records.bin labels.csv, -Xmx512m",
        "demo, -Dhazelcast.phone.home.enabled=false",
        "source, -Xmx512m",
        "send, -Xmx512m",
        "bench gateway --member a:1, -Xmx1g",
        "bench http, -Xmx1g",
        "bench http, -Dhazelcast.phone.home.enabled=false",
        "bench kafka, -Xmx1g",
        "bench end-to-end --memory native --members 2, -Xmx256m",
        "bench end-to-end, -Dhazelcast.phone.home.enabled=false",
        "bench rules-backtest, -Dhazelcast.phone.home.enabled=false",
        "bench rules-switch, -Dhazelcast.phone.home.enabled=false",
        "bench scale-out, -Dhazelcast.phone.home.enabled=false",
        "bench scale-out, -Xmx256m",
        "bench tune, -Dhazelcast.phone.home.enabled=false",
        "bench all, -Dhazelcast.phone.home.enabled=false",
        "bench kernel --heap 4g, -Xmx4096m",
        "bench rounds, -XX:+UseG1GC",
        "bench kernel --memory native --heap 2g, -XX:MaxDirectMemorySize=6400m",
        "bench sweep --memory native --heap 2g, -XX:MaxDirectMemorySize=6400m",
    })
    void shouldGiveEachCommandItsJvm(String call, String option) {
        assertThat(lines(call.isEmpty() ? new String[0] : call.split(" "))).contains("jvm " + option);
    }

    @ParameterizedTest
    @ValueSource(strings = {"source", "send", "bench gateway --member a:1", "bench http", "bench kafka"})
    void shouldLetTheJvmCompileWhatSendsLoadAsWellAsItCan(String call) {
        assertThat(lines(call.split(" "))).noneMatch(line -> line.contains("TieredStopAtLevel"));
    }

    @ParameterizedTest
    @CsvSource({
        "--heap=4, fraud: heap must be a size such as 512m or 4g: heap=4",
        "--heap=lots, fraud: heap must be a size such as 512m or 4g: heap=lots",
        "--heap=0g, fraud: heap must be 64m or more: heap=0k",
        "--heap=11g, 'fraud: heap and native memory need 11264m and this machine has 10240m; choose less: heap=11264m'",
        "--memory=native --native-size=4gb, fraud: native-size must be a size such as 512m or 4g: native-size=4gb",
        "--jmx-exporter=0, 'fraud: jmx-exporter must be a port, 1 to 65535, or address:port: jmx-exporter=0'",
        "--config=none.yaml, 'fraud: no such file, or not readable: config=none.yaml'",
    })
    void shouldRefuseAWrongValueInOneSentence(String options, String sentence) {
        assertThat(run(Map.of(), ("member " + options).split(" "))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).isEqualToNormalizingNewlines(sentence + "\n");
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @Test
    void shouldRefuseWhatTheCommandWouldRefuseInItsWords() {
        assertThat(run(Map.of(), "member", "--frobnicate")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualToNormalizingNewlines("fraud: Unknown option: '--frobnicate'\nSee ./fraud member --help\n");
    }

    @Test
    void shouldRefuseAnUnknownKeyInTheConfigurationFile() throws IOException {
        assertThat(run(Map.of(), "member", memberWith("heaps: 1g\n"))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("key=heaps").hasLineCount(1);
    }

    @Test
    void shouldEndWithStatusOneWhenSomethingIsMissing() {
        assertThat(run(Map.of(), "member", "--jmx-exporter=9404")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).startsWith("fraud: jmx-exporter needs ").hasLineCount(1);
    }

    @Test
    void shouldRefuseFurtherOptionsWithAQuoteThatIsNotClosed() {
        assertThat(run(Map.of("FRAUD_JVM_OPTS", "-Da=\"b"), "member", "--memory=native"))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .startsWith("fraud: FRAUD_JVM_OPTS has a quote that is not closed")
                .hasLineCount(1);
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @Test
    void shouldTakeFurtherOptionsAndTunablesFromTheEnvironment() {
        Map<String, String> environment =
                Map.of("FRAUD_JVM_OPTS", "-Xmx77m -XX:+UseZGC", "GLIBC_TUNABLES", "glibc.a=1");

        assertThat(run(environment, "member", "--memory=native")).isZero();
        assertThat(out.toString(UTF_8).lines())
                .containsSubsequence("jvm -Xmx77m", "jvm -XX:+UseZGC")
                .endsWith("env GLIBC_TUNABLES=glibc.a=1:glibc.malloc.hugetlb=1");
    }
}
