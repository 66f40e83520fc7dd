package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.output.UserText;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.mapping.Percent;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleCodes;
import com.hazelcast.certification.rules.live.RuleState;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.certification.rules.live.ShadowFigures.ShadowExample;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.cluster.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fraud rules status}. */
@Command(
        name = "status",
        description = "Lists the sets of rules of a cluster, and what those in the shadow would have decided.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RulesStatusCommand extends RulesClusterCommand {
    private static final String ROW = "%5s  %-15s %9s  %-24s %s%n";

    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    int run(ClusterControl control) throws RuleLanguageException {
        ShadowFigures shadows = control.rules().shadowFigures();
        // The names of the rules in examples are in texts; who reads those is written down.
        boolean needsTexts = !json.isOn
                && shadows.sets().stream().anyMatch(set -> !set.examples().isEmpty());
        Optional<RuleBook> whole = needsTexts ? whole(control) : Optional.empty();
        RuleBook book = whole.orElseGet(() -> control.rules().bookWithoutTexts());
        Map<Member, RuleState> states = control.rules().states();
        if (json.isOn) {
            JsonOption.print(out(), RulesStatusJson.of(book, states, shadows));
            return DONE;
        }
        long behind = states.values().stream()
                .filter(other ->
                        other.version() != book.version() || !other.hash().equals(book.lastHash()))
                .count();
        out().printf(
                        "version %d%s%n",
                        book.version(), behind == 0 ? ", on all members" : "; " + behind + " member(s) have another");
        if (book.declinesNothing()) {
            out().println(
                            "nothing is declined: the breaker has found that too much was; activate a corrected set, or roll back");
        }
        out().println(breaker(RulesStatusJson.breaker(book, states), book.previous() != 0));
        out().printf(ROW, "set", "stage", "decisions", "name", "author");
        for (RecordedSet set : book.sets()) {
            String stage = set.stage().label()
                    + (set.number() == book.canary() ? " " + canaryShare(book) + " %" : "")
                    + (set.isRemoved() ? " removed" : "");
            out().printf(ROW, set.number(), stage, set.codeCount(), set.name(), set.author());
        }
        out().println(codes(RuleCodes.figures(book)));
        for (RecordedSet set : book.sets()) {
            BacktestResult backtest = set.backtest();
            if (backtest != null) {
                out().printf(
                                Locale.ROOT,
                                "%nset %d, transactions from %s to %s, %s %% of the cards: %s%n",
                                set.number(),
                                Instant.ofEpochMilli(backtest.fromMs()),
                                Instant.ofEpochMilli(backtest.toMs()),
                                Percent.text(backtest.sample()),
                                backtest.summary());
                printWorth(backtest);
            }
        }
        for (ShadowFigures.OfSet set : shadows.sets()) {
            print(book, set, whole.isPresent());
        }
        out().flush();
        return DONE;
    }

    private static String canaryShare(RuleBook book) {
        return Percent.text((double) book.canaryShare() / DecidingRules.WHOLE_SHARE);
    }

    /** The book with its texts; empty where whoever asks may see figures and no texts. */
    private Optional<RuleBook> whole(ClusterControl control) {
        try {
            return Optional.of(control.rules().book());
        } catch (IllegalStateException e) {
            err().println(
                            "fraud: rules of sets in the shadow are given by their numbers, as their names are in the texts: "
                                    + e.getMessage());
            err().flush();
            return Optional.empty();
        }
    }

    private void printWorth(BacktestResult backtest) {
        BacktestResult.LabelWorth labels = backtest.labels();
        if (labels != null) {
            out().printf(
                            Locale.ROOT,
                            "  by labels: precision %s, recall %s, false positives %s%n",
                            shown(labels.set().precision()),
                            shown(labels.set().recall()),
                            labels.set().falsePositives() == null
                                    ? "-"
                                    : labels.set().falsePositives());
        }
    }

    private static String shown(@Nullable Double share) {
        return share == null ? "-" : String.format(Locale.ROOT, "%.3f", share);
    }

    /**
     * What the breaker waits for, and what it does then.
     *
     * @param hasBefore whether a set has decided before the one that decides
     */
    static String breaker(BreakerLimits limits, boolean hasBefore) {
        if (!limits.isAny() || limits.equals(BreakerLimits.NEVER)) {
            return "breaker: none; sets may decline as many as they like";
        }
        List<String> tooMuch = new ArrayList<>();
        if (limits.percent() > 0) {
            tooMuch.add("more than " + limits.percent() + " % of the decisions");
        }
        if (limits.times() > 0) {
            tooMuch.add("more than "
                    + new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(limits.times())
                    + " times the share of the hour before");
        }
        return "breaker: when " + String.join(" or ", tooMuch) + " decline within " + limits.windowS() + " s, "
                + thenOf(limits, hasBefore);
    }

    private static String thenOf(BreakerLimits limits, boolean hasBefore) {
        if (limits.declinesNothing()) {
            return "nothing is declined any more";
        }
        return hasBefore ? "the set before decides again" : "only a canary ends: there is no set before to go back to";
    }

    private static String codes(RuleCodes.Figures codes) {
        String free =
                String.format(Locale.ROOT, "%ncodes: %,d of %,d are free", codes.free(), TransactionLayout.VERDICTS);
        return codes.nextSet() == 0
                ? free + "; none come back before another set decides"
                : free
                        + String.format(
                                Locale.ROOT,
                                "; the next that come back: %,d of set %d, from %s, when no history has them",
                                codes.nextCount(),
                                codes.nextSet(),
                                Instant.ofEpochMilli(codes.nextMs()));
    }

    /** @param hasTexts whether the book has the texts, and so the names of rules */
    private void print(RuleBook book, ShadowFigures.OfSet set, boolean hasTexts) throws RuleLanguageException {
        out().printf(
                        Locale.ROOT,
                        "%nset %d in the shadow: %,d transactions, %,d failed%n",
                        set.number(),
                        set.transactions(),
                        set.failures());
        for (Action taken : Action.values()) {
            for (Action shadow : Action.values()) {
                long moved = set.moved(taken, shadow);
                if (moved > 0) {
                    out().printf(
                                    Locale.ROOT,
                                    "  %-9s %s %-9s %,15d%n",
                                    taken.label(),
                                    taken == shadow ? "=" : "→",
                                    shadow.label(),
                                    moved);
                }
            }
        }
        List<RuleDefinition> rules =
                hasTexts ? book.set(set.number()).orElseThrow().text().read().rules() : List.of();
        for (int rule = 0; rule < set.ruleCounts().size(); rule++) {
            if (set.ruleCounts().get(rule) > 0) {
                out().printf(
                                Locale.ROOT,
                                "  by %-30s %,15d%n",
                                nameOf(rules, rule),
                                set.ruleCounts().get(rule));
            }
        }
        for (ShadowExample example : set.examples()) {
            out().printf(
                            Locale.ROOT,
                            "  such as %s → %s by %s: card %s at %s, amount %d in minor units, country %d, merchant %d%n",
                            example.taken().label(),
                            example.shadow().label(),
                            nameOf(rules, example.rule()),
                            example.card(),
                            Instant.ofEpochMilli(example.timeMs()),
                            example.amountUnits(),
                            example.country(),
                            example.merchant());
        }
    }

    /** @param rules of the set; empty when their names are not known here */
    private static String nameOf(List<RuleDefinition> rules, int rule) {
        if (rule == 0) {
            return "no rule, or points";
        }
        return rule <= rules.size() ? rules.get(rule - 1).name() : "rule " + rule;
    }

    /** {@code fraud rules log}. */
    @Command(
            name = "log",
            description = {
                "Prints the record of all changes, a line of JSON each: who, what, why. Each line holds the hash of the one before.",
                "With --verify, checks the lines of a file, or without one of the cluster, and names the first that was changed."
            },
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Log extends RulesClusterCommand {
        @Option(names = "--verify", description = "Check the hashes instead of printing the lines.")
        private boolean isVerified;

        @Parameters(paramLabel = "FILE", arity = "0..1", description = "Lines that were printed before.")
        private @Nullable Path file;

        @Override
        public Integer call() throws Exception {
            if (file == null) {
                return super.call();
            }
            if (!isVerified) {
                throw new IllegalArgumentException(
                        "only --verify reads a file; give it as well, or leave the file out: FILE=" + file);
            }
            OptionValues.requireFile("FILE", file);
            return verify(Files.readAllLines(file));
        }

        @Override
        int run(ClusterControl control) throws IOException {
            List<String> lines = control.rules().bookWithoutTexts().record();
            if (isVerified) {
                return verify(lines);
            }
            lines.forEach(out()::println);
            out().flush();
            return DONE;
        }

        private int verify(List<String> lines) {
            ChainVerifier verifier = ChainVerifier.fromStart();
            for (String line : lines) {
                Optional<ChainVerifier.Broken> broken = verifier.accept(line);
                if (broken.isPresent()) {
                    err().println("fraud: line " + broken.get().line() + ": "
                            + broken.get().why());
                    err().flush();
                    return REFUSED;
                }
            }
            out().println(verifier.lines() + " line(s), none changed; the last hash: "
                    + verifier.lastHash().orElse("none"));
            out().flush();
            return DONE;
        }
    }

    /** {@code fraud rules show SET}. */
    @Command(
            name = "show",
            description = "Prints the text of a set as it was submitted.",
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Show extends RulesClusterCommand {
        @Parameters(paramLabel = "SET", description = "Number of the set.")
        private int number;

        @Override
        int run(ClusterControl control) {
            RecordedSet set = control.rules()
                    .book()
                    .set(number)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "there is no such set; 'rules status' lists them: set=" + number));
            out().print(UserText.shown(set.text().text()));
            out().flush();
            return DONE;
        }
    }
}
