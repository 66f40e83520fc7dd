package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(60)
class SourceCommandTest {
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final StringWriter err = new StringWriter();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @TempDir
    Path folder;

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private int run(String... arguments) {
        CommandLine commandLine = new CommandLine(new SourceCommand())
                .setParameterExceptionHandler(new WrongCallHandler())
                .setExecutionExceptionHandler(new FailureHandler());
        commandLine.setOut(new LineWriter(lines));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    /** Hands each printed line on as soon as it is whole. */
    private static final class LineWriter extends PrintWriter {
        LineWriter(LinkedBlockingQueue<String> lines) {
            super(
                    new StringWriter() {
                        @Override
                        public void flush() {
                            getBuffer().toString().lines().forEach(lines::add);
                            getBuffer().setLength(0);
                        }
                    },
                    true);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--port=-1               | --port must be 0 to 65535",
                "--port=65536            | --port=65536",
                "--port=http             | '--port'",
                "--cards=0               | --cards must be 1 to 4294967296: --cards=0",
                "--cards=4294967297      | --cards=4294967297",
                "--rate=-1               | --rate=-1",
                "--count=-1              | --count=-1",
                "--host=no.such.invalid  | --host=no.such.invalid",
                "--host=192.0.2.1        | this machine has no such address: --host=192.0.2.1",
                "--file=/no/such/file    | cannot replay --file=/no/such/file: no such file",
                "--write=/no/such/file   | --write needs the number of records",
                "--write=/no/such/file --count=1        | cannot write --write=/no/such/file: no such file or folder",
                "--write=/no/such/file --count=99999999 | 1 to 21474836: --count=99999999",
                "--write=/no/such --file=/no/such       | give one of the two",
            })
    void shouldNameTheOptionItsValueAndWhatToDo(String arguments, String expected) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("fraud: ").contains(expected);
    }

    @Test
    void shouldSayWhatToDoWhenThePortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("--port", Integer.toString(taken.getLocalPort()))).isEqualTo(2);
            assertThat(err.toString())
                    .startsWith("fraud: port " + taken.getLocalPort() + " is in use: --port=" + taken.getLocalPort())
                    .contains("choose another");
        }
    }

    @Test
    void shouldServeWriteAndReplay() throws Exception {
        Path file = folder.resolve("records");
        assertThat(run("--write", file.toString(), "--count", "1500", "--cards", "10"))
                .isZero();
        assertThat(lines.take()).isEqualTo("wrote 1,500 records to " + file);
        assertThat(Files.size(file)).isEqualTo(150_000);

        Future<Integer> status = threads.submit(() -> run("--port=0", "--count=4000", "--file=" + file));
        String first = lines.take();
        assertThat(first)
                .matches("source listening on 127\\.0\\.0\\.1:\\d+, file=.*records, rate=unbounded, count=4000");
        assertThat(readAll(first)).hasSize(400_000);
        assertThat(status.get()).isZero();
        assertThat(lines.take()).isEqualTo("source sent 4,000 transactions");
    }

    @Test
    void shouldSayOnWhichPortItListensAndHowManyItSent() throws Exception {
        Future<Integer> status =
                threads.submit(() -> run("--port=0", "--count=2500", "--cards=7", "--rate=50000", "--seed=3"));
        String first = lines.take();
        assertThat(first)
                .matches(
                        "source listening on 127\\.0\\.0\\.1:\\d+, traffic=natural, cards=7, seed=3, rate=50000, count=2500");
        assertThat(readAll(first)).hasSize(250_000);
        assertThat(status.get()).isZero();
        assertThat(lines.take()).isEqualTo("source sent 2,500 transactions");
    }

    private static byte[] readAll(String listening) throws IOException {
        int port = Integer.parseInt(listening.replaceFirst(".*:(\\d+),.*", "$1"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.getInputStream().readAllBytes();
        }
    }
}
