package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.MemberLimits;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.live.ShadowBudget;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.transaction.CardKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of what a member takes in, a part of {@link MemberOptions}. Not thread-safe. */
final class IntakeOptions {
    /** No set costs less. */
    private static final int BUDGET_NS_MIN = 1_000;

    @Option(
            names = "--batch-limit",
            defaultValue = "8192",
            paramLabel = "N",
            description = "Most transactions in a batch (default: ${DEFAULT-VALUE}).")
    int batchLimit;

    @Option(
            names = "--in-flight",
            defaultValue = "65536",
            paramLabel = "N",
            description = "Most transactions read and not yet answered, a member (default: ${DEFAULT-VALUE}).")
    int inFlight;

    @Option(
            names = "--in-flight-adaptive",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "true",
            paramLabel = "true|false",
            description =
                    "Below --in-flight, let no more be in flight than the member answers in some milliseconds (default: ${DEFAULT-VALUE}).")
    boolean isInFlightAdaptive;

    @Option(
            names = "--in-flight-least",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description =
                    "The limit of --in-flight-adaptive is never less: fewer make answers at full load quicker, and throughput lower; auto: 4096, or 20480 with backups, and more where there are many shards (default: ${DEFAULT-VALUE}).")
    String inFlightLeast = "";

    @Option(
            names = "--latency-target",
            defaultValue = "2ms",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description =
                    "While calls carry few transactions, let sockets of sources collect for so long, and up to five times as long until calls are answered; 0ms: never (default: ${DEFAULT-VALUE}).")
    Duration latencyTarget;

    @Option(
            names = "--future-tolerance",
            defaultValue = "1h",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description =
                    "How far ahead of the clock a transaction may be, for example 90s or 1h (default: ${DEFAULT-VALUE}).")
    Duration futureTolerance;

    @Option(
            names = "--card-key-file",
            paramLabel = "FILE",
            description =
                    "Key by which cards are identified, 32, 48 or 64 hexadecimal digits, readable for its owner alone; the same on all members. None: members hold card numbers.")
    @Nullable
    Path cardKeyFile;

    @Option(
            names = "--rules",
            paramLabel = "FILE|NAME",
            defaultValue = "certification",
            description =
                    "The set of rules that decides: a file, with its lists and tables beside it, or a set that comes with the program: certification, the 49 rules of the challenge, or starter, rules for natural traffic. The same on all members (default: ${DEFAULT-VALUE}).")
    String rules = "";

    @Option(
            names = "--rules-second-person",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description =
                    "Whether a set may be activated, or made the canary, only by another person than the one who submitted it, both verified by console, API or --user; the same on all members (default: ${DEFAULT-VALUE}).")
    boolean needsSecondPerson;

    @Option(
            names = "--rules-budget-ns",
            paramLabel = "NS",
            defaultValue = "" + SetCost.BUDGET_NS,
            description =
                    "What a set of rules may cost at most, in nanoseconds a transaction at 200 entries a card, 1000 to 10000000; one that costs more is not taken; the same on all members (default: ${DEFAULT-VALUE}).")
    int budgetNs;

    @Option(
            names = "--rules-shadow-budget-ns",
            paramLabel = "NS",
            defaultValue = "50000",
            description =
                    "What all sets of rules in the shadow may cost together, in nanoseconds a transaction at 200 entries a card, 0 to 10000000; the same on all members (default: ${DEFAULT-VALUE}).")
    int shadowBudgetNs;

    @Option(
            names = "--breaker-percent",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description =
                    "When a member sees the active set decline more than this share of at least 100 decisions, the set before decides again, unless its activation gave another limit; a canary ends. 0: none; the same on all members (default: ${DEFAULT-VALUE}).")
    int breakerPercent;

    @Option(
            names = "--breaker-times",
            paramLabel = "TIMES",
            defaultValue = "0",
            description =
                    "The same when it declines more than so many times the share of the hour before, more than 1 to 1000; 0: none (default: ${DEFAULT-VALUE}).")
    double breakerTimes;

    @Option(
            names = "--breaker-seconds",
            paramLabel = "SECONDS",
            defaultValue = "" + BreakerLimits.WINDOW_S,
            description = "Decisions of so many seconds, 1 to 60 (default: ${DEFAULT-VALUE}).")
    int breakerSeconds;

    @Option(
            names = "--breaker-declines-nothing",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description =
                    "Then the active set goes on deciding, but what it would decline is approved (default: ${DEFAULT-VALUE}).")
    boolean breakerDeclinesNothing;

    @Option(
            names = "--latency-from",
            defaultValue = "arrival",
            paramLabel = "arrival|due",
            description =
                    "From when on the time to an answer counts, for sources: when the bytes were there, or when a record was due by its own time, for benches with a source on this machine (default: ${DEFAULT-VALUE}).")
    LatencyFrom latencyFrom;

    @Option(
            names = "--source-clock",
            paramLabel = "N@TIME",
            description =
                    "How many times faster than real time the clock of the sources and of what fills Kafka runs, and from when on, such as 86400@2026-12-31T00:00:00Z; for benches, in which days pass in seconds (default: the real time).")
    @Nullable
    String sourceClock;

    MemberConfig.Intake toIntake() {
        return new MemberConfig.Intake(
                OptionValues.within("batch-limit", batchLimit, 1, MemberLimits.BATCH_MAX),
                OptionValues.within("in-flight", inFlight, MemberLimits.IN_FLIGHT_MIN, MemberLimits.IN_FLIGHT_MAX),
                isInFlightAdaptive,
                inFlightLeast(),
                latencyTarget(),
                futureTolerance,
                Optional.ofNullable(cardKeyFile).map(CardKey::read),
                RuleSetFile.named(rules),
                needsSecondPerson,
                OptionValues.within("rules-budget-ns", budgetNs, BUDGET_NS_MIN, (int) ShadowBudget.NS_MAX),
                new ShadowBudget(
                        OptionValues.within("rules-shadow-budget-ns", shadowBudgetNs, 0, (int) ShadowBudget.NS_MAX)),
                new BreakerLimits(
                        OptionValues.within("breaker-percent", breakerPercent, 0, BreakerLimits.PERCENT_MAX),
                        breakerTimes(),
                        OptionValues.within("breaker-seconds", breakerSeconds, 1, BreakerLimits.WINDOW_S_MAX),
                        breakerDeclinesNothing),
                latencyFrom,
                sourceClock == null ? SourceClock.REAL : SourceClock.parse("source-clock", sourceClock));
    }

    private double breakerTimes() {
        if (breakerTimes == 0 || breakerTimes > 1 && breakerTimes <= BreakerLimits.TIMES_MAX) {
            return breakerTimes;
        }
        throw new IllegalArgumentException("breaker-times must be 0, or more than 1 and at most "
                + BreakerLimits.TIMES_MAX + ": breaker-times=" + breakerTimes);
    }

    private OptionalInt inFlightLeast() {
        int least = OptionValues.numberOrAuto("in-flight-least", inFlightLeast, 0);
        return inFlightLeast.equals("auto")
                ? OptionalInt.empty()
                : OptionalInt.of(
                        OptionValues.within("in-flight-least", least, MemberLimits.IN_FLIGHT_LEAST_MIN, inFlight));
    }

    private Duration latencyTarget() {
        if (latencyTarget.compareTo(MemberLimits.LATENCY_TARGET_MAX) > 0) {
            throw new IllegalArgumentException("latency-target must be at most "
                    + MemberLimits.LATENCY_TARGET_MAX.toMillis() + "ms: latency-target=" + latencyTarget.toMillis()
                    + "ms");
        }
        return latencyTarget;
    }
}
