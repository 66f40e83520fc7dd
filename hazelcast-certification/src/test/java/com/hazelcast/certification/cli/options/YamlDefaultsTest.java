package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

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

    @ParameterizedTest
    @CsvSource({
        "members: 3;backups: 1;members: hunter2, 'a key is given twice; leave', key=members line=3",
        "kafka:;  brokers: a:1;  brokers: hunter2, 'a key is given twice; leave', key=brokers line=3",
        "kafka-readers: 1;kafka:;  readers: 2, 'a key is given twice, in two spellings', key=kafka-readers",
        "kafka.readers: 1;kafka-readers: 2, 'a key is given twice, in two spellings', key=kafka-readers"
    })
    void shouldRefuseAKeyThatIsGivenTwice(String text, String what, String key) throws IOException {
        Path file = Files.writeString(folder.resolve("member.yaml"), text.replace(";", "\n"));
        CommandSpec command = CommandSpec.create()
                .addOption(OptionSpec.builder("--members").type(String.class).build())
                .addOption(OptionSpec.builder("--backups").type(String.class).build())
                .addOption(OptionSpec.builder("--kafka").type(String.class).build())
                .addOption(
                        OptionSpec.builder("--kafka-readers").type(String.class).build());

        assertThatThrownBy(() -> new YamlDefaults(file, command))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(what)
                .hasMessageContaining(key + " config=" + file)
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }
}
