package com.hazelcast.certification.cli.access;

import com.hazelcast.certification.access.HashedSecret;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.User;
import com.hazelcast.certification.access.UserFile;
import com.hazelcast.certification.cli.options.UserSecret;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./fraud users}: changes a file of users, which members read again by themselves. */
@Command(
        name = "users",
        mixinStandardHelpOptions = true,
        description = "Change the file of users (key users). Members read it again within a second or so.",
        synopsisSubcommandLabel = "COMMAND")
public final class UsersCommand {
    @Spec
    CommandSpec spec;

    private final Clock clock;

    /** By the time of this machine. */
    public UsersCommand() {
        this(Clock.systemUTC());
    }

    UsersCommand(Clock clock) {
        this.clock = clock;
    }

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            description = {
                "Add a user, or change the role and secret of a user.",
                "The secret is a line of standard input, 12 to 256 characters."
            })
    int add(
            @Parameters(paramLabel = "FILE", description = "The file; made when it is not there.") Path file,
            @Parameters(paramLabel = "NAME", description = "Letters, digits, '_', '.' and '-'.") String name,
            @Option(
                            names = "--role",
                            required = true,
                            converter = RoleConverter.class,
                            paramLabel = "viewer|analyst|operator",
                            description = "What the user may do; each may do what those before may.")
                    Role role,
            @Option(names = "--generate", description = "Make a secret and print it once, instead of reading one.")
                    boolean isGenerated,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            description = "When the user expires, such as 2027-01-31T00:00:00Z; default: never.")
                    @Nullable
                    Instant expires) {
        requireToCome(expires);
        SecureRandom random = new SecureRandom();
        String secret = isGenerated ? HashedSecret.generate(random) : UserSecret.read(name);
        boolean wasThere = new UserFile(file)
                .put(new User(
                        name,
                        role,
                        HashedSecret.of(secret, random),
                        expires == null ? Long.MAX_VALUE : expires.toEpochMilli()));
        PrintWriter out = spec.commandLine().getOut();
        out.println((wasThere ? "changed: " : "added: ") + name + " " + role.label());
        if (isGenerated) {
            out.println("secret: " + secret);
        }
        return 0;
    }

    private void requireToCome(@Nullable Instant expires) {
        Instant now = clock.instant();
        if (expires != null && !expires.isAfter(now)) {
            throw new IllegalArgumentException(
                    "the user would have expired already; give a time that is still to come, or leave --expires out: expires="
                            + expires + " now=" + now);
        }
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, description = "Remove a user.")
    int remove(
            @Parameters(paramLabel = "FILE", description = "The file.") Path file,
            @Parameters(paramLabel = "NAME", description = "Who it is.") String name) {
        if (!new UserFile(file).remove(name)) {
            throw new IllegalArgumentException(
                    "there is no such user; 'fraud users list' has all: FILE=" + file + " NAME=" + name);
        }
        spec.commandLine().getOut().println("removed: " + name);
        return 0;
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the users with their roles, without their secrets.")
    int list(@Parameters(paramLabel = "FILE", description = "The file.") Path file) {
        PrintWriter out = spec.commandLine().getOut();
        for (User user : new UserFile(file).users()) {
            out.println(user.name() + " " + user.role().label()
                    + (user.expiresMs() == Long.MAX_VALUE ? "" : " expires=" + Instant.ofEpochMilli(user.expiresMs())));
        }
        return 0;
    }
}
