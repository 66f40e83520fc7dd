package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.rules.live.NextRules;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleCodes;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleState;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the oldest member has all members use one book of rules. A change has three steps: all agree to the next book and keep it; all are
 * notified that all have agreed, and keep that; all use it. Each begins when the one before has ended on all members.
 *
 * <p>So where a member has agreed and was notified of nothing more, nobody uses the book, and it gives the book up: also when it starts
 * again, and no member is there that remembers that the maker has given it up. Where it was notified, it is sure that the maker has not
 * given it up and will not, and completes it; that is done before any other change, so no two books of one version are ever used
 * (three-phase commit, Skeen 1981). Thread-safe.
 */
final class RuleAgreement {
    private static final Logger LOG = LoggerFactory.getLogger(RuleAgreement.class);

    private final RuleKeeper keeper;
    private final HazelcastInstance hazelcast;
    private final ClusterRules cluster;
    private final Supplier<String> obstacle;

    /** Held by whoever changes the rules of the whole cluster, or completes a change. */
    private final ReentrantLock changing = new ReentrantLock();

    /** How a change makes the next book of the newest one; the newest itself, when nothing is to be changed. */
    @FunctionalInterface
    interface Making {
        RuleBook after(RuleBook newest) throws RuleSetRefusedException;
    }

    /**
     * Of a member.
     *
     * @param keeper that member's
     * @param obstacle why the rules are not to be changed now; empty text: they may be
     */
    RuleAgreement(RuleKeeper keeper, HazelcastInstance hazelcast, ClusterRules cluster, Supplier<String> obstacle) {
        this.keeper = keeper;
        this.hazelcast = hazelcast;
        this.cluster = cluster;
        this.obstacle = obstacle;
    }

    /**
     * Makes a change on all members, or on none.
     *
     * @param confirm looks at the next book when all have agreed to it, and throws when it may not be used any more
     * @throws IllegalStateException when it is not possible now; says why
     */
    RuleBook change(Making making, Consumer<RuleBook> confirm) throws RuleSetRefusedException {
        changing.lock();
        try {
            requireFree();
            settle();
            RuleBook newest = keeper.book();
            RuleBook next = making.after(newest);
            if (next.lastHash().equals(newest.lastHash())) {
                return newest;
            }
            try {
                agree(NextRules.after(newest, next));
                confirm.accept(next);
            } catch (RuntimeException e) {
                cluster.abandon(next);
                throw e;
            }
            commit(next);
            if (!cluster.use(next)) {
                settle();
                throw new IllegalStateException(
                        "another member has made a change meanwhile; look at 'rules status', and try again");
            }
            return next;
        } finally {
            changing.unlock();
        }
    }

    /**
     * From here on the maker gives nothing up: members that were notified complete the change. One that was cut off meanwhile has notified
     * itself alone, and uses nothing: the others give up what they were not notified of.
     */
    private void commit(RuleBook next) {
        try {
            cluster.commit(next);
        } catch (IllegalStateException e) {
            LOG.debug("a member may have joined since the others agreed, and is to agree now", e);
            commitAgain(next);
        }
        String why = why();
        if (!why.isEmpty()) {
            throw new IllegalStateException(
                    "all members had agreed to the change, but members were lost before it was used; it is completed or given up when rules may be"
                            + " changed again, so look at 'rules status' before you make it again: "
                            + why);
        }
    }

    private void commitAgain(RuleBook next) {
        try {
            cluster.prepare(NextRules.whole(next));
            cluster.commit(next);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    "all members had agreed to the change, but one could not keep that; it is completed or given up within seconds, so look at"
                            + " 'rules status' before you make it again: "
                            + e.getMessage(),
                    e);
        }
    }

    /** On the oldest member: brings all members to the newest book. Does nothing while a change is made. */
    void level() throws RuleSetRefusedException {
        if (isOldest() && changing.tryLock()) {
            try {
                settle();
            } finally {
                changing.unlock();
            }
        }
    }

    /**
     * Brings this member, before it scores, to the newest book, and the others, if it has brought that along; and agrees to what the
     * others have agreed to. Where one of them was notified that all have, this member counts as notified, too: it may be the only one that is left.
     */
    void join() throws RuleSetRefusedException {
        Map<Member, RuleState> states = cluster.states();
        RuleBook stored = keeper.book();
        requireReadable(states);
        spread(states);
        RuleBook book = keeper.book();
        Member oldest = states.keySet().iterator().next();
        if (book.version() == 1 && !oldest.localMember()) {
            takeConfigured(book, cluster.bookOf(oldest));
        }
        // What this member has given up, the oldest one gives up as soon as this one refuses it.
        Optional<RuleBook> agreed =
                agreedBeyond(keeper.state(), states).filter(next -> !keeper.hasGivenUp(next.lastHash()));
        if (agreed.isPresent() && keeper.agreed().isEmpty()) {
            RuleCodes.requireReadable(agreed.get(), stored, "this member");
            if (isCommitted(agreed.get().lastHash(), states)) {
                keeper.commit(agreed.get());
            } else {
                keeper.prepare(agreed.get());
            }
        }
    }

    private static boolean isCommitted(String hash, Map<Member, RuleState> states) {
        return states.values().stream()
                .anyMatch(state -> state.agreedHash().equals(hash) && Boolean.TRUE.equals(state.committed()));
    }

    /** Members that have started with older data folders than this one hold histories that may not be mixed with its own. */
    private void requireReadable(Map<Member, RuleState> states) {
        RuleBook own = keeper.book();
        states.forEach((member, state) -> {
            if (!member.localMember() && state.version() < own.version()) {
                RuleCodes.requireReadable(own, cluster.bookOf(member), "member " + member.getAddress());
            }
        });
    }

    /** Books of version 1 are those that members were configured with: the oldest member's counts. */
    private void takeConfigured(RuleBook own, RuleBook others) throws RuleSetRefusedException {
        if (others.sets().equals(own.sets())) {
            return;
        }
        if (areOtherRules(own, others)) {
            LOG.warn(
                    "this member was configured with other rules than the oldest one; it takes that one's: configured={} taken={}",
                    own.sets().get(0).name(),
                    others.sets().get(0).name());
        }
        keeper.use(others);
    }

    /** Members of another release may give the same rules other codes. */
    static boolean areOtherRules(RuleBook own, RuleBook others) {
        return !own.sets().get(0).text().equals(others.sets().get(0).text());
    }

    private void settle() throws RuleSetRefusedException {
        Map<Member, RuleState> states = cluster.states();
        RuleState newest = spread(states);
        if (why().isEmpty()) {
            Optional<RuleBook> agreed = agreedBeyond(newest, states);
            if (agreed.isEmpty()) {
                return;
            }
            String hash = agreed.get().lastHash();
            boolean mayBeInUse = states.values().stream()
                    .anyMatch(state -> state.agreedHash().equals(hash) && state.mayBeInUse());
            if (!mayBeInUse || keeper.hasGivenUp(hash)) {
                // Its maker has ended before it said anything, or was answered that nothing has changed; a member that
                // was away has kept it.
                cluster.abandon(agreed.get());
            } else {
                freeOfOthers(hash, newest, states);
                complete(agreed.get());
            }
        }
    }

    /** Members that have agreed to another book, which nobody uses because not all have, agree to no other one before they have given it up. */
    private void freeOfOthers(String hash, RuleState newest, Map<Member, RuleState> states) {
        states.forEach((member, state) -> {
            if (state.hasAgreedBeyond(newest)
                    && !state.mayBeInUse()
                    && !state.agreedHash().equals(hash)) {
                cluster.agreedBookOf(member)
                        .filter(other -> other.lastHash().equals(state.agreedHash()))
                        .ifPresent(cluster::abandon);
            }
        });
    }

    /** Has all members use the newest book that one of them uses; returns which that is. */
    private RuleState spread(Map<Member, RuleState> states) throws RuleSetRefusedException {
        Map.Entry<Member, RuleState> source = states.entrySet().stream()
                .reduce((one, other) -> other.getValue().isAheadOf(one.getValue()) ? other : one)
                .orElseThrow();
        RuleState newest = source.getValue();
        if (newest.isAheadOf(keeper.state())) {
            keeper.use(cluster.bookOf(source.getKey()));
        }
        for (Map.Entry<Member, RuleState> other : states.entrySet()) {
            if (!other.getKey().localMember() && newest.isAheadOf(other.getValue())) {
                boolean unused = cluster.use(keeper.book(), other.getKey());
            }
        }
        return newest;
    }

    private Optional<RuleBook> agreedBeyond(RuleState newest, Map<Member, RuleState> states) {
        return states.entrySet().stream()
                .filter(state -> state.getValue().hasAgreedBeyond(newest))
                .max(Comparator.comparing((Map.Entry<Member, RuleState> state) ->
                                state.getValue().mayBeInUse())
                        .thenComparingLong(state -> state.getValue().agreedVersion())
                        .thenComparing(state -> state.getValue().agreedHash()))
                .flatMap(state -> cluster.agreedBookOf(state.getKey()));
    }

    /** A change whose maker has ended, or could not notify all: members may use it already. */
    private void complete(RuleBook agreed) {
        LOG.warn("a change of the rules is completed that its maker did not complete: version={}", agreed.version());
        try {
            agree(NextRules.whole(agreed));
            cluster.commit(agreed);
            requireFree();
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                LOG.warn(
                        "a member cannot run the new rules or has given them up, so they are cancelled and no member has used them: {}",
                        e.getMessage());
                cluster.abandon(agreed);
                return;
            }
            throw e;
        }
        boolean unused = cluster.use(agreed);
    }

    /** Has all members agree. When members are missing afterwards, those that are left may be too few to decide that. */
    private void agree(NextRules next) {
        cluster.prepare(next);
        requireFree();
    }

    private void requireFree() {
        String why = why();
        if (!why.isEmpty()) {
            throw new IllegalStateException("the rules are not changed now: " + why);
        }
    }

    private String why() {
        return isOldest() ? obstacle.get() : "another member has become the oldest one; try again";
    }

    private boolean isOldest() {
        return hazelcast.getCluster().getMembers().iterator().next().localMember();
    }
}
