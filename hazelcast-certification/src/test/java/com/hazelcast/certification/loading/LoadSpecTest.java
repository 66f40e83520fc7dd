package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.sending.FakeFolder;
import com.hazelcast.certification.traffic.Traffic;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A specification travels between members and control clients of different releases as JSON. */
class LoadSpecTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void shouldLoadTheChallengesHistoriesWhenAnOlderReleaseAsks() throws Exception {
        String older = "{\"cards\":1000,\"historyPerCard\":20,\"seed\":7,\"untilMs\":1798967585307}";

        assertThat(JSON.readValue(older, LoadSpec.class))
                .isEqualTo(new LoadSpec(1_000, 20, 7, 1_798_967_585_307L, Traffic.CHALLENGE));
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void shouldBeTheSameOnTheOtherSide(Traffic traffic) throws Exception {
        LoadSpec spec = new LoadSpec(1_000, 20, 7, 1_798_967_585_307L, traffic);

        assertThat(JSON.readValue(JSON.writeValueAsString(spec), LoadSpec.class))
                .isEqualTo(spec);
    }

    /** Each member has it elsewhere, and the identity of the load is the same on all. */
    @Test
    void shouldNameASentImportWithoutAFolder() throws Exception {
        ImportedFolder imported = FakeFolder.write(folder, 0xabc, 1, 1);
        LoadSpec sent = LoadSpec.ofSent(imported);

        assertThat(sent.sentImport()).hasValue(0xabc);
        assertThat(sent.isImported()).isTrue();
        assertThat(sent.folder()).isEqualTo("sent:abc");
        assertThat(JSON.readValue(JSON.writeValueAsString(sent), LoadSpec.class))
                .isEqualTo(sent);
        assertThat(LoadSpec.of(imported).sentImport()).isEmpty();
        assertThat(LoadSpec.of(imported).id()).isNotEqualTo(sent.id());
    }

    @Test
    void shouldHaveAnotherIdentityForEachTraffic() {
        assertThat(Arrays.stream(Traffic.values())
                        .map(traffic -> new LoadSpec(1_000, 20, 7, 1_798_967_585_307L, traffic).id()))
                .doesNotHaveDuplicates();
    }
}
