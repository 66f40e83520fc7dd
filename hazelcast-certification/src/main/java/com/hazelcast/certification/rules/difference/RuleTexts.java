package com.hazelcast.certification.rules.difference;

import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.RuleDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The text of a set in its usual form, cut into its rules: each with the comments before it. Immutable. */
final class RuleTexts {
    private final List<String> header;

    /** By name, in the order of the set. */
    private final Map<String, List<String>> rules;

    private final Map<String, Integer> numbers = new HashMap<>();

    private RuleTexts(List<String> header, Map<String, List<String>> rules) {
        this.header = header;
        this.rules = rules;
        rules.keySet().forEach(name -> numbers.put(name, 1 + numbers.size()));
    }

    /** @throws RuleLanguageException when the set is wrong */
    static RuleTexts of(RuleSetText text) throws RuleLanguageException {
        RuleSetText formatted = new RuleSetText(RuleLanguage.format(text.text()), text.files());
        List<String> lines = formatted.text().lines().toList();
        List<RuleDefinition> found = formatted.read().rules();
        List<Integer> begins = new ArrayList<>();
        for (RuleDefinition rule : found) {
            int begin = rule.line() - 1;
            int least = begins.isEmpty() ? 0 : begins.get(begins.size() - 1) + 1;
            while (begin > least && isComment(lines.get(begin - 1))) {
                begin--;
            }
            begins.add(begin);
        }
        Map<String, List<String>> rules = new LinkedHashMap<>();
        for (int i = 0; i < found.size(); i++) {
            int end = i + 1 < begins.size() ? begins.get(i + 1) : lines.size();
            rules.put(found.get(i).name(), stripped(lines.subList(begins.get(i), end)));
        }
        return new RuleTexts(stripped(lines.subList(0, begins.get(0))), rules);
    }

    private static boolean isComment(String line) {
        String text = line.strip();
        return text.startsWith("--") || text.startsWith("/*") && text.endsWith("*/");
    }

    private static List<String> stripped(List<String> lines) {
        int from = 0;
        int to = lines.size();
        while (from < to && lines.get(from).isBlank()) {
            from++;
        }
        while (to > from && lines.get(to - 1).isBlank()) {
            to--;
        }
        return List.copyOf(lines.subList(from, to));
    }

    /** What stands before the first rule. */
    List<String> header() {
        return header;
    }

    /** The rules, in their order. */
    List<String> names() {
        return List.copyOf(rules.keySet());
    }

    /** The number of a rule; 0: there is none of that name. */
    int number(String name) {
        return numbers.getOrDefault(name, 0);
    }

    /** The lines of a rule that is there. */
    List<String> text(String name) {
        return Objects.requireNonNull(rules.get(name), "it is one of the names");
    }
}
