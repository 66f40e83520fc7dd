package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageLexer;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.RuleSetContext;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;

/** From text to a set of rules. Thread-safe; costs some milliseconds for a hundred rules. */
public final class RuleLanguage {
    private static final String EMPTY_COMMENT = "/**/";

    private final LongUnaryOperator identify;

    /** Where card numbers are not keyed. */
    public RuleLanguage() {
        this(code -> code);
    }

    /**
     * Where card numbers are keyed.
     *
     * @param identify from the code of a card's number to its word
     */
    public RuleLanguage(LongUnaryOperator identify) {
        this.identify = identify;
    }

    /**
     * Reads and checks a text.
     *
     * @param files has the lists and tables that the text names
     * @throws RuleLanguageException with everything that is wrong
     */
    public RuleSetDefinition read(String text, RuleFiles files) throws RuleLanguageException {
        CommonTokenStream tokens = tokens(text);
        RuleSetContext tree = parse(tokens);
        SetReader reader = new SetReader(new Declarations(new Literals(identify), tokens), files);
        RuleSetDefinition set = reader.read(tree);
        if (!reader.problems().isEmpty()) {
            throw new RuleLanguageException(reader.problems());
        }
        return set;
    }

    /**
     * The text in its usual form, comments included. Reading both comes to the same.
     *
     * @throws RuleLanguageException when the text cannot be parsed; its types are not checked
     */
    public static String format(String text) throws RuleLanguageException {
        CommonTokenStream tokens = tokens(text);
        parse(tokens);
        return new RuleFormatter(tokens.getTokens()).format();
    }

    private static CommonTokenStream tokens(String text) throws RuleLanguageException {
        if (text.length() > LanguageLimits.TEXT_MAX) {
            throw problem(
                    1,
                    1,
                    "a set has at most " + LanguageLimits.TEXT_MAX
                            + " characters; put long lists into files: characters=" + text.length());
        }
        RuleLanguageLexer lexer = new RuleLanguageLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        requireClosed(tokens.getTokens());
        requireFlat(tokens.getTokens());
        return tokens;
    }

    private static void requireClosed(List<Token> tokens) throws RuleLanguageException {
        for (Token token : tokens) {
            if (token.getType() == RuleLanguageLexer.BLOCK_COMMENT && !isClosed(token.getText())) {
                throw problem(
                        token.getLine(),
                        token.getCharPositionInLine() + 1,
                        "the comment that begins here has no end: close it by */");
            }
        }
    }

    private static boolean isClosed(String comment) {
        return comment.length() >= EMPTY_COMMENT.length() && comment.endsWith("*/");
    }

    /** The parser goes down as deep as there are brackets, and each rule is held against its bound before it is parsed. */
    private static void requireFlat(List<Token> tokens) throws RuleLanguageException {
        int depth = 0;
        int rules = 0;
        for (Token token : tokens) {
            switch (token.getType()) {
                case RuleLanguageLexer.LEFT, RuleLanguageLexer.OPEN -> depth++;
                case RuleLanguageLexer.RIGHT, RuleLanguageLexer.CLOSE -> depth = Math.max(0, depth - 1);
                case RuleLanguageLexer.RULE -> {
                    depth = 0;
                    rules++;
                }
                default -> {}
            }
            if (depth > LanguageLimits.NESTING_MAX || rules > LanguageLimits.RULES_MAX) {
                throw problem(
                        token.getLine(),
                        token.getCharPositionInLine() + 1,
                        rules > LanguageLimits.RULES_MAX
                                ? "a set has at most " + LanguageLimits.RULES_MAX + " rules"
                                : "brackets are nested more than " + LanguageLimits.NESTING_MAX
                                        + " deep; make two rules of it");
            }
        }
    }

    private static RuleSetContext parse(CommonTokenStream tokens) throws RuleLanguageException {
        RuleLanguageParser parser = new RuleLanguageParser(tokens);
        SyntaxProblems problems = new SyntaxProblems();
        parser.removeErrorListeners();
        parser.addErrorListener(problems);
        RuleSetContext tree = parser.ruleSet();
        if (!problems.problems().isEmpty()) {
            throw new RuleLanguageException(problems.problems());
        }
        return tree;
    }

    private static RuleLanguageException problem(int line, int column, String message) {
        return new RuleLanguageException(List.of(new Problem(line, column, message)));
    }
}
