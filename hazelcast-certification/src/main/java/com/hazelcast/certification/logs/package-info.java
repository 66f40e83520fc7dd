/**
 * Where log lines go and how they look: Logback, set up in code. Important events have a name and fields.
 *
 * <p>Enters: the settings that a command was given. Leaves: lines on standard error and in a file, at most so many of a
 * kind. Runs on whichever thread
 * logs. Knows no other package.
 */
package com.hazelcast.certification.logs;
