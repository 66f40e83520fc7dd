package com.hazelcast.certification.cli.output;

import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.console.overview.Overview.Dropped;
import com.hazelcast.certification.console.overview.Overview.LeftMember;
import com.hazelcast.certification.console.overview.Overview.MemberRow;
import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Reset;
import com.hazelcast.certification.console.overview.Overview.Totals;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What {@code ctl status} prints: what the consoles show, as lines. Pure. */
public final class StatusReport {
    /** What is not known is a dash, never 0. */
    private static final String UNKNOWN = "-";

    private static final long MS_PER_SECOND = 1_000;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Overview overview;
    private final ZoneId zone;
    private final List<String> lines = new ArrayList<>();

    private StatusReport(Overview overview, ZoneId zone) {
        this.overview = overview;
        this.zone = zone;
    }

    /** Whether transactions are scored and nothing is an alarm. */
    public static boolean isWell(Overview overview) {
        return overview.state() == ClusterState.SCORING;
    }

    public static List<String> lines(Overview overview, ZoneId zone) {
        StatusReport report = new StatusReport(overview, zone);
        report.addState();
        report.addMembers();
        report.addMap();
        report.addCounters();
        return report.lines;
    }

    private void add(String format, Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
    }

    private void addState() {
        add("%s, %s transactions a second", overview.stateWords(), number(overview.tps()));
        for (Problem problem : overview.problems()) {
            add("%s: %s%s", problem.isRed() ? "ALARM" : "notice", problem.what(), since(problem.sinceMs()));
            if (!problem.action().isEmpty()) {
                add("       %s", problem.action());
            }
        }
    }

    private String since(@Nullable Long sinceMs) {
        return sinceMs == null ? "" : String.format(Locale.ROOT, ", since %s (%s)", clock(sinceMs), ago(sinceMs));
    }

    private String clock(long ms) {
        return CLOCK.format(Instant.ofEpochMilli(ms).atZone(zone));
    }

    private String ago(long ms) {
        return Math.max(0, overview.atMs() - ms) / MS_PER_SECOND + " s";
    }

    private void addMembers() {
        add("%-22s %-16s %13s %13s %15s %12s", "member", "state", "shards", "cards", "held", "memory");
        for (MemberRow member : overview.members()) {
            add(
                    "%-22s %-16s %6s of %3s %13s %15s %12s%s",
                    member.address(),
                    member.state().name().toLowerCase(Locale.ROOT),
                    number(member.shards().shardsLoaded()),
                    number(member.shards().shardsOwned()),
                    number(member.shards().cards()),
                    number(member.shards().transactionsHeld()),
                    mebibytes(member.memory().historyBytes()),
                    member.state() == MemberState.SILENT ? "  does not answer" + since(member.sinceMs()) : "");
        }
        for (LeftMember left : overview.leftMembers()) {
            add("%-22s %-16s at %s", left.address(), "left", clock(left.atMs()));
        }
    }

    private static String mebibytes(@Nullable Long bytes) {
        return bytes == null ? UNKNOWN : number(bytes >> 20) + " MiB";
    }

    private static String number(@Nullable Number value) {
        return value == null ? UNKNOWN : String.format(Locale.ROOT, "%,d", Math.round(value.doubleValue()));
    }

    private void addMap() {
        add(
                "%d member(s), %s of %d shards loaded, %s cards, %s transactions held",
                overview.members().size(),
                number(overview.map().shardsLoaded()),
                overview.map().shardCount(),
                number(overview.map().cards()),
                number(overview.map().transactionsHeld()));
        overview.members().stream()
                .map(MemberRow::life)
                .filter(life -> life != null && !life.isEmpty())
                .distinct()
                .forEach(life -> add("life %s", life));
    }

    private void addCounters() {
        Totals totals = overview.totals();
        add(
                "received %,d = scored %,d + duplicate %,d + rejected %,d + in flight %s; flagged %,d of the scored",
                totals.received(),
                totals.scored(),
                totals.duplicate(),
                totals.rejected(),
                number(overview.inFlight()),
                totals.flagged());
        if (overview.flaggedNote() != null) {
            add("  %s", overview.flaggedNote());
        }
        for (Reset reset : overview.resets()) {
            add("  %s at %s: %s", reset.address(), clock(reset.atMs()), words(reset));
        }
        Dropped dropped = overview.map().dropped();
        if (dropped != null) {
            add(
                    "dropped from histories: %,d older than 90 days, %,d by the bound a card, %,d for lack of memory",
                    dropped.expired(), dropped.byBound(), dropped.byMemory());
        }
    }

    private static String words(Reset reset) {
        return switch (reset.why()) {
            case SILENT -> "last answered; its counters are left out until it answers";
            case RESTARTED -> "restarted; its counters began anew";
            case LEFT -> "left; its counters are not in these sums";
            case OTHER -> "its counters left these sums, or began anew";
        };
    }
}
