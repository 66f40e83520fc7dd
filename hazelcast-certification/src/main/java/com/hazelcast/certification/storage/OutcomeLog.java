package com.hazelcast.certification.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.Frames;
import com.hazelcast.certification.storage.files.LogStalledException;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outcomes of a member's log, for whoever sends their verdicts, and how far they are sent: two places, which are kept in the name of an
 * empty file {@code sent-FILE-OFFSET-FILE-OFFSET}. Up to <b>sent</b> all that this member has decided is sent. Up to <b>settled</b> nothing of
 * what copies have taken here needs to be sent any more. Places only go forward.
 *
 * <p>The log is kept from the first of these places on, but no more of it than a bound. What is deleted before it was sent is counted
 * ({@link #lost}) and logged. Thread-safe; one thread sends.
 */
public final class OutcomeLog {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomeLog.class);
    private static final String PREFIX = "sent-";

    /** Behind a place that cannot be read it goes on that much further, and so many times in a file: a failing disk is slow. */
    private static final long UNREADABLE_STEP_BYTES = 1 << 16;

    private static final int UNREADABLE_STEPS_MAX = 16;

    private final Disk disk;
    private final Optional<DataKey> dataKey;
    private final ChangeLog log;
    private final long unsentMaxBytes;

    @GuardedBy("this")
    private String name;

    @GuardedBy("this")
    private LogPlace sent;

    @GuardedBy("this")
    private LogPlace settled;

    @GuardedBy("this")
    private long lost;

    /** What is unreadable up to here is counted; it may be read again. */
    @GuardedBy("this")
    private LogPlace counted = new LogPlace(0, 0);

    private volatile ToIntFunction<ByteBuffer> counter = outcome -> 1;

    /** A place in the log: a file's number, and an offset in it. */
    public record LogPlace(long file, long offset) implements Comparable<LogPlace> {
        @Override
        public int compareTo(LogPlace other) {
            int byFile = Long.compare(file, other.file);
            return byFile != 0 ? byFile : Long.compare(offset, other.offset);
        }

        /** The one that is further on. */
        public LogPlace max(LogPlace other) {
            return compareTo(other) < 0 ? other : this;
        }
    }

    /** Takes outcomes in the order of the log. */
    @FunctionalInterface
    public interface Taker {
        /** Takes one. */
        void take(ByteBuffer outcome) throws IOException;
    }

    private OutcomeLog(
            Disk disk,
            Optional<DataKey> dataKey,
            ChangeLog log,
            long unsentMaxBytes,
            String name,
            LogPlace sent,
            LogPlace settled) {
        this.disk = disk;
        this.dataKey = dataKey;
        this.log = log;
        this.unsentMaxBytes = unsentMaxBytes;
        this.name = name;
        this.sent = sent;
        this.settled = settled;
    }

    /**
     * The outcomes behind the places of before; without such, those behind the end that the log has now.
     *
     * @return empty, if verdicts are not sent; places of before are of no use then, as the log does not wait for them
     */
    static Optional<OutcomeLog> open(Disk disk, StorageSettings settings, ChangeLog log) throws IOException {
        Optional<String> found =
                disk.list().stream().filter(name -> name.startsWith(PREFIX)).findFirst();
        if (settings.unsentMaxBytes() == 0) {
            if (found.isPresent()) {
                disk.delete(found.get());
            }
            return Optional.empty();
        }
        LogPlace end = log.end();
        LogPlace sent = end;
        LogPlace settled = end;
        if (found.isPresent()) {
            long[] numbers = numbers(found.get());
            // A place behind the end: the loss of power has taken the log before it.
            sent = min(new LogPlace(numbers[0], numbers[1]), end);
            settled = min(new LogPlace(numbers[2], numbers[3]), end);
        }
        String name = name(sent, settled);
        if (found.isEmpty()) {
            disk.create(name).close();
        } else if (!found.get().equals(name)) {
            disk.rename(found.get(), name);
        }
        return Optional.of(
                new OutcomeLog(disk, settings.dataKey(), log, settings.unsentMaxBytes(), name, sent, settled));
    }

    private static LogPlace min(LogPlace one, LogPlace other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static String name(LogPlace sent, LogPlace settled) {
        return PREFIX + sent.file() + "-" + sent.offset() + "-" + settled.file() + "-" + settled.offset();
    }

    private static long[] numbers(String name) throws IOException {
        String[] parts = name.substring(PREFIX.length()).split("-", -1);
        long[] numbers = new long[4];
        try {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = Long.parseLong(parts[i]);
            }
            return numbers;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(
                    "the file with which verdicts are sent has another name; delete it, and those that are not sent are lost: "
                            + name,
                    e);
        }
    }

    /** From now on that says how many verdicts of this member are in an outcome. */
    public void countBy(ToIntFunction<ByteBuffer> verdicts) {
        counter = verdicts;
    }

    /** Behind all that is with the kernel. */
    public LogPlace end() {
        return log.end();
    }

    /**
     * Behind all that has been appended until now.
     *
     * @throws LogStalledException when it cannot be written now
     */
    public LogPlace endOfAppended() {
        log.writeWaiting();
        return log.end();
    }

    /** Up to here all that this member has decided is sent. */
    public synchronized LogPlace sent() {
        return sent;
    }

    /** Up to here nothing of what copies have taken needs to be sent. */
    public synchronized LogPlace settled() {
        return settled;
    }

    /** All that this member has decided is sent up to that place. */
    public synchronized void moveSent(LogPlace place) throws IOException {
        move(sent.max(place), settled);
    }

    /** Nothing of what copies have taken needs to be sent up to that place. */
    public synchronized void moveSettled(LogPlace place) throws IOException {
        move(sent, settled.max(place));
    }

    @GuardedBy("this")
    private void move(LogPlace toSent, LogPlace toSettled) throws IOException {
        String moved = name(toSent, toSettled);
        if (!moved.equals(name)) {
            disk.rename(name, moved);
            name = moved;
            sent = toSent;
            settled = toSettled;
        }
    }

    /** Bytes of the log behind {@link #sent}. */
    public long unsentBytes() {
        LogPlace place = sent();
        long behind = log.files().sizeBytesFrom(place.file() + 1);
        long inFile = log.files().sizeBytesFrom(place.file()) - behind;
        return behind + Math.max(0, inFile - place.offset());
    }

    /** Verdicts of this member that were deleted before they were sent, since the start; what cannot be read counts as one. */
    public synchronized long lost() {
        return lost;
    }

    /** The first file that has something that is not sent or settled. */
    synchronized long firstNeeded() {
        return Math.min(sent.file(), settled.file());
    }

    /**
     * The first file that is to be kept. Gives up what is before, where that is more than the bound.
     *
     * @param neededOtherwise files from that one on are kept anyway
     */
    long firstKept(long neededOtherwise) throws IOException {
        long first = Math.min(neededOtherwise, log.files().firstWithin(unsentMaxBytes));
        OptionalLong there = log.files().first(firstNeeded());
        if (there.isPresent() && there.getAsLong() < first) {
            giveUp(new LogPlace(first, 0));
        }
        return firstNeeded();
    }

    private void giveUp(LogPlace before) throws IOException {
        long count = sent().compareTo(before) < 0 ? countUnsent(before) : 0;
        synchronized (this) {
            move(sent.max(before), settled.max(before));
            lost += count;
        }
        LOG.warn(
                "the log of what is not sent has reached its bound, and goes before it is known what other members have sent of it:"
                        + " data-dir={} bytes={}",
                disk.where(),
                unsentMaxBytes);
        if (count > 0) {
            LogEvent.VERDICTS_LOST
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, count)
                    .log(
                            "{} verdicts were deleted before they could be sent, because the log of what is not sent has reached its bound; see that the"
                                    + " topic can be written, or raise kafka-verdicts-log-max: data-dir={} bytes={}",
                            count,
                            disk.where(),
                            unsentMaxBytes);
        }
    }

    private long countUnsent(LogPlace before) {
        long[] count = {0};
        try {
            var unused = read(sent(), before, Long.MAX_VALUE, outcome -> count[0] += counter.applyAsInt(outcome));
        } catch (IOException | StorageException e) {
            LOG.debug("what is given up cannot be read", e);
            count[0]++;
        }
        return count[0];
    }

    /**
     * Reads outcomes between two places.
     *
     * @param maxBytes after so many bytes of the log it ends early, behind a whole write
     * @return behind what was read
     * @throws IOException of the taker; what is damaged or cannot be read is left out, logged, and counted as lost
     */
    public LogPlace read(LogPlace from, LogPlace to, long maxBytes, Taker taker) throws IOException {
        LogPlace at = from;
        long left = maxBytes;
        while (left > 0 && at.compareTo(to) < 0) {
            long file = log.files().first(at.file()).orElse(Long.MAX_VALUE);
            if (file > at.file()) {
                at = min(new LogPlace(file, 0), to);
                continue;
            }
            LogPlace next = readFile(at, to, left, taker);
            left -= next.file() == at.file() ? next.offset() - at.offset() : 0;
            at = next;
        }
        return at;
    }

    /** Reads on in a file, up to its end at most: then the place is the next file's. */
    private LogPlace readFile(LogPlace from, LogPlace to, long maxBytes, Taker taker) throws IOException {
        LogPlace behind = min(new LogPlace(from.file() + 1, 0), to);
        Disk.Input file;
        Frames frames;
        try {
            file = disk.open(LogFiles.name(from.file()));
        } catch (IOException e) {
            unreadable(from, e);
            return behind;
        }
        try (file) {
            try {
                frames = new Frames(FileHead.read(file, FileHead.Kind.LOG), dataKey);
            } catch (IOException e) {
                unreadable(from, e);
                return behind;
            }
            long first = Math.max(from.offset(), FileHead.SIZE_BYTES);
            long offset = first;
            while (offset - first < maxBytes) {
                if (offset >= file.size() || from.file() == to.file() && offset >= to.offset()) {
                    return behind;
                }
                LogPlace place = new LogPlace(from.file(), offset);
                Optional<Frames.Read> read = frame(frames, file, place);
                if (read.isPresent() && read.get().payload().isPresent()) {
                    take(read.get().payload().get(), taker);
                    offset = read.get().nextOffset();
                } else {
                    long whole = nextWhole(frames, file, offset + 1);
                    if (read.isPresent()) {
                        damaged(place, whole > 0);
                    }
                    if (whole < 0) {
                        return behind;
                    }
                    offset = whole;
                }
            }
            return new LogPlace(from.file(), offset);
        }
    }

    /** The frame at that place; empty: it cannot be read, which is counted. */
    private Optional<Frames.Read> frame(Frames frames, Disk.Input file, LogPlace place) throws IOException {
        try {
            return Optional.of(frames.read(file, place.offset()));
        } catch (IOException e) {
            unreadable(place, e);
            return Optional.empty();
        }
    }

    /** The next whole frame that can be read, or -1. */
    private static long nextWhole(Frames frames, Disk.Input file, long from) throws IOException {
        long at = from;
        for (int i = 0; i < UNREADABLE_STEPS_MAX && at < file.size(); i++) {
            try {
                return frames.next(file, at);
            } catch (ClosedChannelException e) {
                throw e;
            } catch (IOException e) {
                LOG.debug("it goes on behind what cannot be read", e);
                at += UNREADABLE_STEP_BYTES;
            }
        }
        return -1;
    }

    /** The disk does not return what is there, and will not: it is not tried again. */
    private void unreadable(LogPlace place, IOException why) throws IOException {
        if (why instanceof ClosedChannelException) {
            // The thread was interrupted: the disk is as it was.
            throw why;
        }
        if (place.file() < firstNeeded()) {
            // It was given up meanwhile, and counted then.
            return;
        }
        countLost(place);
        LogEvent.STORAGE_DAMAGED
                .at(LOG)
                .log(
                        "data folder {}: {}: it cannot be read at offset {}; verdicts of what was there are not sent from here: {}",
                        disk.where(),
                        LogFiles.name(place.file()),
                        place.offset(),
                        why.toString());
    }

    private static void take(ByteBuffer frame, Taker taker) throws IOException {
        frame.position(LogRecord.FRAME_HEAD_SIZE_BYTES);
        while (frame.hasRemaining()) {
            LogRecord record = LogRecord.read(frame);
            if (record.type() == ChangeType.OUTCOME.code()) {
                taker.take(record.data());
            }
        }
    }

    private synchronized void countLost(LogPlace place) {
        if (place.compareTo(counted) > 0) {
            counted = place;
            lost++;
        }
    }

    /** @param isWithin whether there is something whole behind; else it is a write that the end of a process cut off */
    private void damaged(LogPlace place, boolean isWithin) {
        if (isWithin) {
            countLost(place);
        }
        LogEvent.STORAGE_DAMAGED
                .at(LOG)
                .log(
                        "data folder {}: {}: it is damaged or ends at offset {}; verdicts of what was there are not sent from here",
                        disk.where(),
                        LogFiles.name(place.file()),
                        place.offset());
    }
}
