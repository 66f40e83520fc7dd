package com.hazelcast.certification.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * The users of a member: who they are by name and secret. Thread-safe.
 *
 * <p>A secret is checked slowly once, and then remembered for {@value #REMEMBERED_S} s after its last use, as a keyed hash with a key
 * that this process made; so each request of a page takes microseconds. What is remembered ends when the user's line changes.
 */
public final class Users {
    /** How long a secret that was right is remembered after its last use. */
    static final int REMEMBERED_S = 900;

    private static final String DIGESTS = "HmacSHA256";

    /** Secrets whose hash was right and is not computed again; the oldest are forgotten beyond that. */
    private static final int REMEMBERED_MAX = 4_096;

    /** A longer name is cut, and so is not one of the file. */
    private static final int NAME_LENGTH_MAX = 64;

    private final @Nullable NamedLines<User> file;
    private final Clock clock;
    private final LongSupplier nanoClock;
    private final LockOut lockOut;
    private final SecretKey key;

    /** What an unknown name is compared with, so that it takes as long as a known one. */
    private final HashedSecret nobody =
            HashedSecret.parse("pbkdf2-sha512:210000:" + "0".repeat(32) + ":" + "0".repeat(64));

    @GuardedBy("this")
    private final Map<String, Remembered> remembered = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Remembered> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    private record Remembered(User user, long lastNs) {}

    /** How a sign-in went. */
    public enum Outcome {
        /** The secret was right and has been remembered. */
        SIGNED_IN,
        /** No such user, a wrong secret, or one that has expired. */
        WRONG,
        /** As before, and for some time there may be no further attempts. */
        WRONG_AND_LOCKED,
        /** There may be no attempts for some time; the secret was not looked at. */
        LOCKED
    }

    /**
     * What a sign-in gives.
     *
     * @param isKnown whether there is a user of that name
     * @param user only of {@link Outcome#SIGNED_IN}
     * @param lockedS seconds until there may be another attempt; 0: at once
     */
    public record SignIn(Outcome outcome, boolean isKnown, Optional<User> user, int lockedS) {}

    /**
     * The users of a file.
     *
     * @param file empty: there are none
     * @throws IllegalArgumentException when the file cannot be used; names line and value
     */
    public Users(Optional<Path> file, Clock clock) {
        this(file, clock, System::nanoTime);
    }

    Users(Optional<Path> file, Clock clock, LongSupplier nanoClock) {
        this.file = file.map(UserFile::read).orElse(null);
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.lockOut = new LockOut(nanoClock);
        this.key = newKey();
    }

    /** Reads the file if it has changed. Blocks for a look at it. */
    public void look() {
        if (file != null) {
            file.look();
        }
    }

    /** Whether some user may do what that role may. */
    public boolean hasAny(Role role) {
        return file != null
                && file.lines().stream().anyMatch(user -> user.role().includes(role) && !hasExpired(user));
    }

    /** The user whose secret was right before and is remembered. Does not block. */
    public Optional<User> remembered(String name, String secret) {
        String digest = digest(name, secret);
        Optional<User> now = named(name);
        synchronized (this) {
            Remembered found = remembered.get(digest);
            if (found == null) {
                return Optional.empty();
            }
            boolean isCurrent = now.filter(user -> user.secret()
                                    .text()
                                    .equals(found.user.secret().text()))
                            .isPresent()
                    && nanoClock.getAsLong() - found.lastNs < TimeUnit.SECONDS.toNanos(REMEMBERED_S);
            if (!isCurrent) {
                remembered.remove(digest);
                return Optional.empty();
            }
            remembered.put(digest, new Remembered(now.get(), nanoClock.getAsLong()));
            return now;
        }
    }

    /** Checks a name and its secret, and remembers them when they are right. Blocks for some 0.1 s. */
    public SignIn signIn(String name, String secret, String address) {
        String shortName = name.length() > NAME_LENGTH_MAX ? name.substring(0, NAME_LENGTH_MAX) : name;
        int lockedS = lockOut.lockedS(shortName, address);
        if (lockedS > 0) {
            return new SignIn(Outcome.LOCKED, named(name).isPresent(), Optional.empty(), lockedS);
        }
        Optional<User> user = named(name);
        boolean isRight = user.map(User::secret).orElse(nobody).matches(secret);
        if (user.isPresent() && isRight) {
            lockOut.succeeded(shortName, address);
            synchronized (this) {
                remembered.put(digest(name, secret), new Remembered(user.get(), nanoClock.getAsLong()));
            }
            return new SignIn(Outcome.SIGNED_IN, true, user, 0);
        }
        return lockOut.failed(shortName, address)
                ? new SignIn(Outcome.WRONG_AND_LOCKED, user.isPresent(), Optional.empty(), LockOut.LOCKED_S)
                : new SignIn(Outcome.WRONG, user.isPresent(), Optional.empty(), 0);
    }

    /** Forgets that the secret was right: the next request with it is a sign-in again. */
    public synchronized void forget(String name) {
        remembered.values().removeIf(each -> each.user.name().equals(name));
    }

    private Optional<User> named(String name) {
        if (file == null) {
            return Optional.empty();
        }
        return file.lines().stream()
                .filter(user -> user.name().equals(name))
                .filter(user -> !hasExpired(user))
                .findFirst();
    }

    private boolean hasExpired(User user) {
        return clock.millis() >= user.expiresMs();
    }

    private static SecretKey newKey() {
        try {
            return KeyGenerator.getInstance(DIGESTS).generateKey();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
    }

    private String digest(String name, String secret) {
        try {
            Mac mac = Mac.getInstance(DIGESTS);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal((name + ":" + secret).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
    }
}
