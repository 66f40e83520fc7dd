package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmOptionsTest {
    private static final long MIB = 1 << 20;
    private static final ScoringMemory ON_HEAP = new ScoringMemory(512 * MIB, 0);
    private static final ScoringMemory NATIVE = new ScoringMemory(512 * MIB, 1024 * MIB);

    @TempDir
    Path folder;

    private ProgramFiles files() {
        return new ProgramFiles(folder.resolve("fraud"), folder.resolve("fraud.jar"));
    }

    private JvmOptions options(JvmHost host) {
        return new JvmOptions(host, files(), "");
    }

    private static JvmHost host(int javaVersion, int cores, boolean hasHugePages) {
        return new JvmHost(javaVersion, cores, () -> 4096 * MIB, hasHugePages);
    }

    @Test
    void shouldPassTheLaunchersPathToEveryProcessAndLetNoneDumpItsMemory() {
        assertThat(options(host(17, 2, false)).all())
                .containsExactly(
                        "-Djdk.console=java.base",
                        "-Dfraud.launcher=" + folder.resolve("fraud"),
                        "-XX:-CreateCoredumpOnCrash");
    }

    @Test
    void shouldTouchTheWholeHeapOfAProcessThatHoldsHistoriesAndOfNoOther() {
        JvmHost host = host(17, 2, false);

        assertThat(options(host).addScoring(ON_HEAP).all())
                .contains("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC");
        assertThat(List.of(
                        options(host).addShortLived().all(),
                        options(host).addClusterClient().all(),
                        options(host).addStreaming().all(),
                        options(host).addManyConnections().all()))
                .allSatisfy(all -> assertThat(all)
                        .contains("-XX:+UseSerialGC")
                        .doesNotContain("-XX:+AlwaysPreTouch")
                        .noneMatch(option -> option.startsWith("-Xms")));
    }

    @Test
    void shouldGiveNativeMemoryRoomForConnectionsAndHugePages() {
        JvmOptions options = new JvmOptions(host(17, 2, false), files(), "glibc.a=1").addScoring(NATIVE);

        assertThat(options.all()).contains("-XX:MaxDirectMemorySize=1280m");
        assertThat(options.environment()).isEqualTo(Map.of("GLIBC_TUNABLES", "glibc.a=1:glibc.malloc.hugetlb=1"));
    }

    @Test
    void shouldLeaveDirectMemoryAndEnvironmentAloneWhereHistoriesAreOnTheHeap() {
        JvmOptions options = options(host(17, 2, false)).addScoring(ON_HEAP);

        assertThat(options.all()).noneMatch(option -> option.startsWith("-XX:MaxDirectMemorySize"));
        assertThat(options.environment()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 3", "16, 16"})
    void shouldGiveTheCommonPoolTwoThreadsOrMore(int cores, int threads) {
        assertThat(options(host(17, cores, false)).addClusterClient().all())
                .contains("-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + threads);
    }

    @ParameterizedTest(name = "Java {0}")
    @CsvSource({"17, false, false", "23, false, false", "24, true, false", "25, true, true"})
    void shouldUseWhatTheJdkHas(int javaVersion, boolean warnsOfUnsafe, boolean hasCompactHeaders) {
        List<String> all =
                options(host(javaVersion, 2, false)).addScoring(ON_HEAP).all();

        assertThat(all.contains("--sun-misc-unsafe-memory-access=allow")).isEqualTo(warnsOfUnsafe);
        assertThat(all.contains("-XX:+UseCompactObjectHeaders")).isEqualTo(hasCompactHeaders);
    }

    @Test
    void shouldUseWhatTheMachineAllows() {
        assertThat(options(host(17, 2, true)).addScoring(ON_HEAP).all()).contains("-XX:+UseTransparentHugePages");
        assertThat(options(host(17, 2, false)).addScoring(ON_HEAP).all())
                .doesNotContain("-XX:+UseTransparentHugePages");
    }

    @Test
    void shouldUseAnAheadOfTimeCacheThatWasMadeFromThisJarWithAJdkThatHasThem() throws IOException {
        FileTime now = FileTime.fromMillis(1_800_000_000_000L);
        Files.setLastModifiedTime(Files.createFile(files().jar()), now);
        assertThat(cacheOption(25)).isNull();

        Files.setLastModifiedTime(Files.createFile(files().aotCache()), now);
        assertThat(cacheOption(25)).isEqualTo("-XX:AOTCache=" + folder.resolve("fraud.aot"));
        assertThat(cacheOption(24)).isNull();

        Files.setLastModifiedTime(files().jar(), FileTime.fromMillis(now.toMillis() + 1));
        assertThat(cacheOption(25)).isNull();
    }

    private String cacheOption(int javaVersion) {
        return options(host(javaVersion, 2, false)).addAotCache().all().stream()
                .filter(option -> option.startsWith("-XX:AOTCache="))
                .findFirst()
                .orElse(null);
    }

    @Test
    void shouldTrainACacheOfClassesAlone() {
        assertThat(options(host(25, 2, false))
                        .addAotTraining(Path.of("/tmp/cache"))
                        .all())
                .contains("-XX:AOTCacheOutput=/tmp/cache", "-XX:-AOTRecordTraining");
    }

    @Test
    void shouldPutFurtherOptionsLastSoThatTheyWin() {
        assertThat(options(host(17, 2, false))
                        .addShortLived()
                        .addFurther("  -Xmx77m\t--add-opens java.base/java.util=ALL-UNNAMED\n")
                        .all())
                .endsWith("-Xmx77m", "--add-opens", "java.base/java.util=ALL-UNNAMED");
        assertThat(options(host(17, 2, false)).addFurther(" ").all())
                .isEqualTo(options(host(17, 2, false)).all());
    }

    @Test
    void shouldKeepTogetherWhatStandsBetweenQuotes() {
        assertThat(options(host(17, 2, false))
                        .addFurther("-Da=\"b c\" '-XX:OnOutOfMemoryError=kill -9 %p' -De=\"it's\"$1")
                        .all())
                .endsWith("-Da=b c", "-XX:OnOutOfMemoryError=kill -9 %p", "-De=it's$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Da=\"b", "-Da='b -Xmx1g", "-Da=\"b\nc\""})
    void shouldRefuseAQuoteThatIsNotClosed(String text) {
        JvmOptions options = options(host(17, 2, false));

        assertThatThrownBy(() -> options.addFurther(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FRAUD_JVM_OPTS has a quote that is not closed");
    }
}
