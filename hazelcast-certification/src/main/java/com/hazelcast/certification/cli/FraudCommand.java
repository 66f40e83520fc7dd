package com.hazelcast.certification.cli;

import java.util.concurrent.Callable;
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
        subcommands = {
            DemoCommand.class,
            MemberCommand.class,
            SourceCommand.class,
            SendCommand.class,
            CtlCommand.class,
            PlanCommand.class,
            BenchCommand.class,
            RulesCommand.class,
            AotCacheCommand.class
        })
final class FraudCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }
}
