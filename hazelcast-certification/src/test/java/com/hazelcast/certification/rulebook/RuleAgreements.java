package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.Map;
import java.util.Optional;

/** Changes of rules that tests leave as a member leaves them that ends in the middle, and what members then agree to. */
final class RuleAgreements {
    static final RuleSetText SMALL = new RuleSetText("set small\nrule small decline when tx.amount <= 10\n", Map.of());
    static final RuleSetText BIG = new RuleSetText("set big\nrule big review when tx.amount >= 1_000\n", Map.of());

    private RuleAgreements() {}

    static RuleKeeper keeper(FraudMember member) {
        RuleKeeper keeper = RuleKeeper.of(member.hazelcast().getUserContext());
        assertThat(keeper).isNotNull();
        return keeper;
    }

    static RuleChange submission(RuleSetText text) {
        return new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", text);
    }

    static RuleChange activation(int set) {
        return new RuleChange(Kind.ACTIVATE, set, 0, 0, "Ana", "a test", null);
    }

    /**
     * The book after the set's submission and activation, which takes the next free codes.
     *
     * @param atMs distinguishes it from those with other texts: their record says the same, so the hash is the same
     */
    static RuleBook activating(RuleBook book, RuleSetText text, long atMs) throws RuleSetRefusedException {
        int number = book.nextNumber();
        RuleSet set = RuleSet.of(number, 0, text, code -> code);
        return book.after(submission(text), Optional.of(set), atMs).after(activation(number), Optional.empty(), atMs);
    }

    static void awaitBook(RuleBook book, FraudMember... members) {
        TestCluster.await("all members use version " + book.version(), () -> {
            for (FraudMember member : members) {
                if (!keeper(member).book().equals(book)) {
                    return false;
                }
            }
            return true;
        });
    }
}
