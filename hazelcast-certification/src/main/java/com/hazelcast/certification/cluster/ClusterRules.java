package com.hazelcast.certification.cluster;

import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.cluster.Member;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sets of rules of a running cluster. Thread-safe. */
public final class ClusterRules {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterRules.class);

    private final ControlCalls calls;

    ClusterRules(ControlCalls calls) {
        this.calls = calls;
    }

    /** The book as the oldest member has it. */
    public RuleBook book() {
        return MemberControl.read(calls.call(oldest(), ControlVerb.RULE_BOOK, ""), RuleBook.class);
    }

    /** The books of all members. */
    public List<RuleBook> books() {
        return calls.callAll(ControlVerb.RULE_BOOK, "").stream()
                .filter(json -> !json.isEmpty())
                .map(json -> MemberControl.read(json, RuleBook.class))
                .toList();
    }

    /**
     * Makes a change on all members, or on none.
     *
     * @throws IllegalStateException when it is not possible, or a member cannot run the set; says why and what to do
     */
    public RuleBook change(RuleChange change) {
        return MemberControl.read(
                calls.call(oldest(), ControlVerb.CHANGE_RULES, MemberControl.write(change)), RuleBook.class);
    }

    /** Has all members compile and warm what a book has running. */
    public void prepare(RuleBook next) {
        calls.callAll(ControlVerb.PREPARE_RULES, MemberControl.write(next));
    }

    /**
     * Has all members decide by a book, the calling one, which is the oldest, last.
     *
     * @return whether all do; if not, another change came before it
     */
    public boolean use(RuleBook next) {
        String argument = MemberControl.write(next);
        Member self = oldest();
        boolean isFirst = true;
        for (Member member : calls.members()) {
            try {
                isFirst &= member.equals(self)
                        || next.lastHash().equals(calls.call(member, ControlVerb.USE_RULES, argument));
            } catch (IllegalStateException e) {
                LOG.warn(
                        "a member could not be told of the rules of version {}; it looks for them: {}",
                        next.version(),
                        e.getMessage());
            }
        }
        return isFirst && next.lastHash().equals(calls.call(self, ControlVerb.USE_RULES, argument));
    }

    /** What sets in the shadow would have decided, on all members. */
    public ShadowFigures shadowFigures() {
        return ShadowFigures.sum(calls.callAll(ControlVerb.SHADOW_FIGURES, "").stream()
                .map(json -> MemberControl.read(json, ShadowFigures.class))
                .toList());
    }

    /** Changes are made there, one after the other. */
    private Member oldest() {
        return calls.members().iterator().next();
    }
}
