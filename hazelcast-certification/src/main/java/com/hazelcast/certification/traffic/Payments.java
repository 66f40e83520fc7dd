package com.hazelcast.certification.traffic;

/**
 * Makes the payments of customers, in histories and in streams: where, how much, and whether it is one of the frauds that follow
 * from customer, terminal and time alone ({@link Scenario#UNUSUAL_AMOUNT}, {@link Scenario#COMPROMISED_TERMINAL}, {@link
 * Scenario#STOLEN_CARD}). Not thread-safe; allocates nothing.
 */
final class Payments {
    /** Payments of a million far from the customer's usual places: in the own country, and in another. */
    private static final int TRAVELS_PER_MILLION = 20_000;

    private static final int ABROAD_PER_MILLION = 2_000;

    private static final int DECLINED_PER_MILLION = 20_000;

    /** Not sufficient funds (ISO 8583). */
    private static final int DECLINED = 51;

    /** An amount that a customer never spends, in means. */
    private static final double UNUSUAL_MIN = 6;

    private static final double UNUSUAL_MAX = 15;

    private final TrafficModel model;
    private final Places places;
    private final FraudPeriods terminals;
    private final FraudPeriods cards;

    Payments(TrafficModel model, Places places) {
        this.model = model;
        this.places = places;
        terminals = new FraudPeriods(model.terminalsPer10k(), TrafficModel.COMPROMISED_MS, model.beginMs());
        cards = new FraudPeriods(model.cardsPer10k(), TrafficModel.STOLEN_MS, model.beginMs());
    }

    /** A payment of the customer as he makes them, or as who has stolen his card does. */
    void draw(Customer customer, long timeMs, Draws draws, Payment payment) {
        long random = draws.next();
        int kind = (int) Draws.scaled(random << 32, 1_000_000);
        if (model.isAtHome() || kind >= TRAVELS_PER_MILLION + ABROAD_PER_MILLION) {
            usualPlace(customer, choice(random), payment);
        } else if (kind >= ABROAD_PER_MILLION) {
            anywhere(payment, customer.country(), draws);
        } else {
            anywhere(payment, foreign(customer, draws), draws);
        }
        amount(customer, timeMs, draws, payment);
    }

    /** A payment of the customer at one of his usual places. */
    void atHome(Customer customer, long timeMs, Draws draws, Payment payment) {
        usualPlace(customer, choice(draws.next()), payment);
        amount(customer, timeMs, draws, payment);
    }

    private void usualPlace(Customer customer, int choice, Payment payment) {
        place(payment, customer.country(), customer.cityOf(choice), customer.terminalOf(choice));
    }

    /** Favourites come first: the less of two choices. */
    private int choice(long random) {
        int reach = model.reach();
        int one = (int) ((random >>> 48) * reach >>> 16);
        int other = (int) ((random >>> 32 & 0xffff) * reach >>> 16);
        return model.prefers() ? Math.min(one, other) : one;
    }

    /** A country other than the customer's. */
    int foreign(Customer customer, Draws draws) {
        int others = places.countryCount() - 1;
        return (customer.country() + 1 + (int) draws.below(others)) % places.countryCount();
    }

    /** At any terminal of that country. */
    void anywhere(Payment payment, int country, Draws draws) {
        place(payment, country, (int) draws.below(places.citiesPerCountry()), (int)
                draws.below(places.terminalsPerCity()));
    }

    private void place(Payment payment, int country, int cityOfCountry, int terminal) {
        payment.country = country;
        payment.city = places.city(country, cityOfCountry);
        payment.terminal = terminal;
    }

    private void amount(Customer customer, long timeMs, Draws draws, Payment payment) {
        long firstTerminal = places.firstTerminal(payment.city);
        int type = MerchantTypes.slot(firstTerminal, payment.terminal);
        payment.merchantType = MerchantTypes.code(type);
        long random = draws.next();
        payment.response = Draws.scaled(random << 32, 1_000_000) < DECLINED_PER_MILLION ? DECLINED : 0;
        double mean = model.hasPrices() ? customer.meanUnits() * MerchantTypes.price(type) : customer.meanUnits();
        double units = mean * AmountShape.inMeans(random);
        payment.scenario = Scenario.GENUINE;
        if (units > model.unusualAboveUnits()) {
            payment.scenario = Scenario.UNUSUAL_AMOUNT;
        } else if (model.unusualPerMillion() > 0 && draws.oneOf(model.unusualPerMillion())) {
            units = customer.meanUnits() * draws.between(UNUSUAL_MIN, UNUSUAL_MAX);
            payment.scenario = Scenario.UNUSUAL_AMOUNT;
        }
        terminals.at(timeMs);
        if (terminals.hasFallen(firstTerminal + payment.terminal)) {
            payment.scenario = Scenario.COMPROMISED_TERMINAL;
        }
        cards.at(timeMs);
        if (cards.hasFallen(customer.card()) && draws.below(TrafficModel.STOLEN_PAYMENTS) == 0) {
            units *= TrafficModel.STOLEN_FACTOR;
            payment.scenario = Scenario.STOLEN_CARD;
        }
        setUnits(payment, units);
    }

    /** Fills in the merchant of the payment's place, and an amount. */
    void set(Payment payment, double units, Scenario scenario) {
        payment.merchantType =
                MerchantTypes.code(MerchantTypes.slot(places.firstTerminal(payment.city), payment.terminal));
        payment.response = 0;
        payment.scenario = scenario;
        setUnits(payment, units);
    }

    private void setUnits(Payment payment, double units) {
        payment.amountUnits = Math.max(model.amountUnitsMin(), (int) (units + 0.5));
    }
}
