package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleSetFile;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fraud rules submit FILE}. */
@Command(
        name = "submit",
        description = {
            "Gives a set of rules, with its lists and tables, to the members. They keep it as a draft, with a number.",
            "It never changes from then on. Nothing else happens: see shadow, canary and activate."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RulesSubmitCommand extends RulesClusterCommand.Change {
    @Parameters(paramLabel = "FILE", description = "The set.")
    private Path file = Path.of("");

    @Override
    int run(ClusterControl control) throws IOException {
        RuleSetFile read = new RuleSetFile(file);
        try {
            var text = read.withFiles();
            long beginNs = System.nanoTime();
            RuleBook after = make(control, RuleChange.Kind.SUBMIT, 0, 0, BreakerLimits.NONE, text);
            int exit = print(after, beginNs);
            // By the book that this change has made: others may submit sets at the same time.
            printDraft(after.nextNumber() - 1);
            return exit;
        } catch (RuleLanguageException e) {
            read.print(e, err());
            return REFUSED;
        } catch (IOException e) {
            throw new IOException("cannot read the set: " + file + ": " + e.getMessage(), e);
        }
    }
}
