package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageLexer;
import com.hazelcast.certification.transaction.Pan;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Text with its words and signs one blank apart, where people put one. Reasons have it, so card numbers are masked. Pure. */
final class TokenText {
    private static final Set<Integer> NO_BLANK_BEFORE = Set.of(
            RuleLanguageLexer.COMMA,
            RuleLanguageLexer.RIGHT,
            RuleLanguageLexer.DOT,
            RuleLanguageLexer.OPEN,
            RuleLanguageLexer.CLOSE);
    private static final Set<Integer> NO_BLANK_BEHIND =
            Set.of(RuleLanguageLexer.LEFT, RuleLanguageLexer.DOT, RuleLanguageLexer.OPEN);
    private static final Set<Integer> OPERANDS = Set.of(
            RuleLanguageLexer.NUMBER,
            RuleLanguageLexer.DURATION,
            RuleLanguageLexer.TIME_OF_DAY,
            RuleLanguageLexer.IDENTIFIER,
            RuleLanguageLexer.RIGHT,
            RuleLanguageLexer.CLOSE);

    /** A literal of digits as long as a card's number. */
    private static final Pattern CARD = Pattern.compile("'[0-9]{8,19}'");

    private TokenText() {}

    /** Of a part of the tree, on one line and without comments. */
    static String of(CommonTokenStream tokens, ParserRuleContext context) {
        StringBuilder text = new StringBuilder();
        @Nullable Token before = null;
        @Nullable Token beforeThat = null;
        for (Token token :
                tokens.get(context.getStart().getTokenIndex(), context.getStop().getTokenIndex())) {
            if (token.getChannel() != Token.DEFAULT_CHANNEL) {
                continue;
            }
            if (before != null && isBlankBetween(beforeThat, before, token)) {
                text.append(' ');
            }
            text.append(shown(token.getText()));
            beforeThat = before;
            before = token;
        }
        return text.toString();
    }

    private static String shown(String token) {
        return CARD.matcher(token).matches() ? "'" + Pan.masked(token.substring(1, token.length() - 1)) + "'" : token;
    }

    /** Whether a blank stands between two that follow each other on a line. */
    static boolean isBlankBetween(@Nullable Token beforeThat, Token before, Token token) {
        int type = token.getType();
        if (NO_BLANK_BEFORE.contains(type) || NO_BLANK_BEHIND.contains(before.getType())) {
            return false;
        }
        if (type == RuleLanguageLexer.LEFT) {
            boolean isCall = before.getType() == RuleLanguageLexer.IDENTIFIER
                    || before.getType() == RuleLanguageLexer.LAST
                    || before.getType() == RuleLanguageLexer.RUNNING;
            return !isCall;
        }
        boolean isSign = before.getType() == RuleLanguageLexer.MINUS
                && (beforeThat == null || !OPERANDS.contains(beforeThat.getType()));
        return !isSign;
    }
}
