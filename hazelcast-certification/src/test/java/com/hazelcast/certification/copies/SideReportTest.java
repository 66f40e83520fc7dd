package com.hazelcast.certification.copies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a member reports of the copies on its disk. */
class SideReportTest {
    @Test
    void shouldTellCopiesThatAreWaitedForFromTheOthers() {
        SideReport report = new SideReport(true, List.of(), Set.of(), Set.of(0, 5, 7), Set.of(0, 5, 9));

        assertThat(report.onDisk()).containsExactly(7);
        assertThat(report.goneOn()).as("without one that is delivered").containsExactlyInAnyOrder(0, 5);
    }

    @Test
    void shouldWaitForAllWhereTheClusterHasNotGoneOn() {
        SideReport report = new SideReport(true, List.of(), Set.of(), Set.of(0, 5), Set.of());

        assertThat(report.onDisk()).containsExactlyInAnyOrder(0, 5);
        assertThat(report.goneOn()).isEmpty();
    }
}
