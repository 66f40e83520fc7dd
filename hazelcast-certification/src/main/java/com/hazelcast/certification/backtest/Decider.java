package com.hazelcast.certification.backtest;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.DecisionCodes;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has decided a transaction: a rule of a set, or its points. Immutable.
 *
 * @param set number of the set; 0: one that is given as a text, or that the cluster does not have
 * @param rule number of the rule in its set; 0: none
 * @param name of the rule
 * @param action that it takes; null: points
 * @param tags of the rule
 */
public record Decider(
        int set, int rule, String name, @Nullable Action action, List<String> tags) {
    /** As reports name what no rule has decided, but the sum of points. */
    private static final String POINTS = "points";

    private static final String UNKNOWN = "a decision that the cluster's sets do not make";
    private static final Decider NONE = new Decider(0, 0, UNKNOWN, Action.APPROVE);

    public Decider {
        tags = List.copyOf(tags);
    }

    /** Without tags. */
    public Decider(int set, int rule, String name, @Nullable Action action) {
        this(set, rule, name, action, List.of());
    }

    /**
     * Those of a set, by the rules' numbers; first what its points decide.
     *
     * @throws RuleLanguageException when the set is wrong
     */
    public static List<Decider> of(RuleSetText text) throws RuleLanguageException {
        List<Decider> deciders = new ArrayList<>(List.of(new Decider(0, 0, POINTS, null)));
        for (RuleDefinition rule : text.read().rules()) {
            deciders.add(
                    new Decider(0, rule.number(), rule.name(), rule.action().orElse(null), rule.tags()));
        }
        return List.copyOf(deciders);
    }

    /**
     * Those that histories may record, by the codes of their decisions; last one for all codes that no set of the book has.
     *
     * @throws RuleLanguageException when a set of the book is wrong
     */
    public static List<Decider> recorded(RuleBook book) throws RuleLanguageException {
        List<Decider> deciders = new ArrayList<>();
        for (RecordedSet set : book.sets()) {
            if (set.hasCodes()) {
                RuleSetDefinition definition = set.text().read();
                while (deciders.size() < set.firstCode() + set.codeCount()) {
                    deciders.add(NONE);
                }
                DecisionCodes codes = DecisionCodes.of(definition, set.codeCount());
                for (int code = 0; code < set.codeCount(); code++) {
                    Decider decider = new Decider(set.number(), codes.rule(code), codes.name(code), codes.action(code));
                    deciders.set(set.firstCode() + code, decider);
                }
            }
        }
        deciders.add(NONE);
        return List.copyOf(deciders);
    }

    /** Whether it is a rule of a set that was given as a text: reports have all of these. */
    @JsonIgnore
    public boolean isOfText() {
        return set == 0 && rule > 0;
    }

    /** Whether a rule or points have decided, and not that none holds. */
    boolean hasDecided() {
        return rule > 0 || takenAction() != Action.APPROVE;
    }

    /** What becomes of a transaction. */
    Action takenAction() {
        return action == null ? Action.APPROVE : action;
    }

    /** Its number for people: that of the rule, of what is recorded behind that of its set. */
    public String number() {
        return (set == 0 ? "" : set + "/") + (rule == 0 ? "" : rule);
    }

    /** Its action for people. */
    public String actionLabel() {
        return action != null ? action.label() : rule == 0 ? "" : POINTS;
    }
}
