package com.hazelcast.certification.cli.rules;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.output.UserText;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.rules.difference.ListDifference;
import com.hazelcast.certification.rules.language.Problem;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.lists.ByteOrderMark;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.transaction.Pan;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fraud lists}: lists and tables of the sets of rules of a cluster. A list's version is the number of a set that has it. */
@Command(
        name = "lists",
        mixinStandardHelpOptions = true,
        description = {
            "Lists and tables of the sets of rules of a running cluster. A list never changes: a new version of it is a new set,",
            "with the same rules, which is tried and activated as any other. The version is the number of that set."
        },
        subcommands = {ListsCommand.Put.class, ListsCommand.Get.class, ListsCommand.Diff.class})
public final class ListsCommand {
    private static final String CSV = ".csv";

    /** The name of a list's file as a set has it; the ending may be left out. */
    private static String name(RecordedSet set, String name) {
        Map<String, String> files = set.text().files();
        if (files.containsKey(name)) {
            return name;
        }
        if (files.containsKey(name + CSV)) {
            return name + CSV;
        }
        if (set.isRemoved()) {
            throw new IllegalArgumentException("text and lists of that set were removed: set=" + set.number());
        }
        throw new IllegalArgumentException("the set has no such list or table: list=" + name + " set=" + set.number()
                + " lists=" + new TreeSet<>(files.keySet()));
    }

    private static String content(RecordedSet set, String name) {
        return set.text().files().getOrDefault(name(set, name), "");
    }

    private static RecordedSet set(RuleBook book, int number) {
        int chosen = number == 0 ? book.active() : number;
        return book.set(chosen)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no such set; 'rules status' lists them: set=" + chosen));
    }

    /** {@code fraud lists put NAME FILE}. */
    @Command(
            name = "put",
            description = {
                "Makes a new version of a list or a table: a new set, with the same rules and other lists, which is a draft.",
                "Then go on as with any set: 'rules shadow', 'rules canary', 'rules activate'."
            },
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {
                "0:the new set is a draft",
                "1:the cluster has refused it or cannot be reached, or the file cannot be read",
                "2:the name, the set or the list is wrong, or nothing differs; nothing has changed"
            })
    static final class Put extends RulesClusterCommand.Change {
        @Parameters(
                index = "0",
                paramLabel = "NAME",
                description = "The list, by its file's name in the set; .csv may be left out.")
        private String name = "";

        @Parameters(index = "1", paramLabel = "FILE", description = "Its entries, as CSV.")
        private Path file = Path.of("");

        @Option(
                names = "--set",
                paramLabel = "SET",
                defaultValue = "0",
                description = "Take rules and all other lists of this set (default: the one that decides).")
        private int from;

        @Mixin
        private JsonOption json = new JsonOption();

        @Override
        int run(ClusterControl control) throws IOException {
            RuleBook book = control.rules().book();
            RecordedSet base = set(book, from);
            String list = name(base, name);
            String content = read(file);
            ListDifference difference = ListDifference.of(content(base, list), content, 0);
            if (difference.isNothing()) {
                throw new IllegalArgumentException("the list has these entries already: list=" + list + " set="
                        + base.number() + " entries=" + difference.entries());
            }
            Map<String, String> files = new HashMap<>(base.text().files());
            files.put(list, content);
            RuleSetText text = new RuleSetText(base.text().text(), files);
            try {
                var unused = text.read();
            } catch (RuleLanguageException e) {
                throw new IllegalArgumentException(
                        "the set cannot be read with that list: "
                                + e.problems().stream()
                                        .map(Problem::message)
                                        .map(ListsCommand::withoutCards)
                                        .collect(Collectors.joining("; ")),
                        e);
            }
            RuleBook after = make(control, RuleChange.Kind.SUBMIT, 0, 0, BreakerLimits.NONE, text);
            int made = after.nextNumber() - 1;
            if (json.isOn) {
                JsonOption.print(
                        out(),
                        figures(difference)
                                .put("list", list)
                                .put("from", base.number())
                                .put("set", made)
                                .put("version", after.version()));
                return DONE;
            }
            out().printf(
                            Locale.ROOT,
                            "%s: %,d entries; against set %d %,d added, %,d removed, %,d changed%n",
                            list,
                            difference.entries(),
                            base.number(),
                            difference.added(),
                            difference.removed(),
                            difference.changed());
            printDraft(made);
            return DONE;
        }

        private static String read(Path file) throws IOException {
            try {
                return ByteOrderMark.without(Files.readString(file));
            } catch (CharacterCodingException e) {
                throw new IOException("the list is not text in UTF-8: FILE=" + file, e);
            } catch (IOException e) {
                throw new IOException("the list cannot be read: FILE=" + file + ": " + e, e);
            }
        }
    }

    private static ObjectNode figures(ListDifference difference) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("entries", difference.entries())
                .put("added", difference.added())
                .put("removed", difference.removed())
                .put("changed", difference.changed());
    }

    private static String withoutCards(String text) {
        return text.replaceAll("(?<!\\d)\\d{8,19}(?!\\d)", "****");
    }

    /** {@code fraud lists get NAME}. */
    @Command(
            name = "get",
            description = "Prints a list or a table as CSV, as it was given.",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {"0:printed", "1:the cluster cannot be reached", "2:there is no such list or set"})
    static final class Get extends RulesClusterCommand {
        @Parameters(paramLabel = "NAME", description = "The list, by its file's name in the set; .csv may be left out.")
        private String name = "";

        @Option(
                names = "--set",
                paramLabel = "SET",
                defaultValue = "0",
                description = "Print the version of this set (default: the one that decides).")
        private int number;

        @Mixin
        private JsonOption json = new JsonOption();

        @Override
        int run(ClusterControl control) {
            RecordedSet set = set(control.rules().book(), number);
            String list = name(set, name);
            String content = content(set, list);
            if (json.isOn) {
                JsonOption.print(
                        out(),
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("list", list)
                                .put("set", set.number())
                                .put("entries", ListDifference.count(content))
                                .put("csv", content));
                return DONE;
            }
            out().print(UserText.shown(content));
            out().print(content.isEmpty() || content.endsWith("\n") ? "" : "\n");
            out().flush();
            return DONE;
        }
    }

    /** {@code fraud lists diff NAME A B}. */
    @Command(
            name = "diff",
            description = "Compares two versions of a list or a table by their entries. Card numbers are masked.",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {"0:compared", "1:the cluster cannot be reached", "2:there is no such list or set"})
    static final class Diff extends RulesClusterCommand {
        /** A key of so many digits may be a card number, and is masked. */
        private static final int CARD_DIGITS_MIN = 8;

        @Parameters(
                index = "0",
                paramLabel = "NAME",
                description = "The list, by its file's name in the set; .csv may be left out.")
        private String name = "";

        @Parameters(index = "1", paramLabel = "A", description = "Number of the set with the old version.")
        private String old = "";

        @Parameters(index = "2", paramLabel = "B", description = "Number of the set with the new version.")
        private String newer = "";

        @Option(
                names = "--limit",
                paramLabel = "N",
                defaultValue = "20",
                description = "Entries that are printed of each kind (default: ${DEFAULT-VALUE}).")
        private int limit;

        @Mixin
        private JsonOption json = new JsonOption();

        @Override
        int run(ClusterControl control) {
            RuleBook book = control.rules().book();
            int before = number(old);
            int after = number(newer);
            ListDifference difference =
                    ListDifference.of(content(set(book, before), name), content(set(book, after), name), limit);
            if (json.isOn) {
                ObjectNode object = figures(difference)
                        .put("list", name(set(book, after), name))
                        .put("before", before)
                        .put("after", after);
                ArrayNode examples = object.putArray("examples");
                for (ListDifference.Entry entry : difference.examples()) {
                    examples.addObject()
                            .put("what", entry.what().label())
                            .put("key", masked(entry.key()))
                            .put("from", entry.before())
                            .put("to", entry.after());
                }
                JsonOption.print(out(), object);
                return DONE;
            }
            out().printf(
                            Locale.ROOT,
                            "%s, set %d → set %d: %,d added, %,d removed, %,d changed, %,d entries%n",
                            name(set(book, after), name),
                            before,
                            after,
                            difference.added(),
                            difference.removed(),
                            difference.changed(),
                            difference.entries());
            print(difference, ListDifference.What.ADDED, difference.added());
            print(difference, ListDifference.What.REMOVED, difference.removed());
            print(difference, ListDifference.What.CHANGED, difference.changed());
            out().flush();
            return DONE;
        }

        private static int number(String text) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("a version is the number of a set, such as 3: version=" + text, e);
            }
        }

        private void print(ListDifference difference, ListDifference.What what, long count) {
            List<ListDifference.Entry> examples = difference.examples().stream()
                    .filter(entry -> entry.what() == what)
                    .toList();
            for (ListDifference.Entry entry : examples) {
                String values = what == ListDifference.What.CHANGED
                        ? shown(entry.before()) + " → " + shown(entry.after())
                        : entry.before() + entry.after();
                out().println("  " + what.label() + " " + masked(entry.key())
                        + (values.isEmpty() ? "" : "  " + values));
            }
            if (count > examples.size()) {
                out().printf(Locale.ROOT, "  %s: %,d more%n", what.label(), count - examples.size());
            }
        }

        private static String shown(String value) {
            return value.isEmpty() ? "none" : value;
        }

        private static String masked(String key) {
            boolean mayBeCard = key.length() >= CARD_DIGITS_MIN && key.chars().allMatch(Character::isDigit);
            return mayBeCard ? Pan.masked(key) : key;
        }
    }
}
