package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageLexer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Writes a text in its usual form: a blank line before each rule, its conditions below it, {@code and} and {@code or} at the
 * beginning of a line where they stand outside of brackets. Used once.
 */
final class RuleFormatter {
    private static final String CONDITION_INDENT = "      ";
    private static final String AND_INDENT = "  and ";
    private static final String OR_INDENT = "   or ";
    private static final Set<Integer> HEADERS =
            Set.of(RuleLanguageLexer.SET, RuleLanguageLexer.LIST, RuleLanguageLexer.TABLE, RuleLanguageLexer.EXCHANGE);

    /** Written as they are: all else is in lower case. */
    private static final Set<Integer> AS_WRITTEN =
            Set.of(RuleLanguageLexer.STRING, RuleLanguageLexer.QUOTED, RuleLanguageLexer.IDENTIFIER);

    private final List<Token> tokens;

    /** By the index of a token: the type of the next one that is no comment. */
    private final int[] nextTypes;

    private final StringBuilder out = new StringBuilder();
    private @Nullable Token before;
    private @Nullable Token beforeThat;
    private int depth;
    private boolean isInRule;
    private boolean isInCondition;
    private boolean isAtLineStart = true;
    private boolean isBehindBetween;
    private boolean isBehindComment;
    private boolean isInBlock;
    private int lastCommentLine;

    RuleFormatter(List<Token> tokens) {
        this.tokens = tokens;
        nextTypes = new int[tokens.size()];
        int next = Token.EOF;
        for (int i = tokens.size() - 1; i >= 0; i--) {
            nextTypes[i] = next;
            Token token = tokens.get(i);
            next = token.getChannel() == Token.DEFAULT_CHANNEL ? token.getType() : next;
        }
    }

    String format() {
        for (Token token : tokens) {
            if (token.getType() == Token.EOF) {
                break;
            }
            if (token.getChannel() == Token.DEFAULT_CHANNEL) {
                word(token);
            } else {
                comment(token);
            }
        }
        return out.toString().strip() + "\n";
    }

    private void comment(Token token) {
        boolean isOwnLine = lastLine() != token.getLine();
        boolean isBeforeRule = isOwnLine && nextTypes[token.getTokenIndex()] == RuleLanguageLexer.RULE;
        if (isBeforeRule) {
            beginBlock();
        } else if (isOwnLine && depth == 0) {
            newLine(isInRule ? CONDITION_INDENT : "");
        } else if (!isAtLineStart) {
            out.append(' ');
        }
        out.append(token.getText().strip());
        lastCommentLine = token.getLine();
        isAtLineStart = false;
        isBehindComment = true;
    }

    /** A blank line stands before a rule and the comments above it. */
    private void beginBlock() {
        newLine("");
        if (!isInBlock) {
            out.append('\n');
        }
        isInBlock = true;
        isInRule = false;
        isInCondition = false;
    }

    private int lastLine() {
        return Math.max(before == null ? 0 : before.getLine(), lastCommentLine);
    }

    private void word(Token token) {
        int type = token.getType();
        boolean isBehind = isBehindComment;
        isBehindComment = false;
        if (type == RuleLanguageLexer.RULE) {
            beginBlock();
            isInBlock = false;
            isInRule = true;
        } else if (!isInRule && (HEADERS.contains(type) || type == RuleLanguageLexer.POINTS)) {
            newLine("");
        } else if (isInCondition && depth == 0 && isBreak(type)) {
            newLine(type == RuleLanguageLexer.AND ? AND_INDENT : OR_INDENT);
            write(token);
            out.setLength(out.length() - token.getText().length());
            isAtLineStart = true;
            return;
        } else if (isBehind) {
            newLine(isInCondition ? CONDITION_INDENT : "");
        } else if (before != null && !isAtLineStart && TokenText.isBlankBetween(beforeThat, before, token)) {
            out.append(' ');
        }
        write(token);
        if (type == RuleLanguageLexer.WHEN) {
            isInCondition = true;
            newLine(CONDITION_INDENT);
            isAtLineStart = true;
        }
    }

    /** The 'and' of 'between … and …' stays on its line. */
    private boolean isBreak(int type) {
        if (type == RuleLanguageLexer.AND && isBehindBetween) {
            isBehindBetween = false;
            return false;
        }
        return type == RuleLanguageLexer.AND || type == RuleLanguageLexer.OR;
    }

    private void write(Token token) {
        int type = token.getType();
        out.append(AS_WRITTEN.contains(type) ? token.getText() : token.getText().toLowerCase(Locale.ROOT));
        if (type == RuleLanguageLexer.LEFT || type == RuleLanguageLexer.OPEN) {
            depth++;
        } else if (type == RuleLanguageLexer.RIGHT || type == RuleLanguageLexer.CLOSE) {
            depth--;
        } else if (type == RuleLanguageLexer.BETWEEN && depth == 0) {
            isBehindBetween = true;
        }
        isAtLineStart = false;
        beforeThat = before;
        before = token;
    }

    private void newLine(String indent) {
        while (out.length() > 0 && out.charAt(out.length() - 1) == ' ') {
            out.setLength(out.length() - 1);
        }
        if (out.length() > 0 && out.charAt(out.length() - 1) != '\n') {
            out.append('\n');
        }
        out.append(indent);
    }
}
