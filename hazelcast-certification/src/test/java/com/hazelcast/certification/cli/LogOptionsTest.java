package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cli.options.LogOptions;
import com.hazelcast.certification.cli.options.YamlDefaults;
import com.hazelcast.certification.logs.CapturedErr;
import com.hazelcast.certification.logs.LogFormat;
import com.hazelcast.certification.logs.LogSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;
import picocli.CommandLine;

class LogOptionsTest {
    @TempDir
    Path folder;

    private static LogSettings parse(String call) {
        String[] words = call.split(" ");
        return LogOptions.of(Fraud.commandLine(words).parseArgs(words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"member", "source"})
    void shouldSayWhatHappensWhileACommandRunsUntilItIsStopped(String call) {
        assertThat(parse(call)).isEqualTo(LogSettings.SERVICE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "bench kernel",
                "bench end-to-end",
                "bench gateway --plain --member h:1",
                "ctl status",
                "send - --plain --member h:1",
                "rules list"
            })
    void shouldLeaveTheOutputToTheResultOfOtherCommands(String call) {
        assertThat(parse(call)).isEqualTo(LogSettings.TOOL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "member OPTIONS",
                "source OPTIONS",
                "demo OPTIONS",
                "send - --plain --member h:1 OPTIONS",
                "ctl status OPTIONS",
                "ctl OPTIONS status",
                "ctl OPTIONS load --cards 5",
                "bench kernel OPTIONS",
                "bench OPTIONS end-to-end",
                "bench gateway --plain --member h:1 OPTIONS"
            })
    void shouldTakeTheOptionsBeforeAndAfterTheVerb(String call) {
        assertThat(parse(call.replace("OPTIONS", "--log-level debug --log-file all.log --log-format json")))
                .isEqualTo(new LogSettings(Level.DEBUG, Level.DEBUG, LogFormat.JSON, Optional.of(Path.of("all.log"))));
    }

    @Test
    void shouldTakeTheKeysOfAMembersFile() throws Exception {
        Path config = Files.writeString(folder.resolve("member.yaml"), "log-level: error\nlog-format: json\n");
        CommandLine commandLine = Fraud.commandLine();
        CommandLine member = commandLine.getSubcommands().get("member");
        member.setDefaultValueProvider(new YamlDefaults(config, member.getCommandSpec()));
        assertThat(LogOptions.of(commandLine.parseArgs("member")))
                .isEqualTo(new LogSettings(Level.ERROR, Level.ERROR, LogFormat.JSON, Optional.empty()));
    }

    @Test
    void shouldRefuseAFileThatCannotBeWrittenBeforeAnythingStarts() {
        try (CapturedErr err = new CapturedErr()) {
            assertThat(Fraud.run("source", "--port=0", "--log-file=" + folder)).isEqualTo(2);
            assertThat(err.text()).startsWith("fraud: cannot be written: log-file=" + folder);
        }
    }

    @Test
    void shouldHelpWithoutTouchingTheFile() {
        assertThat(Fraud.run("rules", "--help")).isZero();
        assertThat(Fraud.run("source", "--help", "--log-file=" + folder.resolve("all.log")))
                .isZero();
        assertThat(folder).isEmptyDirectory();
    }
}
