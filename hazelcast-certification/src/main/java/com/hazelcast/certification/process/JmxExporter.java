package com.hazelcast.certification.process;

import com.hazelcast.certification.member.MemberLimits;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a member's JMX beans are served. Immutable.
 *
 * @param host address
 * @param port 1 to 65535
 */
public record JmxExporter(String host, int port) {
    private static final Pattern PLACE = Pattern.compile("(?:(.+):)?([1-9]\\d{0,4})");
    private static final String OPTION = "--jmx-exporter";

    /**
     * Reads a port, or an address and a port.
     *
     * @throws IllegalArgumentException when it is neither
     */
    public static JmxExporter parse(String text) {
        Matcher place = PLACE.matcher(text);
        if (!place.matches() || Integer.parseInt(place.group(2)) > MemberLimits.PORT_MAX) {
            throw new IllegalArgumentException(
                    "jmx-exporter must be a port, 1 to 65535, or address:port: jmx-exporter=" + text);
        }
        String host = place.group(1);
        return new JmxExporter(host == null ? "127.0.0.1" : host, Integer.parseInt(place.group(2)));
    }

    /**
     * The option of the JVM. The agent would end the JVM with a stack trace when it cannot open its port.
     *
     * @throws IllegalArgumentException when the port cannot be opened
     * @throws IllegalStateException when the agent has not been built
     */
    String agentOption(ProgramFiles files) {
        if (!Files.isReadable(files.jmxAgent()) || !Files.isReadable(files.jmxRules())) {
            throw new IllegalStateException("jmx-exporter needs " + files.jmxAgent() + " and " + files.jmxRules()
                    + "; run 'mvn package' in the project's folder");
        }
        Ports.requireFree(OPTION, port, OPTION, host);
        return "-javaagent:" + files.jmxAgent() + "=" + host + ":" + port + ":" + files.jmxRules();
    }
}
