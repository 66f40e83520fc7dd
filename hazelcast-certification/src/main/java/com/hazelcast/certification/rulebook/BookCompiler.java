package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RecordedSet.Stage;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes rules that decide from books. Compiles and warms up a set once, and a draft before it is to decide, so that its activation takes little from
 * scoring. Not thread-safe.
 */
final class BookCompiler {
    /** So many of the newest drafts are ready. */
    private static final int DRAFTS_MAX = 4;

    private final LongUnaryOperator identify;
    private final Consumer<RuleSet> whenRunning;

    /** Sets that are compiled, by number and first code. */
    private final Map<List<Integer>, RuleSet> compiled = new HashMap<>();

    /** Drafts that are compiled and warm, by their numbers. */
    private final Map<Integer, RuleSet> drafts = new HashMap<>();

    /** Of the compiled ones, those that have been warmed up. */
    private final Set<List<Integer>> warm = new HashSet<>();

    /**
     * A compiler.
     *
     * @param first the set that the member was configured with, compiled
     * @param identify from the code of a card's number to its word, as this cluster's cards are
     * @param whenRunning takes each set that is to decide here
     */
    BookCompiler(RuleSet first, LongUnaryOperator identify, Consumer<RuleSet> whenRunning) {
        this.identify = identify;
        this.whenRunning = whenRunning;
        List<Integer> key = List.of(first.number(), first.firstCode());
        compiled.put(key, first);
        warm.add(key);
    }

    /**
     * The rules by which members decide that use this book.
     *
     * @throws RuleSetRefusedException when one of its sets cannot run here
     */
    DecidingRules compile(RuleBook book) throws RuleSetRefusedException {
        RuleSet active = null;
        RuleSet canary = null;
        List<RuleSet> shadows = new ArrayList<>();
        List<RuleSet> known = new ArrayList<>();
        Set<List<Integer>> needed = new HashSet<>();
        for (RecordedSet recorded : book.sets()) {
            boolean hasDecided = recorded.firstCode() != RecordedSet.NO_CODES;
            if (!hasDecided && recorded.stage() != Stage.SHADOW) {
                continue;
            }
            RuleSet set = compiled(recorded);
            needed.add(List.of(set.number(), set.firstCode()));
            if (hasDecided) {
                known.add(set);
            }
            switch (recorded.stage()) {
                case ACTIVE -> active = set;
                case CANARY -> canary = set;
                case SHADOW -> shadows.add(set);
                default -> {}
            }
        }
        // Sets of a cluster come without end; those whose codes have gone to others need not be ready any more.
        compiled.keySet().retainAll(needed);
        warm.retainAll(needed);
        return new DecidingRules(
                Objects.requireNonNull(active, "a set decides"),
                Optional.ofNullable(canary),
                book.canaryShare(),
                shadows,
                book.declinesNothing(),
                known);
    }

    /**
     * The sets that run in the shadow by this book.
     *
     * @throws RuleSetRefusedException when one of them cannot run here
     */
    List<RuleSet> shadows(RuleBook book) throws RuleSetRefusedException {
        List<RuleSet> shadows = new ArrayList<>();
        for (RecordedSet shadow : book.at(Stage.SHADOW)) {
            shadows.add(compiled(shadow));
        }
        return shadows;
    }

    /** The newest drafts of a book that are not ready; forgets those that are and are no such drafts any more. */
    List<RecordedSet> coldDrafts(RuleBook book) {
        List<RecordedSet> all = book.at(Stage.DRAFT);
        List<RecordedSet> newest = all.subList(Math.max(0, all.size() - DRAFTS_MAX), all.size());
        drafts.keySet().retainAll(newest.stream().map(RecordedSet::number).collect(Collectors.toSet()));
        return newest.stream().filter(draft -> draft(draft) == null).toList();
    }

    /** From now on the draft need not be compiled when it is to decide; it was warmed up. */
    void addDraft(RuleSet set) {
        drafts.put(set.number(), set);
    }

    private @Nullable RuleSet draft(RecordedSet recorded) {
        RuleSet draft = drafts.get(recorded.number());
        return draft != null && draft.text().equals(recorded.text()) ? draft : null;
    }

    private RuleSet compiled(RecordedSet recorded) throws RuleSetRefusedException {
        if (recorded.isRemoved() && recorded.stage() != Stage.RETIRED) {
            // A member of a release before has made the change.
            throw new RuleSetRefusedException(
                    "the text of the set was removed, so it can decide nothing: set=" + recorded.number());
        }
        int firstCode = Math.max(0, recorded.firstCode());
        List<Integer> key = List.of(recorded.number(), firstCode);
        RuleSet draft = draft(recorded);
        RuleSet set = compiled.get(key);
        if (set == null || !set.text().equals(recorded.text())) {
            set = draft != null ? draft.as(recorded) : RuleSet.of(recorded, identify);
            compiled.put(key, set);
            warm.remove(key);
        } else if (set.codeCount() != recorded.codeCount()) {
            // Of a book of another release, which gives the set other codes than this one would.
            set = set.as(recorded);
            compiled.put(key, set);
        }
        // Also one that was compiled as a retired one, and is to decide again.
        if (recorded.stage() != Stage.RETIRED && warm.add(key)) {
            if (draft == null) {
                RuleWarmUp.run(set);
            }
            if (recorded.firstCode() != RecordedSet.NO_CODES) {
                whenRunning.accept(set);
            }
        }
        return set;
    }
}
