package com.hazelcast.certification.systemtests.cluster;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A member's metrics at one moment.
 *
 * @param text as the member has written them
 */
public record MemberFigures(String text) {
    /** The sum of a metric over its labels; 0 when there is none. */
    public double sum(String name) {
        return sumOf(withLabels(name)).orElse(0);
    }

    /**
     * The sum over its labels of a metric that a member always has.
     *
     * @throws IllegalStateException when there is none: a 0 in its place would be a figure
     */
    public double required(String name) {
        return sumOf(withLabels(name)).orElseThrow(() -> missing(name));
    }

    /**
     * The metric with that label alone, which a member always has.
     *
     * @throws IllegalStateException when there is none: a 0 in its place would be a figure
     */
    public double required(String name, String label, String value) {
        String labelled = name + "{" + label + "=\"" + value + "\"}";
        return sumOf(Pattern.quote(labelled)).orElseThrow(() -> missing(labelled));
    }

    private static String withLabels(String name) {
        return Pattern.quote(name) + "(?:\\{[^}]*})?";
    }

    private static IllegalStateException missing(String metric) {
        return new IllegalStateException("a member's metrics lack one that is looked at: metric=" + metric);
    }

    private OptionalDouble sumOf(String pattern) {
        Matcher lines = Pattern.compile("(?m)^" + pattern + " (\\S+)$").matcher(text);
        return lines.results()
                .mapToDouble(line -> Double.parseDouble(line.group(1)))
                .reduce(Double::sum);
    }
}
