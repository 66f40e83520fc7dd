package com.hazelcast.certification.systemtests.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Hosts of their own on this machine: a network namespace for each member, all on one bridge, on which this process is as
 * well. Made and taken away by {@code ip}; needs root.
 */
public final class Network implements Hosts, AutoCloseable {
    private static final int PORTS_FIRST = 5701;

    /** Networks that this machine can have at once: the third byte of their addresses. */
    private static final int NUMBERS = 254;

    /** A network card's address that is nobody's: the bridge hands on to all what is sent there, and all drop it. */
    private static final String NOBODY = "02:00:00:00:00:01";

    private final String bridge;
    private final String subnet;
    private final int size;
    private int nextPort = PORTS_FIRST;

    /** @throws Impossible when namespaces cannot be made here; says what failed */
    public Network(int size) throws Impossible {
        int number = takeNumber();
        this.bridge = bridge(number);
        this.subnet = "10.213." + number + ".";
        this.size = size;
        try {
            run("ip", "addr", "add", outside() + "/24", "dev", bridge);
            run("ip", "link", "set", bridge, "up");
            for (int index = 0; index < size; index++) {
                addHost(index);
            }
        } catch (IOException e) {
            close();
            throw new Impossible("a partition needs root and iproute2: " + e.getMessage());
        }
    }

    private static String bridge(int number) {
        return "fraudbr" + number;
    }

    /** Makes the first bridge that nobody has: the kernel makes none twice, so no two processes ever share one. */
    private static int takeNumber() throws Impossible {
        String problem = "";
        int first = (int) (ProcessHandle.current().pid() % NUMBERS);
        for (int i = 0; i < NUMBERS; i++) {
            int number = (first + i) % NUMBERS + 1;
            try {
                run("ip", "link", "add", bridge(number), "type", "bridge");
                return number;
            } catch (IOException e) {
                problem = String.valueOf(e.getMessage());
                if (!problem.contains("File exists")) {
                    break;
                }
            }
        }
        throw new Impossible("a partition needs root and iproute2: " + problem);
    }

    private String namespace(int index) {
        return bridge + "-" + index;
    }

    /** The bridge's end of that host's wire. */
    private String outer(int index) {
        return bridge + "v" + index;
    }

    private void addHost(int index) throws IOException {
        String outer = outer(index);
        run("ip", "netns", "add", namespace(index));
        run("ip", "link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", namespace(index));
        run("ip", "link", "set", outer, "master", bridge);
        run("ip", "link", "set", outer, "up");
        inside(index, "ip", "addr", "add", address(index) + "/24", "dev", "eth0");
        inside(index, "ip", "link", "set", "eth0", "up");
        inside(index, "ip", "link", "set", "lo", "up");
    }

    @Override
    public String address(int index) {
        return subnet + (index + 1);
    }

    /** The address of this process, which is on the same bridge. */
    public String outside() {
        return subnet + "254";
    }

    @Override
    public List<String> prefix(int index) {
        return List.of("ip", "netns", "exec", namespace(index));
    }

    @Override
    public int freePort() {
        return nextPort++;
    }

    /**
     * Lets nothing pass between that host and the other members, either way, and no answer says so: each has the other's
     * address on a network card that nobody has. Clients still reach all.
     */
    public void isolate(int index) throws IOException {
        for (int other = 0; other < size; other++) {
            if (other != index) {
                hide(index, other);
                hide(other, index);
            }
        }
    }

    /** Lets nothing pass from that host to the other, and no answer says so. What the other sends still arrives. */
    public void hide(int from, int to) throws IOException {
        String nobody = "ip neigh replace " + address(to) + " lladdr " + NOBODY + " dev eth0 nud permanent";
        inside(from, nobody.split(" "));
    }

    /** Lets everything pass again. */
    public void heal(int index) throws IOException {
        for (int other = 0; other < size; other++) {
            if (other != index) {
                find(index, other);
                find(other, index);
            }
        }
    }

    /** Lets everything pass again from that host to the other. */
    public void find(int from, int to) throws IOException {
        inside(from, "ip", "neigh", "del", address(to), "dev", "eth0");
    }

    /** Lets nothing pass between two members, either way. */
    public void cut(int one, int other) throws IOException {
        hide(one, other);
        hide(other, one);
    }

    /** Lets everything pass between two members again. */
    public void heal(int one, int other) throws IOException {
        find(one, other);
        find(other, one);
    }

    private void inside(int index, String... command) throws IOException {
        List<String> all = new ArrayList<>(prefix(index));
        all.addAll(List.of(command));
        run(all.toArray(String[]::new));
    }

    /** Runs a command that makes or takes away a part of the machine. */
    public static String run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + ": " + output.strip());
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        for (int index = 0; index < size; index++) {
            // With it goes its other end at once; with the namespace both would go some time later.
            quietly("ip", "link", "del", outer(index));
            quietly("ip", "netns", "del", namespace(index));
        }
        quietly("ip", "link", "del", bridge);
    }

    private static void quietly(String... command) {
        try {
            run(command);
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }
}
