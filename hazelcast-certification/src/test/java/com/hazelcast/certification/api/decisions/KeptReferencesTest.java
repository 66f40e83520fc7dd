package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.gateway.NewCardQuota;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.transaction.Rejection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whose a reference is when two event loops have submitted under it before either was decided. */
class KeptReferencesTest {
    private static final String KEY = "client order-1";
    private static final long KEPT_NS = 1_000;
    private static final RequestedTransaction ANY = new RequestedTransaction(1, 2, 3, 4, "order-1", 5, 0);

    private final KeptSubmissions kept = new KeptSubmissions(16, Duration.ofNanos(KEPT_NS));
    private final Submitter submitter =
            new Submitter("client", 16, TurnedAway.Reason.CLIENT_FULL, new NewCardQuota(0, 1, System::nanoTime));
    private final Submission first = put(0, 0);
    private final Submission second = put(2, 0);

    /** Numbers of what is submitted to be read later are even. */
    private Submission put(long number, long arrivedNs) {
        return put(number, arrivedNs, arrivedNs);
    }

    private Submission put(long number, long arrivedNs, long nowNs) {
        Submission submission =
                new Submission(null, submitter, number, ANY, ANY.card(), arrivedNs, Submission.Kind.OF_BATCH);
        kept.add(submission, KEY, nowNs);
        return submission;
    }

    private void decide(Submission submission) {
        kept.decided(submission, new Decision(Action.APPROVE, 0, Score.NONE, null, false, false, null, null, 1));
    }

    private void reject(Submission submission, Rejection rejection) {
        kept.decided(submission, Decision.rejected(rejection, null, 1));
    }

    private long holder(long nowNs) {
        Submission found = kept.find(null, KEY, nowNs);
        return found == null ? -1 : found.number();
    }

    private long holder() {
        return holder(1);
    }

    @Test
    void shouldBeTheFirstOnesUntilOneIsDecided() {
        assertThat(holder()).isEqualTo(first.number());
    }

    @Test
    void shouldStayWithTheOneThatHasItWhenTheOtherIsRejectedForIt() {
        decide(first);
        reject(second, Rejection.REFERENCE_REUSED);
        assertThat(holder()).isEqualTo(first.number());
    }

    @Test
    void shouldGoToTheOneThatItsShardHasDecidedFirst() {
        decide(second);
        assertThat(holder()).isEqualTo(second.number());
        reject(first, Rejection.REFERENCE_REUSED);
        assertThat(holder()).isEqualTo(second.number());
    }

    @Test
    void shouldGoToTheOtherWhenTheOneThatHadItIsRejectedFirst() {
        reject(first, Rejection.REFERENCE_REUSED);
        decide(second);
        assertThat(holder()).isEqualTo(second.number());
    }

    @Test
    void shouldStayWithTheFirstDecisionOfTheSamePayment() {
        decide(first);
        decide(second);
        assertThat(holder()).isEqualTo(first.number());
    }

    @Test
    void shouldShowTheRejectionOfTheOneThatHasItUntilTheOtherIsDecided() {
        reject(first, Rejection.FUTURE);
        assertThat(holder()).isEqualTo(first.number());
        decide(second);
        assertThat(holder()).isEqualTo(second.number());
    }

    @Test
    void shouldGoToALaterOneWhenTheTimeOfTheOneThatHasItIsOver() {
        decide(first);
        decide(second);
        Submission later = put(4, KEPT_NS + 1);
        assertThat(holder(KEPT_NS + 1)).isEqualTo(later.number());
    }

    @Test
    void shouldGoToALaterOneWhoseBodyComesWhenTheTimeOfTheOneThatHasItIsOver() {
        decide(first);
        decide(second);
        Submission later = put(4, KEPT_NS, KEPT_NS + 1);
        assertThat(holder(KEPT_NS + 1)).isEqualTo(later.number());
    }

    @Test
    void shouldGoToALaterOneThatIsDecidedWhenTheTimeOfTheOneThatHasItIsOver() {
        decide(first);
        Submission later = put(4, KEPT_NS);
        assertThat(holder(KEPT_NS)).isEqualTo(first.number());
        decide(later);
        assertThat(holder(KEPT_NS + 1)).isEqualTo(later.number());
    }

    @Test
    void shouldBeNobodysWhenTheCardOfTheOneThatHasItIsForgotten() {
        decide(first);
        kept.forget(ANY.card() + 1);
        assertThat(holder()).isEqualTo(first.number());

        kept.forget(ANY.card());

        assertThat(holder()).isEqualTo(-1);
        assertThat(kept.find(null, first.number(), 1)).isNull();
        assertThat(kept.hasExpired(null, KEY, 1)).isFalse();
        // It was on its way.
        decide(second);
        assertThat(holder()).isEqualTo(second.number());
    }

    @Test
    void shouldStayWithTheOneOnItsWayWhenTheCardOfTheOneBeforeInItsPlaceIsForgotten() {
        decide(first);
        reject(second, Rejection.FUTURE);
        // In the slot of the first one.
        Submission later = put(32, 0);
        kept.forget(ANY.card());
        assertThat(holder()).isEqualTo(later.number());
        decide(later);
        assertThat(holder()).isEqualTo(later.number());
    }

    @Test
    void shouldStayWhereItIsWhenTheOneThatHadItGoes() {
        decide(second);
        decide(first);
        // In the slot of the first one.
        Submission unused = put(32, 0);
        assertThat(holder()).isEqualTo(second.number());
    }
}
