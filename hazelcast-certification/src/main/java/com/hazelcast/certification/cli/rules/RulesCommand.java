package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.RuleDefinition;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fraud rules}: the rules that members run, and sets of rules in the rule language. */
@Command(
        name = "rules",
        description =
                "Checks, formats and tests sets of rules in the rule language; submits them to a cluster, and has it decide by them.",
        mixinStandardHelpOptions = true,
        subcommands = {
            RulesCommand.ListRules.class,
            RulesCheckCommand.class,
            RulesFormatCommand.class,
            RulesTestCommand.class,
            RulesCompareCommand.class,
            RulesEvaluateCommand.class,
            RulesBacktestCommand.class,
            RulesStatusCommand.class,
            RulesSubmitCommand.class,
            RulesClusterCommand.Shadow.class,
            RulesCanaryCommand.class,
            RulesActivateCommand.class,
            RulesClusterCommand.Rollback.class,
            RulesClusterCommand.Retire.class,
            RulesClusterCommand.Remove.class,
            RulesStatusCommand.Log.class,
            RulesStatusCommand.Show.class,
            RulesDiffCommand.class
        })
public final class RulesCommand {

    /** {@code fraud rules list}. */
    @Command(
            name = "list",
            description = "Lists the rules that come with the program: number, name, when it holds.",
            mixinStandardHelpOptions = true)
    static final class ListRules implements Runnable {
        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            PrintWriter out = spec.commandLine().getOut();
            int nameWidth = RuleSet.shipped().rules().stream()
                    .mapToInt(rule -> rule.name().length())
                    .max()
                    .orElse(0);
            String format = "%2s  %-" + nameWidth + "s  %s%n";
            out.printf(format, "id", "name", "holds when");
            for (RuleDefinition rule : RuleSet.shipped().rules()) {
                out.printf(format, rule.number(), rule.name(), rule.description());
            }
            out.flush();
        }
    }
}
