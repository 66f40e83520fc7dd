package com.hazelcast.certification.rulebook;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.mapping.Percent;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleCodes;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.ShadowBudget;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member's copy of the book of rules: by which it decides, and the next one that it has agreed to. Both are on disk, if the member has a folder,
 * before it uses or agrees to them, and so are whether all have agreed to the next one, and which books it has given up.
 *
 * <p>Thread-safe. One lock is held while a book is compiled, warmed up and written, which takes seconds; {@link #book} and {@link #agreed}
 * wait for nothing.
 */
final class BookCopy {
    private static final Logger LOG = LoggerFactory.getLogger(BookCopy.class);

    /** Changes that were given up and are remembered; the oldest are forgotten beyond that. */
    private static final int GIVEN_UP_MAX = 100;

    private final RulesInUse inUse;
    private final Optional<BookFiles> files;

    @GuardedBy("this")
    private final BookCompiler compiler;

    private volatile RuleBook book;

    /** The next one, which this member has agreed to use. */
    private volatile @Nullable RuleBook agreed;

    /** Hash of the last book of which this member was notified that all have agreed to it; empty: of none. */
    private volatile String committed = "";

    /** Hashes of the last books that this member was to use and is not to use any more. */
    @GuardedBy("this")
    private final Set<String> givenUp = new LinkedHashSet<>();

    /**
     * What the data folder has, or the first book of a new cluster.
     *
     * @param inUse has the set that the member is configured with, and gets what it is to decide by
     * @param identify from the code of a card's number to its word, as this cluster's cards are
     * @param files of its data folder, if it has one
     * @param whenRunning takes each set that is to decide here
     * @throws IllegalStateException when its folder has a book that cannot be read or run, or one that cannot be removed: to which not all had agreed
     */
    BookCopy(RulesInUse inUse, LongUnaryOperator identify, Optional<BookFiles> files, Consumer<RuleSet> whenRunning) {
        this.inUse = inUse;
        this.files = files;
        RuleSet first = inUse.active();
        this.compiler = new BookCompiler(first, identify, whenRunning);
        book = RuleBook.first(first);
        files.ifPresent(BookFiles::removePrepared);
        files.map(BookFiles::givenUp).ifPresent(this::rememberGivenUp);
        files.flatMap(BookFiles::inUse).ifPresent(this::useStored);
        files.flatMap(BookFiles::agreed).ifPresent(this::agreeToStored);
    }

    private synchronized void rememberGivenUp(Collection<String> hashes) {
        givenUp.addAll(hashes);
    }

    private void useStored(RuleBook read) {
        RuleBook stored = read.sharing(book);
        boolean isConfigured = stored.version() == 1
                && stored.sets().get(0).text().equals(book.sets().get(0).text());
        if (isConfigured) {
            return;
        }
        try {
            DecidingRules rules = compile(stored);
            book = stored;
            inUse.use(rules);
            LOG.info(
                    "the data folder has the sets of rules of version {}, which decide, whatever 'rules' is set to: active={}",
                    stored.version(),
                    stored.active());
        } catch (RuleSetRefusedException e) {
            throw new IllegalStateException("the sets of rules in the data folder cannot run: " + e.getMessage(), e);
        }
    }

    private synchronized void agreeToStored(RuleBook read) {
        RuleBook stored = read.sharing(book);
        if (stored.version() <= book.version() || givenUp.contains(stored.lastHash())) {
            return;
        }
        try {
            committed = stored.lastHash();
            agreeTo(stored, compile(stored));
            LOG.info("the data folder has a change of the rules that was agreed to: version={}", stored.version());
        } catch (RuleSetRefusedException e) {
            throw new IllegalStateException(
                    "the sets of rules in the data folder, which this member has agreed to, cannot run: "
                            + e.getMessage(),
                    e);
        }
    }

    /** The book by which this member decides. */
    RuleBook book() {
        return book;
    }

    /** The next one, which it has agreed to use; null: none. */
    @Nullable
    RuleBook agreed() {
        return agreed;
    }

    /** Whether this member was notified that all have agreed to the next one. Before that, nobody uses it. */
    boolean isCommitted() {
        return isCommitted(agreed);
    }

    /** As {@link #isCommitted()}, of what {@link #agreed} has returned: it may be in use by now. */
    boolean isCommitted(@Nullable RuleBook next) {
        return next != null && next.lastHash().equals(committed);
    }

    /**
     * Keeps the books on disk as this release writes them, also the one that the member was configured with. What an earlier release has
     * written without a key is gone then.
     */
    synchronized void write() {
        files.ifPresent(kept -> {
            kept.write(book);
            RuleBook next = agreed;
            if (next == null) {
                kept.removeAgreed();
            } else if (isCommitted()) {
                kept.writeAgreed(next);
            } else {
                kept.writePrepared(next);
            }
        });
    }

    /**
     * Agrees to use a book.
     *
     * @throws RuleSetRefusedException when a set cannot run here, this member has given the book up, or has another one of its hash
     * @throws IllegalStateException when another change has been agreed to, or the book is not newer than the one in use
     */
    synchronized void prepare(RuleBook next) throws RuleSetRefusedException {
        prepare(next, committed);
    }

    /** @param nextCommitted what is {@link #committed} before others see that this member has agreed */
    @GuardedBy("this")
    private void prepare(RuleBook next, String nextCommitted) throws RuleSetRefusedException {
        RuleBook before = agreed;
        for (RuleBook known : before == null ? List.of(book) : List.of(book, before)) {
            if (next.lastHash().equals(known.lastHash())) {
                requireAlike(next, known);
                return;
            }
        }
        if (next.version() <= book.version()) {
            throw new IllegalStateException(
                    "this member has a newer version of the rules; try again: version=" + book.version());
        }
        if (before != null && before.version() >= next.version()) {
            throw new IllegalStateException(
                    "another change of the rules has been agreed to, and is completed first; try again: version="
                            + before.version());
        }
        if (givenUp.contains(next.lastHash())) {
            throw new RuleSetRefusedException(
                    "this change was given up, and its maker was answered that nothing had changed; make it again: version="
                            + next.version());
        }
        RuleCodes.requireReadable(next, book, "this member");
        RuleBook shared = next.sharing(book);
        DecidingRules rules = compile(shared);
        files.ifPresent(kept -> kept.writePrepared(shared));
        committed = nextCommitted;
        agreeTo(shared, rules);
    }

    /** Two changes that makers of releases before begin in one millisecond may have one hash. Members are notified by hash what to use. */
    private static void requireAlike(RuleBook next, RuleBook known) throws RuleSetRefusedException {
        // Books that members are configured with have no record, and are not agreed to.
        if (next.version() > 1 && !decideAlike(next, known)) {
            throw new RuleSetRefusedException(
                    "another change that this member has agreed to has the same hash and different rules; look at 'rules status', and make the change again: version="
                            + next.version() + " hash=" + next.lastHash());
        }
    }

    /** Whether they decide alike. What members of releases before do not keep, such as limits of the breaker, may differ. */
    private static boolean decideAlike(RuleBook one, RuleBook other) {
        return one.active() == other.active()
                && one.canary() == other.canary()
                && one.canaryShare() == other.canaryShare()
                && one.declinesNothing() == other.declinesNothing()
                && one.sets().size() == other.sets().size()
                && one.sets().stream()
                        .allMatch(set -> other.set(set.number())
                                .filter(twin -> decideAlike(set, twin))
                                .isPresent());
    }

    private static boolean decideAlike(RecordedSet one, RecordedSet other) {
        return one.firstCode() == other.firstCode()
                && one.codeCount() == other.codeCount()
                && one.stage() == other.stage()
                && one.text().equals(other.text());
    }

    /**
     * All have agreed to that book: from now on it is completed, also by members that start again. Agrees to it, if that was not done.
     *
     * @throws RuleSetRefusedException as {@link #prepare}
     * @throws IllegalStateException as {@link #prepare}, or when it cannot be kept on disk
     */
    synchronized void commit(RuleBook next) throws RuleSetRefusedException {
        String hash = next.lastHash();
        prepare(next, hash);
        RuleBook now = agreed;
        if (now != null && now.lastHash().equals(hash)) {
            files.ifPresent(BookFiles::commit);
            committed = hash;
        }
    }

    /** From then on this member also knows what the decisions of others mean who use that book a moment earlier. */
    @GuardedBy("this")
    private void agreeTo(RuleBook next, DecidingRules rules) {
        inUse.use(DecidingRules.knowing(inUse.now(), rules));
        agreed = next;
    }

    /**
     * Nobody will use the book with that hash. This member remembers it, also when it starts again: another one may come back that has agreed.
     *
     * @throws IllegalStateException when it cannot be kept on disk; it is given up until this member ends
     */
    synchronized void abandon(String hash) {
        givenUp.add(hash);
        if (givenUp.size() > GIVEN_UP_MAX) {
            givenUp.remove(givenUp.iterator().next());
        }
        List<String> hashes = List.copyOf(givenUp);
        try {
            files.ifPresent(kept -> kept.writeGivenUp(hashes));
        } finally {
            agreeNoMore(hash);
        }
    }

    @GuardedBy("this")
    private void agreeNoMore(String hash) {
        RuleBook before = agreed;
        if (before != null && before.lastHash().equals(hash)) {
            agreed = null;
            files.ifPresent(BookFiles::removeAgreed);
        }
    }

    /** Whether the book with that hash is one of the last that were abandoned. */
    synchronized boolean hasGivenUp(String hash) {
        return givenUp.contains(hash);
    }

    /**
     * Decides by that book, unless this member has a newer one. Books of version 1, which members were configured with, have no record that
     * distinguishes them.
     *
     * @throws RuleSetRefusedException when a set cannot run here
     */
    synchronized void use(RuleBook next) throws RuleSetRefusedException {
        boolean isOtherConfigured = next.version() == 1 && book.version() == 1 && !next.equals(book);
        if (next.isAheadOf(book) || isOtherConfigured) {
            replace(next.sharing(book));
        }
    }

    private synchronized void replace(RuleBook next) throws RuleSetRefusedException {
        RuleCodes.requireReadable(next, book, "this member");
        DecidingRules rules = compile(next);
        RuleBook before = agreed;
        // Not by its hash: what is used is what the disk has.
        boolean isAgreed = next.equals(before);
        files.ifPresent(isAgreed ? kept -> kept.useAgreed(next) : kept -> kept.write(next));
        book = next;
        inUse.use(rules);
        if (before != null && before.version() <= next.version()) {
            agreed = null;
            if (!isAgreed) {
                files.ifPresent(BookFiles::removeAgreed);
            }
        }
        LogEvent.RULES_ACTIVE
                .at(LOG)
                .addKeyValue(Fields.VERSION, next.version())
                .addKeyValue(Fields.SET, rules.active())
                .log(
                        "rules: version {}: set {} decides{}, {} in the shadow",
                        next.version(),
                        rules.active(),
                        rules.canary()
                                .map(set -> ", but for "
                                        + Percent.text((double) next.canaryShare() / DecidingRules.WHOLE_SHARE)
                                        + " % of the cards, which " + set + " decides")
                                .orElse(""),
                        rules.shadows().size());
    }

    private synchronized DecidingRules compile(RuleBook next) throws RuleSetRefusedException {
        return compiler.compile(next);
    }

    /** The newest drafts that are not ready to decide. */
    synchronized List<RecordedSet> coldDrafts() {
        return compiler.coldDrafts(book);
    }

    /** A draft is compiled and warm, and need not be made ready when it is to decide. */
    synchronized void addDraft(RuleSet set) {
        compiler.addDraft(set);
    }

    /**
     * Holds that the sets in the shadow by that book cost together what they may.
     *
     * @throws RuleSetRefusedException when they cost more, or one of them cannot run here
     */
    synchronized void requireShadowsWithin(ShadowBudget budget, RuleBook next) throws RuleSetRefusedException {
        budget.require(compiler.shadows(next));
    }
}
