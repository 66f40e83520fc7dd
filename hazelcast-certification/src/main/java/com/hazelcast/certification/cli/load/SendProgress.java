package com.hazelcast.certification.cli.load;

import com.hazelcast.certification.sending.FolderSender;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows how much of a folder is with the members: in one line on a terminal, elsewhere a line each ten seconds. Used by one thread. */
final class SendProgress implements FolderSender.Progress {
    private static final long LIVE_STEP_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LINE_STEP_NS = TimeUnit.SECONDS.toNanos(10);
    private static final double NS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MB = 1e6;
    private static final long NOT_BEGUN = -1;

    private final PrintWriter err;
    private final boolean isLive;
    private final long beganNs = System.nanoTime();
    private long shownNs = beganNs;
    private long sentBytes;
    private long allBytes = NOT_BEGUN;

    SendProgress(PrintWriter err, boolean isLive) {
        this.err = err;
        this.isLive = isLive;
    }

    @Override
    public void sent(long bytes, long of) {
        sentBytes = bytes;
        allBytes = of;
        long nowNs = System.nanoTime();
        if (nowNs - shownNs >= (isLive ? LIVE_STEP_NS : LINE_STEP_NS)) {
            shownNs = nowNs;
            show(isLive ? "" : System.lineSeparator());
        }
    }

    /** Shows the last state, also when not all was sent; nothing when no member has taken anything. */
    void end() {
        if (allBytes != NOT_BEGUN) {
            show(System.lineSeparator());
        }
    }

    private void show(String ending) {
        double seconds = Math.max(1, System.nanoTime() - beganNs) / NS_PER_SECOND;
        err.print((isLive ? "\r" : "") + text(sentBytes, allBytes, seconds) + (isLive ? "   " : "") + ending);
        err.flush();
    }

    /** A line of progress. */
    static String text(long sentBytes, long allBytes, double seconds) {
        return allBytes == 0
                ? "the members have all files already"
                : String.format(
                        Locale.ROOT,
                        "sent %,d of %,d bytes to the members (%,.1f MB/s)",
                        sentBytes,
                        allBytes,
                        sentBytes / BYTES_PER_MB / seconds);
    }
}
