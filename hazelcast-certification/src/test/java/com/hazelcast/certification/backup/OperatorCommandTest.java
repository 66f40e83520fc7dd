package com.hazelcast.certification.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that a member runs. */
@Timeout(60)
class OperatorCommandTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private OperatorCommand command(String script, String arguments, Duration within) throws IOException {
        Path file = Files.writeString(folder.resolve("program"), script + "\n");
        return OperatorCommand.parse(
                "backup-command", "/bin/sh " + file + " " + arguments, Set.of("folder", "member"), within);
    }

    @Test
    void shouldGiveEachWordAsOneArgumentWithoutAShell() throws Exception {
        OperatorCommand command = command(
                "for one in \"$@\"; do printf '[%s]\\n' \"$one\"; done", " {folder}  to/{member} $HOME ;", LONG);

        assertThat(command.run(Map.of("folder", "/a b; exit 3", "member", "$(x)\\1")))
                .isEqualTo("[/a b; exit 3]\n[to/$(x)\\1]\n[$HOME]\n[;]");
    }

    @Test
    void shouldGiveNoInput() throws Exception {
        assertThat(command("cat; echo end", "", LONG).run(Map.of())).isEqualTo("end");
    }

    @Test
    void shouldKeepTheEndOfTheOutputWithoutControlCharacters() throws Exception {
        OperatorCommand command = command(
                "i=0; while [ $i -lt 20000 ]; do echo line-$i; i=$((i+1)); done; printf 'a\\033[31mb'", "", LONG);

        String output = command.run(Map.of());

        assertThat(output).hasSizeLessThanOrEqualTo(4_096).endsWith("line-19999\na?[31mb");
    }

    @Test
    void shouldSayWithWhichStatusItFailedAndWhatItWrote() throws Exception {
        OperatorCommand command = command("echo no room; echo at all >&2; exit 7", "secret", LONG);

        assertThatThrownBy(() -> command.run(Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("backup-command ended with status 7")
                .hasMessageContaining("no room\nat all")
                .hasMessageNotContaining("secret");
    }

    @Test
    void shouldEndWhatTakesTooLong() throws Exception {
        OperatorCommand command = command("echo begun; exec sleep 600", "", Duration.ofSeconds(2));

        assertThatThrownBy(() -> command.run(Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("did not end within 2 s");
    }

    @Test
    void shouldSayThatAProgramIsMissing() {
        OperatorCommand command = OperatorCommand.parse("restore-command", folder + "/none", Set.of(), LONG);

        assertThatThrownBy(() -> command.run(Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("restore-command cannot be run");
    }

    @ParameterizedTest
    @CsvSource({
        "'', word=1 of 1 program=",
        "rclone sync --pass hunter2 {folder}, word=1 of 5 program=rclone",
        "AWS_KEY=hunter2 /usr/bin/aws s3, word=1 of 3 program=(not shown)",
        "'\"/usr/bin/my rclone\" hunter2', word=1 of 3 program=(not shown)",
        "/usr/bin/rclone --pass hunter2 {folder} {target}, word=5 of 5 program=/usr/bin/rclone",
        "/usr/bin/rclone --pass=hunter2{} {folder}, word=2 of 3 program=/usr/bin/rclone",
        "/bin/{}, word=1 of 1 program=(not shown)"
    })
    void shouldTakeNoCommandThatCannotBeMeantAndShowNothingOfItButItsProgram(String text, String place) {
        assertThatThrownBy(() -> OperatorCommand.parse("backup-command", text, Set.of("folder"), LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("backup-command m")
                .hasMessageEndingWith(": key=backup-command " + place)
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }
}
