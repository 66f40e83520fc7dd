package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.bench.watch.DriverWorkFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(60)
class SourceCommandTest {
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> errors = new LinkedBlockingQueue<>();
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
        commandLine.setErr(new LineWriter(errors));
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
                "--traffic=usual          | traffic must be one of natural, challenge, clean: traffic=usual",
                "--traffic=clean --labels=/no/such      | only natural traffic has frauds to label: --labels=/no/such",
                "--labels=/no/such/file   | cannot write --labels=/no/such/file: no such file or folder",
                "--file=/no/such --labels=/no/such      | a file that is replayed has no labels",
                "--over=24h               | give --write too: --over=",
                "--own-work=/no/such/file | there is no such folder for the file",
                "--since=24h --write=/tmp/x --count=1 | for a file --over does: --since=",
                "--since=24h --payments-a-day=0 | must be above 0, and at most 86400: --payments-a-day=0.0",
                "--from=2026-01-01T00:00:00Z | give --write too, or --since for a stream: --from=2026-01-01T00:00:00Z",
                "--write=/no/such --count=1 --from=yesterday | write it as 2026-12-31T00:00:00Z: --from=yesterday",
                "--write=/no/such --count=1 --from=1969-12-31T23:59:59Z | must be between 1970 and ",
                "--source-clock=2@2026-01-01T00:00:00Z | give --file too, or --since for a stream",
                "--file=/no/such --source-clock=2 | such as 86400@2026-12-31T00:00:00Z: --source-clock=2",
                "--file=/no/such --source-clock=0@2026-01-01T00:00:00Z | speed=0",
                "--since=2161h            | at most as long as transactions are kept, 90d: --since=",
            })
    void shouldNameTheOptionItsValueAndWhatToDo(String arguments, String expected) throws InterruptedException {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(errors.take()).startsWith("fraud: ").contains(expected);
    }

    @Test
    void shouldSayWhatToDoWhenThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("--port", Integer.toString(taken.getLocalPort()))).isEqualTo(2);
            assertThat(errors.take())
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
    void shouldReportAsOneObjectWhatItHasSent() throws Exception {
        Future<Integer> status = threads.submit(() -> run("--port=0", "--count=2500", "--cards=7", "--json"));
        String listening = errors.take();
        assertThat(readAll(listening)).hasSize(250_000);
        assertThat(status.get()).isZero();

        String printed = lines.take();
        JsonNode json = new ObjectMapper().readTree(printed);
        assertThat(lines).isEmpty();
        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("source"));
        assertThat(json.get("sent").longValue()).isEqualTo(2_500);
        assertThat(json.get("written").longValue()).isZero();
        assertThat(json.get("timeMs").doubleValue()).isPositive();
        assertThat(printed)
                .as("by which ansible/prove finds it among other lines")
                .startsWith("{\"sent\":");
        assertThat(Files.readString(Path.of("../ansible/prove"))).contains("grep -h '^{\"sent\":' ");
        assertThat(Files.readString(Path.of("../ansible/roles/source/tasks/main.yml")))
                .contains(" --json");
    }

    @Test
    void shouldReportAsOneObjectWhatItHasWritten() throws Exception {
        assertThat(run("--write=" + folder.resolve("records"), "--count=1500", "--cards=10", "--json"))
                .isZero();

        JsonNode json = new ObjectMapper().readTree(lines.take());
        assertThat(lines).isEmpty();
        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("source"));
        assertThat(json.get("written").longValue()).isEqualTo(1_500);
    }

    @Test
    void shouldWriteDownWhatItDoesItself() throws Exception {
        Path work = folder.resolve("work");
        Future<Integer> status = threads.submit(() -> run("--port=0", "--count=100", "--own-work=" + work));
        assertThat(readAll(lines.take())).hasSize(10_000);
        assertThat(status.get()).isZero();

        assertThat(DriverWorkFile.last(work).cpuNs()).isPositive();
        assertThat(Files.readAllLines(work).get(0)).startsWith("time_ns,cpu_ns,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"natural", "challenge", "clean"})
    void shouldWriteTheTrafficThatIsChosen(String traffic) throws Exception {
        Path file = folder.resolve(traffic);
        assertThat(run("--write", file.toString(), "--count", "100", "--cards", "1000", "--traffic", traffic))
                .isZero();
        Set<String> amounts = new HashSet<>();
        Set<String> countries = new HashSet<>();
        for (String line : Files.readString(file).split("\n")) {
            amounts.add(line.split(",")[4]);
            countries.add(line.split(",")[2]);
        }
        assertThat(countries).allMatch(country -> country.matches("\\d{3}")).hasSizeGreaterThan(10);
        switch (traffic) {
            case "clean" -> assertThat(amounts).containsExactly("5");
            case "challenge" -> assertThat(amounts).anyMatch(amount -> amount.length() == 5);
            default -> assertThat(amounts).hasSizeGreaterThan(20).allMatch(amount -> amount.length() < 5);
        }
    }

    @Test
    void shouldWriteLabelsAndTimesBesideTheRecords() throws Exception {
        Path file = folder.resolve("records");
        Path labels = folder.resolve("labels");
        assertThat(run("--write=" + file, "--labels=" + labels, "--over=48h", "--count=3000", "--cards=100"))
                .isZero();
        List<String> lines = Files.readAllLines(labels);
        assertThat(lines).hasSize(3_001);
        long firstMs = Long.parseLong(lines.get(1).split(",")[3]);
        long lastMs = Long.parseLong(lines.get(3_000).split(",")[3]);
        assertThat(lastMs - firstMs).isEqualTo(172_800_000);
        String[] records = Files.readString(file).split("\n");
        assertThat(records[0]).contains("," + firstMs + ",");
        assertThat(records[2_999]).contains("," + lastMs + ",");
    }

    @ParameterizedTest
    @ValueSource(strings = {"natural", "challenge", "clean"})
    void shouldWriteTheSameFileAgainForTheSameSeedAndBegin(String traffic) throws Exception {
        byte[] first = write("first", traffic, "3");
        byte[] again = write("again", traffic, "3");

        assertThat(again).isEqualTo(first);
        assertThat(new String(first, StandardCharsets.US_ASCII))
                .contains(",1767225600000,")
                .contains(",1767312000000,");
        assertThat(write("other", traffic, "4")).isNotEqualTo(first);
    }

    private byte[] write(String name, String traffic, String seed) throws IOException {
        Path file = folder.resolve(name);
        assertThat(run(
                        "--write=" + file,
                        "--count=5000",
                        "--cards=1000",
                        "--traffic=" + traffic,
                        "--seed=" + seed,
                        "--from=2026-01-01T00:00:00Z",
                        "--over=24h"))
                .isZero();
        return Files.readAllBytes(file);
    }

    @Test
    void shouldWriteTheSameLabelsAgainForTheSameSeedAndBegin() throws Exception {
        for (String name : List.of("first", "again")) {
            assertThat(run(
                            "--write=" + folder.resolve(name),
                            "--labels=" + folder.resolve(name + ".labels"),
                            "--count=5000",
                            "--cards=1000",
                            "--from=2026-01-01T00:00:00Z"))
                    .isZero();
        }

        assertThat(folder.resolve("again")).hasSameBinaryContentAs(folder.resolve("first"));
        assertThat(folder.resolve("again.labels")).hasSameBinaryContentAs(folder.resolve("first.labels"));
        assertThat(Files.readAllLines(folder.resolve("first.labels")))
                .hasSize(5_001)
                .filteredOn(line -> !line.endsWith(",0"))
                .as("frauds")
                .hasSizeGreaterThan(10);
    }

    @Test
    void shouldBeginInThePast() throws Exception {
        long beginMs = System.currentTimeMillis() - 172_800_000;
        Future<Integer> status = threads.submit(() -> run("--port=0", "--count=30", "--cards=10", "--since=48h"));
        String first = lines.take();
        String[] records = new String(readAll(first), StandardCharsets.US_ASCII).split("\n");
        assertThat(status.get()).isZero();
        // Ten cards pay twenty times a day: 72 minutes apart.
        List<Long> timesMs = Arrays.stream(records)
                .map(line -> Long.parseLong(line.split(",")[1]))
                .toList();
        assertThat(timesMs).hasSize(30);
        assertThat(timesMs.get(0)).isBetween(beginMs, beginMs + 60_000);
        assertThat(timesMs.get(29) - timesMs.get(0)).isEqualTo(29 * 4_320_000L);
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

    /** One that reads no more keeps some records from all others: its connection breaks when theirs have ended. */
    @Test
    void shouldReportWhatNobodyWasThereToTakeAnyMore() throws Exception {
        Future<Integer> status = threads.submit(() -> run("--port=0", "--count=500000", "--cards=1000"));
        String first = lines.take();
        try (Socket stalled = new Socket()) {
            stalled.setReceiveBufferSize(1 << 16);
            stalled.setSoLinger(true, 0);
            stalled.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(first)));
            assertThat(stalled.getInputStream().readNBytes(10_000)).hasSize(10_000);
            assertThat(readAll(first)).isNotEmpty();
        }

        assertThat(status.get()).isEqualTo(1);
        assertThat(lines.take()).startsWith("source sent ").isNotEqualTo("source sent 500,000 transactions");
        assertThat(errors.take())
                .matches(
                        "fraud: a connection broke when all others had ended, so there was none to send the rest by: not sent=[\\d,]+");
    }

    private static int port(String listening) {
        return Integer.parseInt(listening.replaceFirst(".*:(\\d+),.*", "$1"));
    }

    private static byte[] readAll(String listening) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(listening))) {
            return socket.getInputStream().readAllBytes();
        }
    }
}
