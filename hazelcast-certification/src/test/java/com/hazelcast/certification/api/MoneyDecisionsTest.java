package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a decimal amount by HTTP to what a rule about money decides: two, no and three digits behind the point. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MoneyDecisionsTest {
    private static final RuleSetText MONEY = new RuleSetText("""
            set money
            exchange EUR from 'rates.csv'
            rule together review when sum(amount to EUR, last 1h including this) = 25.84 EUR
            rule large decline when tx.amount to EUR >= 12.34 EUR
            rule middle challenge when tx.amount to EUR between 4.50 EUR and 9.00 EUR
            """, Map.of("rates.csv", "EUR,1\nJPY,0.006\nKWD,3\n"));

    private static final TestCluster CLUSTER = new TestCluster();
    private static ApiUser user;
    /** Of a whole second: a fraction could look like an amount. */
    private final long now = System.currentTimeMillis() / 1_000 * 1_000;

    @BeforeAll
    static void start() throws IOException {
        user = ApiUser.decidedBy(CLUSTER.withApi(ApiUser.usual()), MONEY);
    }

    @AfterAll
    static void stop() throws IOException {
        CLUSTER.close();
    }

    /** Of a card that has not been loaded, so that nothing is added up with its payment. */
    private JsonNode decide(String card, String amount, String currency) {
        String payment = transaction(0, now, "")
                .replace(String.format("%014d", 0), card)
                .replace("12.34", amount)
                .replace("EUR", currency);
        return user.post("/v1/decisions?explain=true", payment).json();
    }

    private static String rule(JsonNode decision) {
        assertThat(decision.path("source").asText()).as(decision.toString()).isEqualTo("rules");
        return decision.path("rule").path("name").asText("none");
    }

    @ParameterizedTest
    @CsvSource({
        "4000220000112333, 12.34, EUR, large",
        "4000220000112341, 12.33, EUR, none",
        "4000220000112358, 1500,  JPY, middle",
        "4000220000112366, 1667,  JPY, none",
        "4000220000112374, 1.500, KWD, middle",
        "4000220000112382, 1.499, KWD, none",
        "4000220000112390, 1500,  KWD, large",
        "4000220000112408, 15.00, EUR, large"
    })
    void shouldDecideByWhatTheAmountIsWorth(String card, String amount, String currency, String rule) {
        assertThat(rule(decide(card, amount, currency))).isEqualTo(rule);
    }

    @Test
    void shouldAddUpPaymentsInSeveralCurrencies() {
        String card = "4000220000112416";
        assertThat(rule(decide(card, "12.34", "EUR"))).isEqualTo("large");
        JsonNode yen = decide(card, "1500", "JPY");
        assertThat(rule(yen)).isEqualTo("middle");
        assertThat(yen.path("reasons").toString()).contains("tx.amount to EUR is 9.00 EUR, at least 4.50 EUR");
        JsonNode dinar = decide(card, "1.500", "KWD");
        assertThat(rule(dinar)).isEqualTo("together");
        assertThat(dinar.path("reasons").toString())
                .contains("sum(amount to EUR, last 1h including this) is 25.84 EUR");
    }
}
