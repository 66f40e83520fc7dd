package com.hazelcast.certification.systemtests.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import java.io.IOException;

/**
 * A decision that came by HTTP.
 *
 * @param source who has decided
 * @param rule that held; 0: none
 * @param set number of the set that it is of
 * @param earlier action that a stand-in has answered before; empty: none has
 * @param process which process of a member answered: the part of the id that each has for itself
 */
public record HttpAnswer(
        String source, String action, int rule, int set, boolean replayed, String earlier, String process) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PROCESS_BEGIN = 3;
    private static final int PROCESS_END = 11;

    /**
     * Reads one.
     *
     * @throws IOException when it is none
     */
    public static HttpAnswer of(String body) throws IOException {
        JsonNode json = JSON.readTree(body);
        String id = json.path("id").asText();
        if (id.length() < PROCESS_END || json.path("action").asText().isEmpty()) {
            throw new IOException("a decision has an id and an action: " + body);
        }
        return new HttpAnswer(
                json.path("source").asText(),
                json.path("action").asText(),
                json.path("rule").path("id").asInt(),
                json.path("ruleSet").path("version").asInt(),
                json.path("replayed").asBoolean(),
                json.path("standIn").path("action").asText(),
                id.substring(PROCESS_BEGIN, PROCESS_END));
    }

    /** The code of a problem; empty when it is none. */
    static String code(String body) {
        try {
            return JSON.readTree(body).path("code").asText();
        } catch (IOException e) {
            return "";
        }
    }

    /** As a ledger has it. */
    int decision() {
        return Ledger.decision(set, rule, action);
    }

    public boolean isStandIn() {
        return source.equals("stand_in");
    }

    /** What asks for it. */
    public static String request(Transaction transaction) {
        return "{\"card\":\"" + transaction.card() + "\",\"time\":" + transaction.timeMs() + ",\"amountMinor\":"
                + transaction.amountUnits() + ",\"currency\":" + transaction.currency() + ",\"country\":"
                + transaction.country() + ",\"mcc\":" + transaction.merchant() + ",\"city\":" + transaction.city()
                + ",\"terminal\":" + transaction.code()
                + (transaction.reference().isEmpty() ? "" : ",\"reference\":\"" + transaction.reference() + "\"") + "}";
    }
}
