package com.hazelcast.certification.plan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A kind of machine that can be rented, from the table {@code instance-kinds.csv}. Immutable.
 *
 * @param name the provider's name for it
 * @param cores virtual cores
 * @param memoryGib memory, in GiB
 * @param networkGbit lasting bandwidth, in Gbit/s
 * @param usdPerHour what it costs on demand, where and when the table says
 */
public record InstanceKind(String name, int cores, int memoryGib, double networkGbit, double usdPerHour) {
    /** Where and when the table's prices were those of the provider. */
    public static final String PRICES_OF = "us-east-1, Linux, June 2026";

    private static final String TABLE = "/instance-kinds.csv";

    /** All kinds, in the table's order. */
    public static List<InstanceKind> all() {
        InputStream table = Objects.requireNonNull(InstanceKind.class.getResourceAsStream(TABLE), TABLE);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(InstanceKind::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + TABLE, e);
        }
    }

    /**
     * The kind of that name.
     *
     * @throws IllegalArgumentException when the table has no such kind; says which it has
     */
    public static InstanceKind named(String name) {
        List<InstanceKind> kinds = all();
        return kinds.stream().filter(kind -> kind.name.equals(name)).findFirst().orElseThrow(() -> {
            String known = kinds.stream().map(InstanceKind::name).collect(Collectors.joining(", "));
            return new IllegalArgumentException(
                    "no such kind of machine; choose one of " + known + ": instance=" + name);
        });
    }

    static InstanceKind parse(String line) {
        List<String> fields = List.of(line.split(",", -1));
        if (fields.size() != 5) {
            throw new IllegalArgumentException(
                    "a kind has a name, cores, GiB, Gbit/s and USD an hour: " + TABLE + " line=" + line);
        }
        return new InstanceKind(
                fields.get(0),
                Integer.parseInt(fields.get(1)),
                Integer.parseInt(fields.get(2)),
                Double.parseDouble(fields.get(3)),
                Double.parseDouble(fields.get(4)));
    }
}
