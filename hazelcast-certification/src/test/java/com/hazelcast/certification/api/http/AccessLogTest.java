package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.logs.LoggedLines;
import com.hazelcast.certification.waiting.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class AccessLogTest {
    /** More than the buffer, what the writer has taken, and a pipe that nobody reads hold together. */
    private static final int MANY = AccessLog.LINES_MAX + 10_000;

    @TempDir
    Path folder;

    private final AtomicInteger dropped = new AtomicInteger();

    private AccessLog log(Path file, long sizeBytes, int files, boolean waits) {
        return new AccessLog(new ApiSettings.Log(file, sizeBytes, files, waits), dropped::addAndGet);
    }

    private static AccessLog.Line line(int micros) {
        return new AccessLog.Line(
                1_798_967_585_307L,
                "shop \"1\"",
                Call.DECISION,
                200,
                321,
                micros * 1_000L,
                new AccessLog.Outcome("approve", "stand_in"));
    }

    @Test
    void shouldWriteALineOfJsonARequest() throws Exception {
        Path file = folder.resolve("new/access.log");
        try (AccessLog log = log(file, 1 << 20, 3, false)) {
            log.add(line(77));
            log.add(new AccessLog.Line(0, "-", Call.OTHER, 400, 1, 0, null));
            log.add(new AccessLog.Line(0, "-", Call.OTHER, 400, 1, 0, new AccessLog.Outcome("bad_request", null)));
        }
        List<String> lines = Files.readAllLines(file);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.toString())
                .isEqualTo(
                        "{\"time\":\"2027-01-03T09:13:05.307Z\",\"client\":\"shop \\\"1\\\"\",\"call\":\"decision\","
                                + "\"status\":200,\"bytes\":321,\"micros\":77,\"decision\":\"approve\",\"source\":\"stand_in\"}");
        assertThat(new ObjectMapper().readTree(lines.get(1)).has("decision")).isFalse();
        assertThat(lines.get(2)).endsWith("\"decision\":\"bad_request\"}");
        assertThat(dropped).hasValue(0);
    }

    @Test
    void shouldRotateBySizeAndKeepSoManyFiles() throws Exception {
        Path file = folder.resolve("access.log");
        int count = 200;
        try (AccessLog log = log(file, 4_096, 3, true)) {
            for (int i = 0; i < count; i++) {
                log.add(line(i));
                // One at a time: what comes together is written together.
                Await.until("written", () -> log.waiting() == 0);
            }
        }
        assertThat(folder.resolve("access.log.1")).exists();
        assertThat(folder.resolve("access.log.2")).exists();
        assertThat(folder.resolve("access.log.3")).doesNotExist();
        List<String> newest = Files.readAllLines(file);
        assertThat(newest.get(newest.size() - 1)).contains("\"micros\":" + (count - 1));
        List<String> older = Files.readAllLines(folder.resolve("access.log.1"));
        assertThat(older.get(older.size() - 1)).isLessThan(newest.get(0));
    }

    @Test
    void shouldGoOnWhenItsFileCouldNotBeOpenedForAWhile() throws Exception {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        Path file = logs.resolve("access.log");
        try (AccessLog log = log(file, 1, 3, true)) {
            log.add(line(1));
            Await.until(
                    "written",
                    () -> log.waiting() == 0
                            && Files.exists(file)
                            && file.toFile().length() > 0);
            Files.delete(file);
            Files.delete(logs);
            log.add(line(2));
            Await.until("its line is dropped", () -> dropped.get() == 1);

            Files.createDirectory(logs);
            log.add(line(3));
            Await.until(
                    "written again", () -> Files.exists(file) && file.toFile().length() > 0);
        }
        assertThat(Files.readString(file)).contains("\"micros\":3");
        assertThat(dropped).hasValue(1);
    }

    /** A folder that is not empty has the name to which it would be renamed. */
    @Test
    void shouldWriteOnInItsFileWhenThatCannotBeRotatedAndLogThatOnce() throws Exception {
        Path file = folder.resolve("access.log");
        Path older = folder.resolve("access.log.1");
        Path inTheWay = Files.createDirectories(older.resolve("in the way"));
        int count = 20;
        try (LoggedLines logged = new LoggedLines(AccessLog.class);
                AccessLog log = log(file, 1, 2, true)) {
            for (int i = 0; i < count; i++) {
                long sizeBytes = file.toFile().length();
                log.add(line(i));
                Await.until("written", () -> file.toFile().length() > sizeBytes);
            }
            assertThat(Files.readAllLines(file)).hasSize(count);
            assertThat(logged.messages()).hasSize(1);
            assertThat(logged.messages().get(0)).contains("cannot be rotated", "api-access-log=" + file);

            Files.delete(inTheWay);
            Files.delete(older);
            log.add(line(count));
            Await.until("rotated", () -> Files.exists(older));
        }
        assertThat(dropped).hasValue(0);
        assertThat(Files.readAllLines(older)).hasSize(count);
        assertThat(Files.readAllLines(file)).hasSize(1);
    }

    /** Its lines would push all others out of the member's log while a disk is full. */
    @Test
    void shouldLogOnceASecondAtMostThatItCannotBeWritten() throws Exception {
        int count = 50;
        Path logs = Files.createDirectory(folder.resolve("logs"));
        Path file = logs.resolve("access.log");
        Logger logger = (Logger) LoggerFactory.getLogger(AccessLog.class);
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        logger.addAppender(written);
        logger.setLevel(Level.ERROR);
        try (AccessLog log = log(file, 1, 3, true)) {
            log.add(line(0));
            Await.until("written", () -> Files.exists(file) && file.toFile().length() > 0);
            Files.delete(file);
            Files.delete(logs);
            long beginNs = System.nanoTime();
            for (int i = 1; i <= count; i++) {
                int lost = i;
                log.add(line(i));
                Await.until("its line is dropped", () -> dropped.get() == lost);
            }
            long tookS = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNs);
            assertThat(written.list).hasSizeBetween(1, (int) tookS + 1);
        } finally {
            logger.detachAppender(written);
            logger.setLevel(null);
        }
    }

    /** A named pipe takes nothing while nobody reads it, as a disk that hangs. */
    private Path pipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    @Test
    void shouldDropAndCountWhatItsBufferDoesNotHold() throws Exception {
        Path pipe = pipe();
        try (Reader reader = new Reader(pipe);
                AccessLog log = log(pipe, 1L << 30, 1, false)) {
            for (int i = 0; i < MANY; i++) {
                log.add(line(i));
            }
            assertThat(dropped.get()).isPositive();
            // The writer may have taken some since.
            assertThat(log.waiting()).isBetween(1, AccessLog.LINES_MAX);
            reader.go();
            Await.until("the rest is written", () -> reader.lines.get() == MANY - dropped.get());
        }
    }

    @Test
    void shouldLetRequestsWaitWhenConfigured() throws Exception {
        Path pipe = pipe();
        try (Reader reader = new Reader(pipe);
                AccessLog log = log(pipe, 1L << 30, 1, true)) {
            Thread asking = new Thread(() -> {
                for (int i = 0; i < MANY; i++) {
                    log.add(line(i));
                }
            });
            asking.start();
            Await.until(
                    "the buffer is full and a request waits",
                    () -> log.waiting() == AccessLog.LINES_MAX && asking.getState() == Thread.State.TIMED_WAITING);
            reader.go();
            Await.until("all is written", () -> reader.lines.get() == MANY);
            asking.join();
            assertThat(dropped).hasValue(0);
        }
    }

    /** Opens a pipe, so that it can be written, and counts its lines from {@link #go} on. */
    private static final class Reader implements AutoCloseable {
        private final AtomicLong lines = new AtomicLong();
        private final CountDownLatch mayRead = new CountDownLatch(1);
        private final Thread thread;

        Reader(Path pipe) {
            thread = new Thread(() -> read(pipe));
            thread.setDaemon(true);
            thread.start();
        }

        private void read(Path pipe) {
            try (BufferedReader text = Files.newBufferedReader(pipe, StandardCharsets.UTF_8)) {
                mayRead.await();
                while (text.readLine() != null) {
                    lines.incrementAndGet();
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void go() {
            mayRead.countDown();
        }

        @Override
        public void close() {
            go();
        }
    }
}
