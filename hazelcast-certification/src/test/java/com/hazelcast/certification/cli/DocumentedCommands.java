package com.hazelcast.certification.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command lines in the project's documents. */
final class DocumentedCommands {
    static final Path PROJECT = Path.of("..");
    static final String COMMANDS = "docs/reference/commands.md";
    static final String CONFIGURATION = "docs/reference/configuration.md";
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern SPAN = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern HERE_DOCUMENT = Pattern.compile("(?ms)^cat > (\\S+) <<'END'\\n(.*?)^END$");

    /** To the end of the command: what the shell would read as an operator ends it. */
    private static final Pattern CALL = Pattern.compile("\\./fraud((?:[ \\t]+[^\\s;|&<>()]+)*)");

    private DocumentedCommands() {}

    /** A call: where it stands, and its arguments, the command's name first. */
    record Call(String where, List<String> arguments) {
        @Override
        public String toString() {
            return where + ": " + String.join(" ", arguments);
        }
    }

    /** The documents that users and contributors read, and those that tell how things came about. */
    static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> top = Files.list(PROJECT);
                Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
            Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    // It names options of earlier releases.
                    .filter(file -> !file.endsWith("CHANGELOG.md"))
                    .sorted()
                    .forEach(files::add);
        }
        return files;
    }

    /** Calls in blocks of shell commands, whole as one would run them. */
    static List<Call> inBlocks(Path file) throws IOException {
        List<Call> calls = new ArrayList<>();
        for (MatchResult block : matches(BLOCK, Files.readString(file))) {
            if (block.group(1).equals("bash") || block.group(1).isEmpty()) {
                String commands = block.group(2).replaceAll("\\\\\\n\\s*", " ");
                for (MatchResult call : matches(CALL, commands)) {
                    addCall(calls, file, call.group(1));
                }
            }
        }
        return calls;
    }

    /** Calls in running text, which name what they speak of and may leave out the rest. */
    static List<Call> inText(Path file) throws IOException {
        List<Call> calls = new ArrayList<>();
        String text = BLOCK.matcher(Files.readString(file)).replaceAll("");
        for (MatchResult span : matches(SPAN, text)) {
            String code = span.group(1);
            Matcher whole = CALL.matcher(code);
            if (whole.find()) {
                addCall(calls, file, whole.group(1));
            } else if (FraudCommand.NAMES.contains(code.split(" ")[0]) && code.contains(" ")) {
                addCall(calls, file, code);
            }
        }
        return calls;
    }

    private static void addCall(List<Call> calls, Path file, String arguments) {
        List<String> words = Stream.of(arguments.trim().split("\\s+"))
                .filter(word -> !word.isEmpty() && !word.equals("...") && !word.equals("…"))
                .map(DocumentedCommands::valueOf)
                .toList();
        if (!words.isEmpty()) {
            calls.add(new Call(PROJECT.relativize(file).toString(), words));
        }
    }

    /** A value in place of a word that stands for one. */
    private static String valueOf(String word) {
        return switch (word) {
            case "N", "PORT" -> "2";
            default -> word.startsWith("$") ? "value" : word;
        };
    }

    /** Files that blocks of shell commands write, by name. */
    static Map<String, String> writtenFiles(Path file) throws IOException {
        return matches(HERE_DOCUMENT, Files.readString(file)).stream()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
    }

    /** Blocks of that language. */
    static List<String> blocks(Path file, String language) throws IOException {
        return matches(BLOCK, Files.readString(file)).stream()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** The rows of the tables below a heading of a document, down to the next heading of its level: their cells. */
    static List<List<String>> rows(String file, String heading) throws IOException {
        return section(file, heading)
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
                .map(line -> Stream.of(line.split("(?<!\\\\)\\|"))
                        .skip(1)
                        .map(String::trim)
                        .toList())
                .toList();
    }

    /** The text below a heading of a document, down to the next heading of its level or above. */
    static String section(String file, String heading) throws IOException {
        String text = "\n" + Files.readString(PROJECT.resolve(file));
        int begin = text.indexOf("\n" + heading + "\n");
        if (begin < 0) {
            throw new IllegalArgumentException("no such heading: file=" + file + " heading=" + heading);
        }
        int level = heading.indexOf(' ');
        String below = text.substring(begin + heading.length() + 2);
        Matcher next = Pattern.compile(String.format(Locale.ROOT, "(?m)^#{1,%d} ", level))
                .matcher(BLOCK.matcher(below)
                        .replaceAll(match -> "x".repeat(match.group().length())));
        return next.find() ? below.substring(0, next.start()) : below;
    }

    /** What stands in backticks in that text. */
    static List<String> spans(String text) {
        return matches(SPAN, text).stream().map(match -> match.group(1)).toList();
    }

    /** The options that a command's table row names, by the command's words: {@code ctl status}. */
    static Map<String, List<String>> optionsByCommand() throws IOException {
        Map<String, List<String>> options = new TreeMap<>();
        for (List<String> row : rows(COMMANDS, "# Commands")) {
            List<String> named = spans(row.get(0));
            if (row.size() > 1 && named.size() == 1 && named.get(0).startsWith("./fraud ")) {
                String command = named.get(0).substring("./fraud ".length()).replaceAll("( [A-Z]+)+$", "");
                options.put(
                        command,
                        spans(row.get(1)).stream()
                                .map(span -> span.split(" ")[0])
                                .filter(span -> span.startsWith("--"))
                                .toList());
            }
        }
        return options;
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }
}
