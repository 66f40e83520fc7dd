package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageLexer;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/** Words what the parser did not expect: what was found, what was expected, what may have been meant. */
final class SyntaxProblems extends BaseErrorListener {
    /** What was expected is listed up to so many. */
    private static final int EXPECTED_MAX = 9;

    private static final List<String> JOINING_WORDS = List.of("and", "or", "in", "is", "between", "where", "when");

    private final List<Problem> problems = new ArrayList<>();

    List<Problem> problems() {
        return problems;
    }

    @Override
    public void syntaxError(
            Recognizer<?, ?> recognizer,
            @Nullable Object offendingSymbol,
            int line,
            int column,
            String message,
            @Nullable RecognitionException cause) {
        if (problems.size() >= LanguageLimits.PROBLEMS_MAX || !(offendingSymbol instanceof Token token)) {
            return;
        }
        IntervalSet expected = ((Parser) recognizer).getExpectedTokens();
        problems.add(new Problem(
                token.getLine(),
                token.getCharPositionInLine() + 1,
                message(token, ((Parser) recognizer).getTokenStream().LT(-1), expected)));
    }

    private static String message(Token token, @Nullable Token before, IntervalSet expected) {
        List<String> labels = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (int type : expected.toList()) {
            String label = label(type);
            labels.add(label);
            if (label.startsWith("'")) {
                words.add(label.substring(1, label.length() - 1));
            }
        }
        if (token.getText().equals("'") || token.getText().equals("\"")) {
            return "the text that begins here has no end on its line: " + token.getText();
        }
        String found = token.getType() == Token.EOF
                ? "the text ends here"
                : "'" + Names.shown(token.getText()) + "' cannot stand here";
        String expectation = labels.isEmpty()
                ? ""
                : "; expected " + String.join(", ", labels.subList(0, Math.min(EXPECTED_MAX, labels.size())))
                        + (labels.size() > EXPECTED_MAX ? ", …" : "");
        String meant = token.getType() == RuleLanguageLexer.IDENTIFIER ? Names.meant(token.getText(), words) : "";
        if (meant.isEmpty() && before != null && before.getType() == RuleLanguageLexer.IDENTIFIER) {
            // As in '5 adn …', where the word was taken for a currency.
            meant = Names.meant(before.getText(), JOINING_WORDS);
        }
        if (token.getType() == RuleLanguageLexer.MINUS && isNameBefore(token, before)) {
            meant = "; a name with '-' stands in double quotes, as in \"two-words\" and @\"two-words\"";
        }
        return found + expectation + meant;
    }

    /** Whether a name ends where the token begins. */
    private static boolean isNameBefore(Token token, @Nullable Token before) {
        return before != null
                && before.getStopIndex() + 1 == token.getStartIndex()
                && (before.getType() == RuleLanguageLexer.IDENTIFIER
                        || before.getType() == RuleLanguageLexer.REFERENCE);
    }

    private static String label(int type) {
        return switch (type) {
            case Token.EOF -> "the end";
            case RuleLanguageLexer.NUMBER -> "a number";
            case RuleLanguageLexer.DURATION -> "a duration (as in 90d)";
            case RuleLanguageLexer.TIME_OF_DAY -> "a time of day (as in 22:30)";
            case RuleLanguageLexer.IDENTIFIER -> "a name";
            case RuleLanguageLexer.QUOTED -> "a name in \"…\"";
            case RuleLanguageLexer.STRING -> "a text in '…'";
            case RuleLanguageLexer.REFERENCE -> "a list or table (as in @name)";
            default -> RuleLanguageParser.VOCABULARY.getDisplayName(type);
        };
    }
}
