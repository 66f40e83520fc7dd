package com.hazelcast.certification.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What members and clients of one cluster share and others do not know. Hazelcast's open-source edition compares one thing before it lets a
 * member or client in: the cluster's name. With a secret the name that they give each other is made from the name and the secret, and
 * whoever knows the name alone stays outside. Immutable.
 *
 * <p>Its limits: the made name crosses the network as it is, so that network must be encrypted; and it is asked of those who want to
 * join, not of every packet, so it does not replace a firewall ({@code USAGE.md}, Security).
 */
public final class ClusterSecret {
    /** No secret: the cluster's name is what it is. */
    public static final Optional<ClusterSecret> NONE = Optional.empty();

    /** Characters of a secret: fewer can be guessed; a longer file is none. */
    private static final int LENGTH_MIN = 32;

    private static final int LENGTH_MAX = 4_096;
    private static final int PROOF_BYTES = 32;
    private static final String PURPOSE = "fraud cluster name\0";
    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final String secret;

    ClusterSecret(String secret) {
        this.secret = secret;
    }

    /**
     * Reads a secret.
     *
     * @throws IllegalArgumentException when the file is not there, others may read it, or it holds too little; says so and what to do
     */
    public static ClusterSecret read(Path file) {
        try {
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
            if (!OWNERS.containsAll(allowed)) {
                throw new IllegalArgumentException(
                        "others than its user may use the file; allow its user alone ('chmod 600 FILE'): cluster-secret-file="
                                + file);
            }
            String secret =
                    Files.size(file) > LENGTH_MAX ? "" : Files.readString(file).strip();
            if (secret.length() < LENGTH_MIN) {
                throw new IllegalArgumentException("the file must hold " + LENGTH_MIN + " to " + LENGTH_MAX
                        + " characters, for example from 'openssl rand -hex 32': cluster-secret-file=" + file);
            }
            return new ClusterSecret(secret);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(
                    "no such file; make one with 'openssl rand -hex 32' and give it to all members: cluster-secret-file="
                            + file,
                    e);
        } catch (IOException | UnsupportedOperationException e) {
            throw new IllegalArgumentException(
                    "cannot be read by this user, or its permissions are not known: cluster-secret-file=" + file + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** The name under which Hazelcast is to know the cluster. Not for logs. */
    public static String joinName(String clusterName, Optional<ClusterSecret> secret) {
        return secret.map(known -> clusterName + "-" + known.proof(clusterName)).orElse(clusterName);
    }

    private String proof(String clusterName) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            byte[] proof = mac.doFinal((PURPOSE + clusterName).getBytes(UTF_8));
            return HexFormat.of().formatHex(proof, 0, PROOF_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return "ClusterSecret";
    }
}
