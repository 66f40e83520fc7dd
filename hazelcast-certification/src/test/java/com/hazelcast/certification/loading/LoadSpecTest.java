package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.traffic.Traffic;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A specification travels between members and control clients of different releases as JSON. */
class LoadSpecTest {
    private static final ObjectMapper JSON = new ObjectMapper();

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

    @Test
    void shouldHaveAnotherIdentityForEachTraffic() {
        assertThat(Arrays.stream(Traffic.values())
                        .map(traffic -> new LoadSpec(1_000, 20, 7, 1_798_967_585_307L, traffic).id()))
                .doesNotHaveDuplicates();
    }
}
