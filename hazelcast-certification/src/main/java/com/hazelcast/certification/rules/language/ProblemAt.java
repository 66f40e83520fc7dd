package com.hazelcast.certification.rules.language;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Ends the reading of one rule or header; caught where the next one begins. */
final class ProblemAt extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    private ProblemAt(Problem problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    static ProblemAt of(Token token, String message) {
        return new ProblemAt(new Problem(token.getLine(), token.getCharPositionInLine() + 1, message));
    }

    static ProblemAt of(ParserRuleContext context, String message) {
        return of(context.getStart(), message);
    }

    Problem problem() {
        return problem;
    }
}
