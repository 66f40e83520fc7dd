package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.metrics.BuildVersion;
import com.hazelcast.certification.shard.ClusterFormat;
import java.util.List;

/** Which build this is: version and commit, and with members of which formats it can be in one cluster. */
public final class BuildInfo {
    private final BuildVersion build = BuildVersion.read();

    /** The project's version, such as {@code 1.0.0-SNAPSHOT}. */
    public String version() {
        return build.version();
    }

    /** The commit's abbreviated hash, with {@code -dirty} if files differed from it, or {@code unknown}. */
    public String commit() {
        return build.commit();
    }

    /** What {@code --version} prints. */
    List<String> lines() {
        return List.of(
                "fraud " + version() + " (commit " + commit() + ")",
                "cluster format " + ClusterFormat.OF_THIS_RELEASE,
                "Java " + Runtime.version() + ", " + vm());
    }

    /** The object that {@code docs/reference/json.md} describes. */
    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("version", version())
                .put("commit", commit())
                .put("clusterFormat", ClusterFormat.OF_THIS_RELEASE.written())
                .put("oldestFormat", ClusterFormat.OF_THIS_RELEASE.oldest())
                .put("java", Runtime.version().toString())
                .put("vm", vm());
    }

    private static String vm() {
        return System.getProperty("java.vm.name", "");
    }
}
