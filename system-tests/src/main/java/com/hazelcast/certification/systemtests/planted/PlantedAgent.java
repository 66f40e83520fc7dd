package com.hazelcast.certification.systemtests.planted;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/** Plants the exceptions in the product's classes. Its option is the folder where firings are recorded. */
public final class PlantedAgent {
    private static final String PRODUCT = "com.hazelcast.certification.";

    private PlantedAgent() {}

    /** Called by the JVM before the member's {@code main}. */
    public static void premain(String folder, Instrumentation instrumentation) {
        Planted.recordInto(Path.of(folder));
        AgentBuilder agent = new AgentBuilder.Default().disableClassFormatChanges();
        agent = planted(agent, "rules.compiled.RuleEvaluator", "decide", PlantedAdvice.Rules.class);
        agent = planted(agent, "history.CardTable", "add", PlantedAdvice.CardTable.class);
        agent = planted(agent, "scoring.ScoreBatch", "score", PlantedAdvice.Batch.class);
        agent = planted(agent, "scoring.ScoreBatch", "writeData", PlantedAdvice.BatchWritten.class);
        agent = planted(agent, "scoring.ScoreBatch", "readData", PlantedAdvice.BatchRead.class);
        agent = planted(agent, "scoring.ApplyOutcome", "writeData", PlantedAdvice.OutcomeWritten.class);
        agent = planted(agent, "scoring.ApplyOutcome", "readData", PlantedAdvice.OutcomeRead.class);
        agent = planted(agent, "scoring.ApplyOutcome", "apply", PlantedAdvice.Backup.class);
        agent.installOn(instrumentation);
    }

    private static AgentBuilder planted(AgentBuilder agent, String type, String method, Class<?> advice) {
        return agent.type(named(PRODUCT + type))
                .transform((builder, description, loader, module, domain) ->
                        builder.visit(Advice.to(advice).on(named(method))));
    }
}
