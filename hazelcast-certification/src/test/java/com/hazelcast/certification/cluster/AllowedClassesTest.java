package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParseException;
import com.hazelcast.core.MemberLeftException;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.example.Crafted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedClassesTest {
    static List<String> names() {
        return List.copyOf(AllowedClasses.names());
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldNameAnErrorOrWhatOneHoldsOrAMergePolicy(String name) throws ClassNotFoundException {
        // A newer JDK's, which the oldest one does not have.
        if (name.equals("java.lang.MatchException") && Runtime.version().feature() < 21) {
            return;
        }
        Class<?> named = Class.forName(name, false, getClass().getClassLoader());
        assertThat(
                        Throwable.class.isAssignableFrom(named)
                                || named.isInterface()
                                || named.isEnum()
                                || name.matches(
                                        "java.lang.Enum|java.util.(ArrayList|Collections.*)|.*StackTraceElement;?|.*Merge(Policy)?"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.invoke.SerializedLambda",
                "java.util.PriorityQueue",
                "java.util.concurrent.atomic.AtomicReference",
                "java.util.HashMap",
                "com.hazelcast.function.ComparatorEx",
                "com.hazelcast.jet.core.JobStatus",
                "com.hazelcast.shaded.com.zaxxer.hikari.HikariDataSource"
            })
    void shouldNotAllow(String name) {
        assertThat(AllowedClasses.contains(name)).isFalse();
    }

    @Test
    void shouldAllowEveryErrorThatAnEntryProcessorSends() {
        List<String> errors = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(
                                "com.hazelcast.certification.history",
                                "com.hazelcast.certification.shard",
                                "com.hazelcast.certification.audit",
                                "com.hazelcast.certification.scoring",
                                "com.hazelcast.certification.loading",
                                "com.hazelcast.certification.copies")
                        .stream()
                        .filter(type -> type.isAssignableTo(Throwable.class))
                        .map(JavaClass::getName)
                        .toList();
        assertThat(AllowedClasses.names()).containsAll(errors);
    }

    @Test
    void shouldSendAnErrorThatEveryMemberKnowsAsItIs() {
        Exception failure = new IllegalStateException("outer", new MemberLeftException("inner"));
        assertThat(AllowedClasses.sendable(failure)).isSameAs(failure);
    }

    @Test
    void shouldSendAnErrorOfAnotherClassByItsName() {
        assertThat(AllowedClasses.sendable(new Crafted.Failure("boom")))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("org.example.Crafted$Failure: boom")
                .hasNoCause();
    }

    @Test
    void shouldSendAnErrorWithACauseOfAnotherClassByItsName() {
        Exception failure = new IllegalArgumentException("no such verb", new JsonParseException(null, "not JSON"));
        assertThat(AllowedClasses.sendable(failure))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("java.lang.IllegalArgumentException: no such verb")
                .hasNoCause();
    }
}
