package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.console.flagged.Explanation.HeldRule;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.scoring.FlaggedRing;
import com.hazelcast.certification.transaction.Pan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lists the flagged transactions that this member keeps, and explains them by their cards' histories as they are now. Full
 * cards stay inside; what is handed out is masked. Thread-safe; costs a call to a shard for each transaction listed, and what
 * was listed is kept for the next asker. Waits a second at most for all of them.
 *
 * <p>A transaction is usually newer than all that its card's history held then, so the rules are shown what is older than
 * itself. One that came late saw newer entries too; if only they make the recorded verdict come out again, it was late.
 */
public final class FlaggedExplainer {
    private static final Pattern ID = Pattern.compile("([0-9a-f]{8})-([0-9]{1,18})");

    /** How long the explanations of a page wait for histories. */
    private static final long READING_MAX_NS = TimeUnit.MILLISECONDS.toNanos(1_000);

    private static final long READING_PAUSE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final String HISTORY_CHANGED = "held when it was scored; the card's history has changed since";
    private static final String SET_REMOVED = "not known any more: text and lists of the set were removed";
    private static final String POINTS_CHANGED =
            "enough points when it was scored; the card's history has changed since";

    private final FlaggedRing ring;
    private final CardReader cards;
    private final RulesInUse rules;
    private final CardLinks links;
    private final String prefix =
            String.format("%08x", ThreadLocalRandom.current().nextInt());
    private List<Flagged> lastExplained = List.of();
    private long noReadingUntilNs = System.nanoTime();

    /** @param rules that this member decides with */
    public FlaggedExplainer(FlaggedRing ring, CardReader cards, CardLinks links, RulesInUse rules) {
        this.rules = rules;
        this.ring = ring;
        this.cards = cards;
        this.links = links;
    }

    /** Whether it looks like an id that some member has given. */
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** So many of the latest at most, newest first. */
    public synchronized List<Flagged> latest(int max) {
        List<FlaggedRing.Flagged> newest = ring.newest(max);
        Map<String, Flagged> known = lastExplained.stream()
                .filter(explained -> explained.reason() != null)
                .collect(Collectors.toMap(Flagged::id, Function.identity()));
        // All are requested before the first is waited for.
        Map<Long, CompletableFuture<@Nullable CardEntries>> histories = new HashMap<>();
        if (System.nanoTime() - noReadingUntilNs >= 0) {
            for (FlaggedRing.Flagged flagged : newest) {
                if (!known.containsKey(idOf(flagged))) {
                    histories.computeIfAbsent(flagged.card(), cards::begin);
                }
            }
        }
        long deadlineNs = System.nanoTime() + READING_MAX_NS;
        List<Flagged> explained = new ArrayList<>();
        for (FlaggedRing.Flagged flagged : newest) {
            Flagged before = known.get(idOf(flagged));
            explained.add(
                    before != null
                            ? before
                            : explain(flagged, reason(flagged, histories.get(flagged.card()), deadlineNs)));
        }
        lastExplained = explained;
        return explained;
    }

    private String idOf(FlaggedRing.Flagged flagged) {
        return prefix + "-" + flagged.sequence();
    }

    private Flagged explain(FlaggedRing.Flagged flagged, @Nullable String reason) {
        Decision decision = Decision.of(rules, flagged.verdict());
        return new Flagged(
                idOf(flagged),
                flagged.atMs(),
                flagged.isSampled(),
                Pan.masked(flagged.card()),
                links.linkOf(flagged.card()),
                flagged.timeMs(),
                decision.set(),
                decision.rule(),
                decision.ruleName(),
                decision.action(),
                reason,
                flagged.amountUnits(),
                flagged.currency(),
                flagged.country(),
                flagged.merchant(),
                flagged.city());
    }

    /** Null when the history does not come in time: the list is worth more than a reason. */
    private @Nullable String reason(
            FlaggedRing.Flagged flagged, @Nullable CompletableFuture<@Nullable CardEntries> history, long deadlineNs) {
        if (history == null) {
            return null;
        }
        try {
            CardEntries entries = history.get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
            return entries == null ? null : reasonOf(rules, flagged, entries);
        } catch (ExecutionException e) {
            return null;
        } catch (TimeoutException e) {
            // A shard that does not answer is not asked a hundred times more at once.
            noReadingUntilNs = System.nanoTime() + READING_PAUSE_NS;
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** The explanation; empty when this member has not given that id, or has forgotten it. */
    public Optional<Explanation> explain(String id) {
        Matcher matcher = ID.matcher(id);
        if (!matcher.matches() || !matcher.group(1).equals(prefix)) {
            return Optional.empty();
        }
        return ring.find(Long.parseLong(matcher.group(2))).map(flagged -> {
            CardEntries entries = cards.read(flagged.card());
            return new Explanation(
                    transaction(flagged), heldRules(rules, flagged, entries), HistoryEntry.of(entries, rules));
        });
    }

    private Explanation.Transaction transaction(FlaggedRing.Flagged flagged) {
        Decision decision = Decision.of(rules, flagged.verdict());
        return new Explanation.Transaction(
                idOf(flagged),
                Pan.masked(flagged.card()),
                links.linkOf(flagged.card()),
                flagged.timeMs(),
                decision.set(),
                decision.rule(),
                decision.ruleName(),
                decision.action(),
                flagged.amountUnits(),
                flagged.currency(),
                flagged.country(),
                flagged.merchant(),
                flagged.city(),
                flagged.response(),
                flagged.code());
    }

    /** Why a flagged transaction was decided so, by its card's entries of now; null when its set is not known here. Pure. */
    static @Nullable String reasonOf(RulesInUse rules, FlaggedRing.Flagged flagged, CardEntries entries) {
        Ruling ruling = rules.ruling(flagged.verdict()).orElse(null);
        if (ruling == null) {
            return null;
        }
        List<HeldRule> held = heldRules(rules, flagged, entries);
        Optional<HeldRule> decided = held.stream().filter(HeldRule::decided).findFirst();
        return decided.isPresent() ? decided.get().reason() : reasonOfPoints(held, ruling);
    }

    private static String reasonOfPoints(List<HeldRule> held, Ruling ruling) {
        int points = held.stream().mapToInt(HeldRule::points).sum();
        if (ruling.set().text().isOutline()) {
            return SET_REMOVED;
        }
        if (held.stream().anyMatch(rule -> rule.action() != null) || !isSum(points, ruling)) {
            return POINTS_CHANGED;
        }
        return held.stream()
                .map(rule -> rule.name() + " " + rule.points())
                .collect(Collectors.joining(", ", points + " points: ", ""));
    }

    /** The rules that hold for a flagged transaction among its card's entries of now. Pure. */
    static List<HeldRule> heldRules(RulesInUse rules, FlaggedRing.Flagged flagged, CardEntries entries) {
        Optional<Ruling> ruling = rules.ruling(flagged.verdict());
        RuleSet set = ruling.map(Ruling::set).orElseGet(rules::active);
        int decided = ruling.map(Ruling::rule).orElse(0);
        List<Match> matches = matches(set, flagged, entries.earlierThan(flagged));
        if (ruling.isPresent() && !decide(matches, ruling.get())) {
            List<Match> late = matches(set, flagged, entries.without(flagged));
            if (decide(late, ruling.get())) {
                matches = late;
            }
        }
        List<HeldRule> held = new ArrayList<>();
        for (Match match : matches) {
            held.add(heldRule(match.rule(), match.because(), decided));
        }
        if (held.stream().noneMatch(HeldRule::decided)) {
            String why = set.text().isOutline() ? SET_REMOVED : HISTORY_CHANGED;
            set.rule(decided).ifPresent(rule -> held.add(heldRule(rule, why, decided)));
            held.sort(Comparator.comparingInt(HeldRule::id));
        }
        return held;
    }

    /** Whether a set decides so when these of its rules hold: by the first with an action, or by the points of all. */
    private static boolean decide(List<Match> matches, Ruling ruling) {
        int rule = matches.stream()
                .map(Match::rule)
                .filter(held -> held.action().isPresent())
                .mapToInt(RuleDefinition::number)
                .findFirst()
                .orElse(0);
        int points = matches.stream().mapToInt(match -> match.rule().points()).sum();
        return rule == ruling.rule() && (rule > 0 || isSum(points, ruling));
    }

    /** Whether that is the sum that has decided, as far as it is known. */
    private static boolean isSum(int points, Ruling ruling) {
        Score score = ruling.score();
        return ruling.set().definition().actionOf(points) == ruling.action()
                && points >= score.atLeast()
                && (!score.isExact() || points == score.exact());
    }

    private static HeldRule heldRule(RuleDefinition rule, String reason, int verdict) {
        return new HeldRule(
                rule.number(),
                rule.name(),
                rule.description(),
                rule.action().map(Action::label).orElse(null),
                rule.points(),
                reason,
                rule.number() == verdict);
    }

    private static List<Match> matches(RuleSet set, FlaggedRing.Flagged flagged, CardEntries earlier) {
        return set.interpreter()
                .matches(flagged.card(), flagged.times(), flagged.payment(), flagged.outcome(), earlier);
    }
}
