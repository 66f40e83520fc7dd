package com.hazelcast.certification.cli;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.hazelcast.certification.cli.DocumentedCommands.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;

/** What the documents say of commands and options is what the program takes. */
class DocumentedCommandsTest {
    private static final Set<String> OF_ALL = Set.of("--help", "--version");
    private static final Pattern GATEWAY_OPTION = Pattern.compile("--(tls-.*|plain)");

    /** By the first argument, which says what they parse. */
    private static final Map<String, CommandLine> PARSERS = new HashMap<>();

    private static Map<String, String> writtenFiles = Map.of();

    @TempDir
    Path folder;

    @BeforeAll
    static void readWrittenFiles() throws IOException {
        writtenFiles = DocumentedCommands.writtenFiles(DocumentedCommands.PROJECT.resolve("USAGE.md"));
    }

    private static List<Call> callsInBlocks() throws IOException {
        List<Call> calls = new ArrayList<>();
        for (Path file : DocumentedCommands.files()) {
            calls.addAll(DocumentedCommands.inBlocks(file));
        }
        return calls;
    }

    /** What is to be parsed: each only once, though several documents have it. */
    private static Collection<Call> differentCallsInBlocks() throws IOException {
        return different(callsInBlocks());
    }

    private static Collection<Call> differentCallsInText() throws IOException {
        return different(callsInText());
    }

    private static Collection<Call> different(List<Call> calls) {
        Map<List<String>, Call> firsts = new LinkedHashMap<>();
        calls.forEach(call -> firsts.putIfAbsent(call.arguments(), call));
        return firsts.values();
    }

    private static List<Call> callsInText() throws IOException {
        List<Call> calls = new ArrayList<>();
        for (Path file : DocumentedCommands.files()) {
            calls.addAll(DocumentedCommands.inText(file));
        }
        return calls;
    }

    @ParameterizedTest
    @MethodSource("differentCallsInBlocks")
    void shouldTakeEveryCommandOfABlockAsItIsWritten(Call call) throws IOException {
        parse(call);
    }

    @ParameterizedTest
    @MethodSource("differentCallsInText")
    void shouldKnowEveryCommandAndOptionThatTheTextSpeaksOf(Call call) throws IOException {
        try {
            parseEach(call);
        } catch (MissingParameterException e) {
            // The text speaks of the option, not of its value, or of the command without what it needs.
            assertThat(e.getMissing()).isNotEmpty();
        }
    }

    @Test
    void shouldFindCommandsInTheDocuments() throws IOException {
        assertThat(callsInBlocks()).extracting(Call::where).contains("README.md", "USAGE.md", "CONTRIBUTING.md");
        assertThat(callsInBlocks().size()).isGreaterThan(20);
        assertThat(callsInText().size()).isGreaterThan(60);
    }

    /** Parses the call, or that of each command with JSON of a group that is spoken of: {@code bench --json}. */
    private void parseEach(Call call) throws IOException {
        List<String> words = call.arguments();
        CommandLine named = words.size() > 1 && words.get(1).startsWith("--json")
                ? Fraud.commandLine().getSubcommands().get(words.get(0))
                : null;
        if (named == null || named.getSubcommands().isEmpty()) {
            parse(call);
            return;
        }
        assertThat(named.getSubcommands().values())
                .anySatisfy(command -> assertThat(options(command)).contains("--json"));
    }

    private void parse(Call call) throws IOException {
        String[] arguments = call.arguments().toArray(String[]::new);
        for (int i = 0; i < arguments.length; i++) {
            String text = writtenFiles.get(arguments[i]);
            if (text != null) {
                Path written = folder.resolve("written-" + arguments[i].replace('/', '-'));
                arguments[i] = Files.writeString(written, text).toString();
            }
        }
        parser(arguments).parseArgs(arguments);
    }

    /** To build one takes much longer than to parse with it; that of a member has its configuration file's defaults. */
    private static CommandLine parser(String... arguments) {
        return arguments.length == 0 || arguments[0].equals("member")
                ? Fraud.commandLine(arguments)
                : PARSERS.computeIfAbsent(arguments[0], first -> Fraud.commandLine(arguments));
    }

    @Test
    void shouldTakeEveryConfigurationFileInTheDocuments() throws IOException {
        List<String> files =
                new ArrayList<>(DocumentedCommands.blocks(DocumentedCommands.PROJECT.resolve("USAGE.md"), "yaml"));
        for (Path file : DocumentedCommands.files()) {
            if (file.startsWith(DocumentedCommands.PROJECT.resolve("docs/reference"))) {
                files.addAll(DocumentedCommands.blocks(file, "yaml"));
            }
        }
        assertThat(files).isNotEmpty();
        for (String text : files) {
            String[] call = {
                "member",
                "--config",
                Files.writeString(folder.resolve("member.yaml"), text).toString()
            };
            assertThatCode(() -> Fraud.commandLine(call).parseArgs(call))
                    .as(text)
                    .doesNotThrowAnyException();
        }
    }

    /** Every command that does something, by its words. */
    private static Map<String, CommandLine> commands() {
        Map<String, CommandLine> commands = new TreeMap<>();
        Fraud.commandLine().getSubcommands().forEach((name, command) -> addLeaves(name, command, commands));
        return commands;
    }

    private static void addLeaves(String words, CommandLine command, Map<String, CommandLine> leaves) {
        boolean isRun = command.getCommandSpec().userObject() instanceof Callable;
        if (command.getSubcommands().isEmpty() || isRun) {
            leaves.put(words, command);
        }
        command.getSubcommands().forEach((name, sub) -> addLeaves(words + " " + name, sub, leaves));
    }

    /** The longest names of its options, those of the commands above it included; --json of {@code ./fraud} is of --version. */
    private static Set<String> options(CommandLine command) {
        Set<String> names = new TreeSet<>();
        for (CommandLine each = command; each.getParent() != null; each = each.getParent()) {
            each.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .map(OptionSpec::longestName)
                    .forEach(names::add);
        }
        names.removeAll(OF_ALL);
        return names;
    }

    @Test
    void shouldHaveARowForEveryCommand() throws IOException {
        assertThat(DocumentedCommands.optionsByCommand().keySet())
                .isEqualTo(commands().keySet());
    }

    @Test
    void shouldListEveryOptionOfEveryCommandAndNoOther() throws IOException {
        Map<String, List<String>> listed = DocumentedCommands.optionsByCommand();
        String belowTable = DocumentedCommands.section(DocumentedCommands.COMMANDS, "# Commands");
        Set<String> ofControl = named(belowTable.substring(belowTable.indexOf("\n`ctl` connects")), "--");
        Set<String> ofLog = firstColumn("USAGE.md", "### Logs", "--");
        Set<String> logged = named(sentence(DocumentedCommands.section("USAGE.md", "### Logs"), "They work with"), "");
        Set<String> json = named(sentence(belowTable, "print [JSON]"), "");
        SoftAssertions all = new SoftAssertions();
        commands().forEach((words, command) -> {
            String first = words.split(" ")[0];
            Set<String> documented = new TreeSet<>(listed.get(words));
            if (first.equals("ctl")) {
                documented.addAll(ofControl);
            }
            if (words.equals("bench gateway")) {
                listed.get("send").stream()
                        .filter(option -> GATEWAY_OPTION.matcher(option).matches())
                        .forEach(documented::add);
            }
            if (words.equals("member")) {
                documented.addAll(keys());
                documented.add("--config");
            }
            if (logged.contains(first)) {
                documented.addAll(ofLog);
            }
            if (json.contains(words) || json.contains(first)) {
                documented.add("--json");
            }
            all.assertThat(documented)
                    .as("options of %s in docs/reference", words)
                    .isEqualTo(options(command));
        });
        all.assertAll();
    }

    private static Set<String> keys() {
        try {
            return firstColumn(DocumentedCommands.CONFIGURATION, "# Configuration", "").stream()
                    .map(key -> "--" + key)
                    .collect(toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Set<String> firstColumn(String file, String heading, String start) throws IOException {
        return DocumentedCommands.rows(file, heading).stream()
                .flatMap(row -> DocumentedCommands.spans(row.get(0)).stream())
                .map(span -> span.split(" ")[0])
                .filter(span -> span.startsWith(start))
                .collect(toCollection(TreeSet::new));
    }

    private static Set<String> named(String text, String start) {
        return DocumentedCommands.spans(text).stream()
                .map(span -> start.isEmpty() ? span : span.split(" ")[0])
                .filter(span -> span.startsWith(start))
                .collect(toCollection(TreeSet::new));
    }

    private static String sentence(String text, String part) {
        Matcher sentence =
                Pattern.compile("[^.]*" + Pattern.quote(part) + "[^.]*\\.").matcher(text);
        assertThat(sentence.find()).as("a sentence with '%s'", part).isTrue();
        return sentence.group();
    }

    @Test
    void shouldGiveTheDefaultsOfKeysAsTheyAre() throws IOException {
        CommandLine member = commands().get("member");
        int compared = 0;
        for (List<String> row : DocumentedCommands.rows(DocumentedCommands.CONFIGURATION, "# Configuration")) {
            for (String key : DocumentedCommands.spans(row.get(0))) {
                OptionSpec option = member.getCommandSpec().findOption("--" + key);
                if (option != null && option.defaultValue() != null) {
                    assertThat(row.get(2)).as("default of %s", key).isEqualTo(option.defaultValue());
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(30);
    }
}
