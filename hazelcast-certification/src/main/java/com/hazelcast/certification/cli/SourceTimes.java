package com.hazelcast.certification.cli;

import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.source.RecordFile;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.traffic.StreamCalendar;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of {@code ./fraud source} that set the times of its transactions. */
final class SourceTimes {
    /** A payment a second. */
    private static final int PAYMENTS_A_DAY_MAX = 86_400;

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(
            names = "--over",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description =
                    "With --write: the times of the records run evenly through that time before now, or behind --from. None: all are of one time.")
    @Nullable
    Duration over;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "With --write: the time of the first record, such as 2026-12-31T00:00:00Z; give it to get the same file and the same labels again (default: now, or --over before it).")
    @Nullable
    String from;

    @Option(
            names = "--since",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = {
                "The stream begins so long before now, and each record moves its time on, so that a card has --payments-a-day; when it has come to now it goes on with now.",
                "None: a record's time is when it is sent."
            })
    @Nullable
    Duration since;

    @Option(
            names = "--payments-a-day",
            defaultValue = "2",
            paramLabel = "N",
            description = "With --since: payments of a card a day, on average (default: ${DEFAULT-VALUE}).")
    double paymentsADay;

    @Option(
            names = "--source-clock",
            paramLabel = "N@TIME",
            description =
                    "With --file: how many times faster than real time that of the records passes, and from when on, such as 86400@2026-12-31T00:00:00Z; members that read them need the same (default: the real time).")
    @Nullable
    String sourceClock;

    /**
     * Refuses what does not fit together.
     *
     * @param isReplayed whether records of a file are sent
     * @param isWritten whether a file of records is written
     */
    void check(boolean isReplayed, boolean isWritten) {
        require(
                since == null || !isReplayed && !isWritten,
                "--since sets the times of transactions that are generated and sent; for a file --over does: --since="
                        + since);
        require(
                since == null || since.toMillis() <= HistoryLimits.HORIZON_MS,
                "--since must be at most as long as transactions are kept, 90d: --since=" + since);
        require(
                paymentsADay > 0 && paymentsADay <= PAYMENTS_A_DAY_MAX,
                "--payments-a-day must be above 0, and at most " + PAYMENTS_A_DAY_MAX + ": --payments-a-day="
                        + paymentsADay);
        require(
                over == null || isWritten,
                "--over sets the times of a file that is written; give --write too: --over=" + over);
        require(
                from == null || isWritten,
                "--from is when a file that is written begins; give --write too, or --since for a stream: --from="
                        + from);
        require(
                sourceClock == null || isReplayed,
                "--source-clock sets the times of a file that is replayed; give --file too, or --since for a stream that is made: --source-clock="
                        + sourceClock);
        var unusedClock = clock();
        if (from != null) {
            long lastMs = ofFile(0).lastMs();
            require(
                    fromMs(from) >= 0 && lastMs <= TransactionLayout.TIME_MS_MAX,
                    "--from and the time of --over behind it must be between 1970 and "
                            + Instant.ofEpochMilli(TransactionLayout.TIME_MS_MAX) + ": --from=" + from);
        }
    }

    /** Whether the same command writes the same file again. */
    boolean isFixed() {
        return from != null;
    }

    /** By which the times of replayed records are set. */
    SourceClock clock() {
        return sourceClock == null ? SourceClock.REAL : SourceClock.parse("--source-clock", sourceClock);
    }

    /** Of the records of a file that is written now. */
    RecordFile.Times ofFile(long nowMs) {
        long overMs = over == null ? 0 : over.toMillis();
        if (from == null) {
            return new RecordFile.Times(nowMs - overMs, nowMs);
        }
        long beginMs = fromMs(from);
        return new RecordFile.Times(beginMs, beginMs + overMs);
    }

    private long fromMs(String text) {
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new ParameterException(
                    spec.commandLine(), "not a time in UTC; write it as 2026-12-31T00:00:00Z: --from=" + text, e);
        }
    }

    /** Of the records of a stream of so many cards that begins now; empty: those when they are sent. */
    Optional<StreamCalendar> calendar(long nowMs, long cards) {
        return Optional.ofNullable(since)
                .map(before -> new StreamCalendar(nowMs - before.toMillis(), cards, paymentsADay));
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }
}
