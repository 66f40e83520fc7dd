package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BreakerLimits;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fraud rules activate SET}. */
@Command(
        name = "activate",
        description = {
            "Lets a set decide for all cards. Before that a backtest over 30 days finds how many cards would get",
            "another action than by the set that decides now; many of them have to be confirmed by their number."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:it decides", "1:nothing has changed; the message has the reason"})
final class RulesActivateCommand extends RulesClusterCommand.OfSet {
    @Mixin
    private BlastRadius radius = new BlastRadius();

    @Option(
            names = "--breaker",
            paramLabel = "PERCENT",
            description =
                    "When a member sees it decline more than this share of at least 100 decisions within --breaker-seconds, the set before decides again; 0 for never (default: the members' keys breaker-...).")
    private @Nullable Integer breaker;

    @Option(
            names = "--breaker-times",
            paramLabel = "TIMES",
            description =
                    "The same when it declines more than so many times the share of the hour before; 0 for never (default: the members' key breaker-times).")
    private @Nullable Double breakerTimes;

    @Option(
            names = "--breaker-seconds",
            paramLabel = "SECONDS",
            description = "With a limit: decisions of so many seconds, 1 to 60 (default: 3).")
    private @Nullable Integer breakerSeconds;

    @Option(
            names = "--breaker-declines-nothing",
            description = "With a limit: then the set goes on deciding, but what it would decline is approved.")
    private boolean declinesNothing;

    @Override
    int run(ClusterControl control) throws RuleLanguageException, InterruptedException {
        BreakerLimits limits = BreakerLimits.given(breaker, breakerTimes, breakerSeconds, declinesNothing);
        OptionalInt against = radius.find(control, new BlastRadius.Candidate(set, 1, by()), out(), err());
        // Only while that set decides with which this one was compared.
        return against.isEmpty() ? REFUSED : decide(control, set, 0, limits, against.getAsInt());
    }
}
