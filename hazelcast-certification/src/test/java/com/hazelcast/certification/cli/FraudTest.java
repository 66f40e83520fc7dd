package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.shard.ClusterFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class FraudTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Fraud.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    @Test
    void shouldNameAnUnknownOptionAndWhereHelpIs() {
        assertThat(run("--frobnicate")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToNormalizingNewlines("fraud: Unknown option: '--frobnicate'\nSee ./fraud --help\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldNameAnUnknownCommand() {
        assertThat(run("scoer")).isEqualTo(2);
        assertThat(err.toString()).startsWith("fraud: ").contains("'scoer'").contains("See ./fraud --help");
    }

    @Test
    void shouldShowUsageAndFailWithoutACommand() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).startsWith("Usage: ./fraud");
    }

    @Test
    void shouldHelpOnStandardOutput() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: ./fraud");
    }

    @Test
    void shouldPrintVersionAndCommit() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString())
                .startsWith("fraud " + new BuildInfo().version())
                .contains("commit " + new BuildInfo().commit())
                .containsPattern("\ncluster format \\d+ oldest \\d+\n")
                .doesNotContain("${");
    }

    @Test
    void shouldPrintVersionAndFormatsAsJson() throws Exception {
        for (String[] call : new String[][] {{"--version", "--json"}, {"--json", "--version"}}) {
            out.getBuffer().setLength(0);
            assertThat(run(call)).isZero();
            assertThat(out.toString()).hasLineCount(1);
            JsonNode json = new ObjectMapper().readTree(out.toString());
            assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("--version"));
            assertThat(json.get("version").textValue()).isEqualTo(new BuildInfo().version());
            assertThat(json.get("clusterFormat").intValue()).isEqualTo(ClusterFormat.OF_THIS_RELEASE.written());
            assertThat(json.get("oldestFormat").intValue()).isEqualTo(ClusterFormat.OF_THIS_RELEASE.oldest());
        }
    }

    @Test
    void shouldTakeJsonBeforeACommandForAMistake() {
        assertThat(Fraud.run("rules", "list")).isZero();
        assertThat(Fraud.run("--json", "rules", "list")).isEqualTo(2);
    }

    @Test
    void shouldListEveryCommandInHelpAndKnowEachByItsName() {
        assertThat(run("--help")).isZero();
        String help = out.toString();
        assertThat(FraudCommand.NAMES)
                .containsExactly(
                        "demo",
                        "member",
                        "source",
                        "send",
                        "ctl",
                        "load",
                        "import",
                        "export",
                        "plan",
                        "bench",
                        "rules",
                        "lists",
                        "labels",
                        "users",
                        "aot-cache");
        assertThat(FraudCommand.NAMES).allSatisfy(name -> {
            assertThat(help).contains("\n  " + name + " ");
            CommandLine alone = Fraud.commandLine(name);
            assertThat(alone.getSubcommands()).containsOnlyKeys(name);
            assertThat(alone.getSubcommands().get(name).getCommandName()).isEqualTo(name);
        });
    }

    @Test
    void shouldSayWhatIsWrongWithAFile() throws IOException {
        Path records = Files.write(folder.resolve("records.bin"), new byte[0]);
        Path output = folder.resolve("none").resolve("verdicts.csv");

        assertThat(run("send", records.toString(), "--member=127.0.0.1:1", "--plain", "--output=" + output))
                .isEqualTo(1);
        assertThat(err.toString()).isEqualToNormalizingNewlines("fraud: no such file or folder: " + output + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ctl status --timeout",
                "ctl report --duration",
                "rules status --timeout",
                "send - --member=127.0.0.1:1 --plain --timeout",
                "bench gateway --duration",
                "member --gateway-idle-timeout",
                "member --backup-command-within"
            })
    void shouldRefuseATimeInWhichNothingCanBe(String call) {
        String option = call.substring(call.lastIndexOf(' ') + 1);
        for (String time : List.of("0s", "0ms", "366d", "999999999d")) {
            assertThat(run((call + "=" + time).split(" "))).as(time).isEqualTo(2);
            assertThat(err.toString())
                    .contains(
                            "Invalid value for option '" + option + "'", "'" + time + "' is not a time of 1ms to 365d");
        }
        assertThat(run((call + "=-1s").split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains("'-1s' is not a time such as 500ms");
    }

    /** By whatever name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "send FILE --member=127.0.0.1:1 --plain --output=SAME",
                "labels add FILE --refused=SAME",
                "labels add . --refused=SAME",
                "source --file=FILE --own-work=SAME"
            })
    void shouldNotWriteOverTheFileThatIsRead(String call) throws IOException {
        Path file = Files.writeString(folder.resolve("file.csv"), "card,label\n");
        Path link = Files.createLink(folder.resolve("link.csv"), file);
        Path symbolic = Files.createSymbolicLink(folder.resolve("symbolic.csv"), file);
        Path around = folder.resolve("..").resolve(folder.getFileName()).resolve("file.csv");
        for (Path same : List.of(file, link, symbolic, around)) {
            String named = call.replace(" . ", " " + folder + " ");

            assertThat(run(named.replace("FILE", file.toString())
                            .replace("SAME", same.toString())
                            .split(" ")))
                    .as(same.toString())
                    .isEqualTo(2);
            assertThat(err.toString()).contains("would be overwritten; name another one: ", "=" + same + " used=");
            assertThat(file).hasContent("card,label\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ctl audit verify FILE", "ctl forget-card --file FILE", "rules log --verify FILE"})
    void shouldTakeAFileThatIsNotThereForAWrongCall(String call) {
        Path none = folder.resolve("none");

        assertThat(run(call.replace("FILE", none.toString()).split(" "))).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("fraud: no such file, or not readable: ")
                .contains("=" + none);
    }

    @Test
    void shouldNotPassOverTheFileOfARecord() {
        assertThat(run("rules", "log", "record.jsonl")).isEqualTo(2);
        assertThat(err.toString()).contains("only --verify reads a file").contains("FILE=record.jsonl");
    }

    @Test
    void shouldReadTheConfigurationFileThatTheCommandLineNames() throws IOException {
        Path file = Files.writeString(folder.resolve("member.yaml"), "cards: 17\n");
        String[] call = {"member", "--zone", "a", "--config", file.toString(), "--history=3"};

        CommandLine.ParseResult member = Fraud.commandLine(call).parseArgs(call).subcommand();

        assertThat(member.commandSpec().findOption("--cards").<Integer>getValue())
                .isEqualTo(17);
        assertThat(member.commandSpec().findOption("--history").<Integer>getValue())
                .isEqualTo(3);
    }

    @Test
    void shouldTakeAnEmptyListOfTheConfigurationFileAsNone() throws IOException {
        Path file = Files.writeString(
                folder.resolve("member.yaml"), "join: []\nsource: []\nconsole-oidc-viewer: []\nkafka: {in: []}\n");
        String[] call = {"member", "--config", file.toString()};

        CommandLine.ParseResult member = Fraud.commandLine(call).parseArgs(call).subcommand();

        for (String option : List.of("--join", "--source", "--console-oidc-viewer", "--kafka-in")) {
            assertThat(member.commandSpec().findOption(option).<List<String>>getValue())
                    .as(option)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"source: [{host: a}]", "source: [127.0.0.1:8511, null]", "port:", "help: true", "version: true"})
    void shouldRefuseWhatIsNoValueOrNoKeyOfTheConfigurationFile(String line) throws IOException {
        Path file = Files.writeString(folder.resolve("member.yaml"), line + "\n");
        String[] call = {"member", "--config", file.toString()};

        assertThatThrownBy(() -> Fraud.commandLine(call))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key=" + line.substring(0, line.indexOf(':')) + " config=" + file);
    }

    @Test
    void shouldRefuseTwoConfigurationFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("member.yaml"), "cards: 17\n");
        String[] call = {"member", "--config", file.toString(), "--config=" + file};

        assertThatThrownBy(() -> Fraud.commandLine(call).parseArgs(call))
                .hasMessageContaining("option '--config' (FILE) should be specified only once");
    }
}
