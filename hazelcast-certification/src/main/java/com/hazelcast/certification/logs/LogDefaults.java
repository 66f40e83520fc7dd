package com.hazelcast.certification.logs;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * What Logback starts with in every program that has this jar, until {@link Logs#use} says more. Logback finds it by
 * {@code META-INF/services}; without it, Logback would print every event of every library on standard output.
 */
public final class LogDefaults extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logs.apply(LogSettings.TOOL, context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
