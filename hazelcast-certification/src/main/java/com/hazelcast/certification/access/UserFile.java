package com.hazelcast.certification.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Changes a file of users, for the command line. Comments and other lines stay. A change is a new file that takes the place of the old
 * one, with its owner and rights; a new file is readable for its owner alone. Not thread-safe, and not for two at once.
 */
public final class UserFile {
    private static final String KEY = "users";

    private final Path file;

    /** A file, which need not be there. */
    public UserFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    /**
     * Its users, in the order of the file.
     *
     * @throws IllegalArgumentException when it cannot be used; names line and value
     */
    public List<User> users() {
        return read(file).lines();
    }

    static NamedLines<User> read(Path file) {
        return new NamedLines<>(KEY, "users", file, User::of, User::name);
    }

    /**
     * Adds a user, or puts it in the place of the one with that name; returns whether there was one.
     *
     * @throws IllegalArgumentException when the name or the file cannot be used
     * @throws UncheckedIOException when the file cannot be written
     */
    public boolean put(User user) {
        if (!NamedLines.isName(user.name())) {
            throw new IllegalArgumentException(
                    "a name has 1 to 64 letters, digits, '_', '.' and '-', and begins with a letter or a digit: name="
                            + user.name());
        }
        return change(user.name(), Optional.of(user.line()));
    }

    /**
     * Removes a user; returns whether there was one with that name.
     *
     * @throws IllegalArgumentException when the file cannot be used
     * @throws UncheckedIOException when the file cannot be written
     */
    public boolean remove(String name) {
        return change(name, Optional.empty());
    }

    private boolean change(String name, Optional<String> line) {
        List<String> lines = new ArrayList<>();
        boolean isThere = false;
        try {
            if (Files.exists(file)) {
                // A file with a mistake in it is not changed.
                users();
                for (String old : Files.readAllLines(file)) {
                    String[] columns = NamedLines.columns(old);
                    if (columns.length > 0 && columns[0].equals(name)) {
                        isThere = true;
                        line.ifPresent(lines::add);
                    } else {
                        lines.add(old);
                    }
                }
            } else if (line.isEmpty()) {
                throw new IllegalArgumentException("there is no such file of users: FILE=" + file);
            }
            if (!isThere) {
                line.ifPresent(lines::add);
            }
            String content = lines.stream().map(each -> each + "\n").collect(Collectors.joining());
            ReplacedFile.write(file, content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the file of users cannot be written: FILE=" + file, e);
        }
        return isThere;
    }
}
