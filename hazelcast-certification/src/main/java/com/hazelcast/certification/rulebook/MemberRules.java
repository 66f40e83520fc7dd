package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.rulebook.RuleAgreement.Making;
import com.hazelcast.certification.rules.live.BookRecord;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.Decisions;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleCodes;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.RuleState;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.ShadowBudget;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of a member, and how it keeps up with the others: its copy of the book ({@link BookCopy}), changes, which the oldest member makes
 * ({@link RuleAgreement}), and looks every half second: whether all use one book, whether the active set declines too much, and whether
 * drafts are ready. Thread-safe.
 */
public final class MemberRules implements RuleKeeper, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberRules.class);
    private static final long LOOK_MS = 500;
    private static final int JOIN_TRIES = 20;

    private final RulesInUse inUse;
    private final LongUnaryOperator identify;
    private final BookCopy copy;
    private final Clock clock;
    private final Function<List<RuleSet>, ShadowFigures> figures;
    private final boolean needsSecondPerson;
    private final ShadowBudget shadowBudget;
    private final long budgetNs;
    private final DeclineWatch declines;

    /** One looks at what is declined, while another may be waiting for a member that does not answer, and one may be making drafts ready. */
    private final ScheduledExecutorService looks = Executors.newScheduledThreadPool(3, task -> {
        Thread thread = new Thread(task, "fraud-rule-book");
        thread.setDaemon(true);
        return thread;
    });

    /** Drafts that cannot run here, which are not tried again. Used by one thread at a time. */
    private final Set<Integer> refusedDrafts = new HashSet<>();

    private volatile @Nullable ClusterRules cluster;
    private volatile @Nullable RuleAgreement agreement;

    /** Whether no history that members have has the codes of the set with that number. */
    private volatile IntPredicate codesOut = set -> false;

    private volatile boolean hasStarted;

    /** Why the rules are not to be changed now; empty: they may be. */
    private volatile Supplier<String> obstacle = () -> "this member is still starting; try again";

    /**
     * A member's book: what its data folder has, or the first of a new cluster.
     *
     * @param identify from the code of a card's number to its word, as this cluster's cards are
     * @param files of its data folder, if it has one
     * @param whenRunning takes each set that is to decide here
     * @param figures of the sets that run in the shadow
     * @param decisions of a set on this member
     * @param needsSecondPerson whether a set is to be activated by another person than the one who submitted it
     * @param budgetNs what a set that is submitted may cost
     * @param shadowBudget what sets in the shadow may cost together
     * @param breaker how much sets may decline, where an activation says nothing else
     * @throws IllegalStateException when its folder has a book that cannot be read or run
     */
    public MemberRules(
            RulesInUse inUse,
            LongUnaryOperator identify,
            Optional<BookFiles> files,
            Clock clock,
            Consumer<RuleSet> whenRunning,
            Function<List<RuleSet>, ShadowFigures> figures,
            Function<RuleSet, Decisions> decisions,
            boolean needsSecondPerson,
            long budgetNs,
            ShadowBudget shadowBudget,
            BreakerLimits breaker) {
        this.inUse = inUse;
        this.identify = identify;
        this.clock = clock;
        this.figures = figures;
        this.declines = new DeclineWatch(decisions, breaker);
        this.needsSecondPerson = needsSecondPerson;
        this.budgetNs = budgetNs;
        this.shadowBudget = shadowBudget;
        this.copy = new BookCopy(inUse, identify, files, whenRunning);
    }

    /**
     * Begins to keep up with the others. Returns when this member has the newest book that they have: before it scores. Rules may be
     * changed here from {@link #allowChanges} on.
     *
     * @throws IllegalStateException when it cannot be had, or cannot run here
     */
    public void begin(HazelcastInstance hazelcast) {
        ClusterRules others = ClusterControl.lent(hazelcast).rules();
        RuleAgreement together = new RuleAgreement(this, hazelcast, others, () -> obstacle.get());
        join(together);
        RuleWarmUp.runSeveral(inUse.active());
        cluster = others;
        agreement = together;
        // Others may have this member use a newer one at the same time.
        copy.write();
        everyLook(this::lookAtDeclines);
        everyLook(() -> level(together));
        everyLook(() -> makeDraftsReady(hazelcast));
    }

    /**
     * The member has started as far as is needed to change rules.
     *
     * @param whyNot why they are not to be changed now; empty text: they may be
     */
    public void allowChanges(Supplier<String> whyNot) {
        obstacle = whyNot;
        hasStarted = true;
    }

    /** Compiles and warms up drafts, because one of them may be the next that decides. One that cannot run is refused when it is to run. */
    private void makeDraftsReady(HazelcastInstance hazelcast) {
        List<RecordedSet> cold = coldDrafts();
        if (cold.isEmpty()) {
            return;
        }
        // Before that, a member's histories are on their way to it.
        ResidentHistories resident = hasStarted ? ResidentHistories.read(hazelcast) : ResidentHistories.NONE;
        List<RuleSet> usable = new ArrayList<>();
        for (RecordedSet draft : cold) {
            try {
                RuleSet set = RuleSet.of(draft, identify);
                RuleWarmUp.runBeside(set, resident);
                copy.addDraft(set);
                usable.add(set);
            } catch (RuleSetRefusedException e) {
                refusedDrafts.add(draft.number());
                LOG.info("a draft cannot run on this member: set={}: {}", draft.number(), e.getMessage());
            }
        }
        if (RuleWarmUp.hasSecondStage()) {
            // One that is submitted meanwhile may be the next that decides sooner than these.
            usable.forEach(set ->
                    RuleWarmUp.runLonger(set, resident, () -> coldDrafts().isEmpty()));
        }
    }

    private List<RecordedSet> coldDrafts() {
        return copy.coldDrafts().stream()
                .filter(draft -> !refusedDrafts.contains(draft.number()))
                .toList();
    }

    private static void join(RuleAgreement together) {
        IllegalStateException last = null;
        for (int tries = 0; tries < JOIN_TRIES; tries++) {
            try {
                together.join();
                return;
            } catch (RuleSetRefusedException e) {
                throw new IllegalStateException(
                        "the sets of rules that the other members decide by cannot run on this member, which takes no part: "
                                + e.getMessage(),
                        e);
            } catch (IllegalStateException e) {
                // A member has left meanwhile, or is starting.
                last = e;
            }
        }
        throw new IllegalStateException(
                "the sets of rules of the other members could not be had: " + (last == null ? "" : last.getMessage()),
                last);
    }

    private void everyLook(Runnable look) {
        var unused = looks.scheduleWithFixedDelay(
                () -> {
                    try {
                        look.run();
                    } catch (HazelcastInstanceNotActiveException e) {
                        LOG.debug("this member ends", e);
                    } catch (RuntimeException e) {
                        LOG.warn(
                                "the sets of rules could not be kept up; tried again in {} ms: {}",
                                LOOK_MS,
                                e.toString());
                    }
                },
                LOOK_MS,
                LOOK_MS,
                TimeUnit.MILLISECONDS);
    }

    private static void level(RuleAgreement together) {
        try {
            together.level();
        } catch (RuleSetRefusedException e) {
            throw new IllegalStateException("the sets of rules that others use cannot run here: " + e.getMessage(), e);
        }
    }

    private void lookAtDeclines() {
        declines.act(copy::book, inUse.now(), System.nanoTime(), change -> {
            RuleBook unused = Objects.requireNonNull(cluster, "begun").change(change);
        });
    }

    /** How often this member has taken a set back because it declined too much. */
    public long takenBack() {
        return declines.takenBack();
    }

    /** From now on codes of sets may go to others when that says so of the number of a set. */
    void giveCodesWhen(IntPredicate isOut) {
        codesOut = isOut;
    }

    /** Records on all members which sets' codes are out of all histories, as {@link RuleBook#withCodesOut} does. */
    RuleBook recordCodesOut(Set<Integer> sets, boolean isAnew) throws RuleSetRefusedException {
        return begun().change(
                        newest -> BookRecord.withId(newest.withCodesOut(sets, isAnew, clock.millis())), next -> {});
    }

    @Override
    public RuleBook book() {
        return copy.book();
    }

    @Override
    public RuleState state() {
        RuleBook now = copy.book();
        RuleBook next = copy.agreed();
        return RuleState.of(now, next, copy.isCommitted(next), breaker(now));
    }

    @Override
    public Optional<RuleBook> agreed() {
        return Optional.ofNullable(copy.agreed());
    }

    @Override
    public void prepare(RuleBook next) throws RuleSetRefusedException {
        copy.prepare(next);
    }

    @Override
    public void commit(RuleBook next) throws RuleSetRefusedException {
        copy.commit(next);
    }

    @Override
    public void abandon(String hash) {
        copy.abandon(hash);
    }

    @Override
    public boolean hasGivenUp(String hash) {
        return copy.hasGivenUp(hash);
    }

    @Override
    public void use(RuleBook next) throws RuleSetRefusedException {
        copy.use(next);
    }

    @Override
    public RuleBook change(RuleChange change) throws RuleSetRefusedException {
        Making making = newest -> {
            if (needsSecondPerson) {
                SecondPerson.require(newest, change);
            }
            if (change.kind() == Kind.REMOVE) {
                requireThatAllReadOutlines();
            }
            RuleSetText text = change.text();
            Optional<RuleSet> submitted = text == null
                    ? Optional.empty()
                    : Optional.of(RuleSet.submitted(newest.nextNumber(), text, identify, budgetNs));
            RuleBook next = newest.after(change, submitted, clock.millis(), codesOut);
            if (change.kind() == Kind.SHADOW) {
                copy.requireShadowsWithin(shadowBudget, next);
            }
            return BookRecord.withId(next);
        };
        return begun().change(making, this::requireStillOut);
    }

    /** A member of a release before would let a set decide again of which there is no text. */
    private void requireThatAllReadOutlines() {
        Objects.requireNonNull(cluster, "begun").states().forEach((member, state) -> {
            if (!state.readsOutlines()) {
                throw new IllegalStateException(
                        "a member is of a release that removes no texts; bring all members to this release first: member="
                                + member.getAddress());
            }
        });
    }

    /** A member that has joined while all agreed may have brought histories with codes that the next book gives to another set. */
    private void requireStillOut(RuleBook next) {
        boolean isStillOut = RuleCodes.taken(copy.book(), next).stream().allMatch(codesOut::test);
        if (!isStillOut) {
            throw new IllegalStateException(
                    "a member has joined meanwhile, and may bring histories with codes that the set was to have; try again when"
                            + " 'rules status' shows that codes can come back");
        }
    }

    @Override
    public RuleBook restore(RuleBook backedUp) throws RuleSetRefusedException {
        return begun().change(newest -> notGivenUp(newest.restored(backedUp, clock.millis())), next -> {});
    }

    /** The book of a backup is the same each time, unlike what changes make. Where it was given up before, a line of the record makes it another. */
    private RuleBook notGivenUp(RuleBook next) {
        return hasGivenUp(next.lastHash()) ? next.withCodesOut(Set.of(), true, clock.millis()) : next;
    }

    private RuleAgreement begun() {
        RuleAgreement together = agreement;
        if (together == null) {
            throw new IllegalStateException("the rules are not changed now: " + obstacle.get());
        }
        return together;
    }

    @Override
    public ShadowFigures shadowFigures() {
        return figures.apply(inUse.now().shadows());
    }

    @Override
    public boolean needsSecondPerson() {
        return needsSecondPerson;
    }

    @Override
    public BreakerLimits breaker(RuleBook book) {
        return declines.limits(book);
    }

    @Override
    public long budgetNs() {
        return budgetNs;
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
