package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.access.Users;
import com.hazelcast.certification.console.flagged.LookupAudit.By;
import com.hazelcast.certification.console.flagged.LookupAudit.Result;
import com.hazelcast.certification.console.flagged.RateLimit.Rate;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.Deed;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.rules.live.RulesInUse;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Looks cards up, as often as a caller may, and has each look-up written down. Thread-safe; blocks for one call to the shard.
 *
 * <p>Whoever may look up by number could try numbers until one is known. So numbers are few a second, and one that is not known
 * counts as {@value #UNKNOWN_COSTS}: of the 10,000 numbers that a mask of a 14-digit card leaves, a caller tries one a second,
 * each with a line in the log.
 */
public final class CardLookups {
    /** What the look-up of a number that is not known takes. */
    static final int UNKNOWN_COSTS = 5;

    private static final Rate NUMBERS = new Rate(5, 20);
    private static final Rate NUMBERS_OF_ALL = new Rate(20, 60);
    private static final Rate LINKS = new Rate(20, 60);
    private static final Rate LINKS_OF_ALL = new Rate(60, 180);

    private final CardReader reader;
    private final RulesInUse rules;
    private final CardLinks links;
    private final LookupAudit audit;
    private final RateLimit byNumber = new RateLimit(NUMBERS, NUMBERS_OF_ALL, System::nanoTime);
    private final RateLimit byLink = new RateLimit(LINKS, LINKS_OF_ALL, System::nanoTime);

    /** Of a member; each look-up is written to that audit. */
    public CardLookups(CardReader reader, CardLinks links, LookupAudit audit, RulesInUse rules) {
        this.reader = reader;
        this.rules = rules;
        this.links = links;
        this.audit = audit;
    }

    /**
     * Looks up by number.
     *
     * @throws HttpFailure 400 when it is no card number, 429 when the caller must wait, 503 when the shard does not answer
     */
    public CardLookup byNumber(Caller caller, CardLookup.Request request) {
        return answer(findByNumber(caller, request));
    }

    /** The same for what needs the card itself and its history; all that leaves the member must be masked. */
    public FoundCard findByNumber(Caller caller, CardLookup.Request request) {
        RequestedCard number;
        try {
            number = RequestedCard.of(request, reader::identify);
        } catch (HttpFailure e) {
            audit.write(caller, By.NUMBER, Result.INVALID);
            throw e;
        }
        take(caller, By.NUMBER, number.masked());
        FoundCard found = audited(caller, By.NUMBER, number);
        if (!found.isKnown()) {
            byNumber.charge(keyOf(caller), UNKNOWN_COSTS - 1);
        }
        return found;
    }

    /**
     * Looks up by a link that some member has given.
     *
     * @throws HttpFailure 404 when it is none of this cluster's, 429 when the caller must wait, 503 when the shard does not answer
     */
    public CardLookup byLink(Caller caller, String link) {
        return answer(findByLink(caller, link));
    }

    /** The same for what needs the card itself and its history; all that leaves the member must be masked. */
    public FoundCard findByLink(Caller caller, String link) {
        OptionalLong card = links.cardOf(link);
        if (card.isEmpty()) {
            audit.write(caller, By.LINK, Result.INVALID);
            throw new HttpFailure(
                    HttpFailure.NOT_FOUND,
                    "this link leads to no card; links hold until the cluster is started again: take one of the latest flagged");
        }
        RequestedCard number = new RequestedCard(card.getAsLong());
        take(caller, By.LINK, number.masked());
        return audited(caller, By.LINK, number);
    }

    private CardLookup answer(FoundCard found) {
        return CardLookup.of(found, linkTo(found), rules);
    }

    /** A link to the card, so that whoever has looked it up need not keep its number to ask again. */
    public String linkTo(FoundCard found) {
        return links.linkOf(found.card());
    }

    /**
     * The explanation of a flagged transaction, which shows its card's history.
     *
     * @param explanation answers its JSON, or throws {@link HttpFailure}
     * @throws HttpFailure 429 when the caller must wait
     */
    public String byTransaction(Caller caller, String id, Supplier<String> explanation) {
        take(caller, By.TRANSACTION, id);
        String json;
        try {
            json = explanation.get();
        } catch (HttpFailure e) {
            audit.write(
                    caller, By.TRANSACTION, id, e.status() == HttpFailure.NOT_FOUND ? Result.NOT_FOUND : Result.FAILED);
            throw e;
        }
        audit.write(caller, By.TRANSACTION, id, Result.FOUND);
        return json;
    }

    /** Something by a caller whose role does not allow it. */
    public void denied(Caller caller, Deed deed) {
        audit.denied(caller, deed);
    }

    /** A request with a token that gives no role. */
    public void wrongToken(String address) {
        audit.wrongToken(address);
    }

    /** A request with a name and a secret that was not remembered. */
    public void signedIn(String name, String address, Users.SignIn signIn) {
        audit.signedIn(name, address, signIn);
    }

    /** Somebody whom the provider of identities has signed in. */
    public void signedInByProvider(Caller caller) {
        audit.signedInByProvider(caller);
    }

    /** A sign-in by the provider of identities that came to nothing, for a reason that is a word. */
    public void refusedByProvider(String user, String address, String reason) {
        audit.refusedByProvider(user, address, reason);
    }

    /** A caller goes. */
    public void signedOut(Caller caller) {
        audit.signedOut(caller);
    }

    private FoundCard audited(Caller caller, By by, RequestedCard number) {
        FoundCard found;
        try {
            found = new FoundCard(number, reader.read(number.card()));
        } catch (RuntimeException e) {
            audit.write(caller, by, number.masked(), Result.FAILED);
            throw e;
        }
        audit.write(caller, by, number.masked(), found.isKnown() ? Result.FOUND : Result.NOT_FOUND);
        return found;
    }

    private void take(Caller caller, By by, String card) {
        int waitS = (by == By.NUMBER ? byNumber : byLink).take(keyOf(caller));
        if (waitS > 0) {
            audit.write(caller, by, card, Result.RATE_LIMITED);
            throw HttpFailure.tooMany("too many cards looked up; try again later: seconds=" + waitS, waitS);
        }
    }

    private static String keyOf(Caller caller) {
        return caller.name() + " " + caller.address();
    }
}
