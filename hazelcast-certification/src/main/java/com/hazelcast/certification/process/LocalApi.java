package com.hazelcast.certification.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The HTTP API of members on this machine, with one token for this run. Immutable. */
public final class LocalApi {
    private final int firstPort;
    private final String token;
    private final Path tokens;
    private final LocalCluster processes;

    /** Writes the file of tokens, which goes with the cluster. */
    public LocalApi(int firstPort, String token, LocalCluster processes) throws IOException {
        this.firstPort = firstPort;
        this.token = token;
        this.processes = processes;
        this.tokens = processes.file("api-tokens");
        Files.writeString(tokens, "demo score,read,operate " + hash(token) + "\n");
    }

    private static String hash(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Of the member of that place. */
    public List<String> memberArguments(int index) {
        int port = firstPort + index;
        return List.of(
                "--api-port",
                Integer.toString(port),
                "--api-tokens",
                tokens.toString(),
                "--api-access-log",
                processes.file("api-access-" + port + ".log").toString());
    }

    /** A request that works in a shell as it stands, of a transaction at that time. */
    public String example(long nowMs) {
        return String.format(
                Locale.ROOT,
                "HTTP API, for example:%n"
                        + "curl -s http://127.0.0.1:%d/v1/decisions -H 'Authorization: Bearer %s' -H 'Content-Type: application/json'"
                        + " -d '{\"card\":\"00000000000042\",\"time\":%d,\"amount\":\"12.34\",\"currency\":\"EUR\",\"country\":\"DE\",\"mcc\":5411}'%n",
                firstPort,
                token,
                nowMs);
    }
}
