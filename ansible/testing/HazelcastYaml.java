import com.hazelcast.config.Config;
import com.hazelcast.config.YamlConfigBuilder;

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
            } catch (RuntimeException e) {
                System.err.println(file + ": Hazelcast does not take it: " + e.getMessage());
                System.exit(1);
            }
        }
    }
}
