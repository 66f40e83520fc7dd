package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;

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
}
