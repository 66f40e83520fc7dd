package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Books of members that have changed no rules. */
class ConfiguredRulesTest {
    private static final RuleSetText TEXT = new RuleSetText("""
            set sums points review at 10
            rule a points 10 when tx.amount > 1
            rule b points 20 when tx.amount > 2
            """, Map.of());
    private static final RuleSetText OTHER = new RuleSetText("rule a decline when tx.amount > 1\n", Map.of());

    private static RuleBook configured(RuleSetText text) throws Exception {
        return RuleBook.first(RuleSet.of(1, 0, text, code -> code));
    }

    /** As a member of a release before sums of points had codes. */
    private static RuleBook withoutSums() {
        RecordedSet recorded = new RecordedSet(
                1, 0, 1 + 2 + 3, "sums", "configuration", TEXT, RecordedSet.Stage.ACTIVE, null, RecordedSet.Rest.NONE);
        return new RuleBook(1, List.of(recorded), 1, 0, 0, 0, BreakerLimits.NONE, false, List.of());
    }

    @Test
    void shouldBeTheSameRulesWithCodesOfAnotherRelease() throws Exception {
        assertThat(configured(TEXT).sets()).isNotEqualTo(withoutSums().sets());
        assertThat(RuleAgreement.areOtherRules(configured(TEXT), withoutSums())).isFalse();
        assertThat(RuleAgreement.areOtherRules(configured(TEXT), configured(OTHER)))
                .isTrue();
    }
}
