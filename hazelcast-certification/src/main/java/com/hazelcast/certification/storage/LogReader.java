package com.hazelcast.certification.storage;

import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.Frames;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the whole log, in its order. What is damaged is left out, and recorded as a gap. Whether a gap lost something that was promised is known
 * when the log has been read: then something behind it says that the log was on the disk up to there, or was written without that. Used by
 * one thread.
 */
final class LogReader {
    private final Disk disk;
    private final Optional<DataKey> dataKey;
    private final List<LogPlace> gaps = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();
    private LogPlace promised = new LogPlace(0, 0);
    private LogPlace end = new LogPlace(0, 0);
    private long bytes;

    /** Takes records with the place of their frame. */
    interface Consumer {
        void accept(LogRecord record, LogPlace place) throws IOException, InterruptedException;
    }

    LogReader(Disk disk, Optional<DataKey> dataKey) {
        this.disk = disk;
        this.dataKey = dataKey;
    }

    /** Numbers of the log files that are there, with their sizes. */
    static SortedMap<Long, Long> files(Disk disk) throws IOException {
        SortedMap<Long, Long> files = new TreeMap<>();
        for (String name : disk.list()) {
            if (name.startsWith(LogFiles.PREFIX) && name.endsWith(LogFiles.SUFFIX)) {
                String number = name.substring(LogFiles.PREFIX.length(), name.length() - LogFiles.SUFFIX.length());
                if (number.chars().allMatch(Character::isDigit)) {
                    files.put(Long.parseLong(number), disk.size(name));
                }
            }
        }
        return files;
    }

    /** The number of the newest log file, as it was recorded; 0: none. */
    static long newest(Disk disk) throws IOException {
        return disk.list().stream()
                .filter(name -> name.startsWith(LogFiles.NEWEST_PREFIX))
                .map(name -> name.substring(LogFiles.NEWEST_PREFIX.length()))
                .filter(number -> number.chars().allMatch(Character::isDigit) && !number.isEmpty())
                .mapToLong(Long::parseLong)
                .max()
                .orElse(0);
    }

    /** The number of the last log file that is there, or was; 0: none. */
    static long last(Disk disk) throws IOException {
        SortedMap<Long, Long> files = files(disk);
        return Math.max(newest(disk), files.isEmpty() ? 0 : files.lastKey());
    }

    /**
     * Reads all.
     *
     * @param from records before that file are not needed, so it need not be there
     */
    void read(long from, Consumer consumer) throws IOException, InterruptedException {
        SortedMap<Long, Long> files = files(disk);
        Map<Long, Long> ended = LogFiles.ended(disk);
        long newest = last(disk);
        for (long number = files.isEmpty() ? from : Math.min(from, files.firstKey()); number <= newest; number++) {
            if (number == 0) {
                continue;
            }
            if (files.containsKey(number)) {
                long readBytes = readFile(number, consumer);
                Optional<Long> endedBytes = Optional.ofNullable(ended.get(number));
                if (endedBytes.isPresent()) {
                    requireRead(number, readBytes, endedBytes.get());
                }
            } else if (number >= from) {
                gap(new LogPlace(number, 0), "it is missing");
                promise(new LogPlace(number, Long.MAX_VALUE));
            }
            end = new LogPlace(number, Long.MAX_VALUE);
        }
    }

    /** The member stopped in order, so all that the file had then was promised. */
    private void requireRead(long number, long readBytes, long endedBytes) {
        if (readBytes < endedBytes) {
            gap(
                    new LogPlace(number, readBytes),
                    "it ends at offset " + readBytes + ", and had " + endedBytes
                            + " bytes when its member stopped in order");
        }
        promise(new LogPlace(number, endedBytes));
    }

    /** Returns where the file ends; {@link Long#MAX_VALUE}, if that is a gap already. */
    private long readFile(long number, Consumer consumer) throws IOException, InterruptedException {
        long offset = 0;
        try (Disk.Input file = disk.open(LogFiles.name(number))) {
            // What cannot be read fails here; a head that is read and is none was being written.
            int unused = file.read(ByteBuffer.allocate(FileHead.SIZE_BYTES), 0);
            Frames frames;
            try {
                frames = new Frames(FileHead.read(file, FileHead.Kind.LOG), dataKey);
            } catch (IOException | StorageException e) {
                gap(new LogPlace(number, 0), String.valueOf(e.getMessage()));
                return Long.MAX_VALUE;
            }
            bytes += file.size();
            offset = FileHead.SIZE_BYTES;
            while (true) {
                Frames.Read read = frames.read(file, offset);
                if (read.isEnd()) {
                    return offset;
                }
                LogPlace place = new LogPlace(number, offset);
                if (read.payload().isPresent()) {
                    accept(read.payload().get(), place, consumer);
                    offset = read.nextOffset();
                } else {
                    gap(place, "it is damaged or ends at offset " + offset);
                    offset = frames.next(file, offset + 1);
                    if (offset < 0) {
                        return Long.MAX_VALUE;
                    }
                }
            }
        } catch (IOException | StorageException e) {
            // Nobody knows what the rest of the file has, so it counts as promised.
            gap(new LogPlace(number, offset), "it cannot be read from offset " + offset + " on: " + e.getMessage());
            promise(new LogPlace(number, Long.MAX_VALUE));
            return Long.MAX_VALUE;
        }
    }

    private void accept(ByteBuffer frame, LogPlace place, Consumer consumer) throws IOException, InterruptedException {
        long file = frame.getLong();
        long offset = frame.getLong();
        promise(file == ChangeLog.ALL ? place : new LogPlace(file, offset));
        while (frame.hasRemaining()) {
            consumer.accept(LogRecord.read(frame), place);
        }
    }

    private void promise(LogPlace place) {
        promised = place.compareTo(promised) > 0 ? place : promised;
    }

    private void gap(LogPlace place, String what) {
        gaps.add(place);
        damages.add(LogFiles.name(place.file()) + ": " + what);
    }

    /** Whether something that was promised may have been lost behind that place. */
    boolean hasLostBehind(LogPlace place) {
        return gaps.stream().anyMatch(gap -> gap.compareTo(place) >= 0 && gap.compareTo(promised) < 0);
    }

    /** Whether what was written before that place was promised. */
    boolean isPromisedBefore(LogPlace place) {
        return place.compareTo(promised) <= 0;
    }

    /** What is damaged, by file, with whether it matters. */
    Map<String, Boolean> damages() {
        Map<String, Boolean> named = new TreeMap<>();
        for (int i = 0; i < gaps.size(); i++) {
            named.merge(damages.get(i), gaps.get(i).compareTo(promised) < 0, Boolean::logicalOr);
        }
        return named;
    }

    long bytes() {
        return bytes;
    }

    LogPlace end() {
        return end;
    }
}
