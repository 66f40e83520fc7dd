package com.hazelcast.certification.member;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Two sets of rules, payments that they decide differently, and how tests of members make changes and send payments. */
final class RulePayments {
    static final RuleSetText REVIEWS_BIG_ONES =
            new RuleSetText("set big\nrule big 'A big payment' review when tx.amount >= 1_000\n", Map.of());
    static final RuleSetText DECLINES_ALL =
            new RuleSetText("set all\nrule all decline when tx.amount >= 1\n", Map.of());
    static final int CARDS = 40;

    /** Payments come from then on: an hour ago. */
    static final long BEGIN_MS = System.currentTimeMillis() - 3_600_000;

    private RulePayments() {}

    static GatewaySettings gateway() {
        return GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 10, 8);
    }

    /** Two members with histories, which score; returns the one that has a gateway. */
    static FraudMember startTwo(TestCluster cluster) throws IOException {
        FraudMember first = cluster.startMember(gateway());
        FraudMember unusedSecond = cluster.startMember();
        cluster.load();
        cluster.control().start();
        return first;
    }

    static RuleBook change(ClusterRules rules, Kind kind, int set, int share, @Nullable RuleSetText text) {
        return rules.change(new RuleChange(kind, set, share, 0, "Ana", "a test", text));
    }

    static FraudClient client(FraudMember member) throws InterruptedException {
        return FraudClient.connect(ClientConfig.plain(
                List.of(new InetSocketAddress("127.0.0.1", member.gatewayPort().orElseThrow()))));
    }

    /** A payment of each card; amounts below and above 1,000 take turns. */
    static List<Transaction> payments(int round) {
        List<Transaction> payments = new ArrayList<>();
        for (int card = 0; card < CARDS; card++) {
            payments.add(new Transaction(
                    String.format("%016d", 4_000_000_000_000_000L + card),
                    BEGIN_MS + round * 100L,
                    276,
                    0,
                    card % 2 == 0 ? 10 : 5_000,
                    978,
                    5_411,
                    7,
                    9));
        }
        return payments;
    }

    static List<Verdict> send(FraudClient client, List<Transaction> payments) throws Exception {
        List<CompletionStage<Verdict>> sent = new ArrayList<>();
        for (Transaction payment : payments) {
            sent.add(client.send(payment));
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (CompletionStage<Verdict> one : sent) {
            verdicts.add(one.toCompletableFuture().get(1, TimeUnit.MINUTES));
        }
        return verdicts;
    }

    static JsonNode json(String line) throws IOException {
        return new ObjectMapper().readTree(line);
    }
}
