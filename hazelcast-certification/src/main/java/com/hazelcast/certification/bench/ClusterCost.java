package com.hazelcast.certification.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a row of the table of {@code bench scale-out} says: a cluster's size and rate, by the row's command, and its cost, by its figure.
 *
 * @param members of the cluster
 * @param backups of each shard
 * @param shards of the cluster
 * @param tps offered
 * @param cpuNs processor time of all members, a transaction
 * @param batches a second
 * @param messages a second; empty: the members did not count them
 */
public record ClusterCost(
        int members, int backups, int shards, double tps, double cpuNs, double batches, Optional<Double> messages) {
    private static final Pattern FIGURE =
            Pattern.compile("([0-9,]+) ns a transaction, ([0-9,]+) batches and ([0-9,]+|–) messages a second,.*");

    /** The figure of a bench's result. */
    static String text(JsonNode run) {
        JsonNode messages = run.at("/messagesPerSecond");
        return String.format(
                Locale.ROOT,
                "%,.0f ns a transaction, %,.0f batches and %s messages a second, p50 %.2f ms, p99 %.1f ms, p99.9 %.1f ms",
                number(run, "/cpuNsPerTransaction"),
                number(run, "/batchesPerSecond"),
                messages.isNumber() ? String.format(Locale.ROOT, "%,.0f", messages.asDouble()) : "–",
                number(run, "/answerTimeMs/p50"),
                number(run, "/answerTimeMs/p99"),
                number(run, "/answerTimeMs/p999"));
    }

    private static double number(JsonNode run, String key) {
        JsonNode value = run.at(key);
        if (!value.isNumber()) {
            throw new IllegalStateException("the bench's result has no number " + key + ": " + run);
        }
        return value.asDouble();
    }

    /**
     * What a row's command and its figure say; empty when the row has not been measured yet.
     *
     * @throws IllegalArgumentException when the command does not say how large the cluster is
     */
    static Optional<ClusterCost> of(List<String> command, String figure) {
        Matcher matcher = FIGURE.matcher(figure);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new ClusterCost(
                Integer.parseInt(option(command, "--members")),
                Integer.parseInt(option(command, "--backups")),
                Integer.parseInt(option(command, "--shards")),
                Double.parseDouble(option(command, "--rate")),
                plain(matcher.group(1)),
                plain(matcher.group(2)),
                Optional.of(matcher.group(3)).filter(text -> !text.equals("–")).map(ClusterCost::plain)));
    }

    private static double plain(String number) {
        return Double.parseDouble(number.replace(",", ""));
    }

    private static String option(List<String> command, String name) {
        int at = command.indexOf(name);
        if (at < 0 || at + 1 == command.size()) {
            throw new IllegalArgumentException("the command of a row lacks " + name + ": " + command);
        }
        return command.get(at + 1);
    }
}
