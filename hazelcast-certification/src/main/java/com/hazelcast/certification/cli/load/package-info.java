/** The commands that bring in histories of one's own: {@code ./fraud import} and {@code ./fraud load}. Each runs once, on the main thread. */
package com.hazelcast.certification.cli.load;
