package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortTest {
    @Test
    void shouldNameAnotherPortAtEachCall() throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            ports.add(LocalCluster.freePort());
        }

        assertThat(ports).doesNotHaveDuplicates();
    }
}
