package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.grammar.RuleLanguageLexer;
import java.util.AbstractList;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.junit.jupiter.api.Test;

class RuleFormatterTest {
    private static final String WILD = """
            SET Shop   list Bad OF merchant from 'Bad.csv' -- bought
            POINTS review AT 50,decline at 80
            -- first
            -- rule
            RULE a 'It''s a night' DECLINE tags x,y WHEN tx.Hour BETWEEN 22 and 23 AND ( tx.amount>5
               or tx.amount=-3 ) or count( last 1h,including this where merchant=tx.merchant and amount - 3 >2)>3 -- why
            and @risk[ tx.country ]>0.5
            /* second */ rule b points 4 when not tx.merchant in@bad
            """;

    private static final String USUAL = """
            set Shop
            list Bad of merchant from 'Bad.csv' -- bought
            points review at 50, decline at 80

            -- first
            -- rule
            rule a 'It''s a night' decline tags x, y when
                  tx.Hour between 22 and 23
              and (tx.amount > 5 or tx.amount = -3)
               or count(last 1h, including this where merchant = tx.merchant and amount - 3 > 2) > 3 -- why
              and @risk[tx.country] > 0.5

            /* second */
            rule b points 4 when
                  not tx.merchant in @bad
            """;

    @Test
    void shouldWriteTheUsualForm() throws RuleLanguageException {
        assertThat(RuleLanguage.format(WILD)).isEqualTo(USUAL);
    }

    @Test
    void shouldLeaveTheUsualFormAsItIs() throws RuleLanguageException {
        assertThat(RuleLanguage.format(USUAL)).isEqualTo(USUAL);
    }

    /** A text of comments that were looked through anew for each one would keep a member busy for long. */
    @Test
    void shouldLookAtEachWordAFewTimes() {
        CommonTokenStream stream = new CommonTokenStream(new RuleLanguageLexer(
                CharStreams.fromString("-- c\n".repeat(2_000) + "rule a decline when tx.amount > 5")));
        stream.fill();
        CountedTokens tokens = new CountedTokens(stream.getTokens());

        assertThat(new RuleFormatter(tokens).format()).startsWith("-- c\n-- c\n");

        assertThat(tokens.reads).isLessThanOrEqualTo(3 * tokens.size());
    }

    private static final class CountedTokens extends AbstractList<Token> {
        private final List<Token> tokens;
        private int reads;

        private CountedTokens(List<Token> tokens) {
            this.tokens = tokens;
        }

        @Override
        public Token get(int index) {
            reads++;
            return tokens.get(index);
        }

        @Override
        public int size() {
            return tokens.size();
        }
    }
}
