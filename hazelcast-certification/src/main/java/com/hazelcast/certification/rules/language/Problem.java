package com.hazelcast.certification.rules.language;

/**
 * What is wrong with a text.
 *
 * @param line from 1
 * @param column from 1
 * @param message what is wrong, the value, and what to do; printable characters only
 */
public record Problem(int line, int column, String message) {
    @Override
    public String toString() {
        return "line " + line + ", column " + column + ": " + message;
    }
}
