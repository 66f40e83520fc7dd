package com.hazelcast.certification.systemtests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that say that they are up, and do nothing else. */
class MemberProcessesTest {
    @TempDir
    private Path folder;

    private StandIn standIn;

    @BeforeEach
    void launchTheStandIn() throws IOException {
        standIn = new StandIn(folder, "echo 'is up: a stand-in'", "exec sleep 600");
    }

    @AfterEach
    void launchMembersAgain() {
        standIn.close();
    }

    @Test
    void shouldSayWhereAMemberHasEnded() throws IOException {
        try (MemberProcesses members = new MemberProcesses(folder, Hosts.LOOPBACK, MemberProcesses.NO_API) {}) {
            int unused = members.addPlace();
            int second = members.addPlace();
            assertThat(members.emptyPlaces()).containsExactly(0, 1);

            members.startAgain();
            assertThat(members.emptyPlaces()).isEmpty();

            members.kill(second);
            assertThat(members.emptyPlaces()).containsExactly(second);
        }
    }
}
