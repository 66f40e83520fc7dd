package com.hazelcast.certification.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a member's log: their names, which is the newest, where it ended, and their bytes. Thread-safe; one thread at a time creates files.
 *
 * <p>A file whose member stopped in order has an empty file {@code ended-NUMBER-BYTES} beside it as long as it is there: whatever it lacks of these
 * bytes was lost since. A release before knows no such file, and leaves it alone.
 */
final class LogFiles {
    static final String PREFIX = "log-";
    static final String SUFFIX = ".log";
    static final String NEWEST_PREFIX = "newest-";
    static final String ENDED_PREFIX = "ended-";
    private static final Pattern ENDED = Pattern.compile(ENDED_PREFIX + "(\\d{1,18})-(\\d{1,18})");

    private final Disk disk;
    private final boolean isSynced;

    @GuardedBy("this")
    private final Map<Long, Long> sizes = new HashMap<>();

    /** @param isSynced whether what says which file is the newest is brought to the disk at once */
    LogFiles(Disk disk, boolean isSynced) {
        this.disk = disk;
        this.isSynced = isSynced;
    }

    static String name(long number) {
        return PREFIX + String.format("%012d", number) + SUFFIX;
    }

    /** Files of before, with their bytes, which are {@linkplain #deleteBefore deleted} in their time. */
    synchronized void adopt(Map<Long, Long> before) {
        sizes.putAll(before);
    }

    /** The files whose member stopped in order, each with the bytes that it had then. */
    static Map<Long, Long> ended(Disk disk) throws IOException {
        Map<Long, Long> ended = new HashMap<>();
        for (String name : disk.list()) {
            Matcher matcher = ENDED.matcher(name);
            if (matcher.matches()) {
                ended.put(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
            }
        }
        return ended;
    }

    /** The file of that number is on the disk with so many bytes, and gets no more. */
    void markEnded(long number, long sizeBytes) throws IOException {
        disk.create(ENDED_PREFIX + number + "-" + sizeBytes).close();
        disk.sync();
    }

    private void removeMarks(LongPredicate numbers) throws IOException {
        for (Map.Entry<Long, Long> mark : ended(disk).entrySet()) {
            if (numbers.test(mark.getKey())) {
                disk.delete(ENDED_PREFIX + mark.getKey() + "-" + mark.getValue());
            }
        }
    }

    /** The file of that number, with its head; it is the newest from then on. */
    Disk.Output create(long number, FileHead head) throws IOException {
        // Of a log that somebody has removed.
        removeMarks(marked -> marked >= number);
        Disk.Output fresh = disk.create(name(number));
        try {
            fresh.write(head.toBytes(), 0);
            markNewest(number);
        } catch (IOException e) {
            fresh.close();
            throw e;
        }
        return fresh;
    }

    /** So that a file that is missing at the end is noticed. */
    private void markNewest(long number) throws IOException {
        String before = NEWEST_PREFIX + (number - 1);
        if (disk.list().contains(before)) {
            disk.rename(before, NEWEST_PREFIX + number);
        } else {
            disk.create(NEWEST_PREFIX + number).close();
        }
        if (isSynced) {
            disk.sync();
        }
    }

    /** The file has so many bytes. */
    synchronized void recordSize(long number, long sizeBytes) {
        sizes.put(number, sizeBytes);
    }

    /** Bytes of all files. */
    synchronized long sizeBytes() {
        return sizes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Bytes of the files from that one on. */
    synchronized long sizeBytesFrom(long number) {
        return sizes.entrySet().stream()
                .filter(file -> file.getKey() >= number)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** The first file from that one on; empty: there is none. */
    synchronized OptionalLong first(long from) {
        return sizes.keySet().stream()
                .mapToLong(Long::longValue)
                .filter(number -> number >= from)
                .min();
    }

    /** The first file of those that together, up to the newest, have no more bytes than that. */
    synchronized long firstWithin(long maxBytes) {
        long bytes = 0;
        long first = 0;
        for (long number :
                sizes.keySet().stream().sorted(Comparator.reverseOrder()).toList()) {
            bytes += sizes.getOrDefault(number, 0L);
            if (bytes > maxBytes) {
                return first == 0 ? number : first;
            }
            first = number;
        }
        return first;
    }

    /** Deletes the files before that one. */
    void deleteBefore(long number) throws IOException {
        List<Long> old;
        synchronized (this) {
            old = sizes.keySet().stream().filter(one -> one < number).sorted().toList();
        }
        for (long one : old) {
            disk.delete(name(one));
            synchronized (this) {
                sizes.remove(one);
            }
        }
        if (!old.isEmpty()) {
            removeMarks(marked -> marked < number);
        }
    }
}
