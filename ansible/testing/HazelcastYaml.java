import com.hazelcast.config.Config;
import com.hazelcast.config.EndpointConfig;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.instance.EndpointQualifier;

/**
 * Reads files of Hazelcast's own YAML as a member does, which holds them against Hazelcast's schema, and prints what they ask for:
 * {@code java -cp fraud.jar testing/HazelcastYaml.java FILE...}. Status 1 when Hazelcast does not take one.
 */
final class HazelcastYaml {
    private HazelcastYaml() {}

    public static void main(String[] files) throws Exception {
        for (String file : files) {
            try {
                Config config = new YamlConfigBuilder(file).build();
                System.out.printf(
                        "%s: license %s%n",
                        file,
                        config.getLicenseKey() == null ? "none" : "of " + config.getLicenseKey().length() + " characters");
                EndpointConfig members = config.getAdvancedNetworkConfig().getEndpointConfigs().get(EndpointQualifier.MEMBER);
                if (members.getSSLConfig() != null && members.getSSLConfig().isEnabled()) {
                    System.out.printf(
                            "%s: TLS between members, certificates %s, password of %d characters%n",
                            file,
                            members.getSSLConfig().getProperty("mutualAuthentication"),
                            members.getSSLConfig().getProperty("keyStorePassword").length());
                }
                if (members.getSocketInterceptorConfig() != null && members.getSocketInterceptorConfig().isEnabled()) {
                    System.out.printf(
                            "%s: socket interceptor %s%n", file, members.getSocketInterceptorConfig().getClassName());
                }
            } catch (RuntimeException e) {
                System.err.println(file + ": Hazelcast does not take it: " + e.getMessage());
                System.exit(1);
            }
        }
    }
}
