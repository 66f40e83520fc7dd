package com.hazelcast.certification.systemtests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Has a script be started in place of the program, until it is closed. */
public final class StandIn implements AutoCloseable {
    private static final String LAUNCHER = "fraud.launcher";

    private final Optional<String> before = Optional.ofNullable(System.getProperty(LAUNCHER));

    /** A script of these lines, in that folder. */
    public StandIn(Path folder, String... lines) throws IOException {
        Path launcher = Files.write(folder.resolve("fraud"), List.of("#!/bin/sh", String.join("\n", lines)));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        var unused = System.setProperty(LAUNCHER, launcher.toString());
    }

    @Override
    public void close() {
        var unused = before.isPresent() ? System.setProperty(LAUNCHER, before.get()) : System.clearProperty(LAUNCHER);
    }
}
