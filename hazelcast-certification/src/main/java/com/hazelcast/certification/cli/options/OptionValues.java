package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.member.MemberLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of options, read and held to what they may be. Pure. */
public final class OptionValues {
    private OptionValues() {}

    /**
     * The value.
     *
     * @throws IllegalArgumentException naming the key, its value and what it may be
     */
    public static int within(String key, int value, int least, int greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(
                    key + " must be " + least + " to " + greatest + ": " + key + "=" + value);
        }
        return value;
    }

    /**
     * Refuses a cluster that cannot have its copies: it would hold answers, then go on with fewer, and be measured as something else.
     *
     * @throws IllegalArgumentException when there are no members, or as few as backups
     */
    public static void requireCopies(int members, int backups) {
        if (within("members", members, 1, MemberLimits.MEMBERS_MAX)
                <= within("backups", backups, 0, MemberLimits.BACKUPS_MAX)) {
            throw new IllegalArgumentException(
                    "a shard and its copies are on members of their own, so members must be more than backups: members="
                            + members + " backups=" + backups);
        }
    }

    /**
     * Sees that a file can be read.
     *
     * @throws IllegalArgumentException naming the key and the file
     */
    public static void requireFile(String key, Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException("no such file, or not readable: " + key + "=" + file);
        }
    }

    /**
     * Sees that a file can be written into its folder, before minutes are spent on what goes into it.
     *
     * @throws IllegalArgumentException naming the key and the file
     */
    public static void requireFolder(String key, @Nullable Path file) {
        if (file != null && !Files.isDirectory(file.toAbsolutePath().resolveSibling(""))) {
            throw new IllegalArgumentException(
                    "there is no such folder for the file; make it first: " + key + "=" + file);
        }
    }

    /**
     * Sees that a file that is written is not the one beside it, by whatever name: its contents would be gone before they are read.
     *
     * @param key of the file that is written
     * @param other that is read or written as well
     * @throws IllegalArgumentException naming the key and both files
     */
    public static void requireOther(String key, @Nullable Path written, @Nullable Path other) {
        if (written != null && other != null && isSame(written, other)) {
            throw new IllegalArgumentException("the file is used already, and would be overwritten; name another one: "
                    + key + "=" + written + " used=" + other);
        }
    }

    private static boolean isSame(Path written, Path other) {
        if (!Files.exists(written) || !Files.exists(other)) {
            return written.toAbsolutePath()
                    .normalize()
                    .equals(other.toAbsolutePath().normalize());
        }
        try {
            // What is no file, such as /dev/null, has no contents to lose.
            return Files.isRegularFile(other) && Files.isSameFile(written, other);
        } catch (IOException e) {
            throw new UncheckedIOException("the files cannot be compared: " + written + ", " + other, e);
        }
    }

    static List<InetSocketAddress> addresses(String key, List<String> texts) {
        return texts.stream().map(text -> address(key, text)).toList();
    }

    /** The address in {@code host:port}, not yet resolved, so that a host may appear later. */
    public static InetSocketAddress address(String key, String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon < 1 || port < 1 || port > MemberLimits.PORT_MAX) {
                throw new NumberFormatException();
            }
            return InetSocketAddress.createUnresolved(text.substring(0, colon), port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    key + " must be host:port, for example 127.0.0.1:8511: " + key + "=" + text, e);
        }
    }

    /** A number, or what {@code auto} stands for. */
    static int numberOrAuto(String key, String value, int auto) {
        if (value.equals("auto")) {
            return auto;
        }
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a number or auto: " + key + "=" + value, e);
        }
    }
}
