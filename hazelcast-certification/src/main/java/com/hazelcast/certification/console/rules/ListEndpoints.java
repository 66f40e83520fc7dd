package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.Endpoint;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.rules.difference.ListDifference;
import com.hazelcast.certification.rules.lists.CsvAddition;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The paths of the API that are about lists and tables of sets. Cards are masked in every answer. Thread-safe. */
final class ListEndpoints {
    private static final int FILE_CHARACTERS_MAX = 100_000;

    /** Of both versions together: a comparison takes memory for both, on a member that scores. */
    private static final int COMPARED_CHARACTERS_MAX = 4 << 20;

    private static final int EXAMPLES_USUAL = 20;
    private static final int EXAMPLES_MAX = 1_000;

    /** Entries that are added at once. */
    private static final int ADDED_BYTES_MAX = 1 << 20;

    private final Supplier<RuleBook> books;
    private final RuleChanges changes;
    private final CardLookups lookups;
    private final Function<RuleBook, String> table;

    /**
     * Of a member.
     *
     * @param books the book as this member has it
     * @param lookups by which a link leads to a card
     * @param table what a change answers
     */
    ListEndpoints(
            Supplier<RuleBook> books, RuleChanges changes, CardLookups lookups, Function<RuleBook, String> table) {
        this.books = books;
        this.changes = changes;
        this.lookups = lookups;
        this.table = table;
    }

    List<Endpoint> all() {
        return List.of(
                Endpoint.get("/api/rule-file" + Endpoint.ID_PART, this::file),
                Endpoint.get("/api/rule-file-diff", this::difference),
                Endpoint.rules("/api/rule-list-add", Role.ANALYST, this::add).withBody(ADDED_BYTES_MAX));
    }

    /** A set with the rules of another one, in which a list has more entries. */
    private String add(Endpoint.Call call) {
        AddRequest request = RuleEndpoints.read(call, AddRequest.class);
        RuleBook book = books.get();
        RecordedSet base = RuleRequest.set(book, Objects.requireNonNullElse(request.set(), book.active()));
        String name = Objects.requireNonNullElse(request.name(), "");
        String content = content(base.text(), name).orElseThrow(() -> unknown(base.number()));
        CsvAddition addition = CsvAddition.of(content, request.entries(lookups, call.caller()));
        return table.apply(changes.add(base, name, addition, request.reason(), call.caller()));
    }

    /** The beginning of a list or table; masked: it names cards, which are masked here. */
    private record FileText(String name, long lines, boolean whole, boolean masked, String text) {}

    private String file(Endpoint.Call call) {
        RecordedSet set = RuleRequest.set(books.get(), RuleRequest.number(call.id()));
        String name = name(call);
        String content = content(set.text(), name).orElseThrow(() -> unknown(set.number()));
        boolean isWhole = content.length() <= FILE_CHARACTERS_MAX;
        // Only whole lines: a number that is cut could not be told from a short one.
        String shown = isWhole ? content : content.substring(0, content.lastIndexOf('\n', FILE_CHARACTERS_MAX) + 1);
        String text = CardMask.file(shown);
        return ConsoleJson.write(new FileText(name, content.lines().count(), isWhole, !text.equals(shown), text));
    }

    private static String name(Endpoint.Call call) {
        return Objects.requireNonNullElse(call.param("name"), "");
    }

    private static Optional<String> content(RuleSetText text, String name) {
        return Optional.ofNullable(text.files().get(name));
    }

    private static HttpFailure unknown(int set) {
        return new HttpFailure(HttpFailure.NOT_FOUND, "the set has no list or table of that name: set=" + set);
    }

    /** An entry that differs; before and after are expiries or values, empty: none. */
    private record Entry(String what, String key, String before, String after) {}

    /**
     * How a list or table of a set differs from another set's.
     *
     * @param entries of the later one
     * @param examples at most as many of each kind as were asked for
     */
    private record Difference(
            String name,
            int from,
            int to,
            long entries,
            long added,
            long removed,
            long changed,
            List<Entry> examples) {}

    private String difference(Endpoint.Call call) {
        RuleBook book = books.get();
        int from = RuleRequest.number(call.param("from"));
        int to = RuleRequest.number(call.param("to"));
        int max = RuleRequest.number(call.param("max"), "max", EXAMPLES_USUAL, EXAMPLES_MAX);
        String name = name(call);
        // A set whose lists were removed is none without lists.
        Optional<String> before = content(RuleRequest.text(book, from), name);
        Optional<String> after = content(RuleRequest.text(book, to), name);
        if (before.isEmpty() && after.isEmpty()) {
            throw unknown(to);
        }
        ListDifference found = compare(before.orElse(""), after.orElse(""), max);
        List<Entry> examples = found.examples().stream()
                .map(entry -> new Entry(
                        entry.what().label(),
                        CardMask.file(entry.key()),
                        CardMask.file(entry.before()),
                        CardMask.file(entry.after())))
                .toList();
        return ConsoleJson.write(new Difference(
                name, from, to, found.entries(), found.added(), found.removed(), found.changed(), examples));
    }

    private static ListDifference compare(String before, String after, int examplesMax) {
        if ((long) before.length() + after.length() > COMPARED_CHARACTERS_MAX) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST,
                    "lists of more than " + COMPARED_CHARACTERS_MAX
                            + " characters together are not compared on a member; use ./fraud lists diff: characters="
                            + ((long) before.length() + after.length()));
        }
        return ListDifference.of(before, after, examplesMax);
    }
}
