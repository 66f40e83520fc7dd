package com.hazelcast.certification.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of its own, on loopback, from the programs that Debian installs, for tests and benches: it does not wait for the disk. Ended
 * by {@link #close}, and by a shutdown hook too. Used by one thread at a time.
 */
public final class LocalPostgres implements AutoCloseable {
    public static final String OWNER = "owner";

    private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

    /** How long a program of the database may take: a busy disk has held the end of a server for more than a minute. */
    private static final long TIMEOUT_S = 100;

    private final Thread hook = new Thread(this::endQuietly, "fraud-local-postgres");
    private final String password = UUID.randomUUID().toString();
    private final Path programs;
    private final Path folder;
    private final int port;

    /** Where the programs are; empty where PostgreSQL is not installed. */
    public static Optional<Path> programs() throws IOException {
        if (!Files.isDirectory(VERSIONS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(VERSIONS)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .findFirst();
        }
    }

    /**
     * A server that runs.
     *
     * @throws IllegalStateException where PostgreSQL is not installed
     */
    public static LocalPostgres start() throws IOException, InterruptedException {
        return new LocalPostgres(programs()
                .orElseThrow(() -> new IllegalStateException(
                        "PostgreSQL is not installed; install Debian's package postgresql: missing=" + VERSIONS)));
    }

    private LocalPostgres(Path programs) throws IOException, InterruptedException {
        this.programs = programs;
        this.folder = Path.of(run("mktemp", "-d", "/tmp/fraud-postgres-XXXXXX").strip());
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String passwordFile = folder.resolve("password").toString();
        String unused = run("bash", "-c", "echo " + password + " > " + passwordFile);
        unused = run(
                programs.resolve("initdb").toString(),
                "--auth=scram-sha-256",
                "--username=" + OWNER,
                "--pwfile=" + passwordFile,
                "--no-sync",
                folder.resolve("data").toString());
        Runtime.getRuntime().addShutdownHook(hook);
        unused = control("start", "-o", "-p " + port + " -c listen_addresses=127.0.0.1 -c fsync=off -k " + folder);
    }

    private String control(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                programs.resolve("pg_ctl").toString(),
                "--pgdata=" + folder.resolve("data"),
                "--log=" + folder.resolve("log"),
                "--wait",
                "--timeout=" + (TIMEOUT_S - 10)));
        command.addAll(List.of(words));
        return run(command.toArray(String[]::new));
    }

    /** Runs a program as a user that is not root: the server does not run as root. */
    private static String run(String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            words.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        words.addAll(List.of(command));
        Path output = Files.createTempFile("postgres", ".txt");
        try {
            // Into a file: the server keeps the end of a pipe.
            Process process = new ProcessBuilder(words)
                    .directory(Path.of("/tmp").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean hasEnded = process.waitFor(TIMEOUT_S, TimeUnit.SECONDS);
            String text = Files.readString(output, StandardCharsets.UTF_8);
            if (!hasEnded || process.exitValue() != 0) {
                throw new IOException("failed: " + words + ": " + text);
            }
            return text;
        } finally {
            Files.delete(output);
        }
    }

    /** As JDBC and {@code load} take it. */
    public String address() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** Of the owner. */
    public String password() {
        return password;
    }

    /** A connection of the owner. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(address(), OWNER, password);
    }

    /** Executes a statement as the owner. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    private void end() throws IOException, InterruptedException {
        String unused = control("stop", "--mode=immediate");
        unused = run("rm", "-rf", folder.toString());
    }

    private void endQuietly() {
        try {
            end();
        } catch (IOException e) {
            System.err.println("could not end PostgreSQL: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
            end();
        } catch (IllegalStateException e) {
            // The JVM is shutting down; the hook ends the server.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while PostgreSQL was ended: folder=" + folder, e);
        }
    }
}
