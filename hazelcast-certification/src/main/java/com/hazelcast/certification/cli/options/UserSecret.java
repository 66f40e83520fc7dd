package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.access.ControlCaller;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where commands take the secret of a user from: never from an argument, which every process of the machine sees. */
public final class UserSecret {
    /** The variable with the secret of the user of a command. */
    static final String VARIABLE = "FRAUD_USER_SECRET";

    private UserSecret() {}

    /**
     * Who uses a command that reaches a cluster.
     *
     * @param user null: nobody that is named
     */
    public static ControlCaller caller(@Nullable String user) {
        if (user == null) {
            return ControlCaller.here();
        }
        String secret = System.getenv(VARIABLE);
        return ControlCaller.here(user, secret == null ? read(user) : secret);
    }

    /** Reads it from the terminal without an echo, or else from a line of standard input. */
    public static String read(String name) {
        if (System.console() != null) {
            char[] typed = System.console().readPassword("Secret of %s: ", name);
            return typed == null ? "" : new String(typed);
        }
        return line(System.in);
    }

    /** The first line; leaves what stands behind it. */
    static String line(InputStream in) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
                line.write(next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the secret cannot be read from standard input", e);
        }
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
