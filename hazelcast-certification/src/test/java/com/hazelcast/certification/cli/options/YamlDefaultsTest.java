package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

class YamlDefaultsTest {
    @TempDir
    private Path folder;

    @Test
    void shouldSayWhereAFileIsNoYamlWithoutShowingTheLine() throws IOException {
        Path file = Files.writeString(
                folder.resolve("member.yaml"),
                "members: 3\nbackup-command: /usr/bin/curl -H Authorization: hunter2 {folder}\n");

        assertThatThrownBy(() -> new YamlDefaults(file, CommandSpec.create()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not YAML: config=" + file + ": mapping values are not allowed here")
                .hasMessageContaining("line 2, column ")
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }
}
