package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.cli.options.ClusterOptions;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.mapping.Percent;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What commands have alike that look at or change the sets of rules of a running cluster. */
abstract class RulesClusterCommand implements Callable<Integer> {
    static final int DONE = 0;
    static final int REFUSED = 1;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        try (ClusterControl control = cluster.connect(err())) {
            return run(control);
        }
    }

    abstract int run(ClusterControl control) throws Exception;

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** A command that changes them. */
    abstract static class Change extends RulesClusterCommand {
        @Option(
                names = "--by",
                paramLabel = "NAME",
                description = "Who changes them; the record keeps it (default: the name of this process's user).")
        private String by = System.getProperty("user.name", "unknown");

        @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; the record keeps it.")
        private String reason = "";

        final String by() {
            return by;
        }

        /** Makes it and prints nothing. */
        final RuleBook make(
                ClusterControl control,
                RuleChange.Kind kind,
                int set,
                int share,
                BreakerLimits breaker,
                @Nullable RuleSetText text) {
            return control.rules().change(new RuleChange(kind, set, share, 0, by, reason, text).with(breaker));
        }

        final int change(ClusterControl control, RuleChange.Kind kind, int set) {
            long beginNs = System.nanoTime();
            return print(make(control, kind, set, 0, BreakerLimits.NONE, null), beginNs);
        }

        /**
         * Lets a set decide.
         *
         * @param share of the cards, in hundredths of a percent; 0: all
         * @param against number of the set that has to decide, or nothing changes
         */
        final int decide(ClusterControl control, int set, int share, BreakerLimits breaker, int against) {
            long beginNs = System.nanoTime();
            RuleChange.Kind kind = share == 0 ? RuleChange.Kind.ACTIVATE : RuleChange.Kind.CANARY;
            RuleChange change = new RuleChange(kind, set, share, breaker, by, reason, null, false, against);
            return print(control.rules().change(change), beginNs);
        }

        /** What to do with a set that was submitted, and what members do with it meanwhile. */
        final void printDraft(int number) {
            out().println("set " + number + " is a draft: ./fraud rules shadow " + number + " --reason ...");
            out().println(
                            "members make it ready to decide, for some ten seconds and longer under load; activated sooner, its first decisions take longer");
            out().flush();
        }

        final int print(RuleBook book, long beginNs) {
            out().printf(
                            "version %d, on all members after %d ms: set %d decides%s%n",
                            book.version(),
                            (System.nanoTime() - beginNs) / 1_000_000,
                            book.active(),
                            book.canary() == 0
                                    ? ""
                                    : ", but for "
                                            + Percent.text((double) book.canaryShare() / DecidingRules.WHOLE_SHARE)
                                            + " % of the cards, which set "
                                            + book.canary() + " decides");
            out().flush();
            return DONE;
        }
    }

    /** One that takes the number of a set. */
    abstract static class OfSet extends Change {
        @Parameters(paramLabel = "SET", description = "Number of the set; 'rules status' lists them.")
        int set;
    }

    /** {@code fraud rules shadow SET}. */
    @Command(
            name = "shadow",
            description = {
                "Runs a set beside the one that decides, on all members. Its results are in no answer.",
                "'rules status' shows what it would have decided. All of them together may cost rules-shadow-budget-ns."
            },
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Shadow extends OfSet {
        @Override
        int run(ClusterControl control) {
            return change(control, RuleChange.Kind.SHADOW, set);
        }
    }

    /** {@code fraud rules rollback}. */
    @Command(
            name = "rollback",
            description = "Ends the canary, if there is one, and lets the set decide again that did before.",
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Rollback extends Change {
        @Parameters(
                paramLabel = "SET",
                arity = "0..1",
                defaultValue = "0",
                description =
                        "The set that is to end: nothing changes when another one decides by then (default: whichever decides).")
        private int set;

        @Override
        int run(ClusterControl control) {
            return change(control, RuleChange.Kind.ROLLBACK, set);
        }
    }

    /** {@code fraud rules remove SET}. */
    @Command(
            name = "remove",
            description = {
                "Drops text and lists of a set that is retired, on all members, to make room for others. They do not come back.",
                "Its number, its name, the names of its rules and its record stay, so its decisions keep their names."
            },
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Remove extends OfSet {
        @Override
        int run(ClusterControl control) {
            return change(control, RuleChange.Kind.REMOVE, set);
        }
    }

    /** {@code fraud rules retire SET}. */
    @Command(
            name = "retire",
            description = "Ends a draft, a shadow or a canary.",
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Retire extends OfSet {
        @Override
        int run(ClusterControl control) {
            return change(control, RuleChange.Kind.RETIRE, set);
        }
    }
}
