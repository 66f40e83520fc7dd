package com.hazelcast.certification.rules.model;

import com.hazelcast.certification.mapping.IsoCodes;
import com.hazelcast.certification.rules.lists.Rates;
import java.util.List;
import java.util.Optional;

/**
 * What a set declares to look up besides the card's history. Immutable.
 *
 * @param learnt names of its lists and tables that have entries, places left out: what somebody has found out, and adds to as time goes by
 * @param exchanges in the order of the text
 */
public record LookUps(List<String> learnt, List<Exchange> exchanges) {
    /**
     * Rates to a currency.
     *
     * @param currency three letters
     * @param line of the text that declares it, from 1
     */
    public record Exchange(String currency, Rates rates, int line) {
        /** Whether a payment in the currency itself stays as it is; also of one that cannot be exchanged at all, such as gold. */
        public boolean keepsItsOwn() {
            int number = IsoCodes.currency(currency);
            return number == IsoCodes.ABSENT
                    || IsoCodes.minorUnits(number) == IsoCodes.ABSENT
                    || rates.rate(number) == Rates.ONE;
        }
    }

    public LookUps {
        learnt = List.copyOf(learnt);
        exchanges = List.copyOf(exchanges);
    }

    /** Its first exchange, if it has one. */
    public Optional<Exchange> exchange() {
        return exchanges.stream().findFirst();
    }
}
