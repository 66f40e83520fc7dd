package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.cards.ApiAudit;
import com.hazelcast.certification.api.cards.CardTokens;
import com.hazelcast.certification.api.cards.Cards;
import com.hazelcast.certification.api.decisions.DecisionDesk;
import com.hazelcast.certification.api.reads.OtherMembers;
import com.hazelcast.certification.labelling.LabelDesk;
import java.time.Clock;

/**
 * What the calls need of their member. Thread-safe.
 *
 * @param desk decides
 * @param others have answers that this member has not
 * @param cards opens cards and reads histories
 * @param labels labels transactions
 * @param tokens names of cards for callers
 * @param audit writes down who read which history
 */
public record ApiParts(
        DecisionDesk desk,
        OtherMembers others,
        Cards cards,
        LabelDesk labels,
        CardTokens tokens,
        ApiAudit audit,
        Health health,
        ApiMeter meter,
        Clock clock) {}
