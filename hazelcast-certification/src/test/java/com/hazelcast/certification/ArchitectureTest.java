package com.hazelcast.certification;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.shard.ShardSerialization;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the packages to their layout: who may know whom, and what the pure ones may not import. */
class ArchitectureTest {
    private static final String ROOT = "com.hazelcast.certification";

    /**
     * Every package, each after all that it may depend on. {@code client} is a module of its own, whose two packages know each other. {@code
     * metrics} stands this late because the packages that do the work count through interfaces of their own, which it implements.
     */
    private static final List<String> ORDER = List.of(
            "client",
            "logs",
            "chain",
            "access",
            "access.oidc",
            "certificates",
            "transaction",
            "mapping",
            "history.layout",
            "history",
            "labels",
            "removal",
            "importing",
            "sending",
            "traffic",
            "rules",
            "rules.lists",
            "rules.model",
            "rules.grammar",
            "rules.language",
            "rules.interpreted",
            "rules.compiled",
            "rules.live",
            "rules.difference",
            "rules.cases",
            "rules.vectors",
            "storage.files",
            "storage",
            "life",
            "shard",
            "audit",
            "backtest",
            "scoring",
            "exporting",
            "loading",
            "backup",
            "routing",
            "source",
            "directory",
            "gateway",
            "copies",
            "labelling",
            "removing",
            "supervision",
            "api.decisions",
            "api.reads",
            "api.labels",
            "kafka.schemas",
            "kafka.records",
            "kafka",
            "kafka.group",
            "kafka.verdicts",
            "api.cards",
            "api.http",
            "metrics",
            "cluster",
            "rulebook",
            "console.http",
            "console.members",
            "console.throughput",
            "console.overview",
            "console.flagged",
            "console.rules",
            "console.api",
            "console",
            "member",
            "process",
            "plan",
            "bench.watch",
            "bench",
            "bench.http",
            "bench.kafka",
            "bench.storage",
            "bench.rounds",
            "bench.tune",
            "bench.results",
            "cli.options",
            "cli.output",
            "cli.rules",
            "cli.access",
            "cli.backup",
            "cli.kafka",
            "cli.load",
            "cli.labels",
            "cli.cards",
            "cli.demo",
            "cli.bench",
            "cli");

    private static final Path CLIENT = Path.of("../hazelcast-certification-client");
    private static final Path TESTS = Path.of("src/test/java");

    /** Packages with more files than others, and why. */
    private static final Map<String, Integer> LARGER = Map.of(
            // Applications see what is public here: another package for its insides would make them public as well.
            "client", 27);

    /** Of the tests' packages. */
    private static final Map<String, Integer> LARGER_TESTS = Map.of(
            // Tests of members that run stand together, whichever package they are about.
            "member", 50,
            // Tests of commands stand with what they share, whichever package prints the answer.
            "cli", 40);

    /** More files in a package are a sign that it is two. */
    private static final int FILES_MAX = 25;

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path DOCUMENT = Path.of("../ARCHITECTURE.md");
    private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    private static final DescribedPredicate<JavaClass> HAZELCAST = resideInAPackage("com.hazelcast..")
            .and(not(resideInAPackage(ROOT + "..")))
            .as("Hazelcast");

    static List<String> packages() {
        return ORDER;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transaction",
                "mapping",
                "history.layout",
                "history",
                "labels",
                "removal",
                "traffic",
                "rules",
                "rules.vectors",
                "rules.lists",
                "rules.model",
                "rules.grammar",
                "rules.language",
                "rules.interpreted",
                "rules.compiled",
                "rules.live",
                "rules.difference",
                "rules.cases"
            })
    void shouldKeepHazelcastSocketsAndMetricsOutOf(String pure) {
        noClasses()
                .that()
                .resideInAPackage(inside(pure))
                .should()
                .dependOnClassesThat(
                        HAZELCAST.or(resideInAnyPackage("java.net..", "java.nio.channels..", "io.prometheus..")))
                .check(CLASSES);
    }

    @Test
    void shouldUseOnlyThePublicPartOfHazelcast() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        HAZELCAST.and(resideInAnyPackage("com.hazelcast..impl..", "com.hazelcast..internal..")))
                .check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void shouldDependOnlyOnPackagesBefore(String name) {
        String[] after = ORDER.subList(ORDER.indexOf(name) + 1, ORDER.size()).stream()
                .map(ArchitectureTest::inside)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(inside(name))
                .should()
                .dependOnClassesThat(resideInAnyPackage(after))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    /** All others get a clock from these, so that a test can set it. */
    @Test
    void shouldTakeTheMachinesClockInCommandsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".cli..")
                .should()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void shouldKnowEveryPackage() {
        assertThat(CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
                .allSatisfy(name -> assertThat(name).startsWith(ROOT + "."))
                .allSatisfy(name -> assertThat(ORDER)
                        .contains(name.substring(ROOT.length() + 1).replace("client.protocol", "client")));
    }

    @Test
    void shouldHaveThePackagesOfTheDocumentInThisOrder() throws IOException {
        List<String> documented = Files.readAllLines(DOCUMENT).stream()
                .dropWhile(line -> !line.equals("## Packages"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> NAME.matcher(line.split("\\|", -1)[1]).results())
                .map(name -> name.group(1))
                .toList();
        // The client's module is described below the table.
        assertThat(documented).isEqualTo(ORDER.subList(1, ORDER.size()));
    }

    @Test
    void shouldDescribeEveryPackage() throws IOException {
        assertThat(filesByFolder(List.of(SOURCES, CLIENT.resolve(SOURCES))))
                .isNotEmpty()
                .allSatisfy((folder, files) ->
                        assertThat(folder.resolve("package-info.java")).isRegularFile());
    }

    @Test
    void shouldKeepPackagesSmall() throws IOException {
        requireSmall(filesByFolder(List.of(SOURCES, CLIENT.resolve(SOURCES))), LARGER);
        requireSmall(filesByFolder(List.of(TESTS, CLIENT.resolve(TESTS))), LARGER_TESTS);
    }

    private static void requireSmall(Map<Path, Long> filesByFolder, Map<String, Integer> larger) {
        assertThat(filesByFolder)
                .isNotEmpty()
                .allSatisfy((folder, files) -> assertThat(files)
                        .as(folder.toString())
                        .isLessThanOrEqualTo(larger.getOrDefault(packageOf(folder), FILES_MAX)));
    }

    private static Map<Path, Long> filesByFolder(List<Path> roots) throws IOException {
        Map<Path, Long> byFolder = new HashMap<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> byFolder.merge(file.getParent(), 1L, Long::sum));
            }
        }
        return byFolder;
    }

    /** Such as {@code console.http}; empty text outside of the project's packages. */
    private static String packageOf(Path folder) {
        String path = folder.toString().replace('/', '.');
        int begin = path.indexOf(ROOT + ".");
        return begin < 0 ? "" : path.substring(begin + ROOT.length() + 1);
    }

    @Test
    void shouldGiveEachPackageThatSendsSomethingAFactoryOfItsOwn() {
        List<Integer> ids = CLASSES.stream()
                .filter(type -> type.getSimpleName().endsWith("Serialization"))
                // Sends whole shards by a serializer, which has a type and no factory.
                .filter(type -> !type.isEquivalentTo(ShardSerialization.class))
                .map(ArchitectureTest::factoryId)
                .toList();
        assertThat(ids).hasSizeGreaterThan(1).doesNotHaveDuplicates();
    }

    private static int factoryId(JavaClass type) {
        try {
            Field id = type.reflect().getDeclaredField("FACTORY_ID");
            id.setAccessible(true);
            return id.getInt(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type + " has no FACTORY_ID", e);
        }
    }

    /** The package itself, without what is below it; of the client's module, all. */
    private static String inside(String name) {
        return ROOT + "." + name + (name.equals("client") ? ".." : "");
    }
}
