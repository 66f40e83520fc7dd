package com.hazelcast.certification.cli.output;

import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.metrics.Accounting;
import java.util.List;
import java.util.Locale;

/** One line that shows how fast a cluster goes, written over itself on a terminal. Used by one thread. */
public final class LiveLine {
    private final boolean isTerminal = System.console() != null;
    private long lastNs = System.nanoTime();
    private long lastScored;

    /** @param scored transactions before the first line */
    public LiveLine(long scored) {
        lastScored = scored;
    }

    /** Shows the figures since the last call. */
    public void print(List<MemberStatus> statuses) {
        print(statuses, "");
    }

    /** The same, with something behind them. */
    public void print(List<MemberStatus> statuses, String more) {
        Accounting accounting =
                statuses.stream().map(MemberStatus::accounting).reduce(Accounting.NONE, Accounting::plus);
        long nowNs = System.nanoTime();
        long verdicts = statuses.stream().mapToLong(MemberStatus::verdicts).sum();
        long flagged = statuses.stream().mapToLong(MemberStatus::flagged).sum();
        long p99Ns = statuses.stream()
                .mapToLong(status -> status.recentLatency().p99Ns())
                .max()
                .orElse(0);
        System.out.printf(
                Locale.ROOT,
                "%s%,12.0f TPS   p99 %7.2f ms   fraud %6.2f %%   in flight %,8d%s%s",
                isTerminal ? "\r" : "",
                (accounting.scored() - lastScored) * 1e9 / (nowNs - lastNs),
                p99Ns / 1e6,
                verdicts == 0 ? 0.0 : 100.0 * flagged / verdicts,
                accounting.inFlight(),
                more,
                isTerminal ? "" : System.lineSeparator());
        System.out.flush();
        lastScored = accounting.scored();
        lastNs = nowNs;
    }

    /** Leaves the line as it stands. */
    public void end() {
        if (isTerminal) {
            System.out.println();
        }
    }
}
