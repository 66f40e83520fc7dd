package com.hazelcast.certification.systemtests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that say that they are up, and do nothing else. */
class MemberProcessesTest {
    private static final String LAUNCHER = "fraud.launcher";

    private final Optional<String> launcherBefore = Optional.ofNullable(System.getProperty(LAUNCHER));

    @TempDir
    private Path folder;

    @BeforeEach
    void launchStandIns() throws IOException {
        Path launcher = Files.write(
                folder.resolve("fraud"), List.of("#!/bin/sh", "echo 'is up: a stand-in'", "exec sleep 600"));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        var unused = System.setProperty(LAUNCHER, launcher.toString());
    }

    @AfterEach
    void launchMembersAgain() {
        var unused = launcherBefore.isPresent()
                ? System.setProperty(LAUNCHER, launcherBefore.get())
                : System.clearProperty(LAUNCHER);
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
