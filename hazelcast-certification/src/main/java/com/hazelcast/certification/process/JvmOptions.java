package com.hazelcast.certification.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The options of the JVM for each kind of process, and what its environment needs besides. A later option wins over an earlier
 * one. Not thread-safe.
 */
public final class JvmOptions {
    private static final int COMPACT_HEADERS_JAVA = 25;
    private static final int UNSAFE_WARNS_JAVA = 24;

    /** The first JDK with an ahead-of-time cache that is made in one step (JEP 514). */
    public static final int AOT_CACHE_JAVA = 25;

    private static final Pattern FURTHER = Pattern.compile("(?:[^\\s\"']++|\"[^\"\r\n]*\"|'[^'\r\n]*')+");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

    private final JvmHost host;
    private final ProgramFiles files;
    private final List<String> options = new ArrayList<>();
    private String glibcTunables;

    /**
     * Options that every process has.
     *
     * @param glibcTunables of the environment now; empty: none
     */
    public JvmOptions(JvmHost host, ProgramFiles files, String glibcTunables) {
        this.host = host;
        this.files = files;
        this.glibcTunables = glibcTunables;
        // With jdk.console=java.base no terminal means no console on every JDK.
        add("-Djdk.console=java.base", files.launcherOption());
        // A core would hold card numbers. A limit of the process (LimitCORE=0) does not hold where the kernel pipes
        // cores
        // to a program.
        add("-XX:-CreateCoredumpOnCrash");
    }

    private JvmOptions add(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Starts, does little, and ends. */
    public JvmOptions addShortLived() {
        return add("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    /** A client of a cluster that ends soon. */
    public JvmOptions addClusterClient() {
        return addHazelcast().addShortLived();
    }

    /**
     * Has sets of rules with their lists, of which a cluster keeps up to 128 million characters, several times in other forms; a later option
     * wins over that of a command that ends soon.
     */
    public JvmOptions addSetsOfRules() {
        return add("-Xmx1g");
    }

    /** Makes, sends or reads a stream of transactions, and keeps nothing. */
    public JvmOptions addStreaming() {
        return add("-Xmx512m", "-XX:+UseSerialGC");
    }

    /** Reads rows by native code, and sorts them; a later option wins over those of a command that ends soon. */
    public JvmOptions addImporting() {
        add("-Xmx1g", "-XX:-UseSerialGC", "-XX:+UseParallelGC", "-XX:TieredStopAtLevel=4");
        return host.javaVersion() >= UNSAFE_WARNS_JAVA ? add("--enable-native-access=ALL-UNNAMED") : this;
    }

    /**
     * Decides about millions of transactions, for times that are those of a member; a later option wins over that of a command that ends
     * soon.
     */
    public JvmOptions addDeciding() {
        return add("-XX:TieredStopAtLevel=4");
    }

    /** Thousands of TLS connections, and nothing that stays. */
    public JvmOptions addManyConnections() {
        return add("-Xmx1g", "-XX:+UseSerialGC");
    }

    /**
     * Sends load and times its answers, and controls the members that it has started. Its code is compiled as well as a member's: otherwise it
     * takes more of the processors than they do.
     */
    public JvmOptions addLoadTool() {
        return addHazelcast().addManyConnections();
    }

    /** Runs members of a bench inside its own process, for minutes. */
    public JvmOptions addMembersInside() {
        return addHazelcast().add("-Xms4g", "-Xmx4g", "-XX:+UseG1GC");
    }

    /** What Hazelcast documents for Java 17 and later, for members and clients. */
    private JvmOptions addHazelcast() {
        add(
                "--add-modules=java.se",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.management/sun.management=ALL-UNNAMED",
                "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
                "-Dhazelcast.phone.home.enabled=false",
                // With a common pool of one thread, as on two cores, every asynchronous call would start a thread of
                // its own.
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + Math.max(2, host.cores()));
        if (host.javaVersion() >= UNSAFE_WARNS_JAVA) {
            add("--sun-misc-unsafe-memory-access=allow");
        }
        return this;
    }

    /** Holds histories. */
    public JvmOptions addScoring(ScoringMemory memory) {
        addHazelcast();
        String heap = (memory.heapBytes() >> 20) + "m";
        add("-Xms" + heap, "-Xmx" + heap);
        if (memory.isNative()) {
            add("-XX:MaxDirectMemorySize=" + (memory.directBytes() >> 20) + "m");
            glibcTunables = (glibcTunables.isEmpty() ? "" : glibcTunables + ":") + "glibc.malloc.hugetlb=1";
        }
        // A page of histories fills a region of 1 MiB, which is not copied; what else survives a collection is copied
        // once.
        // Full of histories a heap is as it should be: no reason to look for garbage all the time.
        add("-XX:+UseG1GC", "-XX:G1HeapRegionSize=1m", "-XX:MaxTenuringThreshold=0");
        add("-XX:InitiatingHeapOccupancyPercent=85", "-XX:-G1UseAdaptiveIHOP");
        add("-XX:+ExplicitGCInvokesConcurrent", "-XX:+ExitOnOutOfMemoryError");
        // Memory is touched at the start: otherwise the kernel clears it in the middle of a collection's pause.
        add("-XX:+AlwaysPreTouch");
        if (host.hasHugePages()) {
            add("-XX:+UseTransparentHugePages");
        }
        if (host.javaVersion() >= COMPACT_HEADERS_JAVA) {
            add("-XX:+UseCompactObjectHeaders");
        }
        return this;
    }

    /** Uses the ahead-of-time cache if there is one. The JVM leaves it aside where it is another JVM's. */
    public JvmOptions addAotCache() {
        if (host.javaVersion() >= AOT_CACHE_JAVA && files.hasAotCache()) {
            add("-XX:AOTCache=" + files.aotCache(), "-Xlog:aot=off");
        }
        return this;
    }

    /**
     * Writes an ahead-of-time cache at the end. It has classes without profiles: with those of the training run a member answers
     * twice as slowly in its first minute.
     */
    public JvmOptions addAotTraining(Path output) {
        return add(
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-AOTRecordTraining",
                "-XX:AOTCacheOutput=" + output,
                "-Xlog:aot=off");
    }

    /** Serves JMX beans, those of Hazelcast among them. */
    public JvmOptions addJmxExporter(JmxExporter exporter) {
        return add(exporter.agentOption(files), "-Dhazelcast.jmx=true");
    }

    /**
     * Options in one text, separated by blanks, as a person gives them. What stands between quotes, double or single, stays together, and the
     * quotes go, as in the JDK's own {@code JDK_JAVA_OPTIONS}.
     *
     * @throws IllegalArgumentException if a quote is not closed in its line
     */
    public JvmOptions addFurther(String text) {
        String left = FURTHER.matcher(text).replaceAll("").trim();
        if (!left.isEmpty()) {
            throw new IllegalArgumentException(
                    "FRAUD_JVM_OPTS has a quote that is not closed in its line; close it or leave it out: quote="
                            + left.charAt(0));
        }
        FURTHER.matcher(text)
                .results()
                .map(MatchResult::group)
                .map(option -> QUOTED.matcher(option).replaceAll("$1$2"))
                .forEach(options::add);
        return this;
    }

    /** All of them, in their order. */
    public List<String> all() {
        return List.copyOf(options);
    }

    /** What the JVM's environment must have. */
    public Map<String, String> environment() {
        return glibcTunables.isEmpty() ? Map.of() : Map.of("GLIBC_TUNABLES", glibcTunables);
    }
}
