/**
 * JMH benchmarks of the parser, the shard and the rules.
 *
 * <p>Enters: nothing; each benchmark makes its own data from a fixed seed. Leaves: JMH's figures. Runs on JMH's threads.
 * Nothing imports this package. {@code mvn -q package && java -jar benchmarks/target/benchmarks.jar -l} lists them.
 */
package com.hazelcast.certification.benchmarks;
