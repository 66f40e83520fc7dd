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

/** Makes rules that decide from books. Compiles and warms up a set once. Not thread-safe. */
final class BookCompiler {
    private final LongUnaryOperator identify;
    private final Consumer<RuleSet> whenRunning;

    /** Sets that are compiled, by number and first code. */
    private final Map<List<Integer>, RuleSet> compiled = new HashMap<>();

    /** Of these, those that have been warmed up. */
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

    private RuleSet compiled(RecordedSet recorded) throws RuleSetRefusedException {
        int firstCode = Math.max(0, recorded.firstCode());
        List<Integer> key = List.of(recorded.number(), firstCode);
        RuleSet set = compiled.get(key);
        if (set == null || !set.text().equals(recorded.text())) {
            set = RuleSet.of(recorded, identify);
            compiled.put(key, set);
            warm.remove(key);
        }
        // Also one that was compiled as a retired one, and is to decide again.
        if (recorded.stage() != Stage.RETIRED && warm.add(key)) {
            int unused = RuleWarmUp.run(set);
            if (recorded.firstCode() != RecordedSet.NO_CODES) {
                whenRunning.accept(set);
            }
        }
        return set;
    }
}
