package com.hazelcast.certification.cli;

import com.hazelcast.certification.metrics.BuildVersion;
import com.hazelcast.certification.shard.ClusterFormat;
import picocli.CommandLine.IVersionProvider;

/** Which build this is: version and commit, and with members of which formats it can be in one cluster. */
public final class BuildInfo implements IVersionProvider {
    private final BuildVersion build = BuildVersion.read();

    /** The project's version, such as {@code 1.0.0-SNAPSHOT}. */
    public String version() {
        return build.version();
    }

    /** The commit's abbreviated hash, with {@code -dirty} if files differed from it, or {@code unknown}. */
    public String commit() {
        return build.commit();
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "fraud " + version() + " (commit " + commit() + ")",
            "cluster format " + ClusterFormat.OF_THIS_RELEASE,
            "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
        };
    }
}
