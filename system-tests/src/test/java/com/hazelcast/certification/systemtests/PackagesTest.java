package com.hazelcast.certification.systemtests;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the packages of this module apart: small, described, and none in a circle with another. */
class PackagesTest {
    private static final String ROOT = PackagesTest.class.getPackageName();
    private static final Path SOURCES = Path.of("src/main/java", ROOT.split("\\."));

    /** More files in a package are a sign that it is two; as in {@code ArchitectureTest} of the application. */
    private static final int FILES_MAX = 25;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    private static Map<Path, List<String>> filesByPackage() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.groupingBy(
                            Path::getParent,
                            Collectors.mapping(file -> file.getFileName().toString(), Collectors.toList())));
        }
    }

    @Test
    void shouldKeepEveryPackageSmallAndDescribed() throws IOException {
        assertThat(filesByPackage())
                .hasSizeGreaterThan(1)
                .allSatisfy((folder, files) -> assertThat(files)
                        .as(folder.toString())
                        .hasSizeLessThanOrEqualTo(FILES_MAX)
                        .contains("package-info.java"));
    }

    @Test
    void shouldHaveNoPackagesThatDependOnEachOther() {
        slices().matching(ROOT.replace("systemtests", "(**)"))
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }
}
