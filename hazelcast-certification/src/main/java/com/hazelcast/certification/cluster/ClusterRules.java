package com.hazelcast.certification.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.hazelcast.certification.rules.live.BookJson;
import com.hazelcast.certification.rules.live.NextRules;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleState;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.cluster.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sets of rules of a running cluster. Thread-safe. */
public final class ClusterRules {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterRules.class);

    /** The argument of {@link ControlVerb#RULE_BOOK} for a book whose sets have neither texts nor lists. */
    static final String WITHOUT_TEXTS = "without-texts";

    /** The argument for a book that has each list once. Members of releases before answer it with the first form of {@link BookJson}. */
    static final String LISTS_ONCE = "lists-once";

    /** Begins the argument of {@link ControlVerb#USE_AGREED_RULES} when the book is not to be used yet: all have agreed to it. */
    private static final String COMMIT = "commit ";

    private final ControlCalls calls;

    ClusterRules(ControlCalls calls) {
        this.calls = calls;
    }

    /** The book as the oldest member has it. Texts and lists may name cards, so a member writes down that a client has read it. */
    public RuleBook book() {
        return MemberControl.read(calls.call(oldest(), ControlVerb.RULE_BOOK, LISTS_ONCE), RuleBook.class);
    }

    /** The same, without the texts and lists of its sets. */
    public RuleBook bookWithoutTexts() {
        return MemberControl.read(calls.call(oldest(), ControlVerb.RULE_BOOK, WITHOUT_TEXTS), RuleBook.class);
    }

    /** A book as somebody asks for it. */
    static String written(RuleBook book, String form) {
        return switch (form) {
            case WITHOUT_TEXTS -> MemberControl.write(book.withoutTexts());
            case LISTS_ONCE -> listsOnce(book);
            default -> MemberControl.write(book);
        };
    }

    private static String listsOnce(RuleBook book) {
        try {
            return BookJson.writeOnce(book);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write the book of rules as JSON", e);
        }
    }

    /** The books of all members. */
    public List<RuleBook> books() {
        return calls.callAll(ControlVerb.RULE_BOOK, LISTS_ONCE).stream()
                .filter(json -> !json.isEmpty())
                .map(json -> MemberControl.read(json, RuleBook.class))
                .toList();
    }

    /**
     * Makes a change on all members, or on none.
     *
     * @return the book after it, without the texts and lists of its sets
     * @throws IllegalStateException when it is not possible, or a member cannot run the set; says why and what to do
     */
    public RuleBook change(RuleChange change) {
        return MemberControl.read(
                calls.call(oldest(), ControlVerb.CHANGE_RULES, MemberControl.write(change)), RuleBook.class);
    }

    /** Which book each member uses, and which it has agreed to. */
    public Map<Member, RuleState> states() {
        Map<Member, RuleState> states = new LinkedHashMap<>();
        calls.callEach(ControlVerb.RULE_STATE, "")
                .forEach((member, json) -> states.put(member, MemberControl.read(json, RuleState.class)));
        return states;
    }

    /** The book that a member uses. */
    public RuleBook bookOf(Member member) {
        return MemberControl.read(calls.call(member, ControlVerb.RULE_BOOK, LISTS_ONCE), RuleBook.class);
    }

    /** The book that a member has agreed to use next; empty: it has it no more. */
    public Optional<RuleBook> agreedBookOf(Member member) {
        String json = calls.call(member, ControlVerb.AGREED_RULES, LISTS_ONCE);
        return json.isEmpty() ? Optional.empty() : Optional.of(MemberControl.read(json, RuleBook.class));
    }

    /**
     * Has all members agree to a book, and compile and warm what it has running.
     *
     * @param next as it is sent
     * @throws IllegalStateException when one does not; its cause is an {@link IllegalArgumentException} when a set cannot run there
     */
    public void prepare(NextRules next) {
        calls.callAll(ControlVerb.PREPARE_RULES, MemberControl.write(next));
    }

    /**
     * Notifies all members that all have agreed to a book, which is used next. A member of a release before does not look at that.
     *
     * @throws IllegalStateException when one cannot keep that, has given the book up, or cannot be reached: it may be completed nevertheless
     */
    public void commit(RuleBook next) {
        calls.callAll(ControlVerb.USE_AGREED_RULES, COMMIT + next.lastHash());
    }

    /** Does on a member what {@link #commit} or {@link #use} asks of it. */
    static void handle(RuleKeeper rules, String argument) throws RuleSetRefusedException {
        boolean isCommit = argument.startsWith(COMMIT);
        String hash = isCommit ? argument.substring(COMMIT.length()) : argument;
        Optional<RuleBook> agreed =
                rules.agreed().filter(book -> book.lastHash().equals(hash));
        if (!isCommit) {
            if (agreed.isPresent()) {
                rules.use(agreed.get());
            }
        } else if (agreed.isPresent()) {
            rules.commit(agreed.get());
        } else if (!rules.book().lastHash().equals(hash)) {
            throw new IllegalStateException(
                    "this member has not agreed to that change of the rules, or has given it up");
        }
    }

    /** Frees all members of a book that they have agreed to and that nobody has used. */
    public void abandon(RuleBook next) {
        try {
            calls.callAll(ControlVerb.ABANDON_RULES, next.lastHash());
        } catch (IllegalStateException e) {
            LOG.warn(
                    "a member could not be notified that the rules of version {} are given up; the next change finds out: {}",
                    next.version(),
                    e.getMessage());
        }
    }

    /**
     * Has all members decide by a book that they have agreed to, the calling one, which is the oldest, last.
     *
     * @return whether all do; if not, another change came before it
     */
    public boolean use(RuleBook next) {
        Member self = oldest();
        boolean isFirst = true;
        for (Member member : calls.members()) {
            isFirst &= member.equals(self) || use(next, member);
        }
        return isFirst && use(next, self);
    }

    /** Has a member decide by a book; returns whether it does, or could not be reached and gets it later. */
    public boolean use(RuleBook next, Member member) {
        try {
            return next.lastHash().equals(calls.call(member, ControlVerb.USE_AGREED_RULES, next.lastHash()))
                    || next.lastHash().equals(sent(next, member));
        } catch (IllegalStateException e) {
            LOG.warn(
                    "a member could not be notified of the rules of version {}; it gets them later: {}",
                    next.version(),
                    e.getMessage());
            return true;
        }
    }

    /** Sends a book with each list once, and again with all to a member of a release that cannot read that. */
    private String sent(RuleBook next, Member member) {
        String once = listsOnce(next);
        try {
            return calls.call(member, ControlVerb.USE_RULES, once);
        } catch (IllegalStateException e) {
            String whole = MemberControl.write(next);
            if (whole.length() == once.length() || !isUnread(e.getCause())) {
                throw e;
            }
            return calls.call(member, ControlVerb.USE_RULES, whole);
        }
    }

    /** Whether a member, also of a release before, could not read what it was sent, and has not refused what it says. */
    private static boolean isUnread(@Nullable Throwable failure) {
        return failure instanceof IllegalArgumentException
                && String.valueOf(failure.getMessage()).startsWith("not the JSON of");
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
