package com.hazelcast.certification.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a name: what there is to choose from. */
@Command(
        name = "./fraud",
        description = "Scores card transactions for fraud on an embedded Hazelcast cluster.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {})
final class FraudCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandSpec self = Objects.requireNonNull(spec, "picocli sets it");
        self.commandLine().usage(self.commandLine().getErr());
        return ExitCode.USAGE;
    }
}
