package com.hazelcast.certification.member;

import com.hazelcast.config.Config;
import java.util.Map;

/**
 * Switches off what Hazelcast can do and the product does not use, whatever the user's YAML says. SQL is off because its module is not in
 * the jar. What has no switch in the open-source edition, as data structures and configurations that a client adds while the cluster
 * runs, is bounded by {@link NetworkEnds}, {@link SealedClassLoader} and {@link com.hazelcast.certification.cluster.ClusterSecret}.
 */
final class UnusedParts {
    private UnusedParts() {}

    // Some of them are on their way out of Hazelcast, and there is no other way to refuse them.
    @SuppressWarnings({"deprecation", "removal"})
    static void switchOff(Config config) {
        config.getJetConfig().setEnabled(false).setResourceUploadEnabled(false);
        config.getUserCodeDeploymentConfig().setEnabled(false);
        config.getNamespacesConfig().setEnabled(false);
        config.getRestConfig().setEnabled(false);
        config.getDynamicConfigurationConfig().setPersistenceEnabled(false);
        config.setDataConnectionConfigs(Map.of());
        config.setWanReplicationConfigs(Map.of());
        config.getCPSubsystemConfig().setCPMemberCount(0);
        config.getTpcConfig().setEnabled(false);
        config.getIntegrityCheckerConfig().setEnabled(false);
        // Management Center may look at figures, and neither run scripts nor read entries, which hold card numbers.
        config.getManagementCenterConfig()
                .setScriptingEnabled(false)
                .setConsoleEnabled(false)
                .setDataAccessEnabled(false);
    }
}
