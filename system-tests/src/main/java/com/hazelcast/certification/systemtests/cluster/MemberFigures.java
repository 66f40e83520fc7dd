package com.hazelcast.certification.systemtests.cluster;

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
        return sumOf(Pattern.quote(name) + "(?:\\{[^}]*})?");
    }

    /** The metric with that label alone; 0 when there is none. */
    public double labelled(String name, String label, String value) {
        return sumOf(Pattern.quote(name + "{" + label + "=\"" + value + "\"}"));
    }

    private double sumOf(String pattern) {
        Matcher lines = Pattern.compile("(?m)^" + pattern + " (\\S+)$").matcher(text);
        double sum = 0;
        while (lines.find()) {
            sum += Double.parseDouble(lines.group(1));
        }
        return sum;
    }
}
