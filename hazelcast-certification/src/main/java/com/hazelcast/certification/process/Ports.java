package com.hazelcast.certification.process;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Looks at a port before a program opens it, so that one that cannot be had is said in a sentence. Stateless. */
public final class Ports {
    private Ports() {}

    /**
     * Refuses a port that cannot be opened. Somebody else may take it a moment later; then whoever opens it says so.
     *
     * @param option that names the port, for example {@code --port}
     * @param hostOption that names the address; empty: the command has none
     * @param port 0: any free one, which there is
     * @throws IllegalArgumentException naming the options and what to do
     */
    public static void requireFree(String option, int port, String hostOption, String host) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(
                    "no such host; give an address of this machine: " + hostOption + "=" + host);
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
        } catch (IOException e) {
            throw new IllegalArgumentException(refusal(option, port, hostOption, host, e), e);
        }
    }

    /** What is wrong with a port that could not be opened, and what to do. */
    public static String refusal(String option, int port, String hostOption, String host, Throwable cause) {
        String reason = String.valueOf(cause.getMessage());
        if (cause instanceof BindException && reason.contains("in use")) {
            return "port " + port + " is in use: " + option + "=" + port
                    + "; choose another, or stop what listens there ('ss -ltnp' names it)";
        }
        if (cause instanceof BindException && reason.contains("assign") && !hostOption.isEmpty()) {
            return "this machine has no such address: " + hostOption + "=" + host + "; give one of its own";
        }
        return "port " + port + " cannot be opened (" + reason + "): " + option + "=" + port + "; choose another";
    }
}
