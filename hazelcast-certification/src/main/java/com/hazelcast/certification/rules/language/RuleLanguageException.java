package com.hazelcast.certification.rules.language;

import java.util.List;
import java.util.stream.Collectors;

/** A text is no set of rules. */
public final class RuleLanguageException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    RuleLanguageException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** All of them, in the order of the text. */
    public List<Problem> problems() {
        return problems;
    }
}
