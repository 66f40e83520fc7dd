package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.DecidingRules;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fraud rules canary SET}. */
@Command(
        name = "canary",
        description = {
            "Lets a set decide for a share of the cards; the same cards while it grows. Before that a backtest over 30 days finds how",
            "many of them would get another action than by the set that decides now; many have to be confirmed by their number.",
            "The breaker of the active set ends a canary that declines too much."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:it decides for its cards", "1:nothing has changed; the message has the reason"})
final class RulesCanaryCommand extends RulesClusterCommand.OfSet {
    @Option(
            names = "--share",
            paramLabel = "PERCENT",
            defaultValue = "10",
            description =
                    "Share of the cards, 0.01 to 99.99 percent, with at most two decimals (default: ${DEFAULT-VALUE}).")
    private double share;

    @Mixin
    private BlastRadius radius = new BlastRadius();

    @Override
    int run(ClusterControl control) throws RuleLanguageException, InterruptedException {
        int hundredths = DecidingRules.share(share);
        OptionalInt against = radius.find(
                control,
                new BlastRadius.Candidate(set, (double) hundredths / DecidingRules.WHOLE_SHARE, by()),
                out(),
                err());
        return against.isEmpty() ? REFUSED : decide(control, set, hundredths, BreakerLimits.NONE, against.getAsInt());
    }
}
