package com.hazelcast.certification.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/** Lets this program's own events pass from one level on, and those of libraries from another. Immutable. */
final class OriginFilter extends Filter<ILoggingEvent> {
    private final Level own;
    private final Level others;

    OriginFilter(Level own, Level others) {
        this.own = own;
        this.others = others;
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        String logger = event.getLoggerName();
        boolean passes = Logs.isAudit(logger) || event.getLevel().isGreaterOrEqual(Logs.isOwn(logger) ? own : others);
        return passes ? FilterReply.NEUTRAL : FilterReply.DENY;
    }
}
